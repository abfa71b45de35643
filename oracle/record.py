"""Runs and their steps, append-only, in `runs.db` of the home. Questions never leave the player's machine.

Owns the file and its two tables: triggers refuse every change of what is written. No secret is written: what is
configured as one, or looks like one, is taken out first (`oracle.hide`), and a machine is named only as the
configuration calls the way to it. What is kept of a step is `oracle.steps`'.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from oracle.contracts import Answer, Question, Turn
from oracle.errors import OracleError, UsageError
from oracle.hide import Hide
from oracle.steps import Step, steps

FILE = "runs.db"
FORMAT = 2
"""1 kept no beginning of a step and no number of its format. Both are read; writing brings a file to 2."""

_LETTERS = "23456789bcdfghjkmnpqrstvwxz"
_LENGTH = 8
_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS run (
        id TEXT PRIMARY KEY, conversation TEXT NOT NULL, at TEXT NOT NULL, game TEXT NOT NULL,
        question TEXT NOT NULL, answer TEXT NOT NULL, exit INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS step (
        run TEXT NOT NULL REFERENCES run(id), n INTEGER NOT NULL, name TEXT NOT NULL, ms INTEGER, facts TEXT NOT NULL,
        at INTEGER, PRIMARY KEY (run, n)
    )""",
    "CREATE INDEX IF NOT EXISTS run_of_conversation ON run (conversation)",
    "CREATE TRIGGER IF NOT EXISTS run_kept BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS run_stays BEFORE DELETE ON run BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS step_kept BEFORE UPDATE ON step BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS step_stays BEFORE DELETE ON step BEGIN SELECT RAISE(ABORT, 'append-only'); END",
)


class NotRecorded(OracleError):
    """The run could not be written down; the answer stands all the same."""

    exit_code = 9


class NotReadable(OracleError):
    """What was written down cannot be read; a new question is answered all the same."""

    exit_code = 9


@dataclass(frozen=True)
class Conversation:
    """An earlier conversation: its identity and its turns, oldest first."""

    id: str
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Run:
    """A question that was asked, as it was written down. `at` is UTC, in ISO 8601."""

    id: str
    conversation: str
    at: str
    game: str
    question: str
    answer: str
    exit: int
    steps: tuple[Step, ...] = ()

    @property
    def short(self) -> str:
        """As much of its name as a person types."""
        return self.id[:_LENGTH]

    def facts(self, step: str) -> Mapping[str, Any]:
        """What was written of a step; nothing where it was not taken."""
        return next((each.facts for each in self.steps if each.name == step), {})

    @property
    def ms(self) -> int | None:
        """How long it took in all, where that was written."""
        return self.steps[0].ms if self.steps else None


class Runs:
    """The record of one home. Opens its file for each use, so that any thread may call it.

    `machine` is how the configuration calls the way to Claude.
    """

    def __init__(self, file: Path, machine: str = "", hide: Hide | None = None) -> None:
        self._file, self._machine, self._hide = file, machine, hide or Hide()

    def save(self, answer: Answer) -> str:
        """Append one run and its steps, whole or not at all; the name of the run. Raises `NotRecorded`."""
        question, text = answer.question, self._hide.text
        said = answer.verified.text if answer.verified and not answer.verified.withheld else ""
        taken = [_row(n, step, self._hide) for n, step in enumerate(steps(answer, self._machine, self._hide))]
        with self._writing() as database:
            run = _new_name(database)
            conversation = question.conversation or self._continued(database, question) or run
            row = (run, conversation, _now(), question.stack.game, text(question.text), text(said), answer.exit_code)
            database.execute(f"INSERT INTO run ({_RUN}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            database.executemany(
                "INSERT INTO step (run, n, name, at, ms, facts) VALUES (?, ?, ?, ?, ?, ?)",
                [(run, *step) for step in taken],
            )
        return run

    def last(self, game: str) -> Conversation | None:
        """The conversation that was last held about a game. Raises `NotReadable`."""
        if not self._file.exists():
            return None
        with self._reading() as database:
            newest = database.execute(
                "SELECT conversation FROM run WHERE game = ? ORDER BY rowid DESC LIMIT 1", (game,)
            ).fetchone()
            rows = database.execute(
                "SELECT question, answer FROM run WHERE conversation = ? ORDER BY rowid", newest or ("",)
            ).fetchall()
        return Conversation(newest[0], tuple(Turn(*row) for row in rows)) if newest else None

    def newest(self, most: int, wanted: Callable[[Run], bool] = lambda run: True) -> tuple[Run, ...]:
        """The last runs that are wanted, the newest first. Raises `NotReadable`."""
        if not self._file.exists():
            return ()
        with self._reading() as database:
            runs = (Run(*row) for row in database.execute(f"{_RUNS} ORDER BY rowid DESC"))
            return tuple(_with_steps(database, run) for run in islice(filter(wanted, runs), most))

    def named(self, name: str) -> Run:
        """The one run whose name begins so. Raises `UsageError` where there is none or more, and `NotReadable`."""
        found: list[Run] = []
        if self._file.exists():
            with self._reading() as database:
                query = f"{_RUNS} WHERE substr(id, 1, ?) = ? ORDER BY rowid DESC LIMIT 6"
                rows = database.execute(query, (len(name), name.lower())).fetchall()
                found = [_with_steps(database, Run(*row)) for row in rows]
        if not found:
            raise UsageError("log.no_run", id=name)
        exact = [run for run in found if run.id == name]
        if len(found) > 1 and not exact:
            raise UsageError("log.several", id=name, known=", ".join(run.id[: len(name) + _LENGTH] for run in found))
        return (exact or found)[0]

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, on a file of our own reading alone and of today's format."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            if not self._file.exists():
                self._file.touch(mode=0o600)
            with closing(sqlite3.connect(self._file, timeout=5, isolation_level=None)) as database:
                database.execute("BEGIN IMMEDIATE")
                self._bring_to_format(database)
                yield database
                database.execute("COMMIT")
        except (sqlite3.OperationalError, OSError) as error:  # locked, full, read-only
            raise NotRecorded("ask.not_recorded", file=self._file, why=error) from error
        except sqlite3.Error as error:
            raise NotRecorded("ask.record_damaged", file=self._file, why=error) from error

    def _bring_to_format(self, database: sqlite3.Connection) -> None:
        version = database.execute("PRAGMA user_version").fetchone()[0]
        if version > FORMAT:
            raise NotRecorded("ask.recorded_by_newer", file=self._file)
        if version == FORMAT:
            return
        columns = [name for _, name, *_ in database.execute("PRAGMA table_info(step)")]
        if columns and "at" not in columns:
            database.execute("ALTER TABLE step ADD COLUMN at INTEGER")
        for statement in _SCHEMA:
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {FORMAT}")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._file, timeout=5)) as database:
                yield database
        except (sqlite3.Error, OSError) as error:
            raise NotReadable("log.not_readable", file=self._file, why=error) from error

    def _continued(self, database: sqlite3.Connection, question: Question) -> str | None:
        """The conversation whose last turn is the last turn of the question's history."""
        if not question.history:
            return None
        key = (question.stack.game, self._hide.text(question.history[-1].question))
        found = database.execute(
            "SELECT conversation FROM run WHERE game = ? AND question = ? ORDER BY rowid DESC LIMIT 1", key
        ).fetchone()
        return str(found[0]) if found else None


_RUN = "id, conversation, at, game, question, answer, exit"
_RUNS = f"SELECT {_RUN} FROM run"


def _new_name(database: sqlite3.Connection) -> str:
    """Short, and the beginning of no other."""
    while True:
        name = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        if not database.execute("SELECT 1 FROM run WHERE substr(id, 1, ?) = ?", (_LENGTH, name)).fetchone():
            return name


def _row(n: int, step: Step, hide: Hide) -> tuple[int, str, int | None, int | None, str]:
    return n, step.name, step.at, step.ms, json.dumps(hide.data(step.facts))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _with_steps(database: sqlite3.Connection, run: Run) -> Run:
    """The run and its steps, of whichever format the file is."""
    columns = [name for _, name, *_ in database.execute("PRAGMA table_info(step)")]
    at = "at" if "at" in columns else "NULL"
    rows = database.execute(f"SELECT name, {at}, ms, facts FROM step WHERE run = ? ORDER BY n", (run.id,))
    taken = tuple(Step(name, begun, ms, _facts(facts)) for name, begun, ms, facts in rows)
    return Run(run.id, run.conversation, run.at, run.game, run.question, run.answer, run.exit, taken)


def _facts(text: str) -> Mapping[str, Any]:
    """What was written of a step; where that cannot be read, what is there instead."""
    try:
        facts = json.loads(text)
    except ValueError:
        return {"unreadable": text}
    return facts if isinstance(facts, dict) else {"unreadable": text}

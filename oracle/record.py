"""Runs and their steps, append-only, in `runs.db` of the home. Questions never leave the player's machine.

Owns the file and its tables: triggers refuse every change of what is written; a favourite is a mark that is given and
withdrawn, each time by a row more. No secret is written: what is configured as one, or looks like one, is taken out
first (`oracle.hide`), and a machine is named only as the configuration calls the way to it. What is kept of a step is
`oracle.steps`', what is kept to show an answer again `oracle.again`'s.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from oracle.again import Revisions, Told, kept
from oracle.contracts import Answer, Question, Turn
from oracle.errors import OracleError, UsageError
from oracle.hide import Hide
from oracle.standing import words
from oracle.steps import Step, steps
from oracle.words import fold

FILE = "runs.db"
FORMAT = 3
"""1 kept no beginning of a step and no number of its format, 2 nothing to show an answer again by and no favourites.

All are read; writing brings a file to 3.
"""

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
    """CREATE TABLE IF NOT EXISTS kept (
        run TEXT PRIMARY KEY REFERENCES run(id), words TEXT NOT NULL, facts TEXT NOT NULL
    )""",
    "CREATE TABLE IF NOT EXISTS star (run TEXT NOT NULL REFERENCES run(id), at TEXT NOT NULL, given INTEGER NOT NULL)",
    "CREATE INDEX IF NOT EXISTS run_of_conversation ON run (conversation)",
    "CREATE INDEX IF NOT EXISTS star_of_run ON star (run)",
    *(
        f"CREATE TRIGGER IF NOT EXISTS {table}_{name} BEFORE {change} ON {table}"
        " BEGIN SELECT RAISE(ABORT, 'append-only'); END"
        for table in ("run", "step", "kept", "star")
        for name, change in (("kept", "UPDATE"), ("stays", "DELETE"))
    ),
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
    starred: bool = False

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

    def save(self, answer: Answer, revisions: Revisions | None = None) -> str:
        """Append one run and its steps, whole or not at all; the name of the run. Raises `NotRecorded`.

        `revisions` are those of the booklets that it was given from.
        """
        question, text = answer.question, self._hide.text
        taken = [_row(n, step, self._hide) for n, step in enumerate(steps(answer, self._machine, self._hide))]
        shown = json.dumps(self._hide.data(kept(answer, revisions or {})))
        with self._writing() as database:
            run = _new_name(database)
            conversation = question.conversation or self._continued(database, question) or run
            row = (
                run,
                conversation,
                _now(),
                question.stack.game,
                text(question.text),
                text(words(answer)),
                answer.exit_code,
            )
            database.execute(f"INSERT INTO run ({_RUN}) VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            database.executemany(
                "INSERT INTO step (run, n, name, at, ms, facts) VALUES (?, ?, ?, ?, ?, ?)",
                [(run, *step) for step in taken],
            )
            database.execute(_KEEP, (run, _folded(row[3], row[4], row[5]), shown))
        return run

    def star(self, run: str, *, given: bool = True) -> None:
        """Mark a run as a favourite, or withdraw the mark. Raises `NotRecorded`."""
        with self._writing() as database:
            database.execute("INSERT INTO star (run, at, given) VALUES (?, ?, ?)", (run, _now(), given))

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

    def newest(
        self, most: int, wanted: Callable[[Run], bool] = lambda run: True, *, words: str = "", starred: bool = False
    ) -> tuple[Run, ...]:
        """The last runs that are wanted, the newest first. Raises `NotReadable`.

        `words` must all stand in the question, the answer or the game's name, however they are spelt.
        """
        if not self._file.exists():
            return ()
        with self._reading() as database:
            return tuple(
                _with_steps(database, run)
                for run in islice(filter(wanted, _found(database, _folded(words).split(), starred)), most)
            )

    def conversation(self, run: Run, *, whole: bool = False) -> tuple[Run, ...]:
        """The runs of its conversation up to this one, or all of them, oldest first. Raises `NotReadable`."""
        with self._reading() as database:
            query = f"{_runs(database)} WHERE conversation = ? ORDER BY run.rowid"
            rows = database.execute(query, (run.conversation,)).fetchall()
            runs = [_run(row) for row in rows]
            last = len(runs) if whole else next((n for n, each in enumerate(runs, 1) if each.id == run.id), len(runs))
            return tuple(_with_steps(database, each) for each in runs[:last])

    def kept(self, run: Run) -> Told:
        """What is written of a run to show it again. Raises `NotReadable`."""
        with self._reading() as database:
            row = (
                database.execute("SELECT facts FROM kept WHERE run = ?", (run.id,)).fetchone()
                if _has(database, "kept")
                else None
            )
        facts = _facts(row[0]) if row else {}
        taken = {step.name: step.facts for step in run.steps}
        return Told(run.game, run.question, run.answer, run.conversation, run.ms, taken, facts, run.id)

    def named(self, name: str) -> Run:
        """The one run whose name begins so. Raises `UsageError` where there is none or more, and `NotReadable`."""
        found: list[Run] = []
        name = name.strip() or "–"
        if self._file.exists():
            with self._reading() as database:
                query = f"{_runs(database)} WHERE substr(id, 1, ?) = ? ORDER BY run.rowid DESC LIMIT 6"
                rows = database.execute(query, (len(name), name.lower())).fetchall()
                found = [_with_steps(database, _run(row)) for row in rows]
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
        before = database.execute("SELECT id, game, question, answer FROM run").fetchall()
        database.executemany(_KEEP, ((run, _folded(*said), "{}") for run, *said in before))
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
_KEEP = "INSERT INTO kept (run, words, facts) VALUES (?, ?, ?)"
_STARRED = "coalesce((SELECT given FROM star WHERE star.run = run.id ORDER BY star.rowid DESC LIMIT 1), 0)"


def _runs(database: sqlite3.Connection) -> str:
    """The query of all runs, of whichever format the file is."""
    return f"SELECT {_RUN}, {_STARRED if _has(database, 'star') else '0'} AS starred FROM run"


def _run(row: Sequence[Any]) -> Run:
    *plain, starred = row
    return replace(Run(*plain), starred=bool(starred))


def _has(database: sqlite3.Connection, table: str) -> bool:
    return bool(database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone())


def _found(database: sqlite3.Connection, words: Sequence[str], starred: bool) -> Iterator[Run]:
    """Runs without their steps, the newest first: in a file of today's format the words were folded when written."""
    folded = bool(words) and _has(database, "kept")
    wanted = ["instr(kept.words, ?) > 0" for _ in words] if folded else []
    wanted += ["starred"] if starred else []
    join = " JOIN kept ON kept.run = run.id" if folded else ""
    where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
    query = f"{_runs(database)}{join}{where} ORDER BY run.rowid DESC"
    for row in database.execute(query, tuple(words) if folded else ()):
        run = _run(row)
        if folded or not words or all(word in _folded(run.game, run.question, run.answer) for word in words):
            yield run


def _folded(*texts: str) -> str:
    """Texts as they are searched: lower case, without accents."""
    return fold("\n".join(texts))


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
    return replace(run, steps=taken)


def _facts(text: str) -> Mapping[str, Any]:
    """What was written of a step; where that cannot be read, what is there instead."""
    try:
        facts = json.loads(text)
    except ValueError:
        return {"unreadable": text}
    return facts if isinstance(facts, dict) else {"unreadable": text}

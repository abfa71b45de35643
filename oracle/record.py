"""Runs and their steps, append-only, in `runs.db` of the home. Questions never leave the player's machine.

Owns the file and its two tables: triggers refuse every change of what is written. Holds no secret: no
configuration, no environment, no host. Also gives the last conversation back.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from oracle.contracts import Answer, Question, Rewrite, Turn
from oracle.errors import OracleError

_SCHEMA = """
CREATE TABLE IF NOT EXISTS run (
    id TEXT PRIMARY KEY, conversation TEXT NOT NULL, at TEXT NOT NULL, game TEXT NOT NULL,
    question TEXT NOT NULL, answer TEXT NOT NULL, exit INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS step (
    run TEXT NOT NULL REFERENCES run(id), n INTEGER NOT NULL, name TEXT NOT NULL, ms INTEGER, facts TEXT NOT NULL,
    PRIMARY KEY (run, n)
);
CREATE INDEX IF NOT EXISTS run_of_conversation ON run (conversation);
CREATE TRIGGER IF NOT EXISTS run_kept BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER IF NOT EXISTS run_stays BEFORE DELETE ON run BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER IF NOT EXISTS step_kept BEFORE UPDATE ON step BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER IF NOT EXISTS step_stays BEFORE DELETE ON step BEGIN SELECT RAISE(ABORT, 'append-only'); END;
"""


class NotRecorded(OracleError):
    """The run could not be written down; the answer stands all the same."""

    exit_code = 9


@dataclass(frozen=True)
class Conversation:
    """An earlier conversation: its identity and its turns, oldest first."""

    id: str
    turns: tuple[Turn, ...]


class Runs:
    """The record of one home. Opens its file for each use, so that any thread may call it."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def save(self, answer: Answer) -> str:
        """Append one run and its steps, whole or not at all; the name of the run. Raises `NotRecorded`."""
        run, question = uuid.uuid4().hex, answer.question
        said = answer.verified.text if answer.verified and not answer.verified.withheld else ""
        with self._open() as database, database:
            conversation = question.conversation or _continued(database, question) or run
            row = (run, conversation, _now(), question.stack.game, question.text, said, answer.exit_code)
            database.execute("INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            database.executemany(
                "INSERT INTO step VALUES (?, ?, ?, ?, ?)",
                [
                    (run, n, name, ms, json.dumps(facts, default=str))
                    for n, (name, ms, facts) in enumerate(_steps(answer))
                ],
            )
        return run

    def last(self, game: str) -> Conversation | None:
        """The conversation that was last held about a game."""
        if not self._file.exists():
            return None
        with self._open() as database:
            newest = database.execute(
                "SELECT conversation FROM run WHERE game = ? ORDER BY rowid DESC LIMIT 1", (game,)
            ).fetchone()
            rows = database.execute(
                "SELECT question, answer FROM run WHERE conversation = ? ORDER BY rowid", newest or ("",)
            ).fetchall()
        return Conversation(newest[0], tuple(Turn(*row) for row in rows)) if newest else None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._file, timeout=5)) as database:
                database.executescript(_SCHEMA)
                yield database
        except (sqlite3.Error, OSError) as error:
            raise NotRecorded("ask.not_recorded", file=self._file, why=error) from error


def _continued(database: sqlite3.Connection, question: Question) -> str | None:
    """The conversation whose last turn is the last turn of the question's history."""
    if not question.history:
        return None
    key = (question.stack.game, question.history[-1].question)
    found = database.execute(
        "SELECT conversation FROM run WHERE game = ? AND question = ? ORDER BY rowid DESC LIMIT 1", key
    ).fetchone()
    return str(found[0]) if found else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _steps(answer: Answer) -> Iterator[tuple[str, int | None, Mapping[str, object]]]:
    """Each step of the pipeline that was taken: its name, its time, what went in and what came out."""
    ms = answer.ms
    yield "gate", None, {"reason": answer.gate.reason}
    yield "understand", None, {"standalone": answer.understood.standalone, "language": answer.understood.language}
    if wrote := answer.rewrite:
        yield "rewrite", ms.get("rewrite"), _rewrite(wrote)
    evidence = answer.evidence
    yield (
        "find",
        ms.get("find"),
        {
            "zone": evidence.zone,
            "passages": {ranked.passage.key: dict(ranked.channels) for ranked in evidence.passages},
            "page_to_read": evidence.page_to_read,
            "cached": evidence.remembered,
            "amendments": [(each.rule, each.by) for each in evidence.amendments],
            "differences": [(each.one, each.other) for each in evidence.differences],
            "degraded": [note.key for note in (*evidence.degraded, *answer.degraded)],
        },
    )
    if answer.prompt:
        view = answer.prompt.view
        yield (
            "prompt",
            ms.get("prompt"),
            {
                "characters": len(answer.prompt.message),
                "view": view and {"page": view.ref, "sha256": view.digest, "box": view.box},
            },
        )
    if done := answer.completion:
        facts = {"model": done.model, "tokens": dict(done.tokens), "ms": dict(done.ms)}
        yield "claude", ms.get("claude"), {**facts, "image_sent": done.image_sent, "refused": done.refused}
    if answer.failure:
        yield "failure", ms.get("claude"), {"key": getattr(answer.failure, "key", type(answer.failure).__name__)}
    if checked := answer.verified:
        yield (
            "verify",
            ms.get("verify"),
            {
                "verdict": checked.verdict,
                "citations": [(c.n, str(c.page), c.verified) for c in checked.citations],
                "struck": [(piece.kind, piece.text) for piece in checked.struck],
                "withheld": checked.withheld,
            },
        )


def _rewrite(wrote: Rewrite) -> Mapping[str, object]:
    """What was sent and came back, and what of it was used."""
    told = {"sent": wrote.prompt.message, "phrases": wrote.phrases}
    if wrote.done is None:
        return told
    done = wrote.done
    return {**told, "said": done.text, "model": done.model, "tokens": dict(done.tokens), "ms": dict(done.ms)}

"""What became of passages: shown, cited, opened, found good or bad. Append-only, in `outcomes.db` of the home.

Owns the file. A passage is named by its page and the hash of its text, so that outcomes survive a booklet that is read
again. Nothing is sent anywhere, and no question is written here. What they may do to ranking is `oracle.prior`'s.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from ingest.contracts import PageRef, Passage
from oracle.contracts import Answer
from oracle.errors import OracleError

FILE = "outcomes.db"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS outcome (
    at TEXT NOT NULL, run TEXT NOT NULL, game TEXT NOT NULL, booklet TEXT NOT NULL, page INTEGER NOT NULL,
    chunk_id TEXT NOT NULL, kind TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS outcome_of_game ON outcome (game);
CREATE TRIGGER IF NOT EXISTS outcome_kept BEFORE UPDATE ON outcome BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER IF NOT EXISTS outcome_stays BEFORE DELETE ON outcome BEGIN SELECT RAISE(ABORT, 'append-only'); END;
"""


class Kind(StrEnum):
    """What happened to a passage."""

    SHOWN = "shown"
    CITED = "cited"
    OPENED = "opened"
    GOOD = "good"
    BAD = "bad"


class NotKept(OracleError):
    """An outcome could not be written down."""

    exit_code = 9


@dataclass(frozen=True)
class Place:
    """A text on a page of a booklet; without a text, the page itself."""

    page: PageRef
    chunk_id: str = ""

    @classmethod
    def of(cls, passage: Passage) -> Place:
        """Where a passage stands."""
        return cls(passage.ref, passage.chunk_id)


class Outcomes:
    """The outcomes of one home. Opens its file for each use, so that any thread may call it."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def add(self, kind: Kind, places: Iterable[Place], run: str = "") -> int:
        """Append an outcome for each place, all or none; how many. Raises `NotKept`."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        rows = [(now, run, p.page.game, p.page.booklet, p.page.page, p.chunk_id, kind) for p in dict.fromkeys(places)]
        with self._open() as database, database:
            database.executemany("INSERT INTO outcome VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        return len(rows)

    def of_answer(self, answer: Answer, run: str) -> None:
        """What an answer showed and what it cited. Raises `NotKept`."""
        self.add(
            Kind.SHOWN,
            (Place.of(ranked.passage) for ranked in answer.evidence.first(answer.question.read).passages),
            run,
        )
        if answer.verified and not answer.verified.withheld:
            self.add(Kind.CITED, (Place.of(c.passage) for c in answer.verified.citations if c.verified), run)

    def counts(self, game: str) -> dict[Place, dict[Kind, int]]:
        """How often each thing happened to each place of a game."""
        if not self._file.is_file():
            return {}
        with self._open() as database:
            rows = database.execute(
                "SELECT booklet, page, chunk_id, kind, count(*) FROM outcome WHERE game = ?"
                " GROUP BY booklet, page, chunk_id, kind ORDER BY booklet, page, chunk_id, kind",
                (game,),
            ).fetchall()
        found: dict[Place, dict[Kind, int]] = {}
        for booklet, page, chunk_id, kind, number in rows:
            found.setdefault(Place(PageRef(game, booklet, page), chunk_id), {})[Kind(kind)] = number
        return found

    def judged(self, run: str = "") -> tuple[str, tuple[Place, ...]]:
        """A run (the last one by default) and what a thumb on it is about: what it cited, else what it showed first."""
        if not self._file.is_file():
            return "", ()
        with self._open() as database:
            newest = "SELECT run FROM outcome WHERE run != '' ORDER BY rowid DESC LIMIT 1"
            name = run or next((row[0] for row in database.execute(newest)), "")
            query = "SELECT game, booklet, page, chunk_id FROM outcome WHERE run = ? AND kind = ? ORDER BY rowid"
            cited = database.execute(query, (name, Kind.CITED)).fetchall()
            rows = cited or database.execute(f"{query} LIMIT 1", (name, Kind.SHOWN)).fetchall()
        return name, tuple(Place(PageRef(game, booklet, page), chunk_id) for game, booklet, page, chunk_id in rows)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self._file, timeout=5)) as database:
                database.executescript(_SCHEMA)
                yield database
        except (sqlite3.Error, OSError) as error:
            raise NotKept("outcome.not_kept", file=self._file, why=error) from error

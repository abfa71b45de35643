"""The lexical indexes (FTS5): one file a game, `lexical/GAME.db`, with a table a channel.

Owns these files and every statement that is run in them. A file a game, because SQLite reads the whole schema of a
file before its first query: with thousands of games in one file every question would pay for all of them (ADR 36).
Rows are the catalogue's, written before its transaction ends and removed before it forgets them: what the catalogue
does not name is never found. Everything here can be made again.
"""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import quote

from ingest.contracts import Hit, ScopedRevision
from ingest.store.catalogue import BUSY_MS, transaction, translated
from ingest.store.lexical import CHANNELS, TOKENIZER, Channel
from ingest.store.per_thread import PerThread

OPEN_AT_MOST = 4
"""Files that one thread keeps open: a table plays one game an evening."""

Rows = Mapping[Channel, Sequence[tuple[int, str]]]
"""Rows in order and what each holds, by channel."""

FOLDER = "lexical"
_Kept = OrderedDict[str, sqlite3.Connection]
_END = (1 << 63) - 1


@dataclass(frozen=True)
class Lexicon:
    """Where the indexes of a home stand."""

    folder: Path

    @classmethod
    def beside(cls, connection: sqlite3.Connection) -> Self:
        """Those of the catalogue that a connection is open on."""
        return cls(Path(connection.execute("PRAGMA database_list").fetchone()[2]).parent / FOLDER)

    def file(self, game: str) -> Path:
        """The file of a game; `game` is a slug, and so a file name."""
        return self.folder / f"{game}.db"

    def games(self) -> tuple[str, ...]:
        """Every game that has a file."""
        return tuple(sorted(file.stem for file in self.folder.glob("*.db")))

    def put(self, game: str, rows: Rows) -> None:
        """Index these rows, in place of what a dead process left there: all of them or none."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._writing(game) as connection:
            for channel in CHANNELS:
                texts = rows[channel]
                connection.execute(
                    f"CREATE VIRTUAL TABLE IF NOT EXISTS {channel} USING fts5 (text, tokenize = '{TOKENIZER}')"
                )
                span = (texts[0][0], texts[-1][0])
                connection.execute(f"DELETE FROM {channel} WHERE rowid BETWEEN ? AND ?", span)
                connection.executemany(f"INSERT INTO {channel} (rowid, text) VALUES (?, ?)", texts)

    def take(self, game: str, first: int, last: int = _END) -> None:
        """Remove a range of rows; the file goes with its last row."""
        if not self.file(game).is_file():
            return
        with self._writing(game) as connection:
            for channel in _tables(connection):
                connection.execute(f"DELETE FROM {channel} WHERE rowid BETWEEN ? AND ?", (first, last))
            empty = not any(_counted(connection, 0, _END))
        if empty:
            self.drop(game)

    def drop(self, game: str) -> None:
        """Remove the indexes of a game."""
        self.file(game).unlink(missing_ok=True)

    def is_whole(self, revision: ScopedRevision) -> bool:
        """Whether every channel holds every row of a revision."""
        size = revision.last_row - revision.first_row + 1
        held = self.counted(revision.booklet.ref.game, revision.first_row, revision.last_row)
        return held == (size,) * len(CHANNELS)

    def counted(self, game: str, first: int, last: int = _END) -> tuple[int, ...]:
        """How many rows of a range each channel holds; empty when there is no file, or none that can be read."""
        if not self.file(game).is_file():
            return ()
        try:
            with closing(_open_reader(self.file(game))) as connection:
                sound = connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
                return _counted(connection, first, last) if sound else ()
        except sqlite3.DatabaseError:
            return ()

    @contextmanager
    def _writing(self, game: str) -> Iterator[sqlite3.Connection]:
        with translated(self.file(game)), closing(_connect(self.file(game), "rwc")) as connection:
            connection.execute("PRAGMA synchronous = FULL")
            with transaction(connection):
                yield connection


class LexiconFailed(Exception):
    """The indexes of a game cannot be asked: they are missing or damaged. Other channels answer."""

    def __init__(self, why: object) -> None:
        super().__init__(why)
        self.why = why


class LexiconReader:
    """The indexes as readers ask them; a thread keeps a few files open. Close it when done."""

    def __init__(self, lexicon: Lexicon, catalogue: Callable[[], sqlite3.Connection]) -> None:
        self._lexicon = lexicon
        self._catalogue = catalogue
        self._kept = PerThread(_none_open, _close_all)

    def close(self) -> None:
        """Let go of every file."""
        self._kept.close()

    def search(self, game: str, channel: Channel, query: str, span: tuple[int, int], limit: int) -> list[Hit]:
        """The best rows of a range, best first (BM25 over the game's booklets, turned so that higher is better).

        Raises `LexiconFailed`.
        """
        try:
            connection, table = self._place(game, channel)
            rows = connection.execute(
                f'SELECT rowid, -bm25("{table}") FROM "{table}" WHERE "{table}" MATCH ? AND rowid BETWEEN ? AND ?'
                " ORDER BY 2 DESC, 1 LIMIT ?",
                (query, *span, limit),
            ).fetchall()
        except sqlite3.DatabaseError as error:
            raise LexiconFailed(error) from error
        return [Hit(row, score) for row, score in rows]

    def _place(self, game: str, channel: Channel) -> tuple[sqlite3.Connection, str]:
        if self._lexicon.file(game).is_file():
            return self._connection(game), channel
        return self._catalogue(), _old_table(game, channel)

    def _connection(self, game: str) -> sqlite3.Connection:
        kept = self._kept.get()
        if game not in kept:
            kept[game] = _open_reader(self._lexicon.file(game))
            while len(kept) > OPEN_AT_MOST:
                kept.popitem(last=False)[1].close()
        kept.move_to_end(game)
        return kept[game]


def _none_open() -> _Kept:
    return OrderedDict()


def _close_all(kept: _Kept) -> None:
    for connection in kept.values():
        connection.close()


def adopt(connection: sqlite3.Connection) -> None:
    """Give the games whose indexes an older version kept in the catalogue itself a file each."""
    lexicon = Lexicon.beside(connection)
    prefix = _old_table("", CHANNELS[0])
    found = connection.execute("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'").fetchall()
    for game in [name.removeprefix(prefix) for (name,) in found if name.startswith(prefix)]:
        tables = {channel: _old_table(game, channel) for channel in CHANNELS}
        lexicon.put(
            game,
            {
                c: connection.execute(f'SELECT rowid, text FROM "{t}" ORDER BY rowid').fetchall()
                for c, t in tables.items()
            },
        )
        with transaction(connection):
            for table in tables.values():
                connection.execute(f'DROP TABLE "{table}"')


def _old_table(game: str, channel: Channel) -> str:
    return f"lex_{channel}_{game}"


def _open_reader(file: Path) -> sqlite3.Connection:
    """A connection that cannot write; all it may do is take back what a killed writer left half done."""
    try:
        connection = _connect(file, "rw")
    except sqlite3.OperationalError:
        return _connect(file, "ro")  # in a folder that is read-only
    connection.execute("PRAGMA query_only = ON")
    return connection


def _connect(file: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"file:{quote(str(file))}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    return connection


def _tables(connection: sqlite3.Connection) -> list[Channel]:
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [channel for channel in CHANNELS if channel in names]


def _counted(connection: sqlite3.Connection, first: int, last: int) -> tuple[int, ...]:
    """FTS5 keeps a row of its own for each that it holds."""
    return tuple(
        connection.execute(
            f"SELECT count(*) FROM {channel}_docsize WHERE id BETWEEN ? AND ?", (first, last)
        ).fetchone()[0]
        for channel in _tables(connection)
    )

"""Opening the catalogue (SQLite): connections, schema, and the one translation of SQLite's errors.

Owns the file, its pragmas and its version: a writer brings an older one forward, a reader sees it through views and
changes nothing. Reading is `ingest.store.catalogue_read`'s, publishing `ingest.store.catalogue_write`'s, what becomes
of revisions afterwards `ingest.store.catalogue_revisions`'; nothing else speaks SQL.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from urllib.parse import quote

from ingest.errors import CannotWrite, IngestError, NoIndex

VERSION = 3
# What brings a catalogue of each older version to the next one: columns that are added, no text that is rewritten.
_UPGRADES = {
    1: (
        "ALTER TABLE placements ADD COLUMN source TEXT",
        "ALTER TABLE placements ADD COLUMN printed TEXT",
        "ALTER TABLE placements ADD COLUMN icons TEXT",
        "ALTER TABLE pages ADD COLUMN quality REAL",
        "ALTER TABLE pages ADD COLUMN parts TEXT",
    ),
    2: (
        "ALTER TABLE revisions ADD COLUMN published TEXT",
        "ALTER TABLE revisions ADD COLUMN state TEXT NOT NULL DEFAULT 'live'",
        "ALTER TABLE booklets ADD COLUMN status TEXT NOT NULL DEFAULT 'published'",
        "UPDATE revisions SET state = 'doomed' WHERE NOT EXISTS"
        " (SELECT 1 FROM booklets b WHERE b.game = revisions.game AND b.booklet = revisions.booklet)",
    ),
}
# The same for a reader, who may not change the file: what each version lacks, table by table, as a view shows it.
_LACKING = {
    1: {
        "placements": ("NULL AS source", "NULL AS printed", "NULL AS icons"),
        "pages": ("NULL AS quality", "NULL AS parts"),
    },
    2: {"revisions": ("NULL AS published", "'live' AS state"), "booklets": ("'published' AS status",)},
}
BUSY_MS = 5000
_NOT_WRITABLE = ("readonly", "full", "locked", "busy", "unable to open", "disk i/o")


def open_reader(database: Path) -> sqlite3.Connection:
    """A connection that cannot write. Raises `NoIndex` when there is no catalogue that can be read."""
    if not database.is_file():
        raise NoIndex("store.nothing_published")
    for options in ("mode=rw", "mode=ro&immutable=1"):  # a folder that is read-only has no place for a WAL's index
        try:
            connection = _checked(_connect(database, options), database)
            _see_as_current(connection)
            connection.execute("PRAGMA query_only = ON")  # opened so only for the last one to take the WAL away
            return connection
        except sqlite3.OperationalError as error:
            failure = error
        except sqlite3.DatabaseError as error:
            raise NoIndex("store.damaged", file=database, why=error) from error
    raise NoIndex("store.damaged", file=database, why=failure)


def open_writer(database: Path) -> sqlite3.Connection:
    """A connection that writes, on a catalogue made if need be. The caller holds the writer lock."""
    with translated(database):
        connection = _connect(database, "mode=rwc")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        if _version(connection) == 0:
            script = resources.files("ingest").joinpath("schema.sql").read_text("utf-8")
            connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nCOMMIT;")
        _upgrade(_checked(connection, database))
        return connection


@contextmanager
def writing(database: Path) -> Iterator[sqlite3.Connection]:
    """`open_writer`, closed again, with SQLite's errors translated all along."""
    with translated(database):
        connection = open_writer(database)
        try:
            yield connection
        finally:
            connection.close()


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Everything inside happens, or nothing does."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def translated(database: Path) -> Iterator[None]:
    """SQLite's errors become ours: what keeps from writing (9), a file that is no catalogue (5)."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if any(word in str(error).lower() for word in _NOT_WRITABLE):
            raise CannotWrite("store.cannot_write", path=database, why=error) from error
        raise IngestError("store.failed", file=database, why=error) from error
    except sqlite3.DatabaseError as error:
        raise NoIndex("store.damaged", file=database, why=error) from error


def _connect(database: Path, options: str) -> sqlite3.Connection:
    address = f"file:{quote(str(database))}?{options}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    return connection


def _checked(connection: sqlite3.Connection, database: Path) -> sqlite3.Connection:
    version = _version(connection)
    if version > VERSION:
        raise NoIndex("store.newer", file=database, version=version)
    if version == 0:
        raise NoIndex("store.nothing_published")
    return connection


def _see_as_current(connection: sqlite3.Connection) -> None:
    """Views of this connection alone, in place of the tables that an older version left short of columns."""
    lacking: dict[str, list[str]] = {}
    for version in range(_version(connection), VERSION):
        for table, columns in _LACKING[version].items():
            lacking.setdefault(table, []).extend(columns)
    for table, added in lacking.items():
        connection.execute(f"CREATE TEMP VIEW {table} AS SELECT *, {', '.join(added)} FROM main.{table}")


def _upgrade(connection: sqlite3.Connection) -> None:
    if _version(connection) == VERSION:
        return
    with transaction(connection):
        for version in range(_version(connection), VERSION):  # another process may have done it meanwhile
            for statement in _UPGRADES[version]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version + 1}")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])

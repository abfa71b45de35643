"""What becomes of revisions after they were published: kept, taken back, archived with their booklet, removed.

A revision is `live` (its words stand in the game's lexical indexes), `kept` (only in its rows and its files, so that it
weighs on no score and costs no collection) or `doomed` (the next sweep without readers removes it). Owns these moves.
The caller holds the writer lock.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.contracts import BookletRef, BookletStatus, Chunk, Revision
from ingest.store.catalogue import transaction
from ingest.store.catalogue_read import revision_folder
from ingest.store.lexical import names_of, rows_of
from ingest.store.lexical_files import Lexicon

_IDLE = """
SELECT r.id, r.game, r.booklet, r.revision FROM revisions r WHERE r.state = 'live' AND NOT EXISTS
    (SELECT 1 FROM booklets b WHERE b.current_revision = r.id AND b.status != 'archived') ORDER BY r.id
"""
_DOOMED = "SELECT id, game, booklet, revision FROM revisions WHERE state = 'doomed' ORDER BY id"
_LISTED = """
SELECT r.id, r.game, r.booklet, r.revision, r.published, b.current_revision = r.id, r.source_file, r.pages, r.chunks
FROM revisions r JOIN booklets b ON b.game = r.game AND b.booklet = r.booklet
WHERE r.state != 'doomed' AND r.game = ? AND r.booklet = ? ORDER BY r.id
"""


@dataclass(frozen=True)
class Stored:
    """A revision by its row, and the collections that may stand for it in the vector store."""

    id: int
    ref: BookletRef
    revision: str
    collections: tuple[str, ...]


def revisions(connection: sqlite3.Connection, books: Path, ref: BookletRef) -> dict[int, Revision]:
    """Every revision of a booklet that can be had, oldest first, by its row."""
    found = connection.execute(_LISTED, (ref.game, ref.booklet)).fetchall()
    return {
        number: Revision(ref, name, published, bool(current), source, pages, chunks, revision_folder(books, ref, name))
        for number, _, _, name, published, current, source, pages, chunks in found
    }


def same_recipe(connection: sqlite3.Connection, ref: BookletRef, fingerprint: str) -> int | None:
    """The latest earlier revision of a booklet that was made from the very same, if one is kept."""
    row = connection.execute(
        "SELECT max(r.id) FROM revisions r JOIN booklets b ON b.game = r.game AND b.booklet = r.booklet"
        " WHERE r.game = ? AND r.booklet = ? AND r.fingerprint = ? AND r.state != 'doomed'"
        " AND r.id != b.current_revision",
        (ref.game, ref.booklet, fingerprint),
    ).fetchone()
    return None if row[0] is None else int(row[0])


def idle(connection: sqlite3.Connection) -> tuple[Stored, ...]:
    """Revisions that answer nothing and still stand in the indexes: superseded ones, those of archived booklets."""
    return _stored(connection, _IDLE)


def doomed(connection: sqlite3.Connection) -> tuple[Stored, ...]:
    """Revisions to remove: pruned, or of a booklet that was taken off the shelf."""
    return _stored(connection, _DOOMED)


def unpublish(connection: sqlite3.Connection, ref: BookletRef) -> None:
    """Take a booklet off the shelf; all its revisions are to be removed."""
    where = (ref.game, ref.booklet)
    with transaction(connection):
        connection.execute("DELETE FROM booklets WHERE game = ? AND booklet = ?", where)
        connection.execute("UPDATE revisions SET state = 'doomed' WHERE game = ? AND booklet = ?", where)


def doom(connection: sqlite3.Connection, numbers: Iterable[int]) -> None:
    """Have revisions removed. A current one stays, whatever is asked."""
    with transaction(connection):
        connection.executemany(
            "UPDATE revisions SET state = 'doomed' WHERE id = ? AND id NOT IN (SELECT current_revision FROM booklets)",
            [(number,) for number in numbers],
        )


def retire(connection: sqlite3.Connection, old: Stored) -> None:
    """Take the words of a revision out of its game's indexes. Its rows stay."""
    with transaction(connection):
        _clear_lexical(connection, old)
        connection.execute("UPDATE revisions SET state = 'kept' WHERE id = ?", (old.id,))


def set_status(connection: sqlite3.Connection, ref: BookletRef, status: BookletStatus) -> None:
    """What a booklet is from now on."""
    with transaction(connection):
        _set_status(connection, ref, status)


def bring_back(
    connection: sqlite3.Connection, number: int, ref: BookletRef, chunks: Sequence[Chunk], status: BookletStatus
) -> None:
    """Make a kept revision its booklet's current one, searchable again: all at once or not at all."""
    with transaction(connection):
        first, state, title, file = connection.execute(
            "SELECT first_row, state, title, source_file FROM revisions WHERE id = ?", (number,)
        ).fetchone()
        if state != "live":
            languages = connection.execute(
                "SELECT language FROM placements WHERE revision_id = ? ORDER BY row", (number,)
            ).fetchall()
            rows = rows_of(chunks, [language for (language,) in languages], first, names_of(title, file))
            Lexicon.beside(connection).put(ref.game, rows)
            connection.execute("UPDATE revisions SET state = 'live' WHERE id = ?", (number,))
        connection.execute(
            "UPDATE booklets SET current_revision = ? WHERE game = ? AND booklet = ?", (number, ref.game, ref.booklet)
        )
        _set_status(connection, ref, status)


def forget(connection: sqlite3.Connection, old: Stored) -> None:
    """Delete the rows of a revision, and its game with the last of them."""
    game = old.ref.game
    with transaction(connection):
        _clear_lexical(connection, old)
        connection.execute("DELETE FROM revisions WHERE id = ?", (old.id,))
        if connection.execute("SELECT 1 FROM revisions WHERE game = ?", (game,)).fetchone() is None:
            Lexicon.beside(connection).drop(game)
            connection.execute("DELETE FROM games WHERE slug = ?", (game,))


def _clear_lexical(connection: sqlite3.Connection, old: Stored) -> None:
    span = connection.execute("SELECT first_row, last_row FROM revisions WHERE id = ?", (old.id,)).fetchone()
    Lexicon.beside(connection).take(old.ref.game, *span)


def _set_status(connection: sqlite3.Connection, ref: BookletRef, status: BookletStatus) -> None:
    connection.execute("UPDATE booklets SET status = ? WHERE game = ? AND booklet = ?", (status, ref.game, ref.booklet))


def _stored(connection: sqlite3.Connection, query: str) -> tuple[Stored, ...]:
    names = "SELECT name FROM collections WHERE revision_id = ? ORDER BY name"
    return tuple(
        Stored(
            number,
            BookletRef(game, booklet),
            revision,
            tuple(name for (name,) in connection.execute(names, (number,)).fetchall()),
        )
        for number, game, booklet, revision in connection.execute(query).fetchall()
    )

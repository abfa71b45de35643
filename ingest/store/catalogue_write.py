"""Writing the catalogue: one transaction publishes a revision; the embedding cache grows beside.

Owns what is inserted, and the embedding cache. What becomes of a revision later is `ingest.store.catalogue_revisions`'.
The caller holds the writer lock.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from ingest.chunks.nav import sections
from ingest.contracts import BookletRef, BookletStatus, Chunk, Page
from ingest.store import catalogue_read
from ingest.store.catalogue import transaction
from ingest.store.fingerprint import Recipe
from ingest.store.lexical import names_of, rows_of
from ingest.store.lexical_files import Lexicon


@dataclass(frozen=True)
class NewRevision:
    """A revision whose files and vectors are in place, ready to be published.

    `status` is what its booklet becomes; `None` leaves it what it is, and a new one is published.
    """

    ref: BookletRef
    revision: str
    recipe: Recipe
    source_name: str
    languages: tuple[str, ...]
    pages: tuple[Page, ...]
    chunks: tuple[Chunk, ...]
    chunk_languages: tuple[str, ...]
    collections: Mapping[str, str]
    manifest: str
    game_title: str
    job: str
    started: str
    status: BookletStatus | None = None


def publish(connection: sqlite3.Connection, new: NewRevision, ended: str) -> None:
    """Insert a revision whole and move its booklet's pointer to it: all at once or not at all."""
    with transaction(connection):
        set_game_title(connection, new.ref.game, new.game_title)
        first = catalogue_read.next_row(connection)
        number = _insert_revision(connection, new, first, ended)
        connection.executemany(
            "INSERT INTO pages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(number, *_page_row(page)) for page in new.pages],
        )
        connection.executemany(
            "INSERT INTO sections VALUES (?, ?, ?, ?, ?, ?)",
            [(number, s.number, s.parent, s.level, s.title, s.page) for s in sections(new.chunks)],
        )
        _insert_placements(connection, new, number, first)
        called = names_of(new.recipe.title, new.source_name)
        Lexicon.beside(connection).put(new.ref.game, rows_of(new.chunks, new.chunk_languages, first, called))
        for identity, name in new.collections.items():
            where = identity_row(connection, identity)
            connection.execute("INSERT INTO collections VALUES (?, ?, ?)", (number, where, name))
        connection.execute(
            "INSERT INTO booklets (game, booklet, current_revision, status)"
            " VALUES (?1, ?2, ?3, COALESCE(?4, 'published')) ON CONFLICT DO UPDATE"
            " SET current_revision = excluded.current_revision, status = COALESCE(?4, status)",
            (new.ref.game, new.ref.booklet, number, new.status),
        )
        _log_job(connection, new.job, new.ref, new.source_name, new.started, ended, "published")


def set_game_title(connection: sqlite3.Connection, game: str, title: str) -> None:
    """What players call a game."""
    connection.execute(
        "INSERT INTO games VALUES (?, ?) ON CONFLICT DO UPDATE SET title = excluded.title", (game, title)
    )


def remember_vectors(
    connection: sqlite3.Connection, identity: str, dimension: int, vectors: Iterable[tuple[str, bytes]]
) -> None:
    """Add vectors to the embedding cache. A kill right after loses none of them."""
    with transaction(connection):
        where = identity_row(connection, identity, dimension)
        connection.executemany(
            "INSERT OR REPLACE INTO embeddings VALUES (?, ?, ?)", [(where, name, blob) for name, blob in vectors]
        )


def forget_vectors(connection: sqlite3.Connection) -> int:
    """Drop from the embedding cache what no revision says any more, by whatever model; how many there were."""
    with transaction(connection):
        return connection.execute(
            "DELETE FROM embeddings WHERE embed_id NOT IN (SELECT embed_id FROM placements)"
        ).rowcount


def log_killed(connection: sqlite3.Connection, job: str, ref: BookletRef, source_name: str, started: str) -> None:
    """Record a job that never ended."""
    with transaction(connection):
        _log_job(connection, job, ref, source_name, started, None, "killed")


def _log_job(
    connection: sqlite3.Connection,
    job: str,
    ref: BookletRef,
    source_name: str,
    started: str,
    ended: str | None,
    outcome: str,
) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?)",
        (job, ref.game, ref.booklet, source_name, started, ended, outcome),
    )


def identity_row(connection: sqlite3.Connection, identity: str, dimension: int = 0) -> int:
    """The number of an embedding identity, given to it if it has none."""
    connection.execute("INSERT OR IGNORE INTO identities (identity, dimension) VALUES (?, ?)", (identity, dimension))
    return int(connection.execute("SELECT id FROM identities WHERE identity = ?", (identity,)).fetchone()[0])


def _insert_revision(connection: sqlite3.Connection, new: NewRevision, first: int, ended: str) -> int:
    recipe = new.recipe
    inserted = connection.execute(
        "INSERT INTO revisions (game, booklet, revision, title, kind, position, amends, languages, source_file,"
        " reading, chunking, fingerprint, recipe, pages, chunks, first_row, last_row, manifest, published)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            new.ref.game,
            new.ref.booklet,
            new.revision,
            recipe.title,
            recipe.kind,
            recipe.order,
            recipe.amends,
            json.dumps(new.languages),
            new.source_name,
            recipe.reading,
            recipe.chunking,
            recipe.whole,
            json.dumps(recipe.record(), ensure_ascii=False),
            len(new.pages),
            len(new.chunks),
            first,
            first + len(new.chunks) - 1,
            new.manifest,
            ended,
        ),
    )
    assert inserted.lastrowid is not None
    return inserted.lastrowid


def _page_row(page: Page) -> tuple[object, ...]:
    return (
        page.number,
        page.printed,
        page.status,
        page.source,
        len(page.text),
        len(page.pictures),
        _picture_share(page),
        len(page.tables),
        page.confidence,
        page.image,
        page.thumb,
        page.dpi,
        page.width,
        page.height,
        page.quality,
        json.dumps([asdict(part) for part in page.parts]) if page.parts else None,
    )


def _picture_share(page: Page) -> float:
    area = page.width * page.height
    covered = sum(max(0.0, x1 - x0) * max(0.0, y1 - y0) for x0, y0, x1, y1 in (p.box for p in page.pictures))
    return min(1.0, covered / area) if area > 0 else 0.0


def _insert_placements(connection: sqlite3.Connection, new: NewRevision, number: int, first: int) -> None:
    rows = [
        (
            first + index,
            number,
            chunk.page,
            chunk.ordinal,
            chunk.chunk_id,
            chunk.embed_id,
            chunk.type,
            chunk.content,
            json.dumps(chunk.section_path, ensure_ascii=False),
            json.dumps(chunk.boxes),
            language,
            chunk.tokens,
            chunk.source,
            chunk.printed,
            json.dumps(dict(chunk.icons), ensure_ascii=False) if chunk.icons else None,
        )
        for index, (chunk, language) in enumerate(zip(new.chunks, new.chunk_languages, strict=True))
    ]
    connection.executemany(f"INSERT INTO placements VALUES ({', '.join('?' * 15)})", rows)

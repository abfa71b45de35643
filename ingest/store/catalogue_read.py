"""Reading the catalogue: rows of SQLite become records of `ingest.contracts`.

Owns every SELECT that a reader needs. Decides nothing: scoping and errors are `ingest.library`'s.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ingest.contracts import (
    Booklet,
    BookletKind,
    BookletRef,
    BookletStatus,
    Box,
    ChunkType,
    PageFacts,
    PagePart,
    PageRef,
    PageStatus,
    Passage,
    ScopedRevision,
    TextSource,
)

_BATCH = 500
_REVISION = """
SELECT r.id, r.game, r.booklet, r.title, r.kind, r.position, r.languages, r.revision, r.source_file, r.pages, r.chunks,
       r.amends, b.status, r.first_row, r.last_row FROM revisions r JOIN booklets b
"""
_PASSAGE = """
SELECT p.row, r.game, r.booklet, p.page, p.ordinal, p.chunk_id, p.type, p.text, p.section_path, p.boxes,
       NULLIF(COALESCE(p.printed, g.printed), ''), COALESCE(p.source, g.source), r.kind, r.title, r.source_file,
       p.language, p.tokens, g.width > 0, p.icons
FROM placements p JOIN revisions r ON r.id = p.revision_id
JOIN pages g ON g.revision_id = p.revision_id AND g.page = p.page
"""
_FACTS = """
SELECT g.page, g.printed, g.status, g.source, g.chars, g.pictures, g.picture_share, g.tables, g.confidence, g.image,
       g.thumb, g.dpi, g.width, g.height, COALESCE(g.quality, 1.0), g.parts FROM pages g WHERE g.revision_id = ?
"""


@dataclass(frozen=True)
class Published:
    """A current revision with its row in the catalogue."""

    id: int
    scoped: ScopedRevision

    @property
    def booklet(self) -> Booklet:
        """The booklet as its readers see it."""
        return self.scoped.booklet


@dataclass(frozen=True)
class Counts:
    """Rows of a revision."""

    pages: int
    placements: int


def game_titles(connection: sqlite3.Connection, game: str | None = None) -> dict[str, str]:
    """Titles of the games that have a booklet, by slug: of one or of all."""
    rows = connection.execute(
        "SELECT slug, title FROM games WHERE (?1 IS NULL OR slug = ?1)"
        " AND EXISTS (SELECT 1 FROM booklets WHERE game = slug) ORDER BY title, slug",
        (game,),
    )
    return dict(rows.fetchall())


def has_status(connection: sqlite3.Connection, statuses: Collection[BookletStatus]) -> bool:
    """Whether any booklet is of one of these statuses."""
    marks = ",".join("?" * len(statuses))
    query = f"SELECT EXISTS (SELECT 1 FROM booklets WHERE status IN ({marks}))"
    return bool(connection.execute(query, tuple(statuses)).fetchone()[0])


def published(connection: sqlite3.Connection, books: Path, game: str | None = None) -> tuple[Published, ...]:
    """Current revisions, of one game or of all, in the order of their games and of their places in them.

    Drafts and archived booklets too: who may see them is for the caller to say.
    """
    rows = connection.execute(
        _REVISION + "ON b.current_revision = r.id WHERE ?1 IS NULL OR r.game = ?1"
        " ORDER BY r.game, r.position, r.booklet",
        (game,),
    )
    return tuple(_published(row, books) for row in rows)


def published_one(connection: sqlite3.Connection, books: Path, ref: BookletRef) -> Published | None:
    """The current revision of a booklet, if it has one."""
    row = connection.execute(
        _REVISION + "ON b.current_revision = r.id WHERE r.game = ? AND r.booklet = ?",
        (ref.game, ref.booklet),
    ).fetchone()
    return None if row is None else _published(row, books)


def published_before(connection: sqlite3.Connection, books: Path, number: int) -> Published | None:
    """A revision by its row, whichever its booklet points to."""
    row = connection.execute(
        _REVISION + "ON b.game = r.game AND b.booklet = r.booklet WHERE r.id = ?", (number,)
    ).fetchone()
    return None if row is None else _published(row, books)


def revision_folder(books: Path, ref: BookletRef, revision: str) -> Path:
    """Where the corpus of a revision is."""
    return books / ref.game / ref.booklet / revision


def passages(connection: sqlite3.Connection, rows: Sequence[int]) -> dict[int, Passage]:
    """The passages that stand in these rows, by row; rows that are gone are left out."""
    found: dict[int, Passage] = {}
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]
        marks = ",".join("?" * len(batch))
        for row in connection.execute(f"{_PASSAGE} WHERE p.row IN ({marks})", batch):
            found[row[0]] = _passage(row)
    return found


def passages_between(connection: sqlite3.Connection, first: int, last: int) -> Iterator[Passage]:
    """The passages of a range of rows, in reading order."""
    for row in connection.execute(f"{_PASSAGE} WHERE p.row BETWEEN ? AND ? ORDER BY p.row", (first, last)):
        yield _passage(row)


def page_passages(connection: sqlite3.Connection, revision_id: int, page: int) -> tuple[Passage, ...]:
    """The passages of one page, in reading order."""
    rows = connection.execute(
        f"{_PASSAGE} WHERE p.revision_id = ? AND p.page = ? ORDER BY p.ordinal", (revision_id, page)
    )
    return tuple(_passage(row) for row in rows)


def all_page_facts(connection: sqlite3.Connection, one: Published) -> tuple[PageFacts, ...]:
    """What is known of every page of a revision, in order."""
    rows = connection.execute(f"{_FACTS} ORDER BY g.page", (one.id,))
    return tuple(_facts(row, one.booklet) for row in rows)


def page_facts(connection: sqlite3.Connection, one: Published, wanted: Sequence[int]) -> dict[int, PageFacts]:
    """What is known of some pages of a revision, by page; those that it does not have are left out."""
    found: dict[int, PageFacts] = {}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        marks = ",".join("?" * len(batch))
        for row in connection.execute(f"{_FACTS} AND g.page IN ({marks})", (one.id, *batch)):
            found[row[0]] = _facts(row, one.booklet)
    return found


def page_status(connection: sqlite3.Connection, revision_id: int) -> dict[int, PageStatus]:
    """How every page of a revision ended."""
    rows = connection.execute("SELECT page, status FROM pages WHERE revision_id = ? ORDER BY page", (revision_id,))
    return {page: PageStatus(status) for page, status in rows}


def sections_and_types(connection: sqlite3.Connection, first: int, last: int) -> list[tuple[int, tuple[str, ...], str]]:
    """Row, section path and type of every placement of a range."""
    rows = connection.execute("SELECT row, section_path, type FROM placements WHERE row BETWEEN ? AND ?", (first, last))
    return [(row, tuple(json.loads(path)), kind) for row, path, kind in rows]


def embed_ids(connection: sqlite3.Connection, first: int, last: int) -> list[tuple[int, str]]:
    """Row and embed_id of every placement of a range, in order."""
    query = "SELECT row, embed_id FROM placements WHERE row BETWEEN ? AND ? ORDER BY row"
    return connection.execute(query, (first, last)).fetchall()


def next_row(connection: sqlite3.Connection) -> int:
    """The row that the next placement will have: none was ever published from there on."""
    row = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'placements'").fetchone()
    return 1 if row is None else int(row[0]) + 1


def languages(connection: sqlite3.Connection, first: int, last: int) -> list[str]:
    """The language of every placement of a range, in order."""
    rows = connection.execute("SELECT language FROM placements WHERE row BETWEEN ? AND ? ORDER BY row", (first, last))
    return [language for (language,) in rows]


def keys(connection: sqlite3.Connection, first: int, last: int) -> dict[str, int]:
    """The row of every passage of a range, by what follows the colon of its key: `PAGE#ORDINAL`."""
    query = "SELECT page, ordinal, row FROM placements WHERE row BETWEEN ? AND ? ORDER BY row"
    return {f"{page}#{ordinal}": row for page, ordinal, row in connection.execute(query, (first, last))}


def vectors(connection: sqlite3.Connection, identity: str, wanted: Sequence[str]) -> dict[str, bytes]:
    """Cached vectors by embed_id, as stored; those never computed are left out."""
    found: dict[str, bytes] = {}
    for start in range(0, len(wanted), _BATCH):
        batch = wanted[start : start + _BATCH]
        marks = ",".join("?" * len(batch))
        rows = connection.execute(
            "SELECT e.embed_id, e.vector FROM embeddings e JOIN identities i ON i.id = e.identity_id"
            f" WHERE i.identity = ? AND e.embed_id IN ({marks})",
            (identity, *batch),
        )
        found.update(rows)
    return found


def cached(connection: sqlite3.Connection, identity: str, wanted: Sequence[str]) -> frozenset[str]:
    """Those of `wanted` that the embedding cache holds a vector of."""
    found: set[str] = set()
    for start in range(0, len(wanted), _BATCH):
        part = wanted[start : start + _BATCH]
        rows = connection.execute(
            "SELECT e.embed_id FROM embeddings e JOIN identities i ON i.id = e.identity_id"
            f" WHERE i.identity = ? AND e.embed_id IN ({', '.join('?' * len(part))})",
            (identity, *part),
        )
        found.update(embed_id for (embed_id,) in rows)
    return frozenset(found)


def vectors_between(connection: sqlite3.Connection, identity: str, first: int, last: int) -> list[bytes]:
    """Cached vectors of a range of placements, in order; those never computed are left out."""
    rows = connection.execute(
        "SELECT e.vector FROM placements p JOIN embeddings e ON e.embed_id = p.embed_id AND e.identity_id ="
        " (SELECT id FROM identities WHERE identity = ?) WHERE p.row BETWEEN ? AND ? ORDER BY p.row",
        (identity, first, last),
    )
    return [vector for (vector,) in rows]


def collections(connection: sqlite3.Connection, revision_id: int) -> dict[str, str]:
    """Names of a revision's collections in the vector store, by embedding identity."""
    rows = connection.execute(
        "SELECT i.identity, c.name FROM collections c JOIN identities i ON i.id = c.identity_id"
        " WHERE c.revision_id = ? ORDER BY c.name",
        (revision_id,),
    )
    return dict(rows.fetchall())


def all_cached(connection: sqlite3.Connection, revision_id: int) -> bool:
    """Whether the embedding cache holds every vector of a revision, by every identity it was published with."""
    missing = connection.execute(
        "SELECT 1 FROM placements p JOIN collections c ON c.revision_id = p.revision_id"
        " WHERE p.revision_id = ? AND NOT EXISTS (SELECT 1 FROM embeddings e"
        " WHERE e.identity_id = c.identity_id AND e.embed_id = p.embed_id) LIMIT 1",
        (revision_id,),
    )
    return missing.fetchone() is None


def counts(connection: sqlite3.Connection, revision_id: int) -> Counts:
    """How many rows a revision really has."""
    pages = "SELECT count(*) FROM pages WHERE revision_id = ?"
    placements = "SELECT count(*) FROM placements WHERE revision_id = ?"
    return Counts(*(connection.execute(query, (revision_id,)).fetchone()[0] for query in (pages, placements)))


def collection_names(connection: sqlite3.Connection) -> frozenset[str]:
    """Every collection that a revision owns, superseded ones included."""
    return frozenset(name for (name,) in connection.execute("SELECT name FROM collections"))


def revision_folders(connection: sqlite3.Connection, books: Path) -> frozenset[Path]:
    """The folder of every revision, superseded ones included."""
    rows = connection.execute("SELECT game, booklet, revision FROM revisions")
    return frozenset(revision_folder(books, BookletRef(game, name), revision) for game, name, revision in rows)


def recipe(connection: sqlite3.Connection, revision_id: int) -> dict[str, object]:
    """What a revision was made from, as `Recipe.record` wrote it."""
    (text,) = connection.execute("SELECT recipe FROM revisions WHERE id = ?", (revision_id,)).fetchone()
    record: dict[str, object] = json.loads(text)
    return record


def manifest_digest(connection: sqlite3.Connection, revision_id: int) -> str:
    """The SHA-256 of a revision's manifest."""
    (digest,) = connection.execute("SELECT manifest FROM revisions WHERE id = ?", (revision_id,)).fetchone()
    return str(digest)


def game_title(connection: sqlite3.Connection, game: str) -> str | None:
    """What players call a game, if it is known."""
    row = connection.execute("SELECT title FROM games WHERE slug = ?", (game,)).fetchone()
    return None if row is None else str(row[0])


def identities(connection: sqlite3.Connection, ref: BookletRef, revision: str) -> list[str]:
    """The embedding identities that a revision was published with."""
    rows = connection.execute(
        "SELECT i.identity FROM identities i JOIN collections c ON c.identity_id = i.id"
        " JOIN revisions r ON r.id = c.revision_id WHERE r.game = ? AND r.booklet = ? AND r.revision = ? ORDER BY 1",
        (ref.game, ref.booklet, revision),
    )
    return [identity for (identity,) in rows]


def _published(row: tuple[Any, ...], books: Path) -> Published:
    (
        number,
        game,
        name,
        title,
        kind,
        position,
        languages,
        revision,
        source_file,
        pages,
        chunks,
        amends,
        status,
        *rows,
    ) = row
    ref = BookletRef(game, name)
    booklet = Booklet(
        ref=ref,
        title=title,
        kind=BookletKind(kind),
        order=position,
        languages=tuple(json.loads(languages)),
        revision=revision,
        source_file=source_file,
        pages=pages,
        chunks=chunks,
        folder=revision_folder(books, ref, revision),
        amends=amends,
        status=BookletStatus(status),
    )
    return Published(number, ScopedRevision(booklet, *rows))


def _passage(row: tuple[Any, ...]) -> Passage:
    (number, game, booklet, page, ordinal, chunk_id, kind, text, path, boxes, printed, *rest) = row
    (source, booklet_kind, title, source_file, language, tokens, on_paper, icons) = rest
    return Passage(
        row=number,
        ref=PageRef(game, booklet, page),
        ordinal=ordinal,
        chunk_id=chunk_id,
        type=ChunkType(kind),
        text=text,
        section_path=tuple(json.loads(path)),
        boxes=tuple(_box(box) for box in json.loads(boxes)),
        printed=printed,
        source=TextSource(source),
        kind=BookletKind(booklet_kind),
        booklet_title=title,
        source_file=source_file,
        language=language,
        tokens=tokens,
        on_paper=bool(on_paper),
        icons=tuple(json.loads(icons).items()) if icons else (),
    )


def _box(numbers: Sequence[float]) -> Box:
    x0, y0, x1, y1 = numbers
    return (x0, y0, x1, y1)


def _facts(row: tuple[Any, ...], booklet: Booklet) -> PageFacts:
    (page, printed, status, source, chars, pictures, share, tables, confidence, image, thumb, *rest) = row
    dpi, width, height, quality, parts = rest
    return PageFacts(
        ref=PageRef(booklet.ref.game, booklet.ref.booklet, page),
        printed=printed,
        status=PageStatus(status),
        source=TextSource(source),
        chars=chars,
        pictures=pictures,
        picture_share=share,
        tables=tables,
        confidence=confidence,
        image=booklet.folder / image if image else None,
        thumb=booklet.folder / thumb if thumb else None,
        dpi=dpi,
        width=width,
        height=height,
        quality=quality,
        parts=tuple(PagePart(**{**part, "box": _box(part["box"])}) for part in json.loads(parts or "[]")),
    )

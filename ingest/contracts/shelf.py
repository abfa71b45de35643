"""What the index serves: games, booklets, pages' facts, passages, scopes and hits."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ingest.contracts.identity import (
    BookletKind,
    BookletRef,
    BookletStatus,
    Box,
    ChunkType,
    Note,
    PageRef,
    PageStatus,
    TextSource,
)
from ingest.contracts.reading import PagePart


@dataclass(frozen=True)
class Booklet:
    """The current revision of a booklet. `folder` holds its corpus; `title` is data, never a path."""

    ref: BookletRef
    title: str
    kind: BookletKind
    order: int
    languages: tuple[str, ...]
    revision: str
    source_file: str
    pages: int
    chunks: int
    folder: Path
    amends: str | None = None
    status: BookletStatus = BookletStatus.PUBLISHED


@dataclass(frozen=True)
class Revision:
    """A revision of a booklet that is on the disk: the current one, or an earlier one that is kept.

    `published` is when it was, if that is known. Only a current one of a booklet that is not archived answers.
    """

    ref: BookletRef
    revision: str
    published: str | None
    current: bool
    source_file: str
    pages: int
    chunks: int
    folder: Path


@dataclass(frozen=True)
class Game:
    """A game and its booklets, in their order."""

    slug: str
    title: str
    booklets: tuple[Booklet, ...]


@dataclass(frozen=True)
class PageFacts:
    """What is known of a page without opening its files. `picture_share` is a share of its area, 0..1.

    `parts` are the halves of a spread or the panels of a sheet, empty for a plain page.
    """

    ref: PageRef
    printed: str | None
    status: PageStatus
    source: TextSource
    chars: int
    pictures: int
    picture_share: float
    tables: int
    confidence: float | None
    image: Path | None
    thumb: Path | None
    dpi: int
    width: float
    height: float
    quality: float = 1.0
    parts: tuple[PagePart, ...] = ()


@dataclass(frozen=True)
class Passage:
    """A chunk where it stands in the current revision of a booklet, ready to be shown and cited.

    `row` is the placement's row in the catalogue, stable within a revision. What is not `on_paper` (a text, a web page,
    a sheet) has no page that anybody could turn to: it is cited by its headings. `icons` are the names of the icons
    that stand in the text as `{icon:ID}`, by their ids.
    """

    row: int
    ref: PageRef
    ordinal: int
    chunk_id: str
    type: ChunkType
    text: str
    section_path: tuple[str, ...]
    boxes: tuple[Box, ...]
    printed: str | None
    source: TextSource
    kind: BookletKind
    booklet_title: str
    source_file: str
    language: str
    tokens: int
    on_paper: bool = True
    icons: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """`GAME/BOOKLET:PAGE#ORDINAL`, also the id in the vector store."""
        return f"{self.ref}#{self.ordinal}"


@dataclass(frozen=True)
class ScopedRevision:
    """One revision of a scope and its range of catalogue rows, both ends included."""

    booklet: Booklet
    first_row: int
    last_row: int


@dataclass(frozen=True)
class Scope:
    """Tonight's stack: which revisions, and what is left out of them.

    Fixed when made: a later publication does not change it.
    """

    game: str
    revisions: tuple[ScopedRevision, ...]
    exclude_sections: tuple[str, ...] = ()
    types: tuple[ChunkType, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of its booklets, each once, in order."""
        return tuple(dict.fromkeys(lang for r in self.revisions for lang in r.booklet.languages))

    @property
    def size(self) -> int:
        """Number of placements in scope before exclusions."""
        return sum(r.last_row - r.first_row + 1 for r in self.revisions)


@dataclass(frozen=True)
class Hit:
    """A placement's row and its score in one channel; higher is better."""

    row: int
    score: float


@dataclass(frozen=True)
class ChannelHits:
    """What one channel found, best first, and what a person must know about how."""

    channel: str
    hits: tuple[Hit, ...]
    degraded: tuple[Note, ...] = ()

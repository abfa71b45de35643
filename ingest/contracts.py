"""The records that `ingest` produces and everyone else may hold.

Owns the identity of games, booklets, pages and passages. Standard library only: importing this module
costs nothing. Pages are 1-based positions in the PDF everywhere; only `ingest.pdf` converts them.
Boxes are `(x0, y0, x1, y1)` in points of the upright page's CropBox, origin at the top left.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Literal

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")

Box = tuple[float, float, float, float]


def is_slug(text: str) -> bool:
    """Whether `text` may name a game or a booklet: `[a-z0-9-]`, 1 to 64 characters, no outer hyphen."""
    return _SLUG.fullmatch(text) is not None


class BookletKind(StrEnum):
    """What a booklet is to its game; `ERRATA > FAQ > EXPANSION > CORE` when they differ."""

    CORE = "core"
    EXPANSION = "expansion"
    FAQ = "faq"
    ERRATA = "errata"
    AID = "aid"
    HOUSE = "house"


class PageStatus(StrEnum):
    """How a page ended; the four counts sum to the number of pages."""

    TEXT = "text"
    OCR = "ocr"
    BLANK = "blank"
    UNREADABLE = "unreadable"


class TextSource(StrEnum):
    """Where the text of a page came from."""

    LAYER = "layer"
    OCR = "ocr"
    NONE = "none"


class ChunkType(StrEnum):
    """The three kinds of chunk."""

    TEXT = "text"
    TABLE = "table"
    IMAGE = "image"


@dataclass(frozen=True, order=True)
class BookletRef:
    """One booklet of one game; both are slugs."""

    game: str
    booklet: str

    def __post_init__(self) -> None:
        """Refuse what could be a path, a shell word or a collection name of somebody else."""
        if not (is_slug(self.game) and is_slug(self.booklet)):
            raise ValueError(f"not slugs: {self.game!r}/{self.booklet!r}")

    def __str__(self) -> str:
        return f"{self.game}/{self.booklet}"


@dataclass(frozen=True, order=True)
class PageRef:
    """One page of one booklet. A page number without its booklet does not exist in this program."""

    game: str
    booklet: str
    page: int

    def __post_init__(self) -> None:
        """Refuse page 0 and names that are not slugs."""
        BookletRef(self.game, self.booklet)
        if self.page < 1:
            raise ValueError(f"pages are counted from 1, not {self.page}")

    @property
    def owner(self) -> BookletRef:
        """The booklet this page stands in."""
        return BookletRef(self.game, self.booklet)

    def __str__(self) -> str:
        return f"{self.game}/{self.booklet}:{self.page}"


@dataclass(frozen=True)
class Note:
    """Something a person must be told: a text key of `oracle/texts` and the facts it names."""

    key: str
    facts: Mapping[str, object] = field(default_factory=dict, hash=False)


# --- what reading a source produces -------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One printed line and where it stands."""

    text: str
    box: Box


BlockRole = Literal["heading", "text", "list", "table", "caption", "sidebar"]


@dataclass(frozen=True)
class Block:
    """Lines that belong together, in reading order. `level` (1 = highest) is set for headings only."""

    role: BlockRole
    lines: tuple[Line, ...]
    level: int | None = None

    @property
    def text(self) -> str:
        """The lines joined by newlines."""
        return "\n".join(line.text for line in self.lines)


@dataclass(frozen=True)
class Table:
    """A table as rows of cells. `html` carries the exact rowspan and colspan."""

    box: Box
    rows: tuple[tuple[str, ...], ...]
    html: str
    trusted: bool = True


@dataclass(frozen=True)
class Picture:
    """A picture placed on a page. `digest` is a perceptual hash: equal pictures share it."""

    box: Box
    digest: str
    file: str | None = None
    caption: str = ""


@dataclass(frozen=True)
class Page:
    """One page as read.

    `width`, `height` in points of the upright CropBox; `dpi` is what `image` was rendered at.
    `image` and `thumb` are paths relative to the revision folder, `None` when there is no picture
    (Markdown). `confidence` is 0..1, `None` where the text layer was taken as it is.
    """

    number: int
    status: PageStatus
    source: TextSource
    width: float
    height: float
    blocks: tuple[Block, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    image: str | None = None
    thumb: str | None = None
    dpi: int = 0
    printed: str | None = None
    confidence: float | None = None
    notes: tuple[Note, ...] = ()

    @property
    def text(self) -> str:
        """The page's text in reading order, blocks separated by a blank line."""
        return "\n\n".join(block.text for block in self.blocks)


@dataclass(frozen=True)
class OutlineEntry:
    """One bookmark of the PDF's own outline; `level` counts from 1."""

    level: int
    title: str
    page: int


@dataclass(frozen=True)
class Reading:
    """A whole source as read: its pages in order, and what the file said of itself."""

    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...]
    languages: tuple[str, ...]
    notes: tuple[Note, ...] = ()


# --- what chunking produces ----------------------------------------------------------------------


@dataclass(frozen=True)
class Link:
    """`connect_to` of a chunk: the picture or table it holds (`embeds`) or talks about (`related`)."""

    target: str
    relation: Literal["embeds", "related"]
    ref: str
    position: int


@dataclass(frozen=True)
class Chunk:
    """A piece of one page's text and where it stands (its placement).

    `chunk_id` hashes the normalised content alone. `ordinal` counts from 0 within the page. Text is
    embedded and indexed with `section_path` before it; `embed_id` hashes that whole text.
    """

    chunk_id: str
    embed_id: str
    type: ChunkType
    content: str
    page: int
    ordinal: int
    section_path: tuple[str, ...]
    boxes: tuple[Box, ...]
    tokens: int
    keywords: tuple[str, ...] = ()
    html: str | None = None
    connect_to: tuple[Link, ...] = ()

    @property
    def embed_text(self) -> str:
        """What the embedding models and the content channel see."""
        return "\n".join((" > ".join(self.section_path), self.content)) if self.section_path else self.content


# --- what the index serves -----------------------------------------------------------------------


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


@dataclass(frozen=True)
class Game:
    """A game and its booklets, in their order."""

    slug: str
    title: str
    booklets: tuple[Booklet, ...]


@dataclass(frozen=True)
class PageFacts:
    """What is known of a page without opening its files. `picture_share` is a share of its area, 0..1."""

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


@dataclass(frozen=True)
class Passage:
    """A chunk where it stands in the current revision of a booklet, ready to be shown and cited.

    `row` is the placement's row in the catalogue, stable within a revision.
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


# --- what ingestion reports ------------------------------------------------------------------------


@dataclass(frozen=True)
class AddResult:
    """One line of the report of `add` and `sync`. `error` is a text key, with its `facts`."""

    file: str
    game: str
    booklet: str
    revision: str | None
    changed: bool
    pages: Mapping[PageStatus, int]
    unreadable_pages: tuple[int, ...]
    embedded: int
    reused: int
    warnings: tuple[Note, ...]
    error: Note | None
    exit: int

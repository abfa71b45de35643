"""What reading a source produces: pages with their blocks, tables, pictures, icons. Owns no chunk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ingest.contracts.identity import Box, Note, PageStatus, TextSource


@dataclass(frozen=True)
class Line:
    """One printed line and where it stands."""

    text: str
    box: Box


BlockRole = Literal["heading", "text", "list", "table", "caption", "sidebar"]


@dataclass(frozen=True)
class Block:
    """Lines that belong together, in reading order. `level` (1 = highest) is set for headings only.

    `head` is the title that a text carries in its own first words ("JAIL: …", a bold lead-in, the title of a box).
    """

    role: BlockRole
    lines: tuple[Line, ...]
    level: int | None = None
    head: str | None = None

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


PartKind = Literal["half", "panel"]


@dataclass(frozen=True)
class PagePart:
    """A readable part of a page: a half of a spread, a panel of a sheet. `printed` is the number it carries.

    `order` is its place (from 1) among all parts and pages of the booklet as they are read: on a printer's sheet
    the halves of one side are far from each other. `turn` is by how many degrees clockwise its picture must be turned
    to be upright.
    """

    box: Box
    kind: PartKind
    printed: str | None = None
    order: int = 0
    turn: int = 0


@dataclass(frozen=True)
class Page:
    """One page as read.

    `width`, `height` in points of the upright CropBox; `dpi` is what `image` was rendered at.
    `image` and `thumb` are paths relative to the revision folder, `None` when there is no picture
    (Markdown). `confidence` is 0..1, `None` where the text layer was taken as it is. `lettering` is what OCR
    read in the pictures of a page whose text came from elsewhere: trusted less, never part of `text`. `parts`
    are the halves of a spread or the panels of a sheet in reading order, empty for a plain page; `printed` then
    names them all ("12-13"). `quality` is 0..1 and low where a model should look at the page itself.
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
    lettering: tuple[Block, ...] = ()
    parts: tuple[PagePart, ...] = ()
    language: str | None = None
    quality: float = 1.0

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


IconKind = Literal["glyph", "picture"]


@dataclass(frozen=True)
class Icon:
    """One icon of a booklet: a glyph of a font, or a small picture, wherever it stands.

    In the text of pages it is `{icon:ID}`. `digest` is a perceptual hash, `file` a crop relative to the revision
    folder, `count` how often it stands, `captions` the words beside it, `name` what the book's legend calls it.
    """

    id: str
    kind: IconKind
    digest: str
    file: str | None
    pages: tuple[int, ...]
    count: int
    captions: tuple[str, ...] = ()
    name: str | None = None


@dataclass(frozen=True)
class Reading:
    """A whole source as read: its pages in order, its icons, and what the file said of itself."""

    pages: tuple[Page, ...]
    outline: tuple[OutlineEntry, ...]
    languages: tuple[str, ...]
    notes: tuple[Note, ...] = ()
    icons: tuple[Icon, ...] = ()

"""A page as text that flows at any width, and where a quote stands in it.

Pure. Owns reflowing printed lines, finding a quote whatever its line breaks, hyphens and capitals, and the
boxes of what was found. Draws nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from ingest.contracts import Block, Booklet, Box, Page, PagePart, PageRef, TextSource
from ingest.geometry import hull
from ingest.icons.placeholders import PLACEHOLDER
from oracle.display import clean
from oracle.word_boxes import within

Extent = tuple[int, int]

LEAST = 12  # letters and digits: a shorter piece of a passage would be found by chance
_BULLET = re.compile(r"\s*(?:[•◦▪‣●○■–—*+-]\s|\d{1,3}[.)]\s|[a-zA-Z][.)]\s)")
_PIECES = re.compile(r"\n+|(?<=[.!?])\s+|\s*(?:\[?…\]?|\[?\.{3}\]?)\s*")
_ICON = re.compile(rf"⟨[^⟩\n]*⟩|{PLACEHOLDER.pattern}")
_BAR = " | "
_NARROW = 42  # columns of the smallest page pane: wider rows are broken there, and padding would only be in the way
_KEEPS_LINES = frozenset({"table", "heading"})


@dataclass(frozen=True)
class Mark:
    """What to point at: a verified quote, else the passage that was found, else a part of the page."""

    quote: str | None = None
    passage: str | None = None
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True)
class Placed:
    """One printed line: its place in the flowing text and on the paper. The cells of a `row` are set apart."""

    extent: Extent
    box: Box
    row: bool = False


@dataclass(frozen=True)
class PageText:
    """The page's text as it is shown."""

    text: str
    lines: tuple[Placed, ...]
    headings: tuple[Extent, ...]
    asides: tuple[Extent, ...]


@dataclass(frozen=True)
class PageView:
    """Everything that is shown of a page. On the picture, in page points, the words in `boxes` are marked.

    Where no words are, `frames` are the parts to look at: framed only, for their colours are what is looked at.

    `missed`: nothing of the quote stands here; `partly`: only some of its sentences do. `image` is the page at full
    resolution, `thumb` a small copy of it. The picture is turned clockwise by `turn` degrees, so that what is pointed
    at is upright.
    """

    ref: PageRef
    booklet: Booklet
    printed: str | None
    total: int
    source: TextSource
    text: PageText
    quotes: tuple[Extent, ...]
    passages: tuple[Extent, ...]
    missed: bool
    partly: bool
    thumb: Path | None
    image: Path | None
    size: tuple[float, float]
    boxes: tuple[Box, ...]
    frames: tuple[Box, ...] = ()
    turn: int = 0

    @property
    def ocr(self) -> bool:
        """Whether the text was read from a picture, and may be misread."""
        return self.source is TextSource.OCR

    @property
    def marks(self) -> tuple[Box, ...]:
        """All that is pointed at on the picture."""
        return self.boxes + self.frames


def page_view(ref: PageRef, booklet: Booklet, page: Page, mark: Mark, icons: Callable[[str], str] = str) -> PageView:
    """The page with `mark` found on it; `icons` makes readable what stands where the page has icons."""
    text = flow(page.blocks, icons)
    quotes = locate(text.text, mark.quote) if mark.quote else ()
    passages = locate(text.text, mark.passage) if mark.passage else ()
    boxes = boxes_of(text, quotes or passages)
    return PageView(
        ref=ref,
        booklet=booklet,
        printed=page.printed,
        total=booklet.pages,
        source=page.source,
        text=text,
        quotes=quotes,
        passages=passages,
        missed=bool(mark.quote) and not quotes,
        partly=bool(quotes) and not holds(text.text, mark.quote or ""),
        thumb=booklet.folder / page.thumb if page.thumb else None,
        image=booklet.folder / page.image if page.image else None,
        size=(page.width, page.height),
        boxes=boxes,
        frames=() if boxes else mark.boxes,
        turn=turn_of(page.parts, boxes or mark.boxes),
    )


def turn_of(parts: Sequence[PagePart], marks: Sequence[Box]) -> int:
    """By how much the paper is turned to read what is marked first; without marks, its parts where they lie alike."""
    for x0, y0, x1, y1 in marks[:1]:
        for part in parts:
            if part.box[0] <= (x0 + x1) / 2 <= part.box[2] and part.box[1] <= (y0 + y1) / 2 <= part.box[3]:
                return part.turn
    turns = {part.turn for part in parts}
    return turns.pop() if len(turns) == 1 else 0


def flow(blocks: Iterable[Block], icons: Callable[[str], str] = str) -> PageText:
    """Blocks as paragraphs: printed lines joined where a paragraph goes on, kept where a new item begins."""
    parts: list[str] = []
    lines: list[Placed] = []
    headings: list[Extent] = []
    asides: list[Extent] = []
    at = 0
    for block in blocks:
        start = at
        previous = ""
        for line, shown in zip(block.lines, _shown(block, icons), strict=True):
            if not shown:
                continue
            glue = _glue(block, previous, shown) if previous else "\n\n" if parts else ""
            begin = at + len(glue)
            start = begin if not previous else start
            parts += (glue, shown)
            at = begin + len(shown)
            lines.append(Placed((begin, at), line.box, row=block.role == "table"))
            previous = shown
        if previous and block.role == "heading":
            headings.append((start, at))
        elif previous and block.role in ("sidebar", "caption"):
            asides.append((start, at))
    return PageText("".join(parts), tuple(lines), tuple(headings), tuple(asides))


def _shown(block: Block, icons: Callable[[str], str]) -> list[str]:
    """The printed lines as they are read; the cells of a small table stand below each other."""
    lines = [clean(icons(line.text), one_line=block.role != "table") for line in block.lines]
    if block.role != "table":
        return lines
    rows = [[cell.strip() for cell in line.split(_BAR)] for line in lines]
    columns = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    if sum(columns) + len(_BAR) * (len(columns) - 1) > _NARROW:
        return lines
    return [_BAR.join(cell.ljust(wide) for cell, wide in zip(row, columns, strict=False)).rstrip() for row in rows]


def _glue(block: Block, previous: str, line: str) -> str:
    if block.role in _KEEPS_LINES or _BULLET.match(line):
        return "\n"
    return "" if previous.endswith("-") and line[:1].islower() else " "


def find_all(text: str, needles: Iterable[str]) -> tuple[Extent, ...]:
    """Where each needle first stands in `text`; those that do not are left out."""
    bare, places = squeeze(text)
    found = (_find(bare, places, needle) for needle in needles)
    return tuple(extent for extent in found if extent is not None)


def locate(text: str, wanted: str) -> tuple[Extent, ...]:
    """Where a quote or a passage stands: whole, else sentence by sentence and around its ellipses."""
    return find_all(text, [wanted]) or find_all(text, _pieces(wanted))


def holds(text: str, wanted: str) -> bool:
    """Whether all of a quote stands there: whole, or each of its sentences and what stands around its ellipses."""
    pieces = _pieces(wanted)
    return bool(find_all(text, [wanted])) or (bool(pieces) and len(find_all(text, pieces)) == len(pieces))


def _pieces(wanted: str) -> list[str]:
    return [piece for piece in _PIECES.split(wanted) if len(squeeze(piece)[0]) >= LEAST]


def squeeze(text: str) -> tuple[str, list[int]]:
    """Letters and digits alone, folded, with the place in `text` that each came from. Icons say nothing here."""
    letters: list[str] = []
    places: list[int] = []
    icons = {place for found in _ICON.finditer(text) for place in range(*found.span())}
    for place, character in enumerate(text):
        if place in icons:
            continue
        for letter in unicodedata.normalize("NFKD", character).casefold():
            if letter.isalnum():
                letters.append(letter)
                places.append(place)
    return "".join(letters), places


def _find(bare: str, places: list[int], needle: str) -> Extent | None:
    wanted = squeeze(needle)[0]
    at = bare.find(wanted) if wanted else -1
    return None if at < 0 else (places[at], places[at + len(wanted) - 1] + 1)


def boxes_of(text: PageText, extents: Iterable[Extent]) -> tuple[Box, ...]:
    """The boxes of the words that `extents` touch, one a printed line; a row of a table is marked whole."""
    wanted = tuple(extents)
    return tuple(box for line in text.lines if (box := _touched(text.text, line, wanted)) is not None)


def _touched(text: str, line: Placed, extents: Iterable[Extent]) -> Box | None:
    first, last = line.extent
    parts = [(max(start, first), min(end, last)) for start, end in extents if start < last and first < end]
    if not parts:
        return None
    if line.row:
        return line.box
    return hull(within(text[first:last], line.box, start - first, end - first) for start, end in parts)

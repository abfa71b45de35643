"""Cuts the pages of a book into leaves, each read as a page of its own, and joins what was read again. Pure.

Owns what belongs to which part of a page, the order in which leaves are read, and the way back to the points of
the page. Which pages have parts is decided by `ingest.spreads`, `ingest.imposition` and `ingest.panels`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from ingest.contracts import Block, Box, Note, OutlineEntry, Page, PagePart, PartKind, TextSource
from ingest.imposition import reading_order
from ingest.sheet import Figure, Shape, Sheet, Span
from ingest.spreads import Spreads, find_spreads, halves, slots
from ingest.turning import Place, across

_ACROSS: Final = 4.0
_FAR: Final = 0.05
_MOST_LABELS: Final = 40
_NOTE: Final = "ingest.reading.note.imposed"


@dataclass(frozen=True)
class Leaf:
    """A page, or a readable part of one. `sheet` holds it upright in its own points, numbered as it is read.

    `slots` are the same spans by printed page: two of them where a spread is read as a whole.
    """

    page: int
    sheet: Sheet
    slots: tuple[Sheet, ...]
    place: Place | None = None
    kind: PartKind = "half"

    @property
    def number(self) -> int:
        """Its place in the order of reading."""
        return self.sheet.number


@dataclass(frozen=True)
class Leaves:
    """A book as it is read. `imposed` when the file is in the order of a printer's sheets."""

    leaves: tuple[Leaf, ...]
    imposed: bool = False

    @property
    def slots(self) -> list[Sheet]:
        """Every printed page, in order."""
        return [slot for leaf in self.leaves for slot in leaf.slots]

    def of(self, page: int) -> list[Leaf]:
        """The leaves of a page, from left to right."""
        return [leaf for leaf in self._by_place if leaf.page == page]

    @property
    def _by_place(self) -> list[Leaf]:
        return sorted(self.leaves, key=lambda leaf: leaf.place.box[0] if leaf.place else 0.0)

    def outline(self, entries: Sequence[OutlineEntry]) -> tuple[OutlineEntry, ...]:
        """The bookmarks with the numbers of leaves: one that names a page may stand in any part of it."""
        numbers: dict[int, list[int]] = {}
        for leaf in self.leaves:
            numbers.setdefault(leaf.page, []).append(leaf.number)
        return tuple(replace(entry, page=n) for entry in entries for n in numbers.get(entry.page, ()))


def cut(sheets: Sequence[Sheet]) -> Leaves:
    """The leaves of a book."""
    spreads = find_spreads(sheets)
    if not spreads.pages:
        return Leaves(tuple(Leaf(s.number, s, (s,)) for s in sheets))
    imposed = _imposed(sheets, spreads)
    if imposed is not None:
        return imposed
    leaves: list[Leaf] = []
    number = 0
    for sheet in sheets:
        made = _of_sheet(sheet, spreads, number + 1)
        leaves += made
        number += sum(len(leaf.slots) for leaf in made)
    return Leaves(tuple(leaves))


def _imposed(sheets: Sequence[Sheet], spreads: Spreads) -> Leaves | None:
    """The leaves of a file of printer's sheets: all its pages are spreads, and another order is proved."""
    if len(spreads.pages) != len(sheets):
        return None
    parts = [slot for sheet in sheets for slot in slots(sheet)]
    order = reading_order(parts)
    if order == sorted(order):
        return None
    halved = [half for sheet in sheets for half in _halved(sheet)]
    return Leaves(tuple(_numbered(halved[index], place) for place, index in enumerate(order, 1)), imposed=True)


def _of_sheet(sheet: Sheet, spreads: Spreads, number: int) -> list[Leaf]:
    if sheet.number in spreads.cut:
        return [_numbered(half, number + i) for i, half in enumerate(_halved(sheet))]
    if sheet.number in spreads.whole:
        parts = slots(sheet)
        pages = tuple(replace(part, number=number + i) for i, part in enumerate(parts))
        return [Leaf(sheet.number, replace(sheet, number=number), pages)]
    return [_numbered(Leaf(sheet.number, sheet, (sheet,)), number)]


def _numbered(leaf: Leaf, number: int) -> Leaf:
    sheet = replace(leaf.sheet, number=number)
    return replace(leaf, sheet=sheet, slots=(sheet,))


def _halved(sheet: Sheet) -> tuple[Leaf, Leaf]:
    """Left and right; a line across the gutter and a picture across it, with its labels, are the left half's."""
    left, right = halves(sheet)
    shared = [figure for figure in sheet.figures if _lies_across(figure.box, sheet)]
    labels = {span for figure in shared for span in _labels(figure, sheet)}
    first = [
        s
        for s in sheet.spans
        if s in labels or s.box[0] < left[2] - _ACROSS < left[2] + _ACROSS < s.box[2] or _centre(s) < left[2]
    ]
    second = [span for span in sheet.spans if span not in set(first)]
    figures = [figure for figure in sheet.figures if figure in shared or _centre(figure) < left[2]]
    others = [figure for figure in sheet.figures if figure not in figures]
    return (
        _leaf(sheet, Place(left), first, figures),
        _leaf(sheet, Place(right), second, others),
    )


def _lies_across(box: Box, sheet: Sheet) -> bool:
    middle, far = sheet.width / 2, _FAR * sheet.width
    return box[0] < middle - far and box[2] > middle + far


def _labels(figure: Figure, sheet: Sheet) -> list[Span]:
    """The words in a picture, unless they are so many that it is the ground of a text."""
    x0, y0, x1, y1 = figure.box
    held = [s for s in sheet.spans if x0 <= _centre(s) <= x1 and y0 <= (s.box[1] + s.box[3]) / 2 <= y1]
    return held if sum(len(span.text.split()) for span in held) <= _MOST_LABELS else []


def _leaf(
    sheet: Sheet, place: Place, spans: Sequence[Span], figures: Sequence[Figure], kind: PartKind = "half"
) -> Leaf:
    """A part of a page as a sheet of its own, upright and in its own points."""
    wide, high = place.size
    shapes = ((shape, _within(shape.box, place.box)) for shape in sheet.shapes)
    part = replace(
        sheet,
        width=wide,
        height=high,
        spans=tuple(_span(span, place) for span in spans),
        shapes=tuple(Shape(across(place.turn, s.kind), place.inward(box), s.color) for s, box in shapes if box),
        figures=tuple(replace(figure, box=place.inward(figure.box)) for figure in figures),
        remarks=(),
    )
    return Leaf(sheet.number, part, (part,), place, kind)


def _span(span: Span, place: Place) -> Span:
    box, turn = place.inward(span.box), (span.turn - place.turn) % 360
    return replace(span, box=box, turn=turn, upright=turn == 0, baseline=span.baseline - span.box[3] + box[3])


def _within(box: Box, region: Box) -> Box | None:
    x0, y0, x1, y1 = max(box[0], region[0]), max(box[1], region[1]), min(box[2], region[2]), min(box[3], region[3])
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def _centre(thing: Span | Figure) -> float:
    return (thing.box[0] + thing.box[2]) / 2


def joined(page: Page, leaves: Sequence[tuple[Leaf, Page]], labels: Mapping[int, str], *, imposed: bool) -> Page:
    """A page with what was read of its leaves, in points of the whole page."""
    texts = [labels.get(slot.number) for leaf, _ in leaves for slot in leaf.slots]
    page = replace(page, printed=_printed(texts))
    if all(leaf.place is None for leaf, _ in leaves):
        return replace(leaves[0][1], number=page.number, notes=page.notes, printed=page.printed) if leaves else page
    read = [_outward(part, leaf.place) for leaf, part in leaves if leaf.place is not None]
    blocks = tuple(block for part in read for block in part.blocks)
    sides = tuple(leaf.number for leaf, _ in leaves)
    note = (Note(_NOTE, {"page": page.number, "left": sides[0], "right": sides[-1]}),) if imposed else ()
    return replace(
        page,
        source=next((part.source for part in read if part.source is not TextSource.NONE), TextSource.NONE),
        blocks=blocks,
        tables=tuple(table for part in read for table in part.tables),
        pictures=tuple(picture for part in read for picture in part.pictures),
        parts=tuple(
            PagePart(leaf.place.box, leaf.kind, labels.get(leaf.number), leaf.number, leaf.place.turn)
            for leaf, _ in leaves
            if leaf.place is not None
        ),
        notes=(*page.notes, *note),
    )


def _printed(texts: Sequence[str | None]) -> str | None:
    """`12-13` for two pages that follow each other, `16, 1` for the halves of a printer's sheet."""
    told = list(dict.fromkeys(text for text in texts if text))
    counted = all(text.isdigit() for text in told)
    follow = counted and all(int(b) == int(a) + 1 for a, b in pairwise(told))
    return ("-" if follow else ", ").join(told) if told else None


def _outward(page: Page, place: Place) -> Page:
    return replace(
        page,
        blocks=tuple(_block(block, place) for block in page.blocks),
        tables=tuple(replace(table, box=place.outward(table.box)) for table in page.tables),
        pictures=tuple(replace(picture, box=place.outward(picture.box)) for picture in page.pictures),
    )


def _block(block: Block, place: Place) -> Block:
    return replace(block, lines=tuple(replace(line, box=place.outward(line.box)) for line in block.lines))

"""Cuts the pages of a book into leaves, each read as a page of its own, and joins what was read again. Pure.

Owns what belongs to which part of a page, the order in which leaves are read, and the way back to the points of
the page. Which pages have parts is decided by `spreads`, `imposition` and `panels`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from ingest.contracts import Block, Box, Note, OutlineEntry, Page, PagePart, PartKind, TextSource
from ingest.layout.imposition import reading_order
from ingest.layout.panels import Panel, find_panels
from ingest.layout.spreads import Spreads, find_spreads, halves, slots
from ingest.layout.turning import Place, across
from ingest.packed import Again
from ingest.page.sheet import Figure, Shape, Sheet, Span

_ACROSS: Final = 4.0
_FAR: Final = 0.05
_MOST_LABELS: Final = 40
_NOTE: Final = "ingest.reading.note.imposed"


@dataclass(frozen=True)
class Leaf:
    """A page, or a readable part of one. `sheet` holds it upright in its own points, numbered as it is read.

    `slots` are the printed pages that it belongs to: two where a spread is read as a whole; panels that print no
    numbers share that of their page, in its points.
    """

    page: int
    sheet: Sheet
    slots: tuple[Sheet, ...]
    place: Place | None = None
    kind: PartKind = "half"
    shared: bool = False

    @property
    def number(self) -> int:
        """Its place in the order of reading."""
        return self.sheet.number

    def without(self, around: Mapping[int, Collection[Span]]) -> list[Span]:
        """Its spans but for those around the text of its printed pages."""
        taken = {span for slot in self.slots for span in around.get(slot.number, ())}
        if self.shared and self.place is not None:
            taken = {_span(span, self.place) for span in taken}
        return [span for span in self.sheet.spans if span not in taken]


@dataclass(frozen=True)
class Cuts:
    """Which pages of a book are read in parts, and the numbers of the parts in the order of reading.

    `numbers` holds those of each page, from left to right: two also where a spread is read as a whole. `panels` are
    those of each sheet that has some, as they are read. `imposed` when the file is in the order of a printer's sheets.
    """

    spreads: Spreads
    numbers: Mapping[int, tuple[int, ...]]
    imposed: bool = False
    panels: Mapping[int, Sequence[Panel]] = field(default_factory=dict)

    def leaves(self, sheet: Sheet) -> list[Leaf]:
        """The leaves of a page, from left to right; none of a page that has no number."""
        numbers = self.numbers.get(sheet.number, ())
        if sheet.number in self.panels:
            panels = zip(self.panels[sheet.number], numbers, strict=True)
            return [_panel(sheet, panel, number, numbers[0]) for panel, number in panels]
        if sheet.number in self.spreads.cut or (self.imposed and numbers):
            return [_numbered(half, number) for half, number in zip(_halved(sheet), numbers, strict=True)]
        if sheet.number in self.spreads.whole:
            pages = tuple(replace(part, number=n) for part, n in zip(slots(sheet), numbers, strict=True))
            return [Leaf(sheet.number, replace(sheet, number=numbers[0]), pages)]
        return [_numbered(Leaf(sheet.number, sheet, (sheet,)), number) for number in numbers]

    def slots(self, sheets: Collection[Sheet]) -> Collection[Sheet]:
        """Every printed page once, each made anew when it is wanted."""
        return Again(lambda: (slot for sheet in sheets for slot in self._slots(sheet)))

    def _slots(self, sheet: Sheet) -> Collection[Sheet]:
        return {slot.number: slot for leaf in self.leaves(sheet) for slot in leaf.slots}.values()

    def outline(self, entries: Sequence[OutlineEntry]) -> tuple[OutlineEntry, ...]:
        """The bookmarks with the numbers of leaves: one that names a page may stand in any part of it."""
        return tuple(replace(entry, page=number) for entry in entries for number in self._named(entry.page))

    def _named(self, page: int) -> tuple[int, ...]:
        numbers = self.numbers.get(page, ())
        return numbers[:1] if page in self.spreads.whole and not self.imposed else tuple(sorted(numbers))


def cut(sheets: Collection[Sheet]) -> Cuts:
    """How the pages of a book are cut."""
    spreads = find_spreads(sheets)
    if not spreads.pages:
        panels = find_panels(sheets)
        counts = {number: len(found) for number, found in panels.items()}
        return Cuts(spreads, _counted(sheets, counts), panels=panels)
    imposed = _imposed(sheets, spreads)
    if imposed is not None:
        return Cuts(spreads, imposed, imposed=True)
    return Cuts(spreads, _counted(sheets, dict.fromkeys(spreads.pages, 2)))


def _counted(sheets: Collection[Sheet], counts: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """The numbers of leaves in the order of the file; pages that could not be read are counted too."""
    numbers: dict[int, tuple[int, ...]] = {}
    first = before = 1
    for sheet in sheets:
        first += sheet.number - before
        count = counts.get(sheet.number, 1)
        numbers[sheet.number] = tuple(range(first, first + count))
        first, before = first + count, sheet.number + 1
    return numbers


def _imposed(sheets: Collection[Sheet], spreads: Spreads) -> dict[int, tuple[int, ...]] | None:
    """The numbers in a file of printer's sheets: all its pages are spreads, and another order is proved."""
    if len(spreads.pages) != len(sheets):
        return None
    parts = [slot for sheet in sheets for slot in slots(sheet)]
    order = reading_order(parts)
    if order == sorted(order):
        return None
    place = {index: number for number, index in enumerate(order, 1)}
    return {sheet.number: (place[2 * i], place[2 * i + 1]) for i, sheet in enumerate(sheets)}


def _panel(sheet: Sheet, panel: Panel, number: int, first: int) -> Leaf:
    """A panel as a page of its own; one that prints no number has its page as slot, by the page's first number."""
    held = [span for span in sheet.spans if _stands_in(panel.place.box, span.box)]
    figures = [figure for figure in sheet.figures if _stands_in(panel.place.box, figure.box)]
    leaf = _numbered(_leaf(sheet, panel.place, held, figures, "panel"), number)
    return leaf if panel.numbered else replace(leaf, slots=(replace(sheet, number=first),), shared=True)


def _stands_in(region: Box, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return region[0] <= x < region[2] and region[1] <= y < region[3]


def _numbered(leaf: Leaf, number: int) -> Leaf:
    sheet = leaf.sheet if leaf.sheet.number == number else replace(leaf.sheet, number=number)
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
            PagePart(leaf.place.box, leaf.kind, _own(leaf, labels), leaf.number, leaf.place.turn)
            for leaf, _ in leaves
            if leaf.place is not None
        ),
        notes=(*page.notes, *note),
    )


def _own(leaf: Leaf, labels: Mapping[int, str]) -> str | None:
    return None if leaf.shared else labels.get(leaf.number)


def _printed(texts: Sequence[str | None]) -> str | None:
    """`12-13` for two pages that follow each other, `16, 1` for the halves of a printer's sheet."""
    told = list(dict.fromkeys(text for text in texts if text))
    if len(told) > 1 and all(t.isdigit() for t in told) and all(int(b) == int(a) + 1 for a, b in pairwise(told)):
        return f"{told[0]}-{told[-1]}"
    return ", ".join(told) or None


def _outward(page: Page, place: Place) -> Page:
    return replace(
        page,
        blocks=tuple(_block(block, place) for block in page.blocks),
        tables=tuple(replace(table, box=place.outward(table.box)) for table in page.tables),
        pictures=tuple(replace(picture, box=place.outward(picture.box)) for picture in page.pictures),
    )


def _block(block: Block, place: Place) -> Block:
    return replace(block, lines=tuple(replace(line, box=place.outward(line.box)) for line in block.lines))

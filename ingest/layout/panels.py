"""Cuts a sheet that is folded or cut into small pages: a leaflet, a sheet of player aids. Pure.

Owns the proof that a page is such a sheet: gutters that cross all of it, equal panels between them, and panels that
look like pages (a frame of their own, copies of each other, printed on their head for folding, or a title and margins
of their own). Columns of one page are not panels, and neither are cards, which say too little.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.contracts import Box
from ingest.layout.labels import candidates
from ingest.layout.turning import Place
from ingest.page.sheet import Sheet, Span

_GRIDS: Final = ((2, 4), (4, 2), (2, 3), (3, 2), (1, 6), (1, 5), (2, 2), (1, 4), (1, 3), (3, 1), (2, 1), (1, 2))
_OFF: Final = 0.03
_GROUND: Final = 0.6
_LEAST_GUTTER: Final = 10.0
_WIDE_GUTTER: Final = 1.2
_NARROW: Final = 18.0
_FEW_WORDS: Final = 6
_PAGE_WORDS: Final = 20
_MOSTLY: Final = 0.6
_FRAME: Final = 0.6
_SAME_FRAME: Final = 0.06
_ALIKE: Final = 0.8
_LARGER: Final = 1.2
_TITLE_ZONE: Final = 0.4
_FEW_PAGES: Final = 4
_ONE_WAY: Final = 0.8


@dataclass(frozen=True)
class Panel:
    """A panel; `numbered` when all panels of its sheet print numbers like pages."""

    place: Place
    numbered: bool = False


@dataclass(frozen=True)
class _Cell:
    """One field of a grid and what stands in it."""

    box: Box
    spans: tuple[Span, ...]

    @property
    def words(self) -> list[str]:
        return [word.casefold() for span in self.spans for word in span.text.split()]

    @property
    def turn(self) -> int:
        weights = Counter[int]()
        for span in self.spans:
            weights[span.turn] += len(span.text)
        turn, most = weights.most_common(1)[0] if weights else (0, 0)
        return turn if most >= _ONE_WAY * weights.total() else 0


def find_panels(sheets: Collection[Sheet]) -> dict[int, list[Panel]]:
    """The panels of each page that has some, in reading order. One such page in a long book is chance."""
    found = {sheet.number: panels for sheet in sheets if (panels := _of_sheet(sheet))}
    told = sum(bool(sheet.spans) for sheet in sheets)
    return found if told <= _FEW_PAGES or 2 * len(found) >= told else {}


def _of_sheet(sheet: Sheet) -> list[Panel]:
    ink = list(_ink(sheet))
    for down, over in _GRIDS:
        columns = _gutters(ink, 0, over, sheet.width)
        rows = _gutters(ink, 1, down, sheet.height)
        if columns is None or rows is None:
            continue
        cells = list(_cells(sheet, columns, rows))
        if _are_pages(sheet, cells, [*columns, *rows], few=down * over == 2):
            return _in_order(sheet, cells, over)
    return []


def _ink(sheet: Sheet) -> Iterator[Box]:
    """Everything that may stand in the way of a gutter; the ground of the page and the lines to fold at do not."""
    area = sheet.width * sheet.height
    yield from (span.box for span in sheet.spans)
    for box in _drawn(sheet):
        x0, y0, x1, y1 = box
        wide, high = x1 - x0, y1 - y0
        line = min(wide, high) <= 2.0 and (wide > 0.5 * sheet.width or high > 0.5 * sheet.height)
        if wide * high < _GROUND * area and not line:
            yield box


def _drawn(sheet: Sheet) -> list[Box]:
    return [*(figure.box for figure in sheet.figures), *(shape.box for shape in sheet.shapes)]


_Gutter = tuple[float, float]


def _gutters(ink: Sequence[Box], axis: int, count: int, length: float) -> list[_Gutter] | None:
    """The empty strips where a side would be folded into equal parts, `None` when something stands in one of them."""
    gaps = []
    end = 0.0
    for low, high in sorted((box[axis], box[axis + 2]) for box in ink):
        if low - end >= _LEAST_GUTTER:
            gaps.append((end, low))
        end = max(end, high)
    gaps.append((end, length))
    found = []
    for k in range(1, count):
        line = length * k / count
        near = [gap for gap in gaps if gap[0] <= line + _OFF * length and gap[1] >= line - _OFF * length]
        if not near or end < line:
            return None
        found.append(max(near, key=lambda gap: gap[1] - gap[0]))
    return found


def _cells(sheet: Sheet, columns: Sequence[_Gutter], rows: Sequence[_Gutter]) -> Iterator[_Cell]:
    across = _folds(columns, sheet.width)
    down = _folds(rows, sheet.height)
    for y0, y1 in pairwise(down):
        for x0, x1 in pairwise(across):
            box = (round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2))
            yield _Cell(box, tuple(span for span in sheet.spans if _holds(box, span.box)))


def _folds(gutters: Sequence[_Gutter], length: float) -> list[float]:
    """Where the sheet is folded: at equal parts, or where its gutters are if those are elsewhere."""
    equal = [length * k / (len(gutters) + 1) for k in range(1, len(gutters) + 1)]
    inside = zip(gutters, equal, strict=True)
    return [0.0, *(fold if low <= fold <= high else (low + high) / 2 for (low, high), fold in inside), length]


def _holds(box: Box, other: Box) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x < box[2] and box[1] <= y < box[3]


def _are_pages(sheet: Sheet, cells: Sequence[_Cell], gutters: Sequence[_Gutter], *, few: bool) -> bool:
    told = [cell for cell in cells if len(cell.words) >= _FEW_WORDS]
    if len(told) < max(2, _MOSTLY * len(cells)):
        return False
    if any(cell.turn for cell in told):
        return len({cell.turn for cell in told}) > 1
    if few:
        return False  # two halves that stand upright are a spread, or a page
    if statistics.median(len(cell.words) for cell in told) < _PAGE_WORDS:
        return False
    if _framed(sheet, cells) or _copies(told):
        return True
    return _wide(sheet, cells, gutters) and sum(_has_title(cell) for cell in told) >= _MOSTLY * len(told)


def _framed(sheet: Sheet, cells: Sequence[_Cell]) -> bool:
    """Whether each panel has a frame or a ground of one size that fills most of it."""
    sizes = []
    for cell in cells:
        area = (cell.box[2] - cell.box[0]) * (cell.box[3] - cell.box[1])
        inner = [box for box in _drawn(sheet) if _holds(cell.box, box)]
        large = [(b[2] - b[0], b[3] - b[1]) for b in inner if _FRAME * area <= (b[2] - b[0]) * (b[3] - b[1]) <= area]
        if large:
            sizes.append(max(large))
    if len(sizes) < len(cells):
        return False
    return all(max(side) - min(side) <= _SAME_FRAME * max(side) for side in zip(*sizes, strict=True))


def _copies(told: Sequence[_Cell]) -> bool:
    """Whether all panels say the same, but for what OCR misread."""
    first = Counter(told[0].words)
    for cell in told[1:]:
        shared = sum((first & Counter(cell.words)).values())
        if shared < _ALIKE * max(first.total(), len(cell.words)):
            return False
    return True


def _wide(sheet: Sheet, cells: Sequence[_Cell], gutters: Sequence[_Gutter]) -> bool:
    """Whether the gutters are as wide as two margins of the sheet: between columns there is less room."""
    left = min(span.box[0] for span in sheet.spans)
    right = sheet.width - max(span.box[2] for span in sheet.spans)
    margin = max(min(left, right), _NARROW / _WIDE_GUTTER)
    return all(high - low >= _WIDE_GUTTER * margin for low, high in gutters) and len(cells) > 2


def _has_title(cell: _Cell) -> bool:
    """Whether what stands first is larger than the text, and stands high."""
    sizes = sorted(span.size for span in cell.spans for _ in span.text)
    body = sizes[len(sizes) // 2]
    first = min(cell.spans, key=lambda span: span.box[1])
    high = first.box[1] < cell.box[1] + _TITLE_ZONE * (cell.box[3] - cell.box[1])
    larger = first.size >= _LARGER * body or (first.bold and len(first.text.split()) <= 6)
    return high and larger


def _in_order(sheet: Sheet, cells: Sequence[_Cell], over: int) -> list[Panel]:
    """By their printed numbers, else from left to right row by row; a row that stands on its head runs backwards."""
    numbers = [_number(sheet, cell) for cell in cells]
    told = sorted(number for number in numbers if number is not None)
    if len(told) >= max(3, _MOSTLY * len(cells)) and told == list(range(told[0], told[0] + len(told))):
        order = sorted(range(len(cells)), key=lambda at: (numbers[at] is not None, numbers[at]))
        return [Panel(Place(cells[at].box, cells[at].turn), numbered=True) for at in order]
    ordered: list[_Cell] = []
    for start in range(0, len(cells), over):
        row = list(cells[start : start + over])
        ordered += row[::-1] if all(cell.turn == 180 for cell in row) else row
    return [Panel(Place(cell.box, cell.turn)) for cell in ordered]


def _number(sheet: Sheet, cell: _Cell) -> int | None:
    """The bare number at the foot of a panel."""
    place = Place(cell.box, cell.turn)
    wide, high = place.size
    spans = tuple(Span(s.text, place.inward(s.box), s.size) for s in cell.spans if (s.turn - place.turn) % 360 == 0)
    small = Sheet(sheet.number, wide, high, spans=spans)
    found = [c for c in candidates(small) if c.plain and c.kind == "arabic" and c.height < 0]
    return found[0].value if len(found) == 1 else None

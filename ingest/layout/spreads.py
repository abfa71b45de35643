"""Tells which pages of a book hold two pages side by side. Pure.

Owns the evidence: numbers that count two a page, a cover of half the width, an empty gutter as wide as margins
are. Decides for the book first, then for each page whether it may be cut: a table or a line of text across the
gutter stays whole. The left half is always read first: nothing here guesses another direction.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ingest.contracts import Box
from ingest.layout.imposition import natural, orders
from ingest.layout.labels import find_labels
from ingest.page.sheet import Sheet, Span
from ingest.tables.grids import find_grids
from ingest.tables.stripes import find_stripes

_LANDSCAPE: Final = 1.15
_SAME_SIZE: Final = 0.02
_FEW_CHARS: Final = 40
_ACROSS: Final = 4.0
_MOST_ACROSS: Final = 0.08
_MOST_LINES: Final = 3
_NUMBERED: Final = 0.4
_EMPTY_WITH_NUMBERS: Final = 0.3
_EMPTY_WITH_COVER: Final = 0.6
_EMPTY_ALONE: Final = 0.85
_LEAST_ALONE: Final = 3
_LIKE_MARGINS: Final = 1.1
_LIKE_TWO_MARGINS: Final = 1.6
_LIKE_COLUMNS: Final = 1.4
_LEVEL: Final = 0.05
_HALF_SHAPES: Final = (0.55, 0.88)
_WIDE_TABLE: Final = 0.05


@dataclass(frozen=True)
class Spreads:
    """The pages that hold two: those of `cut` are read half by half, those of `whole` have something across."""

    cut: frozenset[int] = frozenset()
    whole: frozenset[int] = frozenset()

    @property
    def pages(self) -> frozenset[int]:
        """All of them."""
        return self.cut | self.whole


def find_spreads(sheets: Collection[Sheet]) -> Spreads:
    """The spreads of a book; none when the evidence is thin."""
    size = _common_size(sheets)
    wide = [sheet for sheet in sheets if size is not None and _alike((sheet.width, sheet.height), size)]
    told = [sheet for sheet in wide if _chars(sheet.spans) >= _FEW_CHARS]
    if size is None or not told or not _is_spread_book(sheets, wide, told, size):
        return Spreads()
    whole = frozenset(sheet.number for sheet in wide if _stays_whole(sheet))
    return Spreads(frozenset(sheet.number for sheet in wide) - whole, whole)


def halves(sheet: Sheet) -> tuple[Box, Box]:
    """The left and the right half of a page."""
    middle = round(sheet.width / 2, 2)
    return (0.0, 0.0, middle, sheet.height), (middle, 0.0, sheet.width, sheet.height)


def slots(sheet: Sheet) -> tuple[Sheet, Sheet]:
    """What stands left and right of the gutter, each as a sheet of its own in the points of the whole page."""
    middle = sheet.width / 2
    left = tuple(span for span in sheet.spans if _centre(span) < middle)
    right = tuple(span for span in sheet.spans if _centre(span) >= middle)
    return replace(sheet, spans=left), replace(sheet, spans=right)


def _common_size(sheets: Collection[Sheet]) -> tuple[float, float] | None:
    """The size of most landscape pages, `None` when few pages are landscape: those are maps and reference sheets."""
    sizes = Counter((round(s.width), round(s.height)) for s in sheets if s.width >= _LANDSCAPE * s.height)
    if not sizes:
        return None
    size, count = sizes.most_common(1)[0]
    return size if 2 * count >= len(sheets) - 2 else None


def _alike(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) <= _SAME_SIZE * b for a, b in zip(one, other, strict=True))


def _is_spread_book(
    sheets: Collection[Sheet], wide: Sequence[Sheet], told: Sequence[Sheet], size: tuple[float, float]
) -> bool:
    empty = sum(_gutter_is_empty(sheet) for sheet in told) / len(told)
    if empty >= _EMPTY_WITH_NUMBERS and _numbered_twice(sheets, wide):
        return True
    if _numbered_once(wide):
        return False
    if empty >= _EMPTY_WITH_COVER and _has_half_cover(sheets, size) and _apart(told, _LIKE_MARGINS):
        return True
    shape = size[0] / 2 / size[1]
    alone = len(told) >= _LEAST_ALONE and _HALF_SHAPES[0] <= shape <= _HALF_SHAPES[1]
    return alone and empty >= _EMPTY_ALONE and _apart(told, _LIKE_TWO_MARGINS) and _level(told)


def _numbered_once(wide: Sequence[Sheet]) -> bool:
    """Whether the numbers count one a page: then each page is one."""
    return 2 * len(find_labels(wide, {}).spans) >= len(wide) > 1


def _numbered_twice(sheets: Collection[Sheet], wide: Sequence[Sheet]) -> bool:
    """Whether the printed numbers count two a page, in the order of reading or in that of a printer's sheets."""
    spread = {sheet.number for sheet in wide}
    parts = [part for sheet in sheets for part in (slots(sheet) if sheet.number in spread else (sheet,))]
    sides = [i for i, part in enumerate(parts) if part.number in spread]
    for order in (natural(len(parts)), *(_within(parts, sides, order) for order in orders(len(wide)))):
        numbered = [replace(parts[index], number=place) for place, index in enumerate(order, 1)]
        labels = find_labels(numbered, {})
        pages = Counter(parts[order[place - 1]].number for place in labels.spans)
        twice = sum(pages[number] == 2 for number in spread)
        if twice and 2 * twice >= _NUMBERED * 2 * len(wide):
            return True
    return False


def _within(parts: Sequence[Sheet], sides: Sequence[int], order: Sequence[int]) -> list[int]:
    """An order of the halves, with the pages before and after them where they are."""
    before = [i for i in range(len(parts)) if i < sides[0]]
    after = [i for i in range(len(parts)) if i > sides[0] and i not in set(sides)]
    return [*before, *(sides[index] for index in order), *after]


def _has_half_cover(sheets: Collection[Sheet], size: tuple[float, float]) -> bool:
    return any(_alike((sheet.width, sheet.height), (size[0] / 2, size[1])) for sheet in sheets)


def _gutter_is_empty(sheet: Sheet) -> bool:
    crossing = _crossing(sheet)
    return len(crossing) <= _MOST_LINES and _chars(crossing) <= _MOST_ACROSS * _chars(sheet.spans)


def _crossing(sheet: Sheet) -> list[Span]:
    middle = sheet.width / 2
    return [span for span in sheet.spans if span.box[0] < middle - _ACROSS and span.box[2] > middle + _ACROSS]


def _apart(told: Sequence[Sheet], margins: float) -> bool:
    """Whether the gutter is as wide as so many margins, and wider than what divides the columns of a half."""
    good = []
    for sheet in told:
        sides = _sides(sheet)
        if sides is None:
            continue
        left, right = sides
        gutter = min(s.box[0] for s in right) - max(s.box[2] for s in left)
        margin = (min(s.box[0] for s in left) + sheet.width - max(s.box[2] for s in right)) / 2
        column = max(_widest_gap(left), _widest_gap(right))
        good.append(gutter >= margins * margin and gutter >= _LIKE_COLUMNS * column and gutter >= 24.0)
    return len(good) >= 1 and sum(good) >= 0.7 * len(good)


def _sides(sheet: Sheet) -> tuple[list[Span], list[Span]] | None:
    """The spans left and right of the gutter, `None` when one side says too little to have margins."""
    middle = sheet.width / 2
    left = [span for span in sheet.spans if span.box[2] <= middle + _ACROSS]
    right = [span for span in sheet.spans if span.box[0] >= middle - _ACROSS]
    return (left, right) if min(_chars(left), _chars(right)) >= _FEW_CHARS else None


def _widest_gap(spans: Sequence[Span]) -> float:
    """The widest empty strip from top to bottom within a half."""
    widest, end = 0.0, min(span.box[0] for span in spans)
    for x0, x1 in sorted((span.box[0], span.box[2]) for span in spans):
        widest, end = max(widest, x0 - end), max(end, x1)
    return widest


def _level(told: Sequence[Sheet]) -> bool:
    """Whether both halves begin at one height on most pages: slides have a title above one column."""
    sides = [(sheet, found) for sheet in told if (found := _sides(sheet)) is not None]
    gaps = [abs(min(s.box[1] for s in a) - min(s.box[1] for s in b)) / sheet.height for sheet, (a, b) in sides]
    return len(gaps) >= _LEAST_ALONE and statistics.median(gaps) <= _LEVEL


def _stays_whole(sheet: Sheet) -> bool:
    """Whether lines or a table stand across the gutter."""
    if not _gutter_is_empty(sheet):
        return True
    upright = [span for span in sheet.spans if span.upright]
    tables = [grid.box for grid in find_grids(sheet.shapes, upright, sheet.width, sheet.height)]
    tables += [stripe.box for stripe in find_stripes(sheet.shapes, upright) if stripe.table is not None]
    middle, far = sheet.width / 2, _WIDE_TABLE * sheet.width
    return any(box[0] < middle - far and box[2] > middle + far for box in tables)


def _centre(span: Span) -> float:
    return (span.box[0] + span.box[2]) / 2


def _chars(spans: Sequence[Span]) -> int:
    return sum(len(span.text) for span in spans)

"""Finds tables whose rows stand on coloured grounds. Pure.

Owns the grounds: filled cells side by side are a row and tell the columns; the white rows between them, the
header above and the last row below belong to the same table, whatever columns the page has.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.contracts import Box, Table
from ingest.geometry import hull
from ingest.layout.rows import Row, rows_of
from ingest.page.sheet import Shape, Span
from ingest.tables.cells import to_table
from ingest.tables.columns import Column, cells_of_row, columns_of
from ingest.tables.forming import formed
from ingest.tables.grids import is_pale, within
from ingest.tables.table_doubt import checked

_SAME: Final = 1.5
_WIDEST_GAP: Final = 75.0
_MOST_COLUMNS: Final = 20
_MOST_FILLS: Final = 1500
_LARGER: Final = 1.12
_NEAR: Final = 0.4
_NEAR_ROW: Final = 1.3


@dataclass(frozen=True)
class Stripe:
    """A striped part of a page: its spans, and the table they are when its grounds tell columns."""

    box: Box
    spans: frozenset[Span]
    table: Table | None


@dataclass(frozen=True)
class _Ground:
    """One coloured row and the cells it is drawn of."""

    box: Box
    cells: tuple[Column, ...]


def find_stripes(shapes: Sequence[Shape], spans: Sequence[Span]) -> list[Stripe]:
    """The striped parts of a page. No span is in two of them."""
    fills = [shape for shape in shapes if shape.kind == "fill" and not is_pale(shape)]
    grounds = _grounds(fills[:_MOST_FILLS])
    found: list[Stripe] = []
    free = list(spans)
    for group in (part for whole in _stacked(grounds) for part in _without_titles(whole, free)):
        held = frozenset(_held(group, free))
        if len(held) >= 4 and (len(group) > 1 or (len(group[0].cells) > 1 and _goes_beyond(group[0], held))):
            found.append(Stripe(hull(span.box for span in held), held, _table(group, held)))
            free = [span for span in free if span not in held]
    return found


def _grounds(fills: Sequence[Shape]) -> list[_Ground]:
    """Filled cells side by side, of one height, as one row each; a fill within another one tells nothing."""
    rows: list[list[Box]] = []
    outer = [fill.box for fill in fills if not any(_inside(fill.box, o.box) for o in fills if o is not fill)]
    for box in sorted(outer, key=lambda b: b[0]):
        row = next((r for r in rows if _beside(r[-1], box)), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    grounds = [_Ground(hull(row), tuple((box[0], box[2]) for box in row)) for row in rows]
    return [g for g in grounds if 6 < g.box[3] - g.box[1] < 90 and g.box[2] - g.box[0] > 80]


def _inside(box: Box, other: Box) -> bool:
    smaller = (box[2] - box[0]) * (box[3] - box[1]) < 0.95 * (other[2] - other[0]) * (other[3] - other[1])
    return smaller and (
        other[0] - 1 <= box[0] and other[1] - 1 <= box[1] and box[2] <= other[2] + 1 and box[3] <= other[3] + 1
    )


def _beside(left: Box, right: Box) -> bool:
    return abs(left[1] - right[1]) < _SAME and abs(left[3] - right[3]) < _SAME and abs(right[0] - left[2]) < 2.5


def _stacked(grounds: Sequence[_Ground]) -> Iterator[list[_Ground]]:
    """Grounds of one width, one below the other, with room for a few white rows between them."""
    left = sorted(grounds, key=lambda g: g.box[1])
    while left:
        group = [left.pop(0)]
        for ground in list(left):
            same = abs(ground.box[0] - group[0].box[0]) < 3 and abs(ground.box[2] - group[0].box[2]) < 3
            if same and -_SAME < ground.box[1] - group[-1].box[3] < _WIDEST_GAP:
                group.append(ground)
                left.remove(ground)
        if len(group) >= 2 or len(group[0].cells) >= 2:
            yield group


def _without_titles(group: Sequence[_Ground], spans: Sequence[Span]) -> Iterator[list[_Ground]]:
    """The grounds of one table each: where a larger line stands between two, it is the title of the second."""
    box = hull(ground.box for ground in group)
    held = [span for span in spans if within(span.box, box)]
    size = statistics.median([span.size for span in held] or [0.0])
    titles = [span.box[1] for span in held if span.size > _LARGER * size]
    part = [group[0]]
    for above, ground in pairwise(group):
        if any(above.box[3] - 2 < top < ground.box[1] for top in titles):
            yield part
            part = []
        part.append(ground)
    yield part


def _goes_beyond(ground: _Ground, spans: frozenset[Span]) -> bool:
    """One coloured row is a table when rows of other cells stand close above or below it."""
    inside = [span for span in spans if within(span.box, ground.box)]
    return len(inside) >= 1 and len(spans) - len(inside) >= (2 if len(inside) > 1 else 4)


def _held(group: Sequence[_Ground], spans: Sequence[Span]) -> list[Span]:
    """The spans between the first and the last ground, and the rows above and below that stand in their columns."""
    box = hull(ground.box for ground in group)
    held = [span for span in spans if within(span.box, box)]
    if not held:
        return []
    size = statistics.median(span.size for span in held)
    near = [s for s in spans if s not in held and box[0] - 2 <= s.box[0] and s.box[2] <= box[2] + 2]
    rows = rows_of([span for span in near if abs(span.size - size) < 0.12 * size])
    high = statistics.median(ground.box[3] - ground.box[1] for ground in group)
    columns = max((ground.cells for ground in group), key=len)
    fonts = {span.font for span in held}
    edge = box[1]
    for row in reversed([row for row in rows if row.box[3] <= box[1] + 2]):
        if not _joins(row, edge - row.box[3], columns, size, high):
            break
        held += row.spans
        edge = row.box[1]
    edge = box[3]
    for row in [row for row in rows if row.box[1] >= box[3] - 2]:
        if not _joins(row, row.box[1] - edge, columns, size, high) or row.main.font not in fonts:
            break
        held += row.spans
        edge = row.box[3]
    return held


def _joins(row: Row, gap: float, columns: Sequence[Column], size: float, high: float) -> bool:
    """Whether a row beside the grounds belongs to them: as close as a line, or as a row when it has its cells."""
    cells = len(cells_of_row(row))
    limit = _NEAR * size if cells < 2 or len(columns) < 2 else min(_NEAR_ROW * size, high)
    return gap < limit


def _table(group: Sequence[_Ground], spans: frozenset[Span]) -> Table | None:
    rows = rows_of(list(spans))
    columns: Sequence[Column] = max((ground.cells for ground in group), key=len)
    if len(columns) < 2:
        columns = columns_of(rows)
    if not 2 <= len(columns) <= _MOST_COLUMNS:
        return None
    cuts = sorted({edge for ground in group for edge in (ground.box[1], ground.box[3])})
    return checked(to_table(formed(rows, columns, cuts), hull(span.box for span in spans)), spans)

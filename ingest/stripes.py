"""Finds tables whose rows stand on coloured grounds. Pure.

Owns the grounds: filled cells side by side are a row and tell the columns; the white rows between them, the
header above and the last row below belong to the same table, whatever columns the page has.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.clean import join_lines
from ingest.contracts import Box, Table
from ingest.grids import is_pale, within
from ingest.rows import hull, rows_of
from ingest.sheet import Shape, Span
from ingest.tables import Cell, to_table

_SAME: Final = 1.5
_WIDEST_GAP: Final = 75.0
_MOST_COLUMNS: Final = 20
_MOST_FILLS: Final = 1500


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
    cells: tuple[tuple[float, float], ...]


def find_stripes(shapes: Sequence[Shape], spans: Sequence[Span]) -> list[Stripe]:
    """The striped parts of a page. No span is in two of them."""
    fills = [shape for shape in shapes if shape.kind == "fill" and not is_pale(shape)]
    grounds = _grounds(fills[:_MOST_FILLS])
    found: list[Stripe] = []
    free = list(spans)
    for group in _stacked(grounds):
        held = frozenset(_held(hull(ground.box for ground in group), free))
        if len(held) >= 4 and (len(group) > 1 or _has_header(group[0], held)):
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
    return abs(left[1] - right[1]) < _SAME and abs(left[3] - right[3]) < _SAME and abs(right[0] - left[2]) < 2.0


def _stacked(grounds: Sequence[_Ground]) -> Iterator[list[_Ground]]:
    """Grounds of one width, each a little below the one before, with room for a white row between them."""
    left = sorted(grounds, key=lambda g: g.box[1])
    while left:
        group = [left.pop(0)]
        for ground in list(left):
            same = abs(ground.box[0] - group[0].box[0]) < 3 and abs(ground.box[2] - group[0].box[2]) < 3
            if same and 3.0 < ground.box[1] - group[-1].box[3] < _WIDEST_GAP:
                group.append(ground)
                left.remove(ground)
        if len(group) >= 2 or len(group[0].cells) >= 2:
            yield group


def _has_header(ground: _Ground, spans: frozenset[Span]) -> bool:
    """One coloured row is a table when another look stands close above it: the beginning of one that goes on."""
    header = [span for span in spans if _middle(span) < ground.box[1]]
    body = [span for span in spans if _middle(span) >= ground.box[1]]
    return len(header) >= 2 and len(body) >= 2 and _differs(header, body)


def _held(box: Box, spans: Sequence[Span]) -> list[Span]:
    """The spans between the first and the last ground, and those above and below that look like them."""
    held = [span for span in spans if within(span.box, box)]
    if not held:
        return []
    size = statistics.median(span.size for span in held)
    near = [s for s in spans if s not in held and box[0] - 1 <= s.box[0] and s.box[2] <= box[2] + 1]
    alike = [span for span in near if abs(span.size - size) < 0.03 * size]
    for span in sorted((s for s in alike if s.box[1] < box[1]), key=lambda s: -s.box[1]):
        if min(s.box[1] for s in held) - span.box[3] < 0.4 * size:
            held.append(span)
    fonts = {span.font for span in held}
    for span in sorted((s for s in alike if s.box[1] > box[1]), key=lambda s: s.box[1]):
        if span.box[1] - max(s.box[3] for s in held) < 0.4 * size and span.font in fonts:
            held.append(span)
    return held


def _table(group: Sequence[_Ground], spans: frozenset[Span]) -> Table | None:
    columns = max((ground.cells for ground in group), key=len)
    if not 2 <= len(columns) <= _MOST_COLUMNS:
        return None
    rows = list(_rows(group, sorted(spans, key=lambda s: (s.box[1], s.box[0])), columns))
    cells = [
        Cell(number, column, _text(placed.get(column, ())), header=is_header)
        for number, (is_header, placed) in enumerate(rows)
        for column in range(len(columns))
    ]
    return to_table(cells, hull(span.box for span in spans)) if cells else None


def _text(spans: Sequence[Span]) -> str:
    return join_lines([row.text for row in rows_of(spans)]) if spans else ""


_Placed = dict[int, list[Span]]


def _rows(
    group: Sequence[_Ground], spans: Sequence[Span], columns: Sequence[tuple[float, float]]
) -> Iterator[tuple[bool, _Placed]]:
    """The rows of the table from top to bottom: the header, then one for each ground and each gap."""
    top = group[0].box[1]
    header = [span for span in spans if _middle(span) < top]
    if header and _differs(header, [span for span in spans if _middle(span) >= top]):
        yield True, _placed(header, columns, header=True)
    else:
        for row in _divided(header, columns):
            yield False, _placed(row, columns)
    edges = [edge for ground in group for edge in (ground.box[1], ground.box[3])] + [float("inf")]
    for above, below in pairwise(edges):
        band = [span for span in spans if above <= _middle(span) < below]
        for row in _divided(band, columns):
            yield False, _placed(row, columns)


def _differs(header: Sequence[Span], body: Sequence[Span]) -> bool:
    """Whether rows above the first ground look like a header, and not like one more row of a table that goes on."""
    looks = Counter(span.style[:3] for span in body)
    return all(span.style[:3] != looks.most_common(1)[0][0] for span in header) if looks else False


def _middle(span: Span) -> float:
    return (span.box[1] + span.box[3]) / 2


def _placed(spans: Sequence[Span], columns: Sequence[tuple[float, float]], *, header: bool = False) -> _Placed:
    placed: _Placed = {}
    for span in spans:
        placed.setdefault(_column(span, columns, header=header), []).append(span)
    return placed


def _column(span: Span, columns: Sequence[tuple[float, float]], *, header: bool) -> int:
    """The column a span stands in; a header over several columns stands at the first that it covers."""
    x0, x1 = span.box[0], span.box[2]
    covered = [i for i, (left, right) in enumerate(columns) if x0 < (left + right) / 2 < x1]
    if header and len(covered) > 1:
        return covered[0]
    return max(range(len(columns)), key=lambda i: min(x1, columns[i][1]) - max(x0, columns[i][0]))


def _divided(band: Sequence[Span], columns: Sequence[tuple[float, float]]) -> Iterator[list[Span]]:
    """The rows of a band: one, or several white rows, each beginning where the first column has a line of its own."""
    starts = sorted(_middle(s) for s in band if _column(s, columns, header=False) == 0 and _has_neighbour(s, band))
    if len(starts) < 2:
        if band:
            yield list(band)
        return
    for i, start in enumerate(starts):
        low = float("-inf") if i == 0 else start - 3.0
        high = starts[i + 1] - 3.0 if i + 1 < len(starts) else float("inf")
        yield [span for span in band if low <= _middle(span) < high]


def _has_neighbour(span: Span, band: Sequence[Span]) -> bool:
    return any(other is not span and abs(_middle(other) - _middle(span)) < 2.0 for other in band)

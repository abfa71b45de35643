"""Finds tables with drawn rules, and frames that rules draw. Pure.

Owns the grid that rules, frames and filled cells draw, cells that span rows or columns included. A frame around
several lines that is no grid is a box, and `ingest.layout.boxes`'.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.clean import join_lines
from ingest.contracts import Box, Table
from ingest.layout.rows import rows_of
from ingest.page.sheet import Shape, Span
from ingest.tables.cells import Cell, to_table
from ingest.tables.forming import formed, with_head
from ingest.tables.table_doubt import checked
from ingest.tables.table_rows import divided, lines_of

_SNAP: Final = 3.5
_JOIN: Final = 4.0
_PAGE: Final = 0.82
_LONGEST_CELL: Final = 220
_MOST_LINES: Final = 120
_WHITE: Final = 0xF8
_CORNER: Final = 12.0
_MOST_ROWS: Final = 0.6


@dataclass(frozen=True)
class Segment:
    """A drawn edge: `at` on its own axis, from `start` to `end` on the other; `ruled` when it is no ground's."""

    at: float
    start: float
    end: float
    ruled: bool = True


@dataclass(frozen=True)
class Grid:
    """A table with rules, and the spans that stand in its cells."""

    table: Table
    spans: frozenset[Span]

    @property
    def box(self) -> Box:
        """Where it stands."""
        return self.table.box


def find_grids(shapes: Sequence[Shape], spans: Sequence[Span], width: float, height: float) -> list[Grid]:
    """The tables whose rules are drawn."""
    horizontal, vertical = _edges([shape for shape in shapes if not _is_page(shape.box, width, height)])
    if len(horizontal) < 2 or len(vertical) < 2:
        return []
    ruled = (found for found in _components(horizontal, vertical) if any(s.ruled for side in found for s in side))
    grids = (_grid(h, v, spans) for h, v in ruled)
    return [grid for grid in grids if grid is not None]


def _is_page(box: Box, width: float, height: float) -> bool:
    return (box[2] - box[0]) > 0.97 * width or (box[2] - box[0]) * (box[3] - box[1]) > _PAGE * width * height


def _edges(shapes: Sequence[Shape]) -> tuple[list[Segment], list[Segment]]:
    horizontal: list[Segment] = []
    vertical: list[Segment] = []
    for shape in shapes:
        x0, y0, x1, y1 = shape.box
        if shape.kind == "h":
            horizontal.append(Segment((y0 + y1) / 2, x0, x1))
        elif shape.kind == "v":
            vertical.append(Segment((x0 + x1) / 2, y0, y1))
        elif shape.kind in {"frame", "fill"} and x1 - x0 > 8 and y1 - y0 > 6:
            ruled = shape.kind == "frame"
            horizontal += [Segment(y0, x0, x1, ruled), Segment(y1, x0, x1, ruled)]
            vertical += [Segment(x0, y0, y1, ruled), Segment(x1, y0, y1, ruled)]
    return _merged(horizontal), _merged(vertical)


def _merged(segments: Sequence[Segment]) -> list[Segment]:
    """Segments on one line that touch are one segment."""
    merged: list[Segment] = []
    for group in _clusters(segments):
        at = statistics.median(segment.at for segment in group)
        current: Segment | None = None
        for segment in sorted(group, key=lambda s: s.start):
            if current is not None and segment.start <= current.end + _JOIN:
                current = Segment(at, current.start, max(current.end, segment.end), current.ruled or segment.ruled)
            else:
                if current is not None:
                    merged.append(current)
                current = Segment(at, segment.start, segment.end, segment.ruled)
        if current is not None:
            merged.append(current)
    return [segment for segment in merged if segment.end - segment.start > 6]


def _clusters(segments: Sequence[Segment]) -> Iterator[list[Segment]]:
    group: list[Segment] = []
    for segment in sorted(segments, key=lambda s: s.at):
        if group and segment.at - group[0].at > _SNAP:
            yield group
            group = []
        group.append(segment)
    if group:
        yield group


def _components(
    horizontal: Sequence[Segment], vertical: Sequence[Segment]
) -> Iterator[tuple[list[Segment], list[Segment]]]:
    """Segments that hold together: each crosses or touches another one of the group."""
    left = list(range(len(horizontal)))
    seen: set[int] = set()
    for start in left:
        if start in seen:
            continue
        mine, theirs, waiting = {start}, set[int](), [start]
        while waiting:
            h = horizontal[waiting.pop()]
            for j, v in enumerate(vertical):
                if j in theirs or not _touch(h, v):
                    continue
                theirs.add(j)
                for i, other in enumerate(horizontal):
                    if i not in mine and _touch(other, v):
                        mine.add(i)
                        waiting.append(i)
        seen |= mine
        if len(mine) <= _MOST_LINES and len(theirs) <= _MOST_LINES:
            yield [horizontal[i] for i in sorted(mine)], [vertical[j] for j in sorted(theirs)]


def _touch(h: Segment, v: Segment) -> bool:
    return h.start - _SNAP <= v.at <= h.end + _SNAP and v.start - _SNAP <= h.at <= v.end + _SNAP


def _places(segments: Sequence[Segment]) -> list[float]:
    places: list[float] = []
    for at in sorted(segment.at for segment in segments):
        if not places or at - places[-1] > _SNAP:
            places.append(at)
    return places


def _grid(horizontal: Sequence[Segment], vertical: Sequence[Segment], spans: Sequence[Span]) -> Grid | None:
    xs, ys = _places(vertical), _places(horizontal)
    if len(xs) < 3 or len(ys) < 2 or len(xs) * len(ys) < 9:
        return None
    inside = [span for span in spans if span.upright and within(span.box, (xs[0], ys[0], xs[-1], ys[-1]))]
    areas = _areas(xs, ys, horizontal, vertical)
    texts = _texts(areas, xs, ys, inside)
    filled = [area for area, cell in texts.items() if cell]
    rows, columns = {area[0] for area in filled}, {area[1] for area in filled}
    if len(filled) < 4 or len(rows) < 2 or len(columns) < 2 or _too_long(texts):
        return None
    box = (xs[0], ys[0], xs[-1], ys[-1])
    if _under_ruled(areas, xs, ys, inside):
        cells = formed(rows_of(inside), list(pairwise(xs)), ys)
        return Grid(checked(to_table(cells, box), inside), frozenset(inside))
    cells = with_head(_without_empty(list(_cells(areas, texts))))
    return Grid(checked(to_table(cells, box), inside), frozenset(inside))


def _under_ruled(areas: Sequence[_Area], xs: Sequence[float], ys: Sequence[float], spans: Sequence[Span]) -> bool:
    """Whether rules part the columns only, or the header too: then several rows stand between two rules."""
    if any(high > 1 or wide > 1 for _, _, high, wide in areas):
        return False
    columns = list(pairwise(xs))
    for top, bottom in pairwise(ys):
        rows = divided(lines_of(rows_of([s for s in spans if top <= (s.box[1] + s.box[3]) / 2 < bottom]), columns))
        filled = [{column for line in row for column in line.cells} for row in rows]
        if len(rows) > 1 and sum(len(held) > 1 for held in filled) > _MOST_ROWS * len(rows):
            return True
    return False


def _too_long(texts: dict[tuple[int, int], list[Span]]) -> bool:
    """Boxes side by side are no table: their cells hold paragraphs."""
    lengths = [sum(len(span.text) for span in cell) for cell in texts.values() if cell]
    return statistics.median(lengths) > _LONGEST_CELL


_Area = tuple[int, int, int, int]


def _areas(
    xs: Sequence[float], ys: Sequence[float], horizontal: Sequence[Segment], vertical: Sequence[Segment]
) -> list[_Area]:
    """Cells as (row, column, rowspan, colspan): neighbours are one cell where no edge is drawn between them."""
    areas: list[_Area] = []
    taken: set[tuple[int, int]] = set()
    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            if (row, column) in taken:
                continue
            wide = _reach(column, len(xs) - 1, lambda c, r=row: _edge(vertical, xs[c], ys[r], ys[r + 1]))
            high = _reach(row, len(ys) - 1, lambda r, c=column: _edge(horizontal, ys[r], xs[c], xs[c + 1]))
            area = _free(row, column, high, wide, taken)
            taken |= {(r, c) for r in range(row, row + area[2]) for c in range(column, column + area[3])}
            areas.append(area)
    return areas


def _reach(first: int, end: int, edge: object) -> int:
    reach = 1
    while first + reach < end and not edge(first + reach):  # type: ignore[operator]
        reach += 1
    return reach


def _edge(segments: Sequence[Segment], at: float, start: float, end: float) -> bool:
    """Whether an edge is drawn at `at` along the middle of `start` to `end`."""
    middle = (start + end) / 2
    return any(abs(s.at - at) <= _SNAP and s.start <= middle <= s.end for s in segments)


def _free(row: int, column: int, high: int, wide: int, taken: set[tuple[int, int]]) -> _Area:
    while wide > 1 and any((row, c) in taken for c in range(column, column + wide)):
        wide -= 1
    return row, column, high, wide


def _texts(
    areas: Sequence[_Area], xs: Sequence[float], ys: Sequence[float], spans: Sequence[Span]
) -> dict[tuple[int, int], list[Span]]:
    texts: dict[tuple[int, int], list[Span]] = {(row, column): [] for row, column, _, _ in areas}
    boxes = {(r, c): (xs[c], ys[r], xs[c + wide], ys[r + high]) for r, c, high, wide in areas}
    for span in spans:
        for place, box in boxes.items():
            if within(span.box, box):
                texts[place].append(span)
                break
    return texts


def _cells(areas: Sequence[_Area], texts: dict[tuple[int, int], list[Span]]) -> Iterator[Cell]:
    heads = _head_rows(texts)
    for row, column, high, wide in areas:
        text = join_lines([line.text for line in rows_of(texts[row, column])])
        yield Cell(row, column, text, high, wide, header=row in heads)


def _head_rows(texts: dict[tuple[int, int], list[Span]]) -> frozenset[int]:
    """The rows at the top that are bold above what is not, or the first one when it looks like no other."""
    filled = sorted({row for (row, _), cell in texts.items() if cell})
    bold = 0
    while bold < len(filled) and _bold_only(texts, filled[bold]):
        bold += 1
    if 0 < bold < len(filled):
        return frozenset(filled[:bold])
    looks = [{span.style for (r, _), cell in texts.items() if r == row for span in cell} for row in filled]
    unlike = len(filled) > 1 and not any(looks[0] & look for look in looks[1:])
    return frozenset(filled[:1]) if unlike else frozenset()


def _bold_only(texts: dict[tuple[int, int], list[Span]], row: int) -> bool:
    spans = [span for (r, _), cell in texts.items() if r == row for span in cell]
    return bool(spans) and all(span.bold for span in spans)


def _without_empty(cells: Sequence[Cell]) -> list[Cell]:
    """Rows and columns without any text go: double rules and margins draw them."""
    rows = sorted({r for cell in cells if cell.text for r in _span_rows(cell, cells)})
    columns = sorted({c for cell in cells if cell.text for c in _span_columns(cell, cells)})
    kept = []
    for cell in cells:
        mine = [r for r in rows if cell.row <= r < cell.row + cell.rowspan]
        across = [c for c in columns if cell.column <= c < cell.column + cell.colspan]
        if mine and across:
            place = (rows.index(mine[0]), columns.index(across[0]))
            kept.append(Cell(*place, cell.text, len(mine), len(across), cell.header))
    return kept


def _span_rows(cell: Cell, cells: Sequence[Cell]) -> list[int]:
    starts = {other.row for other in cells if other.text}
    return [r for r in range(cell.row, cell.row + cell.rowspan) if r in starts]


def _span_columns(cell: Cell, cells: Sequence[Cell]) -> list[int]:
    starts = {other.column for other in cells if other.text}
    return [c for c in range(cell.column, cell.column + cell.colspan) if c in starts]


def within(box: Box, area: Box) -> bool:
    """Whether the middle of `box` is in `area`, or on its edge."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] - 1 <= x <= area[2] + 1 and area[1] - 1 <= y <= area[3] + 1


def frames(shapes: Sequence[Shape]) -> Iterator[Box]:
    """Four single rules around something, corners round or not: how a scan shows a frame."""
    horizontal, vertical = _edges([shape for shape in shapes if shape.kind in {"h", "v"}])
    if len(horizontal) * len(vertical) > _MOST_LINES * _MOST_LINES:
        return
    for top in horizontal:
        for bottom in horizontal:
            high = bottom.at - top.at
            alike = abs(top.start - bottom.start) < _CORNER and abs(top.end - bottom.end) < _CORNER
            if high < 24 or not alike:
                continue
            left = [v for v in vertical if abs(v.at - top.start) < _CORNER and _covers(v, top.at, bottom.at)]
            right = [v for v in vertical if abs(v.at - top.end) < _CORNER and _covers(v, top.at, bottom.at)]
            if left and right:
                yield (left[0].at, top.at, right[0].at, bottom.at)


def _covers(segment: Segment, start: float, end: float) -> bool:
    return min(segment.end, end) - max(segment.start, start) >= 0.88 * (end - start)


def is_pale(shape: Shape) -> bool:
    """White paper drawn on white paper."""
    channels = (shape.color >> 16, shape.color >> 8 & 0xFF, shape.color & 0xFF)
    return shape.kind == "fill" and min(channels) >= _WHITE

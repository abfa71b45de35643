"""Finds the columns in which the texts of a run of rows stand. Pure.

Owns what is one cell of a printed row, and which gaps between cells are gutters of the whole run.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ingest.layout.rows import BULLET, Row
from ingest.page.sheet import Span

Column = tuple[float, float]

_LEAST_GUTTER: Final = 2
_CROSSED: Final = 0.25


def cells_of_row(row: Row) -> list[list[Span]]:
    """The spans of a row, those that stand close together joined."""
    cells: list[list[Span]] = []
    for span in row.spans:
        if cells and span.box[0] - cells[-1][-1].box[2] < max(0.7 * span.size, 5.0):
            cells[-1].append(span)
        elif cells and len(cells) == 1 and _is_marker(cells[0]):
            cells[0].append(span)
        else:
            cells.append([span])
    return cells


def _is_marker(cell: Sequence[Span]) -> bool:
    return (
        len(cell) == 1
        and bool(BULLET.fullmatch(cell[0].text) or BULLET.match(cell[0].text + " x"))
        and len(cell[0].text) <= 2
    )


def extent(cell: Sequence[Span]) -> Column:
    """From where to where a cell reaches."""
    return cell[0].box[0], cell[-1].box[2]


def columns_of(rows: Sequence[Row]) -> list[Column]:
    """Where the columns stand: what lies between the gaps that enough rows share and few rows cross."""
    left, right = int(min(row.box[0] for row in rows)), int(max(row.box[2] for row in rows)) + 1
    cells, gaps = [0] * (right - left + 1), [0] * (right - left + 1)
    for row in rows:
        found = [extent(cell) for cell in cells_of_row(row)]
        for x0, x1 in found:
            _count(cells, x0 - left, x1 - left)
        for (_, end), (start, _) in pairwise(found):
            _count(gaps, end - left + 1, start - left - 1)
    least = min(2, len(rows))
    gutters = [gap >= least and cell <= _CROSSED * gap for cell, gap in zip(cells, gaps, strict=True)]
    runs = [(left + a, left + b) for a, b in _between(gutters) if any(cells[a:b])]
    return _own(runs, [extent(cell) for row in rows for cell in cells_of_row(row)])


def _own(runs: Sequence[Column], cells: Sequence[Column]) -> list[Column]:
    """The columns in which some text stands that stands in no other: the rest is what texts over several leave."""
    met = [[i for i, (a, b) in enumerate(runs) if min(x1, b) - max(x0, a) > 0] for x0, x1 in cells]
    own = {found[0] for found in met if len(found) == 1}
    return [run for i, run in enumerate(runs) if i in own]


def _count(counts: list[int], start: float, end: float) -> None:
    for x in range(max(0, int(start)), min(int(end) + 1, len(counts))):
        counts[x] += 1


def _between(gutters: Sequence[bool]) -> list[tuple[int, int]]:
    """The runs between gutters; a gutter of a point or less divides nothing."""
    runs: list[list[int]] = []
    for x, gutter in enumerate(gutters):
        if gutter:
            continue
        if runs and x - runs[-1][1] < _LEAST_GUTTER:
            runs[-1][1] = x + 1
        else:
            runs.append([x, x + 1])
    return [(a, b) for a, b in runs]


def column_of(cell: Sequence[Span], columns: Sequence[Column]) -> int:
    """The column of which a cell covers most, or that it stands nearest to."""
    x0, x1 = extent(cell)
    return max(range(len(columns)), key=lambda i: (min(x1, columns[i][1]) - max(x0, columns[i][0]), -i))


def covered(cell: Sequence[Span], columns: Sequence[Column]) -> tuple[int, int]:
    """The first column of a cell, and how many it reaches into."""
    x0, x1 = extent(cell)
    met = [i for i, (left, right) in enumerate(columns) if _shares(x0, x1, left, right)]
    return (met[0], met[-1] - met[0] + 1) if len(met) > 1 else (column_of(cell, columns), 1)


def _shares(x0: float, x1: float, left: float, right: float) -> bool:
    shared = min(x1, right) - max(x0, left)
    return shared > min(6.0, 0.35 * (right - left), 0.35 * (x1 - x0))

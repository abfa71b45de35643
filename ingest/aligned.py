"""Finds tables that have no drawn rules: texts that stand below each other in columns. Pure.

Owns what is a column, a row and a header of a run of rows. Tables with rules are found in `ingest.grids`.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.contracts import Table
from ingest.rows import BULLET, Row, hull
from ingest.sheet import Span
from ingest.tables import Cell, to_table

_LEAST_ROWS: Final = 3
_LONG_CELL: Final = 60
_MOST_COLUMNS: Final = 16
_APART: Final = 0.4


@dataclass(frozen=True)
class Found:
    """A table among rows: the rows `first` to `last` (excluded) are its own."""

    first: int
    last: int
    table: Table


def find_tables(rows: Sequence[Row]) -> list[Found]:
    """The tables among the rows of one column, top to bottom."""
    found: list[Found] = []
    i = 0
    while i < len(rows):
        last = _run(rows, i) if len(cells_of_row(rows[i])) >= 2 else i
        table = _table(rows[i:last]) if last > i else None
        if table is not None:
            found.append(Found(i, last, table))
            i = last
        else:
            i += 1
    return found


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


def _run(rows: Sequence[Row], first: int) -> int:
    """Where the run of rows that begins at `first` ends."""
    last = first + 1
    misses = 0
    columns = _spread(rows[first])
    for i in range(first + 1, len(rows)):
        if rows[i].box[1] - rows[i - 1].box[3] > 1.8 * (rows[i].box[3] - rows[i].box[1]):
            break
        cells = cells_of_row(rows[i])
        if _is_other(rows, first, i):
            break
        if len(cells) >= 2:
            last, misses = i + 1, 0
            columns = (min(columns[0], rows[i].box[0]), max(columns[1], rows[i].box[2]))
        elif _continues(cells[0], rows, first, i) and misses < 5:
            misses += 1
        elif _is_section(rows, first, i):
            misses = 0
        else:
            break
    while (
        last < len(rows)
        and _continues(cells_of_row(rows[last])[0], rows, first, last)
        and len(cells_of_row(rows[last])) == 1
    ):
        if rows[last].box[1] - rows[last - 1].box[3] > 0.5 * (rows[last].box[3] - rows[last].box[1]):
            break
        last += 1
    return last


def _is_other(rows: Sequence[Row], first: int, i: int) -> bool:
    """Whether something else begins: below a gap stands a row with far fewer cells than the rows above."""
    gap = rows[i].box[1] - rows[i - 1].box[3]
    most = max(len(cells_of_row(row)) for row in rows[first:i])
    return gap > 0.6 * (rows[i].box[3] - rows[i].box[1]) and len(cells_of_row(rows[i])) < 0.5 * most


def _is_section(rows: Sequence[Row], first: int, i: int) -> bool:
    """Whether a lone row names the rows below it: it begins where they begin, in the pitch of the table."""
    if i + 1 >= len(rows) or len(cells_of_row(rows[i + 1])) < 2:
        return False
    above, row, below = rows[i - 1], rows[i], rows[i + 1]
    high = row.box[3] - row.box[1]
    left, right = min(r.box[0] for r in rows[first:i]), max(r.box[2] for r in rows[first:i])
    tight = max(row.box[1] - above.box[3], below.box[1] - row.box[3]) < 0.6 * high
    short = row.box[2] - row.box[0] < 0.6 * (right - left) and abs(row.size - below.size) < 0.1 * row.size
    return tight and short and row.box[0] - left < 14 and abs(row.box[0] - below.box[0]) < 14


def _spread(row: Row) -> tuple[float, float]:
    return row.box[0], row.box[2]


def _continues(cell: Sequence[Span], rows: Sequence[Row], first: int, i: int) -> bool:
    """Whether a lone cell goes on a cell above it: it begins where one of the cells of the rows above begins."""
    x = cell[0].box[0]
    wide = cell[-1].box[2] - x
    left, right = min(r.box[0] for r in rows[first:i]), max(r.box[2] for r in rows[first:i])
    if wide > 0.75 * (right - left):
        return False
    starts = [c[0].box[0] for row in rows[max(first, i - 6) : i] for c in cells_of_row(row)[1:]]
    middles = [(c[0].box[0] + c[-1].box[2]) / 2 for row in rows[max(first, i - 6) : i] for c in cells_of_row(row)[1:]]
    return any(abs(x - start) < 3 for start in starts) or any(abs(x + wide / 2 - middle) < 3 for middle in middles)


def _table(rows: Sequence[Row]) -> Table | None:
    multi = [row for row in rows if len(cells_of_row(row)) >= 2]
    if len(multi) < _LEAST_ROWS and not _is_pair(rows, multi):
        return None
    most = max(len(cells_of_row(row)) for row in multi)
    columns = columns_of([row for row in multi if len(cells_of_row(row)) >= 0.6 * most and not row.bold] or multi)
    if not 2 <= len(columns) <= _MOST_COLUMNS or not _looks_tabular(multi, columns):
        return None
    cells = list(_placed(rows, columns))
    return to_table(cells, hull(row.box for row in rows)) if cells else None


def _is_pair(rows: Sequence[Row], multi: Sequence[Row]) -> bool:
    """Two rows are a table when they have three cells or more, or stand apart like rows and not like lines."""
    if len(multi) != 2:
        return False
    if min(len(cells_of_row(row)) for row in multi) >= 3:
        return True
    high = max(row.box[3] - row.box[1] for row in multi)
    return len(rows) == 2 and rows[1].box[1] - rows[0].box[3] > _APART * high


def columns_of(rows: Sequence[Row]) -> list[tuple[float, float]]:
    """Where the columns stand: runs of x that enough rows cover."""
    left, right = int(min(row.box[0] for row in rows)), int(max(row.box[2] for row in rows)) + 1
    cover = [0] * (right - left + 1)
    for row in rows:
        for cell in cells_of_row(row):
            for x in range(int(cell[0].box[0]) - left, min(int(cell[-1].box[2]) - left + 1, len(cover))):
                cover[x] += 1
    least = max(1, round(0.12 * len(rows)))
    runs: list[list[int]] = []
    for x, count in enumerate(cover):
        if count < least:
            continue
        if runs and x - runs[-1][1] <= 2:
            runs[-1][1] = x
        else:
            runs.append([x, x])
    return [(left + a, left + b + 1) for a, b in runs if b - a >= 1]


def column_of(cell: Sequence[Span], columns: Sequence[tuple[float, float]]) -> int:
    """The column of which a cell covers most."""
    x0, x1 = cell[0].box[0], cell[-1].box[2]
    return max(range(len(columns)), key=lambda i: min(x1, columns[i][1]) - max(x0, columns[i][0]))


def _first_column_of(cell: Sequence[Span], columns: Sequence[tuple[float, float]], best: int) -> int:
    """A header over several columns stands at the first that it covers whole."""
    x0, x1 = cell[0].box[0], cell[-1].box[2]
    whole = [i for i, (left, right) in enumerate(columns) if x0 <= (left + right) / 2 <= x1]
    return whole[0] if len(whole) > 1 else best


def _looks_tabular(rows: Sequence[Row], columns: Sequence[tuple[float, float]]) -> bool:
    """Not two columns of prose: one of the columns is short, and rows fill their columns."""
    by_column: dict[int, list[int]] = {}
    for row in rows:
        for cell in cells_of_row(row):
            length = sum(len(span.text) for span in cell)
            by_column.setdefault(column_of(cell, columns), []).append(length)
    if len(by_column) < 2:
        return False
    medians = [statistics.median(lengths) for lengths in by_column.values()]
    filled = sum(len(lengths) for lengths in by_column.values()) / (len(rows) * len(columns))
    return min(medians) <= 25 and statistics.median(medians) <= _LONG_CELL and filled >= 0.45


def _placed(rows: Sequence[Row], columns: Sequence[tuple[float, float]]) -> Iterator[Cell]:
    """The cells of a table: wrapped lines joined to the row they go on, header rows made one."""
    grouped = _logical_rows(rows, columns)
    for number, (is_header, texts) in enumerate(grouped):
        for column in range(len(columns)):
            yield Cell(number, column, " ".join(texts.get(column, ())), header=is_header)


def _logical_rows(
    rows: Sequence[Row], columns: Sequence[tuple[float, float]]
) -> list[tuple[bool, dict[int, list[str]]]]:
    headers = _header_count(rows)
    grouped: list[tuple[bool, dict[int, list[str]]]] = []
    for i, row in enumerate(rows):
        placed: dict[int, list[str]] = {}
        for cell in cells_of_row(row):
            column = column_of(cell, columns)
            if i < headers:
                column = _first_column_of(cell, columns, column)
            placed.setdefault(column, []).extend(span.text for span in cell)
        if grouped and ((0 < i < headers) or (i != headers and _goes_on(placed, grouped[-1][1]))):
            for column, texts in placed.items():
                grouped[-1][1].setdefault(column, []).extend(texts)
        else:
            grouped.append((i < headers, placed))
    return grouped


def _header_count(rows: Sequence[Row]) -> int:
    """How many rows at the top look like no row below: bold above what is not."""
    count = 0
    while count < len(rows) and rows[count].bold:
        count += 1
    return count if count < len(rows) else 0


def _goes_on(placed: dict[int, list[str]], above: dict[int, list[str]]) -> bool:
    """A row whose first column is empty, and that says nothing where the row above says nothing."""
    return 0 not in placed and 0 in above and set(placed) <= set(above)

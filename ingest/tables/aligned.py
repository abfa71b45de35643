"""Finds tables that have no drawn rules: texts that stand below each other in columns. Pure.

Owns what is a column, a row and a header of a run of rows. Tables with rules are found in `ingest.tables.grids`.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ingest.contracts import Table
from ingest.geometry import hull
from ingest.layout.rows import Row, rows_of
from ingest.page.sheet import Span
from ingest.tables.cells import to_table
from ingest.tables.columns import Column, cells_of_row, column_of, columns_of, extent
from ingest.tables.forming import formed
from ingest.tables.leaders import led_rows, led_table
from ingest.tables.table_doubt import checked

_LEAST_ROWS: Final = 3
_LONG_CELL: Final = 60
_MOST_COLUMNS: Final = 16
_APART: Final = 0.4
_FULL: Final = 0.8
_BOARD_SIDE: Final = 5
_LARGER: Final = 1.12


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
        last, table = _table_from(rows, i)
        if table is not None:
            found.append(Found(i, last, table))
            i = last
        else:
            i += 1
    return found


def printed_on(spans: Sequence[Span]) -> Table | None:
    """The table that the words on a picture are, all of them; the squares and the edges of a board are none."""
    rows = rows_of(spans)
    found = find_tables(rows) if len(rows) > 1 else []
    if len(found) != 1 or found[0].last - found[0].first < len(rows):
        return None
    table = found[0].table
    full = sum(bool(text) for row in table.rows for text in row) >= _FULL * len(table.rows) * len(table.rows[0])
    return table if full and len(table.rows[0]) >= _LEAST_ROWS and not is_board(table.rows) else None


def is_board(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a grid holds single numbers or letters only, as the squares of a board do."""
    cells = [cell for row in rows for cell in row]
    if len(rows) < _BOARD_SIDE or len(rows[0]) < _BOARD_SIDE:
        return False
    return sum(len(cell) <= 3 for cell in cells) >= 0.75 * len(cells)


def _table_from(rows: Sequence[Row], first: int) -> tuple[int, Table | None]:
    """The table that begins at a row, and where it ends."""
    if (last := led_rows(rows, first)) > first:
        return last, led_table(rows[first:last])
    if len(cells_of_row(rows[first])) < 2:
        return first, None
    last = _run(rows, first)
    return last, _table(rows[first:last])


def _run(rows: Sequence[Row], first: int) -> int:
    """Where the run of rows that begins at `first` ends."""
    last = first + 1
    misses = 0
    columns = _spread(rows[first])
    for i in range(first + 1, len(rows)):
        if rows[i].box[1] - rows[i - 1].box[3] > 1.8 * (rows[i].box[3] - rows[i].box[1]):
            break
        cells = cells_of_row(rows[i])
        if _is_other(rows, first, i) or _begins_anew(rows, first, i):
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


def _begins_anew(rows: Sequence[Row], first: int, i: int) -> bool:
    """Whether a row is the title or the header of what follows: a header again, or a line that leads to one."""
    row, body = rows[i], [r for r in rows[first:i] if not r.bold]
    if not body:
        return False
    if len(cells_of_row(row)) >= 2:
        return _is_header_again(rows, first, i)
    larger = row.size > _LARGER * statistics.median(r.size for r in body)
    return larger or (row.bold and i + 1 < len(rows) and _is_header_again(rows, first, i + 1))


def _is_header_again(rows: Sequence[Row], first: int, i: int) -> bool:
    row = rows[i]
    if len(cells_of_row(row)) < 2 or i + 1 >= len(rows):
        return False
    same = row.text == rows[first].text
    return same or (row.bold and rows[first].bold and not rows[i + 1].bold and len(cells_of_row(rows[i + 1])) >= 2)


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
    """Whether a lone cell goes on a cell above it: it stands under one of the cells of the rows above."""
    x0, x1 = extent(cell)
    right = max(r.box[2] for r in rows[first:i])
    near = [extent(c) for row in rows[max(first, i - 6) : i] for c in cells_of_row(row)[1:]]
    under = any(-3 < x0 - a < 8 or abs(x0 + x1 - a - b) < 6 for a, b in near)
    return under and x0 > rows[first].box[0] + 3 and x1 < right + 12


def _table(rows: Sequence[Row]) -> Table | None:
    multi = [row for row in rows if len(cells_of_row(row)) >= 2]
    if len(multi) < _LEAST_ROWS and not _is_pair(rows, multi):
        return None
    columns = columns_of([row for row in multi if not row.bold] or multi)
    if not 2 <= len(columns) <= _MOST_COLUMNS or not _looks_tabular(multi, columns):
        return None
    table = to_table(formed(rows, columns), hull(row.box for row in rows))
    return checked(table, [span for row in rows for span in row.spans])


def _is_pair(rows: Sequence[Row], multi: Sequence[Row]) -> bool:
    """Two rows are a table when they have three cells or more, or stand apart like rows and not like lines."""
    if len(multi) != 2:
        return False
    if min(len(cells_of_row(row)) for row in multi) >= 3:
        return True
    high = max(row.box[3] - row.box[1] for row in multi)
    return len(rows) == 2 and rows[1].box[1] - rows[0].box[3] > _APART * high


def _looks_tabular(rows: Sequence[Row], columns: Sequence[Column]) -> bool:
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

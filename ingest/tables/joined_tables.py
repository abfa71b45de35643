"""Joins the parts of a table that goes on in the next column of its page, or below a line. Pure.

Owns what is one table: two parts with nothing between them, the second without a header, in as many columns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ingest.contracts import Table
from ingest.geometry import hull
from ingest.tables.cells import Cell, below, cells_of, header_height, to_table

_NEXT: Final = 20.0
_SAME: Final = 12.0
_CLOSE: Final = 8.0
_ENDS: Final = re.compile(r"[.!?»”\")]$")


def goes_on(first: Table, second: Table) -> bool:
    """Whether `second`, read just after `first`, is more of the same table in the next column."""
    if len(first.rows[0]) != len(second.rows[0]) or header_height(second) or _counts_anew(first, second):
        return False
    right, under = second.box[0] - first.box[0], second.box[1] - first.box[3]
    return (right > _NEXT and under < -2.0) or (abs(right) < _SAME and 0 <= under + 2.0 < _CLOSE)


def _counts_anew(first: Table, second: Table) -> bool:
    """Whether both count their rows and the second begins at a number that the first has passed."""
    last = [int(row[0]) for row in first.rows if row[0].isdecimal()]
    again = [int(row[0]) for row in second.rows if row[0].isdecimal()]
    return bool(last and again) and last == sorted(last) and again == sorted(again) and again[0] <= last[-1]


def joined(first: Table, second: Table) -> Table:
    """Both as one table; a row that the end of the column cut is made whole."""
    cells, more = cells_of(first), cells_of(second)
    if _is_cut(first.rows[-1], second.rows[0]):
        cells = _completed(cells, len(first.rows) - 1, second.rows[0])
        more = [replace(cell, row=cell.row - 1) for cell in more if cell.row > 0]
    box = hull((first.box, second.box))
    return to_table(below(cells, more), box, trusted=first.trusted and second.trusted)


def _is_cut(last: Sequence[str], first: Sequence[str]) -> bool:
    """Whether the first row of a part only ends the row before: it has no label, and goes on what had not ended."""
    filled = [column for column, text in enumerate(first) if text]
    if not last[0] or not filled or 0 in filled:
        return False
    return all((last[c] and not _ENDS.search(last[c])) or first[c][:1].islower() for c in filled)


def _completed(cells: Sequence[Cell], row: int, more: Sequence[str]) -> list[Cell]:
    return [
        replace(cell, text=f"{cell.text} {more[cell.column]}".strip())
        if cell.row == row and more[cell.column]
        else cell
        for cell in cells
    ]

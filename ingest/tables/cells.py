"""A table as cells, as rows that a person reads and as HTML. Pure.

Owns the form of a table: what spans, what heads, and how a part of it is cut out. Finds no table: see
`ingest.tables.aligned`, `ingest.tables.grids` and `ingest.tables.stripes`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape, unescape
from typing import Final

from ingest.contracts import Box, Table

SEPARATOR: Final = " | "
_ROW: Final = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
_CELL: Final = re.compile(r'<(t[hd])(?: rowspan="(\d+)")?(?: colspan="(\d+)")?>(.*?)</\1>', re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """One cell: where it begins, what it spans, what it says."""

    row: int
    column: int
    text: str
    rowspan: int = 1
    colspan: int = 1
    header: bool = False


def to_table(cells: Sequence[Cell], box: Box, *, trusted: bool = True) -> Table:
    """A table from its cells; spanning cells stand in the HTML once, in the rows at their first place."""
    height = max(cell.row + cell.rowspan for cell in cells)
    width = max(cell.column + cell.colspan for cell in cells)
    grid = [[""] * width for _ in range(height)]
    for cell in cells:
        grid[cell.row][cell.column] = cell.text
    return Table(box, tuple(tuple(row) for row in grid), html_of(cells), trusted)


def html_of(cells: Sequence[Cell]) -> str:
    """Cells as HTML with their exact spans, one row a line."""
    height = max(cell.row + cell.rowspan for cell in cells)
    lines = []
    for number in range(height):
        row = sorted((cell for cell in cells if cell.row == number), key=lambda cell: cell.column)
        lines.append("<tr>" + "".join(map(_html_cell, row)) + "</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>"


def _html_cell(cell: Cell) -> str:
    tag = "th" if cell.header else "td"
    rows = f' rowspan="{cell.rowspan}"' if cell.rowspan > 1 else ""
    columns = f' colspan="{cell.colspan}"' if cell.colspan > 1 else ""
    return f"<{tag}{rows}{columns}>{escape(cell.text)}</{tag}>"


def cells_of(table: Table) -> list[Cell]:
    """The cells of a table with what they span, as its HTML tells them."""
    cells: list[Cell] = []
    taken: set[tuple[int, int]] = set()
    for row, inner in enumerate(_ROW.findall(table.html)):
        column = 0
        for tag, rows, columns, text in _CELL.findall(inner):
            while (row, column) in taken:
                column += 1
            cell = Cell(row, column, unescape(text), int(rows or 1), int(columns or 1), tag == "th")
            taken |= {(r, c) for r in range(row, row + cell.rowspan) for c in range(column, column + cell.colspan)}
            cells.append(cell)
            column += cell.colspan
    return cells


def header_height(table: Table) -> int:
    """How many rows at the top are header only."""
    cells = cells_of(table)
    height = 0
    while height < len(table.rows):
        row = [cell for cell in cells if cell.row <= height < cell.row + cell.rowspan]
        if not row or not all(cell.header for cell in row):
            break
        height += 1
    return height if height < len(table.rows) else 0


def part(whole: Sequence[Cell], first: int, last: int) -> list[Cell]:
    """The cells of the rows `first` to `last` (excluded); what spans the cut goes on in the part, with its text."""
    cells = []
    for cell in whole:
        top, bottom = max(cell.row, first), min(cell.row + cell.rowspan, last)
        if top < bottom:
            cells.append(replace(cell, row=top - first, rowspan=bottom - top))
    return cells


def below(cells: Sequence[Cell], more: Sequence[Cell]) -> list[Cell]:
    """The cells, and more of them in the rows below."""
    height = max((cell.row + cell.rowspan for cell in cells), default=0)
    return [*cells, *(replace(cell, row=cell.row + height) for cell in more)]


def readable(row: Sequence[str]) -> str:
    """A row as a person reads it: its cells in their order, an empty one still counted so that columns can be."""
    return SEPARATOR.join(row).strip().rstrip("| ")


def is_section(row: Sequence[str]) -> bool:
    """Whether a row of a table only names the rows below it."""
    return len(row) >= 2 and bool(row[0]) and not any(row[1:])

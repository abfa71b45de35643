"""Makes the cells of a table of its printed rows, once its columns are known. Pure.

Owns the order: lines into columns, header apart, lines into rows, spans of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest.clean import join_lines
from ingest.layout.rows import Row
from ingest.tables.cells import Cell, below
from ingest.tables.columns import Column
from ingest.tables.table_heads import head_cells, head_height, heads_by_contrast
from ingest.tables.table_rows import Line, divided, lines_of


def formed(rows: Sequence[Row], columns: Sequence[Column], cuts: Sequence[float] = ()) -> list[Cell]:
    """The cells of a table whose columns are known; `cuts` are heights at which rules or grounds part rows."""
    lines = lines_of(rows, columns)
    height = head_height(lines)
    head = head_cells(lines[:height], columns) if height else []
    body = divided(lines[height:], cuts)
    cells = [cell for number, row in enumerate(body) for cell in _row(number, row, len(columns))]
    return below(head, cells) if head else with_head(cells)


def with_head(cells: Sequence[Cell]) -> list[Cell]:
    """The cells, those of the first row as header where no look tells one and the texts do."""
    height = max((cell.row + cell.rowspan for cell in cells), default=0)
    width = max((cell.column + cell.colspan for cell in cells), default=0)
    told = any(cell.header for cell in cells) or any(cell.rowspan > 1 for cell in cells if cell.row == 0)
    if told or not heads_by_contrast(_texts(cells, height, width)):
        return list(cells)
    return [replace(cell, header=cell.row == 0) for cell in cells]


def _texts(cells: Sequence[Cell], height: int, width: int) -> list[list[str]]:
    texts = [[""] * width for _ in range(height)]
    for cell in cells:
        texts[cell.row][cell.column] = cell.text
    return texts


def _row(number: int, lines: Sequence[Line], width: int) -> list[Cell]:
    """The cells of one row; a text that reaches over columns without a text of their own spans them."""
    filled = {column for line in lines for column in line.cells}
    cells: list[Cell] = []
    column = 0
    while column < width:
        reach = max((line.wide.get(column, 1) for line in lines), default=1)
        while reach > 1 and any(c in filled for c in range(column + 1, column + reach)):
            reach -= 1
        cells.append(Cell(number, column, _text(lines, column), colspan=reach))
        column += reach
    return cells


def _text(lines: Sequence[Line], column: int) -> str:
    return join_lines([" ".join(s.text for s in line.cells[column]) for line in lines if column in line.cells])

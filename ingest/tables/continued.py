"""Gives a table that goes on in the next column or on the next page the header that it left behind. Pure."""

from __future__ import annotations

from typing import Final

from ingest.contracts import Block, Table
from ingest.tables.cells import Cell, below, cells_of, header_height, part, to_table

_FEW_WORDS: Final = 4


class Headers:
    """Walks the blocks of a book in order and remembers the header of the table before."""

    def __init__(self) -> None:
        self._header: list[Cell] = []
        self._width = 0
        self._place = 0

    def passed(self, block: Block) -> None:
        """Text between two tables: more than a few words end what went on."""
        if len(block.text.split()) >= _FEW_WORDS:
            self._header = []

    def complete(self, table: Table, place: int) -> Table:
        """The table with the header it goes on under, or as it is. `place` counts pages as they are read."""
        height = header_height(table)
        width = len(table.rows[0])
        if height:
            self._header, self._width = part(cells_of(table), 0, height), width
        elif self._header and place - self._place <= 1 and width == self._width:
            table = to_table(below(self._header, cells_of(table)), table.box, trusted=table.trusted)
        else:
            self._header = []
        self._place = place
        return table

"""Gives a table that goes on in the next column or on the next page the header that it left behind. Pure."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from typing import Final

from ingest.contracts import Block, Page, Table

_FEW_WORDS: Final = 4


def header_and_body(table: Table) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
    """The header rows of a table, as its HTML tells them, and the others."""
    first = table.html.split("</tr>", 1)[0]
    count = 1 if "<th" in first else 0
    return list(table.rows[:count]), list(table.rows[count:])


class Headers:
    """Walks the blocks of a book in order and remembers the header of the table before."""

    def __init__(self) -> None:
        self._header: tuple[str, ...] | None = None
        self._page = 0

    def passed(self, block: Block) -> None:
        """Text between two tables: more than a few words end what went on."""
        if len(block.text.split()) >= _FEW_WORDS:
            self._header = None

    def complete(self, table: Table, page: Page) -> Table:
        """The table with the header it goes on under, or as it is."""
        header, _ = header_and_body(table)
        goes_on = self._header is not None and page.number - self._page <= 1 and bool(table.rows)
        if not header and goes_on and self._header is not None and len(self._header) == len(table.rows[0]):
            table = _under(self._header, table)
        elif header:
            self._header = header[0]
        else:
            self._header = None
        self._page = page.number
        return table


def _under(header: tuple[str, ...], table: Table) -> Table:
    cells = "".join(f"<th>{escape(text)}</th>" for text in header)
    html = table.html.replace("<table>\n", f"<table>\n<tr>{cells}</tr>\n", 1)
    return replace(table, rows=(header, *table.rows), html=html)

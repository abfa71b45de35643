"""Says which tables cannot be trusted, so that the page's picture may be offered instead. Pure.

Owns the evidence: words that no cell holds, cells that overlap or leave holes, columns that hardly anything
stands in, values of several rows crowded into one cell, and cells that OCR left empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ingest.contracts import Note, Page, Table
from ingest.page.sheet import Span
from ingest.tables.cells import cells_of

NOTE: Final = "ingest.reading.note.table_doubtful"
_LOST: Final = 0.02
_EMPTY: Final = 0.6
_CROWD: Final = 4
_FEW: Final = 0.5
_OCR: Final = "ocr"
_CHARACTER: Final = re.compile(r"\w")
_VALUE: Final = re.compile(r"[^\W\d_]{3,}")


def checked(table: Table, spans: Iterable[Span]) -> Table:
    """The table, marked when it cannot be trusted; `spans` are what it was made of."""
    held = tuple(spans)
    if _loses(table, held) or _has_holes(table) or _is_hollow(table) or _is_crowded(table) or _misses(table, held):
        return replace(table, trusted=False)
    return table


def with_doubts(page: Page) -> Page:
    """The page, with a note when a table of it cannot be trusted; what that costs is for `ingest.quality` to say."""
    count = sum(not table.trusted for table in page.tables)
    return replace(page, notes=(*page.notes, Note(NOTE, {"count": count}))) if count else page


def _loses(table: Table, spans: Iterable[Span]) -> bool:
    """Whether letters and digits of the spans are in no cell."""
    held = Counter(_CHARACTER.findall("".join(text for row in table.rows for text in row)))
    drawn = Counter(_CHARACTER.findall("".join(span.text for span in spans)))
    return (drawn - held).total() > _LOST * drawn.total()


def _has_holes(table: Table) -> bool:
    """Whether cells overlap, or do not cover the whole of the table."""
    places = Counter(
        (row, column)
        for cell in cells_of(table)
        for row in range(cell.row, cell.row + cell.rowspan)
        for column in range(cell.column, cell.column + cell.colspan)
    )
    return len(places) != len(table.rows) * len(table.rows[0]) or max(places.values()) > 1


def _is_hollow(table: Table) -> bool:
    """Whether most of its places are empty though nothing spans them: its columns were not understood."""
    if len(table.rows[0]) < 3 or len(table.rows) < 3:
        return False
    spanned = sum(cell.rowspan * cell.colspan - 1 for cell in cells_of(table))
    groups = sum(bool(row[0]) and not any(row[1:]) for row in table.rows) * (len(table.rows[0]) - 1)
    empty = sum(not text for row in table.rows for text in row) - spanned - groups
    return empty > _EMPTY * (len(table.rows) * len(table.rows[0]) - spanned - groups)


def _is_crowded(table: Table) -> bool:
    """Whether a cell holds several values, and another one of its row as many: rows that were not told apart."""
    crowds = [[_values(text) for text in row] for row in table.rows]
    return any(sum(count >= _CROWD for count in row) >= 2 for row in crowds)


def _misses(table: Table, spans: Sequence[Span]) -> bool:
    """Whether a cell is empty that only OCR says is empty, in a column where most rows have a text."""
    if not all(span.font == _OCR for span in spans):
        return False
    columns = list(zip(*table.rows, strict=True))[1:]
    return any(0 < sum(not text for text in column) < _FEW * len(column) for column in columns)


def _values(text: str) -> int:
    words = text.split()
    return len(words) if words and not any(_VALUE.search(word) for word in words) else 0

"""Finds lists of prices and values: a name, dots that lead the eye, and what it costs. Pure.

Owns the difference between such a list and a table of contents, whose numbers only grow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ingest.contracts import Table
from ingest.geometry import hull
from ingest.layout.rows import Row
from ingest.tables.cells import Cell, to_table

_LEADER: Final = re.compile(r"(?:\s*[.·…_]){4,}\s*")
_PAGE: Final = re.compile(r"\d{1,4}|[ivxl]+", re.IGNORECASE)
_LEAST: Final = 2


def led_rows(rows: Sequence[Row], first: int) -> int:
    """Where the list with dots that begins at `first` ends; `first` itself where there is none."""
    last = first
    while last < len(rows) and len(_parts(rows[last])) > 1 and (last == first or _is_next(rows[last - 1], rows[last])):
        last += 1
    return last if last - first >= _LEAST and not _is_contents(rows[first:last]) else first


def led_table(rows: Sequence[Row]) -> Table:
    """The rows of such a list as a table."""
    parts = [_parts(row) for row in rows]
    width = max(map(len, parts))
    cells = [
        Cell(number, column, texts[column] if column < len(texts) else "")
        for number, texts in enumerate(parts)
        for column in range(width)
    ]
    return to_table(cells, hull(row.box for row in rows))


def _is_next(one: Row, other: Row) -> bool:
    return other.box[1] - one.box[3] < 1.2 * (other.box[3] - other.box[1])


def _parts(row: Row) -> list[str]:
    """The texts between the dots; a line that begins or ends with dots has none."""
    parts = [part.strip() for part in _LEADER.split(" ".join(span.text for span in row.spans))]
    return parts if len(parts) > 1 and all(parts) else []


def _is_contents(rows: Sequence[Row]) -> bool:
    values = [_parts(row)[-1] for row in rows]
    if not all(_PAGE.fullmatch(value) for value in values):
        return False
    pages = [int(value) for value in values if value.isdecimal()]
    return all(one <= other for one, other in pairwise(pages))

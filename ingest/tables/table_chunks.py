"""Cuts a table into parts that can each be read alone. Pure.

Owns what every part repeats (title, header, the name of its group of rows) and the pairs that a table of a few
long rows is told in as well. Counts nothing itself: whether a part fits is the caller's to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.contracts import Table
from ingest.tables.cells import Cell, below, cells_of, header_height, html_of, is_section, part, readable, to_table

_FLAT: Final = 3
_LEAST_PAIRS: Final = 3
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_NOWHERE: Final = (0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Part:
    """Some rows of a table under its title and its header: the text of a chunk, and its HTML."""

    content: str
    html: str


def parts_of(table: Table, title: str, fits: Callable[[str], bool]) -> Iterator[Part]:
    """A table whole, or cut between rows. A row that fits nowhere is a part of its own."""
    height = header_height(table)
    rest = range(height, len(table.rows))
    if not rest:
        return
    cells = cells_of(table)
    head, group, start = part(cells, 0, height), list[Cell](), height
    named = group
    for row in rest:
        if row > start and not fits(_made(title, below(head, named), part(cells, start, row + 1)).content):
            yield _made(title, below(head, named), part(cells, start, row))
            start, named = row, [] if is_section(table.rows[row]) else group
        if is_section(table.rows[row]):
            group = part(cells, row, row + 1)
    yield _made(title, below(head, named), part(cells, start, len(table.rows)))


def _made(title: str, head: Sequence[Cell], body: Sequence[Cell]) -> Part:
    cells = below(head, body)
    rows = to_table(cells, _NOWHERE).rows
    lines = [title, *map(readable, rows), pairs_of(rows, cells)]
    return Part("\n".join(line for line in lines if line), html_of(cells))


def pairs_of(rows: Sequence[Sequence[str]], cells: Sequence[Cell]) -> str:
    """A few long rows told once more column by column, so that bare numbers keep what they belong to."""
    if not 2 <= len(rows) <= _FLAT or any(cell.rowspan * cell.colspan > 1 for cell in cells):
        return ""
    labelled = all(_WORD.search(row[0]) for row in rows[1:])
    names = [row[0] if labelled else "" for row in rows]
    columns = [column for column in list(zip(*rows, strict=True))[1 if labelled else 0 :] if all(column[:2])]
    bare = sum(not _WORD.search(text) for column in columns for text in column[1:])
    if len(columns) < _LEAST_PAIRS or bare * 2 <= sum(len(column) - 1 for column in columns):
        return ""
    return "; ".join(_pair(names, column) for column in columns)


def _pair(names: Sequence[str], column: Sequence[str]) -> str:
    told = [f"{name} {text}".strip() for name, text in zip(names, column, strict=True) if text]
    return f"{told[0]}: {', '.join(told[1:])}"

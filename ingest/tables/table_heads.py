"""Tells the header of a table from its rows, and which header stands over several columns. Pure.

Owns the evidence for a header: a look that no row below has, or words above numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ingest.clean import join_lines
from ingest.page.sheet import Span
from ingest.tables.cells import Cell
from ingest.tables.columns import Column, extent
from ingest.tables.table_rows import Line

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_MOST_LINES: Final = 6
_MOST_OF_ROWS: Final = 0.5
_BARE_SHARE: Final = 0.75
_BRIEF: Final = 4
_CENTRED: Final = 5.0


def head_height(lines: Sequence[Line]) -> int:
    """How many printed lines at the top look like no line below: bold above what is not, or another font."""
    bold = 0
    while bold < len(lines) and lines[bold].row.bold:
        bold += 1
    if 0 < bold < len(lines):
        return bold
    return 0 if bold else _other_look(lines)


def _other_look(lines: Sequence[Line]) -> int:
    most = min(_MOST_LINES, int(len(lines) * _MOST_OF_ROWS))
    looks = [{span.style for span in line.row.spans} for line in lines]
    if not lines or lines[0].row.main.font == "ocr" or len(looks[0]) != 1:
        return 0
    height = 0
    while height < most and looks[height] == looks[0]:
        height += 1
    rest = set[object]().union(*looks[height:])
    return height if height and not looks[0] & rest else 0


def heads_by_contrast(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: words above numbers, or everything but an empty corner."""
    if len(rows) < 3 or not all(rows[0][1:]):
        return False
    columns = list(zip(*rows[1:], strict=True))
    bare = [sum(not _WORD.search(text) for text in c if text) >= _BARE_SHARE * sum(map(bool, c)) for c in columns]
    words = [bool(_WORD.search(text)) for text in rows[0]]
    if not rows[0][0]:
        brief = all(len(text.split()) <= _BRIEF for text in rows[0])
        return brief and len(rows[0]) > 2 and all(any(c) for c in columns[:1]) and all(columns[0])
    return (
        any(b and w for b, w in zip(bare, words, strict=True))
        and all(w or b for b, w in zip(bare, words, strict=True))
        and words[-1]
    )


def head_cells(lines: Sequence[Line], columns: Sequence[Column]) -> list[Cell]:
    """The header of a table: one row, or two where a cell stands over several columns."""
    over = dict(_spanning(lines, columns))
    if not over:
        texts = [_joined(lines, column, 0) for column in range(len(columns))]
        return [Cell(0, column, text, header=True) for column, text in enumerate(texts)]
    cells = []
    taken: set[int] = set()
    for (number, column), (first, count) in over.items():
        if taken & set(range(first, first + count)):
            continue
        taken |= set(range(first, first + count))
        above = _joined(lines[: number + 1], column, 0)
        cells.append(Cell(0, first, above, colspan=count, header=True))
        cells += [Cell(1, c, _joined(lines, c, number + 1), header=True) for c in range(first, first + count)]
    rest = [column for column in range(len(columns)) if column not in taken]
    return cells + [Cell(0, column, _joined(lines, column, 0), rowspan=2, header=True) for column in rest]


def _joined(lines: Sequence[Line], column: int, first: int) -> str:
    texts = [" ".join(span.text for span in line.cells[column]) for line in lines[first:] if column in line.cells]
    return join_lines(texts)


_Group = tuple[int, int]


def _spanning(lines: Sequence[Line], columns: Sequence[Column]) -> Iterator[tuple[tuple[int, int], _Group]]:
    """Cells of a header that stand over several columns: (line, column) → (first column, number of columns)."""
    for number, line in enumerate(lines[:-1]):
        below = {column for other in lines[number + 1 :] for column in other.cells}
        for column, cell in line.cells.items():
            free = [c for c in range(len(columns)) if c in below and (c == column or c not in line.cells)]
            group = _group(cell, column, line.wide.get(column, 1), free, _outer(lines[number + 1 :], columns))
            if group is not None:
                yield (number, column), group


def _outer(lines: Sequence[Line], columns: Sequence[Column]) -> list[Column]:
    """The columns with their own headers: a number under a word is narrower than its column."""
    outer = list(columns)
    for line in lines:
        for column, cell in line.cells.items():
            if line.wide.get(column, 1) == 1:
                x0, x1 = extent(cell)
                outer[column] = (min(outer[column][0], x0), max(outer[column][1], x1))
    return outer


def _group(
    cell: Sequence[Span], column: int, reach: int, free: Sequence[int], columns: Sequence[Column]
) -> _Group | None:
    """The columns that a cell stands in the middle of, or reaches over; `None` when it heads one only."""
    x0, x1 = extent(cell)
    groups = [
        (abs(x0 + x1 - columns[a][0] - columns[b][1]) / 2, a, b)
        for a in free
        for b in free
        if a <= column and column + reach - 1 <= b and all(c in free for c in range(a, b + 1))
    ]
    if not groups:
        return None
    own = [distance for distance, a, b in groups if a == b]
    aligned = abs(x0 - columns[column][0]) < 2.0 or abs(x1 - columns[column][1]) < 2.0
    if own and (own[0] < _CENTRED or aligned):
        return None
    distance, a, b = min(groups)
    if distance > max(_CENTRED, 0.06 * (columns[b][1] - columns[a][0])):
        return (column, reach) if reach > 1 else None
    return (a, b - a + 1) if b > a else None

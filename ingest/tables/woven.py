"""Short texts that stand side by side without being a table, such as captions under pictures, read one by one. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from ingest.layout.rows import Row
from ingest.tables.columns import cells_of_row, column_of, columns_of

_BRIEF: Final = 8


def unwoven(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Rows in groups; where short texts stand side by side without being a table, each column is a group."""
    plain: list[Row] = []
    woven: list[Row] = []
    for i, row in enumerate(rows):
        apart = _apart(row) and (_is_brief(row) or _has_apart_neighbour(rows, i))
        if apart and (not woven or row.box[1] - woven[-1].box[3] < 1.2 * (row.box[3] - row.box[1])):
            if plain:
                yield plain
                plain = []
            woven.append(row)
        elif woven and _under(row, woven):
            woven.append(row)
        else:
            yield from _by_column(woven)
            woven = [row] if apart else []
            if not woven:
                plain.append(row)
    yield from _by_column(woven)
    if plain:
        yield plain


def _is_brief(row: Row) -> bool:
    return len(row.text.split()) <= _BRIEF


def _has_apart_neighbour(rows: Sequence[Row], i: int) -> bool:
    """One gap in a sentence is an icon that stands there; texts side by side have gaps above each other."""
    near = [rows[j] for j in (i - 1, i + 1) if 0 <= j < len(rows)]
    starts = [cell[0].box[0] for cell in cells_of_row(rows[i])[1:]]
    return any(_apart(row) and abs(c[0].box[0] - x) < 30 for row in near for c in cells_of_row(row)[1:] for x in starts)


def _apart(row: Row) -> bool:
    """Whether a row is several texts with wide gaps between them."""
    cells = cells_of_row(row)
    if any(sum(c.isalnum() for span in cell for c in span.text) < 2 for cell in cells):
        return False  # what an icon pushed aside, not a text of its own
    return len(cells) >= 2 and all(b[0].box[0] - a[-1].box[2] > 1.6 * row.size for a, b in pairwise(cells))


def _under(row: Row, woven: Sequence[Row]) -> bool:
    """Whether a row goes on one of the texts above it: it stands close below and under one of them only."""
    last = woven[-1]
    if row.box[1] - last.box[3] > 0.6 * (row.box[3] - row.box[1]):
        return False
    columns = columns_of(woven)
    touched = [c for c in columns if min(row.box[2], c[1]) - max(row.box[0], c[0]) > 0]
    return len(columns) > 1 and len(touched) == 1


def _by_column(rows: Sequence[Row]) -> Iterator[list[Row]]:
    if not rows:
        return
    columns = columns_of(rows)
    groups: dict[int, list[Row]] = {}
    for row in rows:
        for cell in cells_of_row(row):
            groups.setdefault(column_of(cell, columns), []).append(Row(tuple(cell)))
    for column in sorted(groups):
        yield groups[column]

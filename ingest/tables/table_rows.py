"""Tells where one row of a table ends and the next begins, whether rules say so or not. Pure.

Owns the evidence, in this order: drawn rules and grounds, gaps wider than those between lines, a line that broke
off although the next word had room, a first column that begins anew.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.layout.rows import Row
from ingest.page.sheet import Span
from ingest.tables.columns import Column, cells_of_row, covered, extent

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_STEP: Final = 0.22
_FAR: Final = 1.75
_NARROW: Final = 14.0
_SPACE: Final = 0.22
_ROOM: Final = 0.96

Placed = Mapping[int, Sequence[Span]]


@dataclass(frozen=True)
class Line:
    """One printed line of a table: its cells by the column in which they begin, and what they span."""

    row: Row
    cells: Placed
    wide: Mapping[int, int]


def lines_of(rows: Sequence[Row], columns: Sequence[Column]) -> list[Line]:
    """The printed lines of a table with their cells in columns."""
    made = []
    for row in rows:
        cells: dict[int, list[Span]] = {}
        wide: dict[int, int] = {}
        for cell in cells_of_row(row):
            column, reach = covered(cell, columns)
            if column in cells:
                column, reach = column, 1
            cells.setdefault(column, []).extend(cell)
            wide[column] = max(reach, wide.get(column, 1))
        made.append(Line(row, cells, wide))
    return made


def divided(lines: Sequence[Line], cuts: Sequence[float] = ()) -> list[list[Line]]:
    """Printed lines grouped into rows."""
    if not lines:
        return []
    room = _room(lines)
    rows: list[list[Line]] = []
    for band in _split(lines, lambda one, other: _is_cut(one, other, cuts)):
        rows += [band] if cuts and _is_one(band) else _by_gaps(band, room)
    return rows


def _by_gaps(lines: Sequence[Line], room: Mapping[int, float]) -> list[list[Line]]:
    gap = _row_gap(lines)
    bands = _split(lines, lambda one, other: _gap(one, other) >= gap)
    if gap < float("inf") and all(map(_is_one, bands)):
        return bands
    return [row for band in bands for row in _split(band, lambda one, other: _begins(one, other, room), grow=True)]


def _split(lines: Sequence[Line], begins: object, *, grow: bool = False) -> list[list[Line]]:
    """Lines in groups; `begins` is asked of each line and the one before, or with `grow` all before in its group."""
    groups = [[lines[0]]]
    for line in lines[1:]:
        before = groups[-1] if grow else groups[-1][-1]
        if begins(before, line):  # type: ignore[operator]
            groups.append([line])
        else:
            groups[-1].append(line)
    return groups


def _is_cut(one: Line, other: Line, cuts: Sequence[float]) -> bool:
    """Whether a rule or the edge of a ground stands between two lines."""
    above, below = _middle(one), _middle(other)
    return any(above < cut < below for cut in cuts)


def _middle(line: Line) -> float:
    return (line.row.box[1] + line.row.box[3]) / 2


def _gap(one: Line, other: Line) -> float:
    return (other.row.box[1] - one.row.box[3]) / max(other.row.main.size, 1.0)


def _row_gap(lines: Sequence[Line]) -> float:
    """The least gap that parts rows and not lines: where the gaps of a table are of two kinds."""
    gaps = sorted(_gap(one, other) for one, other in pairwise(lines))
    steps = [(b - a, b) for a, b in pairwise(gaps)]
    if not steps:
        return float("inf")
    step, above = max(steps)
    return above - step / 2 if step >= _STEP else float("inf")


def _is_one(band: Sequence[Line]) -> bool:
    """Whether a band is one row: its first column is one text, and no column has a number below a number."""
    held = [i for i, line in enumerate(band) if 0 in line.cells]
    if any(_number_below(one, other) or _is_far(one, other) for one, other in pairwise(band)):
        return False
    if len(held) <= 1:
        return True
    if held != list(range(held[0], held[-1] + 1)):
        return False
    texts = [band[i].cells[0] for i in held]
    wide = max(map(_wide, texts))
    return all(_forced(a, b, wide) and not _is_bare(b) for a, b in pairwise(texts))


def _is_far(one: Line, other: Line) -> bool:
    """Whether two lines stand further apart than the lines of one text."""
    return _middle(other) - _middle(one) > _FAR * other.row.main.size


def _number_below(one: Line, other: Line) -> bool:
    return any(c in one.cells and _is_bare(one.cells[c]) and _is_bare(cell) for c, cell in other.cells.items())


def _room(lines: Sequence[Line]) -> dict[int, float]:
    """The widest text of each column: a line that ends much before that broke off by itself."""
    room: dict[int, float] = {}
    for line in lines:
        for column, cell in line.cells.items():
            if line.wide[column] == 1:
                room[column] = max(room.get(column, 0.0), _wide(cell))
    return room


def _begins(group: Sequence[Line], line: Line, room: Mapping[int, float]) -> bool:
    """Whether a line begins a row, and does not go on the one above."""
    before = group[-1]
    if _is_far(before, line):
        return True
    shared = [column for column in line.cells if column in before.cells]
    if len(line.cells) == 1 and shared:
        return _is_alone(before.cells[shared[0]], line.cells[shared[0]], room.get(shared[0], 0.0))
    if any(_is_new(before.cells[column], line.cells[column], room.get(column, 0.0)) for column in shared):
        return True
    if 0 in line.cells:
        numbers = any(_number_below(other, line) for other in group)
        return 0 not in before.cells or (len(line.cells) > 1 and (not shared or numbers))
    filled = {column for other in group for column in other.cells}
    return not set(line.cells) <= filled


def _is_alone(one: Sequence[Span], other: Sequence[Span], room: float) -> bool:
    """Whether the only text of a line is a row of its own, such as the name of a group of rows."""
    single = len(_text(one).split()) == 1 and len(_text(other).split()) == 1
    return not _forced(one, other, room) or (single and not _text(other)[:1].islower())


def _is_new(one: Sequence[Span], other: Sequence[Span], room: float) -> bool:
    if _is_bare(one) and _is_bare(other):
        return True
    if len(_text(one).split()) == 1 and len(_text(other).split()) == 1:
        return True
    narrow = room < _NARROW * other[0].size
    return not _forced(one, other, room) or (narrow and _text(other)[:1].isupper() and not _is_open(one))


def _is_open(cell: Sequence[Span]) -> bool:
    """Whether a line cannot be the last one of its text: it ends in a comma, a hyphen or an open bracket."""
    text = _text(cell)
    return text.endswith((",", "-", "\u2010", "/", "&", "+", ":")) or text.count("(") > text.count(")")


def _forced(one: Sequence[Span], other: Sequence[Span], room: float) -> bool:
    """Whether the first word of `other` had no room at the end of `one`."""
    text = _text(other)
    word = text.split()[0] if text else ""
    wide = _wide(other) * len(word) / max(len(text), 1)
    lower = 0.7 if text[:1].islower() and room > _NARROW * other[0].size else _ROOM
    return _wide(one) + wide + _SPACE * other[0].size > lower * room


def _is_bare(cell: Sequence[Span]) -> bool:
    return not _WORD.search(_text(cell))


def _text(cell: Sequence[Span]) -> str:
    return " ".join(span.text for span in cell)


def _wide(cell: Sequence[Span]) -> float:
    x0, x1 = extent(cell)
    return x1 - x0

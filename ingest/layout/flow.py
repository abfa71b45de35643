"""Makes paragraphs whole that a column's end, a box or a picture divides. Pure.

Owns the evidence that a text goes on somewhere else on its page. Within one column `ingest.structure.blocks` decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from ingest.contracts import Block, Box, Line
from ingest.geometry import hull

_ENDS: Final = re.compile(r"[.!?:;…][»”\"')\]]*$")
_OPENS: Final = "«“\"'’"
_MOST_BETWEEN: Final = 8
_FULL: Final = 0.85


def with_whole_paragraphs(blocks: Iterable[Block]) -> list[Block]:
    """The blocks; what goes on an unfinished paragraph is joined to it, and what stood between comes after it."""
    whole: list[Block] = []
    for block in blocks:
        place = _unfinished(whole, block) if block.role == "text" and block.head is None else None
        if place is None:
            whole.append(block)
        else:
            whole[place] = replace(whole[place], lines=(*whole[place].lines, *block.lines))
    return whole


def _unfinished(above: Sequence[Block], block: Block) -> int | None:
    """Where the paragraph stands that a block goes on, if it goes on one."""
    for place in range(len(above) - 1, max(-1, len(above) - 2 - _MOST_BETWEEN), -1):
        if above[place].role in {"text", "list"}:
            between = place < len(above) - 1
            return place if _goes_on(above[place], block, between=between) else None
        if above[place].role == "table" or (above[place].role == "heading" and not _names_box(above, place)):
            return None
    return None


def _names_box(blocks: Sequence[Block], place: int) -> bool:
    """Whether a heading is the title of the box that comes next."""
    return place + 1 < len(blocks) and blocks[place + 1].role == "sidebar" and blocks[place + 1].head is not None


def _goes_on(last: Block, block: Block, *, between: bool) -> bool:
    above, below = last.lines[-1], block.lines[0]
    if _ENDS.search(above.text) or not (between or _elsewhere(above.box, below.box)):
        return False
    first = below.text.lstrip(_OPENS)[:1]
    return first.islower() or (first == "(" and not between and _is_full(last))


def _elsewhere(above: Box, below: Box) -> bool:
    """Whether a line stands in another column than the one read before it."""
    return below[1] < above[1] or min(above[2], below[2]) <= max(above[0], below[0])


def _is_full(block: Block) -> bool:
    """Whether the last line of a paragraph is as long as the others: it was cut, it did not end."""
    widths = [line.box[2] - line.box[0] for line in block.lines]
    return len(widths) > 1 and widths[-1] >= _FULL * max(widths)


def regions(lines: Sequence[Line]) -> tuple[Box, ...]:
    """What lines cover on the page: one box, or one for each column that they stand in."""
    groups: list[list[Box]] = []
    for line in lines:
        if groups and line.box != groups[-1][-1] and _elsewhere(groups[-1][-1], line.box):
            groups.append([line.box])
        elif groups:
            groups[-1].append(line.box)
        else:
            groups.append([line.box])
    return tuple(hull(group) for group in groups)

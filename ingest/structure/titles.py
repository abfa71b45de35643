"""A second look at the headings of a page, once its blocks stand in order. Pure.

Owns what looks like a heading and heads nothing: the name below a picture, the cells of a header on one baseline,
the second line of a cover.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ingest.contracts import Block, Box
from ingest.geometry import hull
from ingest.structure.fonts import Fonts
from ingest.structure.outline import same

_BELOW: Final = 22.0
_LEAST_SIDE: Final = 24.0
_FEW_WORDS: Final = 8
_CELL_WORDS: Final = 3
_LINES: Final = 2.5
_COVER_WORDS: Final = 30


def with_true_titles(blocks: Sequence[Block], pictures: Sequence[Box], page: int, fonts: Fonts) -> list[Block]:
    """The blocks of a page; names of pictures become captions, header cells text."""
    told = fonts.told.get(page, {})
    cells = _header_cells(blocks) | _subtitles(blocks)
    kept: list[Block] = []
    for i, block in enumerate(blocks):
        if block.role == "heading" and not any(same(line.text) in told for line in block.lines):
            if i in cells:
                block = replace(block, role="text", level=None)
            elif _names_picture(block, blocks[i + 1 : i + 2], pictures):
                block = replace(block, role="caption", level=None)
        kept.append(block)
    return kept


def _header_cells(blocks: Sequence[Block]) -> set[int]:
    """Headings of a word or two that follow each other on one baseline: a form's header, not titles of columns."""
    cells: set[int] = set()
    for i, (one, other) in enumerate(pairwise(blocks)):
        if one.role == other.role == "heading" and max(len(b.text.split()) for b in (one, other)) <= _CELL_WORDS:
            a, b = one.lines[-1].box, other.lines[0].box
            if abs(a[1] - b[1]) < 2.0 and abs(a[3] - b[3]) < 2.0:
                cells |= {i, i + 1}
    return cells


def _subtitles(blocks: Sequence[Block]) -> set[int]:
    """On a page that says next to nothing, the lines right below the title and a last line: they head nothing."""
    if sum(len(block.text.split()) for block in blocks if block.role != "heading") >= _COVER_WORDS:
        return set()
    found: set[int] = set()
    if len(blocks) > 1 and blocks[-1].role == "heading" and (blocks[-1].level or 1) > (blocks[0].level or 1):
        found.add(len(blocks) - 1)
    for i, (one, other) in enumerate(pairwise(blocks)):
        if not one.role == other.role == "heading":
            continue
        below, high = other.lines[0].box[1] - one.lines[-1].box[3], one.lines[0].box[3] - one.lines[0].box[1]
        if below < _LINES * high and (i in found or (one.level or 1) < (other.level or 1)):
            found.add(i + 1)
    return found


def _names_picture(block: Block, after: Sequence[Block], pictures: Sequence[Box]) -> bool:
    """Whether a short title stands right below a picture, in the middle of it, with no text of its own below."""
    box = hull(line.box for line in block.lines)
    if len(block.text.split()) > _FEW_WORDS or not any(_is_above(picture, box) for picture in pictures):
        return False
    return not any(b.role in {"text", "list", "sidebar"} and _is_right_below(b, box) for b in after)


def _is_above(picture: Box, box: Box) -> bool:
    middle = (box[0] + box[2]) / 2
    if min(picture[2] - picture[0], picture[3] - picture[1]) < _LEAST_SIDE:
        return False
    return picture[0] <= middle <= picture[2] and -4.0 <= box[1] - picture[3] <= _BELOW


def _is_right_below(block: Block, box: Box) -> bool:
    other = hull(line.box for line in block.lines)
    high = block.lines[0].box[3] - block.lines[0].box[1]
    across = min(box[2], other[2]) - max(box[0], other[0])
    return across > 0 and -high < other[1] - box[3] < _LINES * high

"""Makes blocks of rows: headings, paragraphs, items of lists, captions. Pure.

Owns where a paragraph ends, titles over several lines, and the run-in head that names a paragraph. Which rows are
headings is `ingest.structure.headlines`'s.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ingest.clean import join_lines
from ingest.contracts import Block, BlockRole
from ingest.layout.rows import Row
from ingest.structure.headlines import SENTENCE, Setting, levels_of, usual_gap
from ingest.structure.leadins import lead_of
from ingest.structure.numbering import number_of, numbers_a_title

_PARAGRAPH: Final = 0.22
_TITLE_GAP: Final = 1.6
_CAPTION: Final = re.compile(r"^(?:fig(?:ure)?|illustration|tableau|table|example|exemple)\b[\s.:\d]", re.IGNORECASE)


def blocks_of(rows: Sequence[Row], setting: Setting) -> list[Block]:
    """Blocks of a run of rows: headings, paragraphs, items of lists."""
    blocks: list[Block] = []
    group: list[Row] = []
    group_level: int | None = None
    usual = usual_gap(rows)
    for row, level in zip(rows, levels_of(rows, setting), strict=True):
        if group and (level != group_level or _breaks(group, row, level, usual)):
            _add(blocks, _block(group, group_level))
            group = []
        group.append(row)
        group_level = level
    if group:
        _add(blocks, _block(group, group_level))
    return blocks


def box_blocks(rows: Sequence[Row], setting: Setting) -> list[Block]:
    """What a box says: a block that says it is a box; its title, if it has one, stands before it and names it."""
    blocks: list[Block] = []
    title: Block | None = None
    held: list[Row] = []
    levels = levels_of(rows, setting)
    for i, (row, level) in enumerate(zip(rows, levels, strict=True)):
        if level is None:
            held.append(row)
        if level is None and i + 1 < len(rows) and levels[i + 1] is None:
            continue
        if level is None:
            name = heading_text(title) if title else lead_of(held[0])
            blocks.append(Block("sidebar", tuple(r.line for r in held), head=name))
            held, title = [], None
        elif title is not None and blocks and blocks[-1] is title and level == title.level:
            title = blocks[-1] = replace(title, lines=(*title.lines, row.line))
        else:
            title = Block("heading", (row.line,), level)
            blocks.append(title)
    return blocks


def _add(blocks: list[Block], new: Block) -> None:
    """Append a block; a title joins the bare number above it ("CHAPTER 3" over "Combat")."""
    last = blocks[-1] if blocks else None
    if last is not None and last.role == new.role == "heading" and _is_bare_number(last):
        gap = new.lines[0].box[1] - last.lines[-1].box[3]
        if gap < _TITLE_GAP * (new.lines[0].box[3] - new.lines[0].box[1]) and number_of(new.text) is None:
            levels = [block.level for block in (last, new) if block.level is not None]
            blocks[-1] = replace(last, lines=(*last.lines, *new.lines), level=min(levels))
            return
    blocks.append(new)


def _is_bare_number(block: Block) -> bool:
    number = number_of(block.text)
    return number is not None and bool(number.kind) and not number.rest


def _breaks(group: Sequence[Row], row: Row, level: int | None, usual: float) -> bool:
    last = group[-1]
    high = max(row.box[3] - row.box[1], 1.0)
    gap = row.box[1] - last.box[3]
    if gap < -0.6 * high:
        return True
    if level is not None:
        numbered = number_of(row.text) is not None and not row.text[:1].islower()
        return gap > 0.7 * high or row.main.style[1] != last.main.style[1] or len(group) >= 4 or numbered
    if row.is_item or _changes_look(last, row) or _begins_passage(last, row):
        return True
    if gap > min(usual + _PARAGRAPH, 0.55) * high:
        return True
    left = min(r.box[0] for r in group[-3:])
    indented = 4.0 < row.box[0] - left < 40.0 and not group[0].is_item
    return indented and bool(SENTENCE.search(last.text))


def _begins_passage(last: Row, row: Row) -> bool:
    """A run-in head or a number of several parts ("119.4a") after the end of a sentence."""
    ended = SENTENCE.search(last.text) is not None
    return ended and (lead_of(row) is not None or numbers_a_title(row.text))


def _changes_look(last: Row, row: Row) -> bool:
    """A caption above a text: wholly in italics, or in another size, where the text is not."""
    sentence = bool(SENTENCE.search(last.text))
    slanted = all(span.italic for span in last.spans) != all(span.italic for span in row.spans)
    return sentence and (slanted or abs(last.size - row.size) > 0.08 * row.size) and row.main.font != "ocr"


def _block(rows: Sequence[Row], level: int | None) -> Block:
    lines = tuple(row.line for row in rows)
    if level is not None:
        return Block("heading", lines, level)
    role: BlockRole = "text"
    if rows[0].is_item:
        role = "list"
    elif _CAPTION.match(rows[0].text) and len(rows) <= 3:
        role = "caption"
    return Block(role, lines, head=lead_of(rows[0]) if role == "text" else None)


def heading_text(block: Block) -> str:
    """A heading on one line."""
    return join_lines([line.text for line in block.lines])

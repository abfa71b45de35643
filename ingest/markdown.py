"""Reads Markdown and plain text into blocks. Everything in it is data: its HTML and its links stay literal.

Owns headings, lists, pipe tables and paragraphs. One file is one page, without a picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ingest.clean import clean_text
from ingest.contracts import Block, BlockRole, Box, Line, Table
from ingest.tables import Cell, readable, to_table

_NOWHERE: Final[Box] = (0.0, 0.0, 0.0, 0.0)
_HEADING: Final = re.compile(r"^\s{0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
_UNDERLINE: Final = re.compile(r"^\s{0,3}(=+|-+)\s*$")
_ITEM: Final = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S")
_RULE: Final = re.compile(r"^\s{0,3}(?:[-*_]\s*){3,}$")
_FENCE: Final = re.compile(r"^\s{0,3}(?:```|~~~)")
_PIPES: Final = re.compile(r"^\s*\|.*\|\s*$|^[^|]+\|[^|]+")
_DELIMITER: Final = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$")
_EMPHASIS: Final = re.compile(r"(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1")
_LINK: Final = re.compile(r"!?\[([^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")


@dataclass(frozen=True)
class TextBlocks:
    """The blocks of a text and the tables among them, in order."""

    blocks: tuple[Block, ...]
    tables: tuple[Table, ...]

    def __bool__(self) -> bool:
        return bool(self.blocks)


def text_blocks(text: str, *, markdown: bool) -> TextBlocks:
    """The blocks of a whole file."""
    blocks: list[Block] = []
    tables: list[Table] = []
    for group in _groups(text.splitlines(), markdown=markdown):
        if markdown and _is_table(group):
            table = _table(group)
            tables.append(table)
            blocks.append(Block("table", tuple(Line(readable(row), _NOWHERE) for row in table.rows)))
        elif block := _block(group, markdown=markdown):
            blocks.append(block)
    return TextBlocks(tuple(blocks), tuple(tables))


def _groups(lines: list[str], *, markdown: bool) -> Iterator[list[str]]:
    """Lines that belong together: a heading, an item, a table, a paragraph."""
    group: list[str] = []
    for line in lines:
        if not line.strip() or (
            markdown and (_FENCE.match(line) or (_RULE.match(line) and not _underlines(group, line)))
        ):
            if group:
                yield group
            group = []
        elif group and markdown and _underlines(group, line):
            yield [("# " if "=" in line else "## ") + group[0]]
            group = []
        elif markdown and _HEADING.match(line):
            if group:
                yield group
            yield [line]
            group = []
        elif group and _ITEM.match(line):
            yield group
            group = [line]
        else:
            group.append(line)
    if group:
        yield group


def _underlines(group: list[str], line: str) -> bool:
    return len(group) == 1 and bool(_UNDERLINE.match(line)) and not _ITEM.match(group[0]) and "|" not in group[0]


def _is_table(group: list[str]) -> bool:
    return len(group) >= 2 and bool(_PIPES.match(group[0])) and bool(_DELIMITER.match(group[1]))


def _table(group: list[str]) -> Table:
    rows = [_cells(line) for i, line in enumerate(group) if i != 1]
    cells = [
        Cell(number, column, text, header=number == 0)
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
    ]
    return to_table(cells, _NOWHERE)


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [_plain(cell) for cell in re.split(r"(?<!\\)\|", inner)]


def _plain(text: str) -> str:
    text = _LINK.sub(r"\1", text)
    for _ in range(2):
        text = _EMPHASIS.sub(r"\2", text)
    return clean_text(text)


def _block(group: list[str], *, markdown: bool) -> Block | None:
    if markdown and (heading := _HEADING.match(group[0])):
        title = _plain(heading[2])
        return Block("heading", (Line(title, _NOWHERE),), len(heading[1])) if title else None
    lines = [_plain(line.lstrip("> ")) if markdown else clean_text(line) for line in group]
    kept = tuple(Line(line, _NOWHERE) for line in lines if line)
    role: BlockRole = "list" if _ITEM.match(group[0]) else "text"
    return Block(role, kept) if kept else None

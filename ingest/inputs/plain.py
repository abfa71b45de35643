"""Plain text: paragraphs, items, and the few lines that can only be headings. Every sign in it stays what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ingest.inputs.manuscript import Manuscript

_ITEM: Final = re.compile(r"^\s*(?:[-*+•–]|\d{1,3}[.)])\s+\S")
_RULE: Final = re.compile(r"^\s*([=\-~*_])\1{2,}\s*$")
_NUMBERED: Final = re.compile(
    r"^\s*(?:(?:chapter|chapitre|article|part|partie)\s+\w+|\d+(?:\.\d+)+\.?)\b\s*\S?", re.IGNORECASE
)
_DEPTH: Final = re.compile(r"\d+(?:\.\d+)+")
_LONGEST: Final = 70


def write_text(text: str, page: Manuscript) -> None:
    """The paragraphs of a text."""
    for group in _groups(text.splitlines()):
        level = _heading_level(group)
        if level is not None:
            page.heading(group[0], level)
        else:
            lines = [line for line in group if not _RULE.match(line)]
            page.block("\n".join(lines), "list" if lines and _ITEM.match(lines[0]) else "text")


def _groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines that belong together: a paragraph, an item."""
    group: list[str] = []
    for line in lines:
        starts = bool(_ITEM.match(line))
        if group and (not line.strip() or starts):
            yield group
            group = []
        if line.strip():
            group.append(line)
        if len(group) == 2 and _RULE.match(line) and not _ITEM.match(group[0]):
            yield group
            group = []
    if group:
        yield group


def _heading_level(group: Sequence[str]) -> int | None:
    """The level of what can only be a heading: underlined, in capitals, or numbered like a chapter; alone."""
    title = group[0].strip()
    if len(title) > _LONGEST or title.endswith((".", ",", ";")):
        return None
    if len(group) == 2 and (rule := _RULE.match(group[1])):
        return 1 if rule[1] == "=" else 2
    if len(group) > 1:
        return None
    if _NUMBERED.match(title):
        found = _DEPTH.match(title)
        return 1 + found[0].count(".") if found else 1
    return 1 if title.isupper() and sum(c.isalpha() for c in title) >= 4 else None

"""The stack of headings that gives everything its section path. Pure.

Owns how the outline's own entries come in where the page does not print them (a chapter that only the bookmarks
name). Cuts nothing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from ingest.contracts import Block, OutlineEntry
from ingest.structure import heading_text, same

_LONGEST: Final = 100
_CONTENTS: Final = re.compile(r"(?:table of )?contents|sommaire|table des matières|index", re.IGNORECASE)
_DEEPEST: Final = 6


class Sections:
    """Walks a book from its first page to its last."""

    def __init__(self, outline: Sequence[OutlineEntry]) -> None:
        self._stack: list[tuple[int, str]] = []
        self._told: int | None = None
        self._outline: dict[int, list[OutlineEntry]] = defaultdict(list)
        for entry in outline:
            self._outline[entry.page].append(entry)

    def begin_page(self, page: int) -> tuple[str, ...]:
        """The section path in which a page begins."""
        self._waiting = list(self._outline.get(page, ()))
        return self._path()

    def enter(self, block: Block, page: int) -> tuple[str, ...]:
        """The section path below a heading of the current page."""
        title = heading_text(block)
        level = _DEEPEST if _CONTENTS.fullmatch(title.strip(" .:")) else block.level or 1
        if self._is_bookmark(title):
            self._told = level
        elif self._told is not None:
            level = max(level, self._told + 1)  # the outline names every section: what it leaves out is within one
        self._push(level, title)
        return self._path()

    def _is_bookmark(self, title: str) -> bool:
        """Whether the outline has this heading; bookmarks before it that stand above it in the tree come first."""
        for i, entry in enumerate(self._waiting):
            if same(entry.title) == same(title):
                above = [e for e in self._waiting[:i] if e.level < entry.level]
                for parent in above:
                    self._push(parent.level, parent.title)
                del self._waiting[: i + 1]
                return True
        return False

    def _push(self, level: int, title: str) -> None:
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._stack.append((level, title[:_LONGEST]))

    def _path(self) -> tuple[str, ...]:
        titles = [title for _, title in self._stack[-_DEEPEST:]]
        return tuple(title for i, title in enumerate(titles) if i == 0 or same(title) != same(titles[i - 1]))

"""The stack of headings that gives everything its section path. Pure.

Owns how the outline's own entries come in where the page does not print them (a chapter that only the bookmarks
name, a title that is a picture), and what names the text before any heading. Cuts nothing.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from ingest.contracts import Block, OutlineEntry, Page
from ingest.structure.blocks import heading_text
from ingest.structure.outline import placed, same

_LONGEST: Final = 100
_CONTENTS: Final = re.compile(r"(?:table of )?contents|sommaire|table des matières|index", re.IGNORECASE)
_DEEPEST: Final = 6
_CHAPTERS: Final = 2

_Stack = list[tuple[int, str]]


class Sections:
    """Walks a book from its first page to its last, in the order of `pages`."""

    def __init__(self, outline: Sequence[OutlineEntry], pages: Sequence[Page]) -> None:
        titles: dict[int, list[str]] = defaultdict(list)
        for page in pages:  # a page may come in several parts
            titles[page.number] += [heading_text(b) for b in page.blocks if b.role == "heading"]
        found = list(placed(outline, titles))
        printed = {id(entry): titles[number][place] for entry, number, place in found}
        chains = dict(zip(map(id, outline), _chains(outline, printed), strict=True))
        self._named = {(number, place): chains[id(entry)] for entry, number, place in found}
        self._opened = _opened(outline, chains, printed)
        self._before = _title(pages)
        self._stack: _Stack = []
        self._told: int | None = None
        self._place: Counter[int] = Counter()

    def begin_page(self, page: int) -> tuple[str, ...]:
        """The section path in which a page begins."""
        if page in self._opened:
            self._stack = list(self._opened.pop(page))
            self._told = self._stack[-1][0]
        return self._path() or self._before

    def enter(self, block: Block, page: int) -> tuple[str, ...]:
        """The section path below a heading of the current page; headings come in the order of their page."""
        title = heading_text(block)
        chain = self._named.get((page, self._place[page]))
        self._place[page] += 1
        if chain:
            self._stack = list(chain)
            self._told = chain[-1][0]
            return self._path()
        level = _DEEPEST if _CONTENTS.fullmatch(title.strip(" .:")) else block.level or 1
        if self._told is not None:
            level = max(level, self._told + 1)  # the outline names every section: what it leaves out is within one
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._stack.append((level, title[:_LONGEST]))
        return self._path()

    def passed(self, page: int) -> None:
        """A heading of the page that is no section: the title of a box."""
        self._place[page] += 1

    def _path(self) -> tuple[str, ...]:
        titles = [title for _, title in self._stack[-_DEEPEST:]]
        return tuple(title for i, title in enumerate(titles) if i == 0 or same(title) != same(titles[i - 1]))


def _chains(outline: Sequence[OutlineEntry], printed: Mapping[int, str]) -> list[_Stack]:
    """Each bookmark with those around it, by their printed titles; a bare letter of an index names nothing."""
    chains: list[_Stack] = []
    stack: list[OutlineEntry] = []
    for entry in outline:
        while stack and stack[-1].level >= entry.level:
            stack.pop()
        stack.append(entry)
        named = [e for e in stack if e is entry or len(same(e.title)) > 1]
        chains.append([(e.level, printed.get(id(e), e.title)[:_LONGEST]) for e in named])
    return chains


def _opened(
    outline: Sequence[OutlineEntry], chains: Mapping[int, _Stack], printed: Mapping[int, str]
) -> dict[int, _Stack]:
    """Pages that begin a chapter whose title no line prints: the first bookmark of the page, high in the tree."""
    first: dict[int, OutlineEntry] = {}
    for entry in outline:
        first.setdefault(entry.page, entry)
    highest = min((entry.level for entry in outline), default=1)
    return {
        page: chains[id(entry)]
        for page, entry in first.items()
        if id(entry) not in printed and entry.level < highest + _CHAPTERS and len(same(entry.title)) > 2
    }


def _title(pages: Sequence[Page]) -> tuple[str, ...]:
    """The title of a book, for what stands before any heading: the highest heading of its first page."""
    found = [b for p in pages[:1] for b in p.blocks if b.role == "heading"]
    able = [b for b in found if not _CONTENTS.fullmatch(heading_text(b).strip(" .:"))]
    best = min(able, key=lambda block: block.level or 1, default=None)
    return (heading_text(best)[:_LONGEST],) if best is not None else ()

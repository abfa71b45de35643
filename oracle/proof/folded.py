"""A text of a book made ready to look quotations up in.

Pure. Owns where its clauses are broken by layout alone: at a bullet, at a row of a table and its cells, at a line
that begins with a capital. What counts as the same words is `oracle.quotes`'s.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from oracle import quotes

_BREAK, _CELL = "\ue000", "\ue001"
_LAYOUT = re.compile(r"[•■▪◦●○►▶‣]|(?<![-‐\u00ad\s])[ \t]*\n\s*(?=[^\W\d_a-zà-ÿœ])|\n\s*\n")
_BESIDE = 200
"""What stands further away than so many characters is not beside a piece."""

_ROW = re.compile(r"^.*\|.*$", re.MULTILINE)


@dataclass(frozen=True)
class Folded:
    """A folded text and the offsets in it before which the layout breaks off, and before which a cell begins."""

    text: str
    breaks: tuple[int, ...] = ()
    cells: tuple[int, ...] = ()

    @classmethod
    def of(cls, text: str) -> Folded:
        """The text as it is compared."""
        folded = quotes.fold(text)
        rows = _ROW.sub(lambda row: f" {_BREAK} {row[0].replace('|', f' {_CELL} ')} {_BREAK} ", text)
        marked = quotes.fold(_LAYOUT.sub(f" {_BREAK} ", rows))
        breaks, cells = (tuple(_offsets(folded, marked, mark)) for mark in (_BREAK, _CELL))
        return cls(folded, breaks, cells)

    def before(self, start: int) -> str:
        """What stands just before `start`, back to where the layout breaks off."""
        ends = (each[at - 1] for each in (self.breaks, self.cells) if (at := bisect_right(each, start)))
        return self.text[max(start - _BESIDE, *ends, 0) : start]

    def after(self, end: int) -> str:
        """What follows `end`, up to where the layout breaks off."""
        ends = (each[at] for each in (self.breaks, self.cells) if (at := bisect_left(each, end)) < len(each))
        return self.text[end : min(end + _BESIDE, *ends, len(self.text))]


def _offsets(folded: str, marked: str, mark: str) -> Iterator[int]:
    """Where the marks of `marked` stand in `folded`, which has the same characters but for marks and spaces."""
    wanted, solid = set(), 0
    for character in marked:
        if character == mark:
            wanted.add(solid)
        elif character not in (_BREAK, _CELL) and not character.isspace():
            solid += 1
    solid = 0
    for offset, character in enumerate(folded):
        if not character.isspace():
            if solid in wanted:
                yield offset
            solid += 1

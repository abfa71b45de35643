"""A text of a book made ready to look quotations up in.

Pure. Owns where its clauses are broken by layout alone: at a bullet, at the edge of a cell, at a line that begins with
a capital. What counts as the same words is `oracle.quotes`'s.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from oracle import quotes

_BREAK = "\ue000"
_LAYOUT = re.compile(r"[•■▪◦●○►▶‣|]|(?<![-‐\u00ad\s])[ \t]*\n\s*(?=[^\W\d_a-zà-ÿœ])|\n\s*\n")


@dataclass(frozen=True)
class Folded:
    """A folded text and the offsets in it before which the layout breaks off."""

    text: str
    breaks: tuple[int, ...] = ()

    @classmethod
    def of(cls, text: str) -> Folded:
        """The text as it is compared."""
        folded = quotes.fold(text)
        return cls(folded, tuple(_offsets(folded, quotes.fold(_LAYOUT.sub(f" {_BREAK} ", text)))))

    def before(self, start: int) -> str:
        """What stands before `start`, back to where the layout breaks off."""
        at = bisect_right(self.breaks, start)
        return self.text[self.breaks[at - 1] if at else 0 : start]

    def after(self, end: int) -> str:
        """What follows `end`, up to where the layout breaks off."""
        at = bisect_left(self.breaks, end)
        return self.text[end : self.breaks[at] if at < len(self.breaks) else len(self.text)]


def _offsets(folded: str, broken: str) -> Iterator[int]:
    """Where the breaks of `broken` stand in `folded`, which has the same characters but for them and spaces."""
    wanted, solid = set(), 0
    for character in broken:
        if character == _BREAK:
            wanted.add(solid)
        elif not character.isspace():
            solid += 1
    solid = 0
    for offset, character in enumerate(folded):
        if not character.isspace():
            if solid in wanted:
                yield offset
            solid += 1

"""Parts of a page that show what another part shows already: four help cards on one sheet, to be cut apart.

Pure. Owns when two parts are copies: by their words. One of them is enough to look at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ingest.contracts import Page, PagePart
from ingest.geometry import holds
from oracle.words import all_words

ALIKE = 0.9
"""Copies share so many of their words: they were read one by one, and not every letter alike."""

FEW = 5
"""Fewer words prove nothing."""


def copies(page: Page, parts: Sequence[PagePart]) -> list[PagePart]:
    """The parts that say the same as one before them."""
    said = [_words(page, part) for part in parts]
    return [part for n, part in enumerate(parts) if any(_alike(said[n], said[m]) for m in range(n) if parts[m] != part)]


def _words(page: Page, part: PagePart) -> Counter[str]:
    lines = (line for block in page.blocks if block.role != "table" for line in block.lines)
    return Counter(word for line in lines if holds(part.box, line.box) for word in all_words(line.text))


def _alike(one: Counter[str], other: Counter[str]) -> bool:
    return max(one.total(), other.total()) >= FEW and (one & other).total() >= ALIKE * max(one.total(), other.total())

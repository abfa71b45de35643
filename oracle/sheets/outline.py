"""Under which headings each heading of a booklet stands, and what is a caption there, as its pages say.

Pure. Passages of short sections are put together and then only know the headings that all of these share; here is what
that costs the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ingest.contracts import Page
from oracle.fidelity import folded


@dataclass(frozen=True)
class Outline:
    """By page and folded heading: the headings above it and itself, the highest first. `captions` are folded too."""

    headings: Mapping[tuple[int, str], tuple[str, ...]] = field(default_factory=dict)
    captions: frozenset[str] = frozenset()


def outline(pages: Iterable[Page]) -> Outline:
    """The outline of these pages of one booklet, in their order."""
    found: dict[tuple[int, str], tuple[str, ...]] = {}
    above: list[tuple[int, str]] = []
    captions: set[str] = set()
    for page in pages:
        for block in page.blocks:
            if block.role == "caption":
                captions.add(folded(block.text))
            if block.role != "heading" or not block.level:
                continue
            above = [each for each in above if each[0] < block.level]
            above.append((block.level, " ".join(block.text.split())))
            key, path = (page.number, folded(above[-1][1])), tuple(title for _, title in above)
            found[key] = max(found.get(key, ()), path, key=len)  # the title of a book may be that of a part too
    return Outline(found, frozenset(filter(None, captions)))

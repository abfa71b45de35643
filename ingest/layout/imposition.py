"""Puts the halves of printer's sheets into the order in which the folded booklet is read. Pure.

Owns the ways in which booklets are imposed (8 | 1, 2 | 7, 6 | 3, 4 | 5) and the proof that a file is one: its
printed numbers, or its text that goes on from half to half. Without proof the order is that of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from ingest.layout.labels import find_labels
from ingest.page.sheet import Sheet, Span

_CLEARLY: Final = 3
_LEAST_FLOW: Final = 3
_MOST_SHEETS: Final = 64
_ENDS: Final = re.compile(r"[.!?:;…»”\"')\]]\s*$")
_CHAPTER: Final = re.compile(
    r"(?:chapter|chapitre|part|partie|section|§)?\s*(\d{1,2})(?:[.):]|\s+[–—-])\s*[A-ZÀ-Ý«“]", re.IGNORECASE
)
_TITLE: Final = 1.15


def natural(count: int) -> list[int]:
    """The order of the file."""
    return list(range(count))


def orders(sides: int) -> Iterator[list[int]]:
    """For a file of so many sides: which half (2 · side, + 1 for the right one) holds page 1, 2, 3 … of the booklet.

    One signature folded together, or several of equal thickness one after the other.
    """
    if sides % 2 or sides < 2 or sides > 2 * _MOST_SHEETS:
        return
    for signatures in range(1, sides // 2 + 1):
        if sides % (2 * signatures) == 0 and (signatures == 1 or sides // signatures >= 4):
            yield _folded(sides, sides // signatures)


def _folded(sides: int, thickness: int) -> list[int]:
    order: list[int] = []
    for first in range(0, sides, thickness):
        place = {}
        for side in range(thickness):
            outer, inner = 2 * thickness - side, side + 1
            left, right = (outer, inner) if side % 2 == 0 else (inner, outer)
            place[left], place[right] = 2 * (first + side), 2 * (first + side) + 1
        order += [place[page] for page in range(1, 2 * thickness + 1)]
    return order


def reading_order(parts: Sequence[Sheet]) -> list[int]:
    """The order in which the halves of a file are read; that of the file unless another one is proved."""
    plain = natural(len(parts))
    others = list(orders(len(parts) // 2)) if len(parts) % 2 == 0 else []
    if not others:
        return plain
    by_numbers = [(_numbered(parts, order), order) for order in (plain, *others)]
    best = max(by_numbers, key=lambda found: found[0])
    if best[0] >= by_numbers[0][0] + _CLEARLY:
        return best[1]
    if by_numbers[0][0] >= _CLEARLY:
        return plain
    by_flow = [(_flow(parts, order), order) for order in (plain, *others)]
    best = max(by_flow, key=lambda found: found[0])
    return best[1] if best[0] >= max(_LEAST_FLOW, by_flow[0][0] + _CLEARLY) else plain


def _numbered(parts: Sequence[Sheet], order: Sequence[int]) -> int:
    """How many halves carry a number that counts on in this order."""
    return len(find_labels([replace(parts[index], number=place) for place, index in enumerate(order, 1)], {}).spans)


def _flow(parts: Sequence[Sheet], order: Sequence[int]) -> int:
    """How often the text goes on, and chapters count on, in this order, less how often they do not."""
    pairs = list(pairwise(order))
    goes_on = sum(_goes_on(parts[one], parts[other]) for one, other in pairs)
    chapters = [number for index in order for number in _chapters(parts[index])]
    steps = [b - a for a, b in pairwise(chapters)]
    return goes_on + sum(step in (0, 1) for step in steps) - sum(step < 0 for step in steps)


def _goes_on(one: Sheet, other: Sheet) -> int:
    """1 when a sentence is open at the end of one half and goes on in the other, -1 when only one of them says so."""
    before, after = _text(one), _text(other)
    if not before or not after:
        return 0
    open_end, open_start = not _ENDS.search(before[-1].text), after[0].text[:1].islower()
    if open_start:
        return 1 if open_end else -1
    return 0  # what is open before a title may be a list, or a title itself


def _text(part: Sheet) -> list[Span]:
    """Its lines without short ones along the edges: numbers and running heads."""
    return [span for span in part.spans if span.upright and len(span.text.split()) >= 3 and not _outside(span, part)]


def _outside(span: Span, part: Sheet) -> bool:
    return span.box[3] < 0.05 * part.height or span.box[1] > 0.95 * part.height


def _chapters(part: Sheet) -> list[int]:
    """The numbers of its headings: lines larger than its text."""
    sizes = sorted(span.size for span in part.spans for _ in span.text)
    if not sizes:
        return []
    body = sizes[len(sizes) // 2]
    large = [span for span in part.spans if span.size > _TITLE * body]
    found = (_CHAPTER.match(span.text) for span in sorted(large, key=lambda s: s.box[1]))
    return [int(match[1]) for match in found if match]

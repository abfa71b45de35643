"""Many channels, one order: weighted reciprocal rank, `weight / (k + rank + 1)`, and not too much of one page.

Pure. Owns neither the weights (`oracle.profile`) nor the channels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from ingest.contracts import ChannelHits, Passage
from oracle.contracts import Ranked

Weigh = Callable[[str, int], float]
Places = tuple[Hashable, ...]

FIRST = 5
LAID_OUT = 12
"""Passages that a model is given: what two of one page leave room for are other pages that may settle it."""

MOST = 2


@dataclass
class Fused:
    """A row, its fused score and its best rank in each channel that found it."""

    row: int
    score: float = 0.0
    channels: dict[str, int] = field(default_factory=dict)


def fuse(channels: Iterable[ChannelHits], weigh: Weigh, k: float) -> tuple[Fused, ...]:
    """Every row that a channel found, best first; `weigh(channel, row)` says what that channel counts there."""
    found: dict[int, Fused] = {}
    for channel in channels:
        for rank, hit in enumerate(channel.hits):
            weight = weigh(channel.channel, hit.row)
            if weight <= 0:
                continue
            entry = found.setdefault(hit.row, Fused(hit.row))
            entry.score += weight / (k + rank + 1)
            entry.channels[channel.channel] = rank
    return tuple(sorted(found.values(), key=lambda entry: (-entry.score, entry.row)))


def spread(
    ranked: Sequence[Ranked], first: int = FIRST, laid_out: int = LAID_OUT, most: int = MOST
) -> tuple[Ranked, ...]:
    """The same passages with at most `most` of one page among those `laid_out`, and of one section among the `first`.

    What has to wait comes right after them, in its order.
    """
    seen: Counter[Hashable] = Counter()
    begun, waiting = _picked(ranked, first, seen, most, _places)
    more, rest = _picked(waiting, laid_out - len(begun), seen, most, _pages)
    return (*begun, *more, *rest)


def _picked(
    ranked: Sequence[Ranked], wanted: int, seen: Counter[Hashable], most: int, places: Callable[[Passage], Places]
) -> tuple[list[Ranked], list[Ranked]]:
    """The first `wanted` that do not crowd a place that was `seen` often enough, and those left."""
    picked: list[Ranked] = []
    left: list[Ranked] = []
    for item in ranked:
        full = len(picked) >= wanted or any(seen[place] >= most for place in places(item.passage))
        (left if full else picked).append(item)
        if not full:
            seen.update(_places(item.passage))
    return picked, left


def strong(ranked: Sequence[Ranked], least: float) -> tuple[Ranked, ...]:
    """Those with at least this share of the best score; the best itself always."""
    best = max((item.score for item in ranked), default=0.0)
    return tuple(item for item in ranked if item.score >= least * best)


def _places(passage: Passage) -> Places:
    """Its page, and its section."""
    page = passage.ref
    sections = ((page.game, page.booklet, passage.section_path),) if passage.section_path else ()
    return (*_pages(passage), *sections)


def _pages(passage: Passage) -> Places:
    """Its page; a file without paper is no page, however long it is."""
    return (passage.ref,) if passage.on_paper else ()

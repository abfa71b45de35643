"""Many channels, one order: weighted reciprocal rank, `weight / (k + rank + 1)`, and not too much of one page.

Pure. Owns neither the weights (`oracle.profile`) nor the channels.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

from ingest.contracts import ChannelHits, Passage
from oracle.contracts import Ranked

Weigh = Callable[[str, int], float]

FIRST = 5
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


def spread(ranked: Sequence[Ranked], first: int = FIRST, most: int = MOST) -> tuple[Ranked, ...]:
    """The same passages with at most `most` of one page, and of one section, among the `first`.

    What has to wait comes right after them, in its order.
    """
    chosen: list[Ranked] = []
    seen: dict[Hashable, int] = {}
    for item in ranked:
        places = _places(item.passage)
        if len(chosen) < first and any(seen.get(place, 0) >= most for place in places):
            continue
        chosen.append(item)
        if len(chosen) == first:
            break
        for place in places:
            seen[place] = seen.get(place, 0) + 1
    taken = {id(item) for item in chosen}
    return (*chosen, *(item for item in ranked if id(item) not in taken))


def _places(passage: Passage) -> tuple[Hashable, ...]:
    """Its page, and its section; a file without paper is no page, however long it is."""
    page = passage.ref
    sections = ((page.game, page.booklet, passage.section_path),) if passage.section_path else ()
    return (page, *sections) if passage.on_paper else sections


def within(ranked: Sequence[Ranked], budget: int) -> tuple[Ranked, ...]:
    """As many of the best as fit in `budget` tokens; one that is too long is passed over."""
    kept: list[Ranked] = []
    for item in ranked:
        if item.passage.tokens <= budget:
            kept.append(item)
            budget -= item.passage.tokens
    return tuple(kept)

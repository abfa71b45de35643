"""What became of passages before, as a small push to where they are ranked now. Off unless the configuration says so.

Owns the push and its bound: a passage moves by a few places at most, whatever was said of it and of the others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ingest.contracts import Passage
from oracle.contracts import Evidence, Ranked
from oracle.outcomes import Kind, NotKept, Outcomes, Place

PLACES: Final = 1.0
"""The most that outcomes push one passage, in places; it may pass one that is pushed the other way, and no more."""

WEIGHTS: Final[Mapping[Kind, float]] = {
    Kind.GOOD: 1.0,
    Kind.BAD: -1.0,
    Kind.CITED: 0.25,
    Kind.OPENED: 0.1,
    Kind.SHOWN: 0.0,
}
_USUAL: Final = 3.0


@dataclass(frozen=True)
class Prior:
    """Ranks by what `outcomes` hold of a game."""

    outcomes: Outcomes

    def __call__(self, game: str, found: Evidence) -> Evidence:
        """The same passages, some of them a place or two from where they were. Unreadable outcomes change nothing."""
        try:
            counts = self.outcomes.counts(game)
        except NotKept:
            return found
        return replace(found, passages=pushed(found.passages, counts)) if counts else found


def pushed(ranked: Sequence[Ranked], counts: Mapping[Place, Mapping[Kind, int]]) -> tuple[Ranked, ...]:
    """The passages by their place less their push; equals as they were."""
    places = [n - PLACES * push(item.passage, counts) for n, item in enumerate(ranked)]
    return tuple(ranked[n] for n in sorted(range(len(ranked)), key=lambda n: (places[n], n)))


def push(passage: Passage, counts: Mapping[Place, Mapping[Kind, int]]) -> float:
    """From -1 to 1: what was said of a passage, and of its page; the first words weigh most."""
    own = (counts.get(place, {}) for place in (Place.of(passage), Place(passage.ref)))
    return math.tanh(sum(WEIGHTS[kind] * n for one in own for kind, n in one.items()) / _USUAL)

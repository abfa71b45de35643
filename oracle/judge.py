"""How far retrieval itself agrees that the stack speaks of this: `normal`, `cautious` or `abstain`.

Owns the zones and their thresholds. Scores hardly separate what the books answer from what they do not (measured), so
`abstain` is only for a question of which nothing stands in the stack; silence is for the answering model and the
verification to find out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.contracts import ChannelHits
from oracle.contracts import Ranked, Understood, Zone
from oracle.words import all_words, content_words, fold

LOOKED_AT = 3
AGREEING = 3
COVERED = 0.6
ALIKE = 0.45
UNLIKE = 0.2


@dataclass(frozen=True)
class Signals:
    """`covered`: share of the question's words that stand in the best passages; `None` across languages.

    `agreeing`: channels that have the first page among their first three. `alike`: best cosine of a dense channel.
    """

    covered: float | None
    agreeing: int
    alike: float | None


def judge(understood: Understood, heard: Sequence[ChannelHits], ranked: Sequence[Ranked]) -> Zone:
    """The zone of a question."""
    return zone(signals(understood, heard, ranked))


def zone(seen: Signals) -> Zone:
    """The zone for these signals."""
    nothing_stands = not seen.covered
    if nothing_stands and (seen.alike is None or seen.alike < UNLIKE):
        return Zone.ABSTAIN
    weak = seen.agreeing < AGREEING, (seen.covered or 0.0) < COVERED, (seen.alike or 0.0) < ALIKE
    return Zone.CAUTIOUS if sum(weak) >= 2 else Zone.NORMAL


def signals(understood: Understood, heard: Sequence[ChannelHits], ranked: Sequence[Ranked]) -> Signals:
    """What the channels and the best passages say."""
    best = ranked[:LOOKED_AT]
    alike = [hit.score for channel in heard if channel.channel.startswith("dense:") for hit in channel.hits[:1]]
    return Signals(_covered(understood, best), _agreeing(ranked), max(alike, default=None))


def _agreeing(ranked: Sequence[Ranked]) -> int:
    if not ranked:
        return 0
    page = ranked[0].passage.ref
    mine = [item for item in ranked if item.passage.ref == page]
    return len({name for item in mine for name, rank in item.channels.items() if rank < LOOKED_AT})


def _covered(understood: Understood, best: Sequence[Ranked]) -> float | None:
    mine = [item.passage for item in best if item.passage.language in (understood.language, "und")]
    if not mine:
        return None
    wanted = {_root(word) for word in content_words(understood.standalone, understood.language)}
    standing = {_root(word) for p in mine for word in all_words(" ".join((*p.section_path, p.text)))}
    return len(wanted & standing) / len(wanted) if wanted else 0.0


def _root(word: str) -> str:
    """The beginning of a word, so that its endings do not count; good enough to compare, not to search."""
    return fold(word)[: max(4, len(word) - 3)]

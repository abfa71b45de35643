"""How far retrieval itself agrees that the stack speaks of this: `normal`, `cautious` or `abstain`.

Owns the zones and their thresholds. Scores hardly separate what the books answer from what they do not (measured), so
`abstain` is only for a question of which nothing stands in the stack; silence is for the answering model and the
verification to find out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.contracts import ChannelHits
from oracle.contracts import Ranked, Understood, Zone
from oracle.words import all_words, content_words, roots

LOOKED_AT = 3
COVERED = 0.5
"""With fewer of the question's words in the best passages, the stack may speak of something else."""

ALIKE: Mapping[str, float] = {"dense:minilm": 0.41, "dense:use": 0.25}
"""The cosine from which a model sees a likeness; other models have no such figure and are not asked."""

ACROSS = 1.2
"""Between two languages unrelated texts look this much more alike."""

NOTHING = 0.8
"""Below this share of its figure, a model sees no likeness at all."""


@dataclass(frozen=True)
class Signals:
    """`covered`: share of the question's words that stand in the best passages; `None` across languages.

    `alike`: the best cosine of the model that sees the least likeness, as a share of its figure; `None` without one.
    """

    covered: float | None
    alike: float | None


def judge(understood: Understood, heard: Sequence[ChannelHits], ranked: Sequence[Ranked]) -> Zone:
    """The zone of a question."""
    return zone(signals(understood, heard, ranked))


def zone(seen: Signals) -> Zone:
    """The zone for these signals."""
    if not seen.covered and (seen.alike is None or seen.alike < NOTHING):
        return Zone.ABSTAIN
    foreign = seen.covered is not None and seen.covered < COVERED
    unlike = seen.alike is not None and seen.alike < 1
    return Zone.CAUTIOUS if foreign or unlike else Zone.NORMAL


def signals(understood: Understood, heard: Sequence[ChannelHits], ranked: Sequence[Ranked]) -> Signals:
    """What the channels and the best passages say."""
    covered = _covered(understood, ranked[:LOOKED_AT])
    factor = ACROSS if covered is None else 1.0
    alike = [c.hits[0].score / (factor * ALIKE[c.channel]) for c in heard if c.channel in ALIKE and c.hits]
    return Signals(covered, min(alike, default=None))


def _covered(understood: Understood, best: Sequence[Ranked]) -> float | None:
    mine = [item.passage for item in best if item.passage.language in (understood.language, "und")]
    if not mine:
        return None
    wanted = roots(content_words(understood.standalone, understood.language))
    standing = roots(word for p in mine for word in all_words(" ".join((*p.section_path, p.text))))
    return len(wanted & standing) / len(wanted) if wanted else 0.0

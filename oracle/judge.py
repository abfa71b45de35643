"""How far retrieval itself agrees that the stack speaks of this: `normal`, `cautious` or `abstain`.

Owns the signals, what each weighs and the two thresholds. None of them is a fused score: what a channel counts may
change without moving a zone. Silence is for the answering model and the verification to find out, since no signal of
retrieval tells it (measured): `abstain` is only for a question of which nothing stands in the stack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ingest.contracts import ChannelHits, Passage
from ingest.languages import UNKNOWN
from ingest.store.lexical import stems
from oracle.contracts import Ranked, Understood, Zone
from oracle.profile import is_beside
from oracle.vocabulary import across
from oracle.words import content_words, fold

LOOKED_AT = 5
"""The zone is about the passages that a player reads first."""

_CONTENT = "content"
_DENSE = "dense:"
_SHARP = 10
"""A passage that a channel ranks this far down is half as much its choice as the first."""


COVERED = 5.0
AGREED = 2.0
ENOUGH = 4.0
"""What the words weigh, what the channels' agreement does, and how much of all it takes."""

BY_WORDS = 3.7
"""How much it takes where no model with a known figure was heard: cosines of other models are not comparable."""

UNLIKE = -1.8
"""From here down a model sees nothing alike."""

ENOUGH_WORDS = 2
"""A single word that stands nowhere may only be called otherwise there: that is no reason to abstain."""


@dataclass(frozen=True)
class Scale:
    """How to read a model's cosine: `middle` says nothing, each `unit` above it is worth one."""

    middle: float
    unit: float


KNOWN: Mapping[str, Scale] = {"dense:minilm": Scale(0.35, 0.07), "dense:use": Scale(0.25, 0.12)}
"""In the order in which they are asked: where both are heard, the second adds nothing (measured)."""

ACROSS: Mapping[str, Scale] = {"dense:use": Scale(0.32, 0.07)}
"""The same where question and passage are of two languages."""


@dataclass(frozen=True)
class Alike:
    """The passage that a model finds most like the question: by which channel, across languages or not, how much."""

    channel: str
    across: bool
    cosine: float

    @property
    def worth(self) -> float:
        """What the cosine says, below zero when the texts are unlike."""
        scale = (ACROSS if self.across else KNOWN)[self.channel]
        return (self.cosine - scale.middle) / scale.unit


@dataclass(frozen=True)
class Signals:
    """`words`: how many the question has that carry something.

    `covered`: share of them, or of their names in the book's language, in one of the best passages. `agreed`: how far
    the channels choose the same one of the best passages, 0 to 1. `alike` is `None` without a model whose cosines are
    known.
    """

    words: int
    covered: float
    agreed: float
    alike: Alike | None

    @property
    def strength(self) -> float:
        """All of it in one figure: from 0 on the evidence is enough."""
        found = COVERED * self.covered + AGREED * self.agreed
        return found - BY_WORDS if self.alike is None else found + self.alike.worth - ENOUGH


def judge(understood: Understood, heard: Sequence[ChannelHits], ranked: Sequence[Ranked]) -> Zone:
    """The zone of a question."""
    return zone(signals(understood, heard, ranked))


def zone(seen: Signals) -> Zone:
    """The zone for these signals."""
    unlike = seen.alike is None or seen.alike.worth < UNLIKE
    if not seen.covered and seen.words >= ENOUGH_WORDS and unlike:
        return Zone.ABSTAIN
    return Zone.NORMAL if seen.strength >= 0 else Zone.CAUTIOUS


def signals(understood: Understood, heard: Sequence[ChannelHits], ranked: Sequence[Ranked]) -> Signals:
    """What the words, the channels and the models say of the best passages."""
    best = [item.passage for item in ranked[:LOOKED_AT]]
    wanted = content_words(understood.standalone, understood.language)
    covered = max((_share_of(wanted, understood.language, passage) for passage in best if wanted), default=0.0)
    return Signals(len(wanted), covered, _agreed(heard, best), _alike(understood, heard, ranked))


def _share_of(wanted: Sequence[str], asked: str, passage: Passage) -> float:
    """Of the question's words, how many stand in one passage, as a share."""
    standing = _standing(" ".join((*passage.section_path, passage.text)), passage.language)
    return sum(_stands(word, asked, passage.language, standing) for word in wanted) / len(wanted)


def _stands(word: str, asked: str, written: str, standing: frozenset[str]) -> bool:
    return any(map(standing.issuperset, _names(word, asked, written)))


@lru_cache(maxsize=1 << 12)
def _names(word: str, asked: str, written: str) -> tuple[tuple[str, ...], ...]:
    """What would have to stand in a passage for a word: its forms, or those of its name in that language."""
    return tuple(_forms(name, written) for name in (word, *across((word,), asked, written)))


@lru_cache(maxsize=1 << 10)
def _standing(text: str, language: str) -> frozenset[str]:
    return frozenset(_forms(text, language))


def _forms(text: str, language: str) -> tuple[str, ...]:
    return tuple(fold(" ".join(stems(text, language))).split())


def _agreed(heard: Sequence[ChannelHits], best: Sequence[Passage]) -> float:
    """The mean over the channels of how near its first choice a passage is; of the passage where that is most."""
    places = _places(heard)
    shares = (sum(_share(place.get(p.row)) for place in places.values()) / len(places) for p in best if places)
    return max(shares, default=0.0)


def _places(heard: Sequence[ChannelHits]) -> Mapping[str, Mapping[int, int]]:
    """How each channel ranks its rows; a channel that heard several parts of the stack is one."""
    places: dict[str, dict[int, int]] = {}
    for channel in heard:
        if channel.channel == _CONTENT or (channel.channel.startswith(_DENSE) and not is_beside(channel.channel)):
            ranks = {hit.row: rank for rank, hit in enumerate(channel.hits)}
            places.setdefault(channel.channel, {}).update(ranks)
    return places


def _share(rank: int | None) -> float:
    return 0.0 if rank is None else (_SHARP + 1) / (_SHARP + 1 + rank)


def _alike(understood: Understood, heard: Sequence[ChannelHits], ranked: Sequence[Ranked]) -> Alike | None:
    """What the first model with a known figure finds most alike among the passages."""
    written = {item.passage.row: item.passage.language for item in ranked}
    for name in KNOWN:
        hits = [hit for channel in heard if channel.channel == name for hit in channel.hits if hit.row in written]
        seen = [Alike(name, _across(understood.language, written[hit.row]), hit.score) for hit in hits]
        readable = [one for one in seen if name in (ACROSS if one.across else KNOWN)]
        if readable:
            return max(readable, key=lambda one: one.worth)
    return None


def _across(asked: str, written: str) -> bool:
    return asked != written and UNKNOWN not in (asked, written)

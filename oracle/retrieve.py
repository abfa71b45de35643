"""Every channel heard, fused and laid out: the passages of the stack, best first.

Owns which channels listen to which voice (`oracle.voices`): the lexical ones to its words, each dense model to its
text, and only where the model knows both languages. Owns no weight.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.contracts import ChannelHits, Note, PageRef, Scope
from ingest.errors import MissingTool
from oracle.contracts import Question, Ranked, Understood
from oracle.fuse import Weigh, fuse, spread, strong
from oracle.index import DenseModel, Index, Lexical
from oracle.named import named
from oracle.profile import GLOSSED, MEANT, Profile
from oracle.room import TYPICAL, tokens, within
from oracle.voices import Voice, voices
from oracle.wording import implied, spoken, stated

LEXICAL: tuple[Lexical, ...] = ("path", "content", "term")
OVERFETCH = 2
ENOUGH = 24
"""At least as many are laid out, however few are wanted: judging must not depend on how many are shown."""

STATED = 12
"""In as many of the best passages of each lexical channel a book is read for what it calls things."""


@dataclass(frozen=True)
class Retrieved:
    """The passages in order, what each channel heard, and what was degraded on the way."""

    ranked: tuple[Ranked, ...]
    heard: tuple[ChannelHits, ...]
    notes: tuple[Note, ...]


def retrieve(index: Index, scope: Scope, question: Question, understood: Understood, profile: Profile) -> Retrieved:
    """The passages that speak of the question, best first, more than are wanted: `cut` takes what is."""
    wanted = _wanted(question)
    heard = tuple(hear(index, scope, understood, max(profile.depth, OVERFETCH * wanted)))
    fused = fuse(heard, weigher(scope, understood, profile), profile.k)[: max(ENOUGH, OVERFETCH * wanted)]
    passages = index.passages([entry.row for entry in fused])
    ranked = _once(Ranked(p, e.score, e.channels) for p, e in zip(passages, fused, strict=True))
    ranked = strong(ranked, profile.least)
    ranked, unread = profile.rerank(understood.standalone, ranked) if profile.rerank else (ranked, ())
    if scope.size <= wanted:
        ranked = _whole(index, scope, ranked, budget_of(question))
    return Retrieved(spread(ranked), heard, tuple(dict.fromkeys((*_notes(heard), *unread))))


def cut(ranked: Sequence[Ranked], question: Question) -> tuple[Ranked, ...]:
    """The best passages: as many as are wanted, and as fit."""
    budget = budget_of(question)
    return (tuple(ranked) if budget is None else within(ranked, budget))[: question.limit]


def budget_of(question: Question) -> int | None:
    """Tokens that its passages may have in all; `None` = only their number counts."""
    return question.room if question.budget is None and question.limit is None else question.budget


def _wanted(question: Question) -> int:
    """About how many passages will do."""
    return question.limit or (budget_of(question) or 0) // TYPICAL


def hear(index: Index, scope: Scope, understood: Understood, depth: int) -> Iterator[ChannelHits]:
    """What each channel finds for each voice, lexical ones first."""
    for voice in voices(understood):
        for part, words in spoken(scope, voice):
            heard = [index.lexical(part, channel, words, depth) for channel in LEXICAL]
            yield from (_named(hits, voice) for hits in heard)
            rows = dict.fromkeys(hit.row for hits in heard for hit in hits.hits[:STATED])
            meant = (*implied(part, voice), *stated(part, voice, words, index.passages(tuple(rows))))
            if meant:
                yield _named(replace(index.lexical(part, "content", meant, depth), channel=MEANT), voice)
        for model in index.dense_models():
            narrowed = known_to(model, scope, voice.language)
            if narrowed.revisions and not (GLOSSED in voice.suffix and knows(model, understood.language)):
                yield _named(_dense(index, narrowed, model.name, voice.text, depth), voice)


def _named(hits: ChannelHits, voice: Voice) -> ChannelHits:
    return replace(hits, channel=hits.channel + voice.suffix)


def knows(model: DenseModel, language: str) -> bool:
    """Whether a model was trained on a language: it needs no word-for-word rendering of a question in it."""
    return language in model.languages or "*" in model.languages


def known_to(model: DenseModel, scope: Scope, language: str) -> Scope:
    """The part of a scope where `model` knows both the question's language and the booklet's."""
    known = set(model.languages)
    if "*" in known:
        return scope
    if language not in known | {"und"}:
        return replace(scope, revisions=())
    mine = (r for r in scope.revisions if not r.booklet.languages or known & set(r.booklet.languages))
    return replace(scope, revisions=tuple(mine))


def weigher(scope: Scope, understood: Understood, profile: Profile) -> Weigh:
    """How much a channel counts at a row: by the languages of question and booklet, more in a booklet that is named."""
    meant = named(understood.standalone, [r.booklet for r in scope.revisions])
    ranges = sorted((r.first_row, r.last_row, r.booklet) for r in scope.revisions if r.first_row <= r.last_row)
    firsts = [first for first, _, _ in ranges]
    known: dict[tuple[str, int], float] = {}

    def weigh(channel: str, row: int) -> float:
        at = bisect_right(firsts, row) - 1
        if (channel, at) not in known:
            booklet = ranges[at][2]
            weight = profile.weight(channel, understood.language, booklet.languages or ("und",))
            known[channel, at] = weight * (profile.named if booklet.ref in meant else 1.0)
        return known[channel, at]

    return weigh


def _dense(index: Index, scope: Scope, model: str, query: str, depth: int) -> ChannelHits:
    try:
        return index.dense(scope, model, query, depth)
    except MissingTool as error:
        return ChannelHits(f"dense:{model}", (), (Note(error.key, error.facts),))


def _whole(index: Index, scope: Scope, ranked: tuple[Ranked, ...], budget: int | None) -> tuple[Ranked, ...]:
    """All of a small stack, where it fits: what was found, then the rest in reading order."""
    found = {item.passage.row for item in ranked}
    every = index.all_passages(scope)
    if budget is not None and sum(map(tokens, every)) > budget:
        return ranked
    return _once((*ranked, *(Ranked(p, 0.0, {}) for p in every if p.row not in found)))


def _once(ranked: Iterable[Ranked]) -> tuple[Ranked, ...]:
    """A text that a page prints several times is one passage, where it ranks best."""
    kept: dict[tuple[PageRef, str], Ranked] = {}
    for item in ranked:
        kept.setdefault((item.passage.ref, item.passage.chunk_id), item)
    return tuple(kept.values())


def _notes(heard: Sequence[ChannelHits]) -> Iterator[Note]:
    for channel in heard:
        yield from channel.degraded

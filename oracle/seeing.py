"""Is the question about what is seen, and which one page would settle it?

Owns the choice of `page_to_read`: one page or none, never a list. The question says how visual it is (a lexicon, French
and English); the pages that were found say whether there is anything to see (pictures; tables whose layout carries the
meaning). Renders nothing and asks no model.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from importlib import resources

from ingest.contracts import ChunkType, PageFacts, PageRef, Table
from oracle.contracts import Ranked, Understood
from oracle.index import Index
from oracle.words import all_words, content_words, fold, roots

CANDIDATES = 6
WIDE = 6
"""A table with this many columns is read by its columns: as running text it does not say which is which."""

FITTING = 0.2
"""Share of the question's words that a table must hold before its page is looked at for a value."""

SIGNS = ("colour", "shape")
HINTS = (*SIGNS, "place", "side", "meaning")
PICTURES = 0.05
"""How much a page full of pictures gains on the best page, whose score is 1: enough to decide between equals."""


class Sight(IntEnum):
    """How much a question speaks of what is seen."""

    NO = 0
    MAYBE = 1
    YES = 2


@dataclass(frozen=True)
class Candidate:
    """A page that was found: its share of the best page's score, what there is to see on it, and its tables.

    `fit` is the share of the question's words that its best table holds; `wide`, whether a table of it needs eyes.
    """

    facts: PageFacts
    score: float
    fit: float = 0.0
    wide: bool = False


def choose_page(index: Index, understood: Understood, ranked: Sequence[Ranked]) -> PageRef | None:
    """The one page worth looking at for this question, or `None`."""
    sight = how_visual(understood)
    tables = speaks_of(understood, "table")
    value = tables or asks_a_value(understood.standalone)
    if not (sight or value):
        return None
    candidates = [_with_tables(index, understood, c) if value else c for c in _candidates(index, ranked)]
    if sight is Sight.YES:
        return to_look_at(candidates, tables=tables)
    if value and (ref := to_look_up(candidates)):
        return ref
    return first_shown(candidates, sign=any(speaks_of(understood, hint) for hint in SIGNS)) if sight else None


def how_visual(understood: Understood) -> Sight:
    """By the words of the question; what it leans on counts too."""
    if speaks_of(understood, "strong"):
        return Sight.YES
    return Sight(min(2, sum(speaks_of(understood, hint) for hint in HINTS)))


def speaks_of(understood: Understood, what: str) -> bool:
    """Whether a question has words of that table of the lexicon."""
    plain = _plain(understood.standalone)
    return any(pattern.search(plain) for pattern in _patterns(what))


def asks_a_value(text: str) -> bool:
    """Whether a question asks for a quantity of something numbered, as tables give it."""
    plain = _plain(text)
    asks, row = (any(p.search(plain) for p in _list("value", name)) for name in ("asks", "row"))
    return asks and row


def to_look_at(candidates: Sequence[Candidate], *, tables: bool = False) -> PageRef | None:
    """The best page with something to see on it, else the first: small drawn signs are easily overlooked.

    A table that fits the question is as good as pictures when the question is about tables.
    """
    shown = [c for c in candidates if c.facts.image]
    seen = [c for c in shown if c.facts.pictures or c.facts.tables] or shown[:1]
    best = max(seen, key=lambda c: c.score + _shown(c) + (c.fit if tables else 0), default=None)
    return best.facts.ref if best else None


def to_look_up(candidates: Sequence[Candidate]) -> PageRef | None:
    """The best page with a table that needs eyes and holds the words of the question."""
    wide = [c for c in candidates if c.facts.image and c.wide and c.fit >= FITTING]
    best = max(wide, key=lambda c: c.score + c.fit, default=None)
    return best.facts.ref if best else None


def first_shown(candidates: Sequence[Candidate], *, sign: bool) -> PageRef | None:
    """The first page when it has pictures, or when a `sign` is meant: one hint is not enough to look further."""
    return next((c.facts.ref for c in candidates[:1] if c.facts.image and (sign or c.facts.pictures)), None)


def _shown(candidate: Candidate) -> float:
    return PICTURES * min(0.5, candidate.facts.picture_share)


def _plain(text: str) -> str:
    return fold(text).replace("’", "'")


def _candidates(index: Index, ranked: Sequence[Ranked]) -> list[Candidate]:
    scores: dict[PageRef, float] = {}
    for item in ranked:
        scores.setdefault(item.passage.ref, item.score)
    best = max(scores.values(), default=0.0) or 1.0
    pages = sorted(scores, key=lambda ref: -scores[ref])[:CANDIDATES]
    return [Candidate(facts, scores[facts.ref] / best) for facts in index.page_facts(pages)]


def _with_tables(index: Index, understood: Understood, candidate: Candidate) -> Candidate:
    if not candidate.facts.tables:
        return candidate
    ref = candidate.facts.ref
    wanted = roots(content_words(understood.standalone, understood.language))
    held = [
        roots(all_words(" ".join((*passage.section_path, passage.text))))
        for passage in index.page_passages(ref)
        if passage.type is ChunkType.TABLE
    ]
    fit = max((len(wanted & words) / max(1, len(wanted)) for words in held), default=0.0)
    return replace(candidate, fit=fit, wide=any(_needs_eyes(table) for table in index.page(ref).tables))


def _needs_eyes(table: Table) -> bool:
    return not table.trusted or max((len(row) for row in table.rows), default=0) >= WIDE


@cache
def _patterns(what: str) -> tuple[re.Pattern[str], ...]:
    """Those of both languages: players mix them."""
    return (*_list(what, "en"), *_list(what, "fr"))


@cache
def _list(table: str, name: str) -> tuple[re.Pattern[str], ...]:
    lists = tomllib.loads((resources.files("oracle") / "patterns" / "visual.toml").read_text("utf-8"))
    return tuple(re.compile(pattern) for pattern in lists[table][name])

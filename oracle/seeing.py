"""Is the question about what is seen, and which one page would settle it?

Owns the choice of `page_to_read`: one page or none, never a list. The question says how visual it is (a lexicon, French
and English); the pages that were found say whether there is anything to see (pictures; tables whose layout carries the
meaning). Renders nothing and asks no model.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from importlib import resources

from ingest.contracts import PageFacts, PageRef, Table
from oracle.contracts import Ranked, Understood
from oracle.index import Index
from oracle.words import fold

CANDIDATES = 6
WITH_TABLES = 2
"""A value is looked up in a table of the first pages only."""

HINTS = ("colour", "shape", "place", "side")
PICTURES = 0.3
"""How much a page full of pictures gains on the best page, whose score is 1."""

WIDE = 6
"""A table with this many columns is read by its columns: as running text it does not say which is which."""


class Sight(IntEnum):
    """How much a question speaks of what is seen."""

    NO = 0
    MAYBE = 1
    YES = 2


@dataclass(frozen=True)
class Candidate:
    """A page that was found: its share of the best page's score, and what there is to see on it."""

    facts: PageFacts
    score: float


def choose_page(index: Index, understood: Understood, ranked: Sequence[Ranked]) -> PageRef | None:
    """The one page worth looking at for this question, or `None`."""
    candidates = _candidates(index, ranked)
    sight = how_visual(understood)
    tables = speaks_of(understood, "table")
    if sight and (best := to_look_at(candidates, sight, tables=tables)):
        return best
    if tables or asks_a_value(understood.standalone):
        return next((c.facts.ref for c in candidates[:WITH_TABLES] if _has_wide_table(index, c)), None)
    return None


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


def to_look_at(candidates: Sequence[Candidate], sight: Sight, *, tables: bool = False) -> PageRef | None:
    """The best page with something to see on it; a doubtful question needs pictures on the first page.

    With `tables` a page that has one is worth as much as a page full of pictures.
    """
    seen = [c for c in candidates if c.facts.image and (c.facts.pictures or c.facts.tables)]
    if sight is Sight.MAYBE:
        seen = [c for c in candidates[:1] if c in seen and c.facts.pictures]
    best = max(seen, key=lambda candidate: _worth(candidate, tables), default=None)
    return best.facts.ref if best else None


def _worth(candidate: Candidate, tables: bool) -> float:
    shown = min(0.5, candidate.facts.picture_share)
    return candidate.score + PICTURES * (0.5 if tables and candidate.facts.tables else shown)


def _plain(text: str) -> str:
    return fold(text).replace("’", "'")


def _candidates(index: Index, ranked: Sequence[Ranked]) -> list[Candidate]:
    scores: dict[PageRef, float] = {}
    for item in ranked:
        scores.setdefault(item.passage.ref, item.score)
    best = max(scores.values(), default=0.0) or 1.0
    pages = sorted(scores, key=lambda ref: -scores[ref])[:CANDIDATES]
    return [Candidate(facts, scores[facts.ref] / best) for facts in index.page_facts(pages)]


def _has_wide_table(index: Index, candidate: Candidate) -> bool:
    if not (candidate.facts.tables and candidate.facts.image):
        return False
    return any(_needs_eyes(table) for table in index.page(candidate.facts.ref).tables)


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

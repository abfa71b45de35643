"""Where two booklets of the stack say different things of the same: base and expansion, side by side.

Owns what a difference is: two sentences that share most of their telling words and part in a figure, in a "not"
or in some of the others, in passages that stand under one heading or are much alike. The same text printed twice is
none. Errata and FAQ are `oracle.amending`'s; which booklet wins is `oracle.precedence`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from ingest.contracts import BookletKind, ChunkType, Passage, Scope
from oracle.contracts import Difference, Ranked, Understood
from oracle.index import Index
from oracle.likeness import Rarity, Words, words_of
from oracle.named import named
from oracle.precedence import precedence
from oracle.sentences import sentences
from oracle.words import all_words, content_words, fold, roots

RULES = (BookletKind.CORE, BookletKind.EXPANSION)
MOST = 3
"""More differences than this are not shown: a question is about few of them."""

HEADED = 0.35
ALIKE = 0.5
"""Two sentences are of one thing from this likeness on: under the same heading, and elsewhere."""

HEADED_SHARED = 2
SHARED = 4
"""So many telling words they must have in common there."""

ABOUT = 0.25
"""A difference is shown when its sentences say so much of the question, and half of what the best one says of it."""

FIRST = 5
LOOKED_UP = 3
BROUGHT = 1
"""For the first rules shown their counterparts are looked up, and so many of them are brought along."""

_QUERY = 24
_NEAREST = 2
SAME = 0.9
SHORTEST = 3
_FIGURE = re.compile(r"\d+(?:[.,/]\d+)?")
_NUMERALS = {
    word: str(value)
    for value, words in enumerate(
        (
            "two deux", "three trois", "four quatre", "five cinq", "six", "seven sept", "eight huit", "nine neuf",
            "ten dix", "eleven onze", "twelve douze",
        ),
        start=2,
    )
    for word in words.split()
}  # fmt: skip
_DENIES = re.compile(
    r"\b(?:not|no|never|cannot|without|neither|nor|only|ne|n|pas|jamais|aucune?|sans|ni|seulement|\w+n't)\b"
)


@dataclass(frozen=True)
class Said:
    """One sentence: its telling words, its figures, whether it denies; of a row of a table, its first cell."""

    text: str
    words: Words
    figures: frozenset[str]
    denies: bool
    row: str = ""


@dataclass(frozen=True)
class Parting:
    """Two sentences that part. `about`: how much they say of the question; `likeness`: how much they have in common."""

    about: float
    likeness: float
    one: Passage
    other: Passage
    mine: Said
    theirs: Said

    def difference(self) -> Difference:
        """As it is shown."""
        wins = _winner(self.one, self.other)
        return Difference(self.one.key, self.other.key, self.mine.text, self.theirs.text, wins)


def differences(understood: Understood, shown: Sequence[Ranked]) -> tuple[Difference, ...]:
    """The differences between passages of different booklets among those shown, what was asked about first."""
    rules = [item.passage for item in shown if item.passage.kind in RULES]
    found = _telling(_partings(understood, rules, combinations(rules, 2)))
    if not found:  # asked in other words: what stands first on both sides is what is meant
        first = [item.passage for item in shown[:FIRST] if item.passage.kind in RULES]
        found = _partings(understood, first, combinations(first, 2))
    best: dict[tuple[str, str], Difference] = {}
    for each in found:
        best.setdefault((each.mine.text, each.theirs.text), each.difference())
    return tuple(best.values())[:MOST]


def counterparts(index: Index, scope: Scope, understood: Understood, shown: Sequence[Ranked]) -> tuple[Passage, ...]:
    """What other booklets say instead of the first rules shown, where it is not shown yet; none for a named booklet.

    Who asks of the base game by name need not hear of the expansion.
    """
    rules = [item.passage for item in shown[:LOOKED_UP] if item.passage.kind in RULES]
    kinds = [r for r in scope.revisions if r.booklet.kind in RULES]
    if len(kinds) < 2 or named(understood.standalone, [r.booklet for r in scope.revisions]):
        return ()
    there = {item.passage.row for item in shown}
    pairs = [(rule, other) for rule in rules for other in _near(index, scope, rule) if other.row not in there]
    passages = {p.row: p for pair in pairs for p in pair}
    found = _telling(_partings(understood, list(passages.values()), pairs))
    return tuple({each.other.row: each.other for each in found}.values())[:BROUGHT]


def _near(index: Index, scope: Scope, rule: Passage) -> tuple[Passage, ...]:
    """The passages of other booklets of rules, in its language, that are most like a rule."""
    others = (
        r
        for r in scope.revisions
        if r.booklet.kind in RULES
        and r.booklet.ref != rule.ref.owner
        and (rule.language in r.booklet.languages or not r.booklet.languages)
    )
    rest = replace(scope, revisions=tuple(others))
    if not rest.revisions:
        return ()
    words = content_words("\n".join((*rule.section_path, rule.text)), rule.language)[:_QUERY]
    return index.passages([hit.row for hit in index.lexical(rest, "content", words, _NEAREST).hits])


def _partings(
    understood: Understood, rules: Sequence[Passage], pairs: Iterable[tuple[Passage, Passage]]
) -> list[Parting]:
    """Where these pairs part, what says most of the question first, then what has most in common."""
    told = [pair for pair in pairs if _comparable(*pair)]
    if not told:
        return []
    said = {passage.key: _said(passage.text, passage.language, passage.type) for passage in rules}
    rarity = Rarity.of([each.words for sentences in said.values() for each in sentences])
    asked = words_of(understood.standalone, understood.language)
    found = [
        Parting(rarity.share(asked, mine.words | theirs.words), likeness, one, other, mine, theirs)
        for one, other in told
        for likeness, mine, theirs in _parting(said[one.key], said[other.key], rarity, headed=_same_heading(one, other))
    ]
    return sorted(found, key=lambda each: (each.about, each.likeness), reverse=True)


def _telling(found: Sequence[Parting]) -> list[Parting]:
    """Those that say enough of the question, and not much less of it than the best one."""
    most = max((each.about for each in found), default=0.0)
    return [each for each in found if each.about >= max(ABOUT, most / 2)]


def _comparable(one: Passage, other: Passage) -> bool:
    apart = (one.ref.game, one.ref.booklet) != (other.ref.game, other.ref.booklet)
    return apart and one.language == other.language and one.type == other.type


def _parting(
    ones: Sequence[Said], others: Sequence[Said], rarity: Rarity, *, headed: bool
) -> Iterator[tuple[float, Said, Said]]:
    """Pairs of sentences that are of one thing and not the same; each sentence with the one that is most like it."""
    floor, shared = (HEADED, HEADED_SHARED) if headed else (ALIKE, SHARED)
    theirs = _own(others, ones, rarity)
    for mine in _own(ones, others, rarity):
        rows = [each for each in theirs if headed and mine.row and each.row == mine.row]
        able = rows or [each for each in theirs if not mine.words.isdisjoint(each.words)]
        near = max(able, key=lambda each: rarity.alike(mine.words, each.words), default=None)
        if near is None:
            continue
        likeness = rarity.alike(mine.words, near.words)
        if rows or (likeness >= floor and len(mine.words & near.words) >= shared):
            yield likeness, mine, near


def _own(mine: Sequence[Said], theirs: Sequence[Said], rarity: Rarity) -> list[Said]:
    """The sentences of a passage that the other does not repeat.

    What repeats one has nearly its words, the same figures, and is denied or not alike.
    """
    told: dict[tuple[bool, frozenset[str]], list[Words]] = {}
    for each in theirs:
        told.setdefault((each.denies, each.figures), []).append(each.words)
    return [
        each
        for each in mine
        if not any(rarity.alike(each.words, words) >= SAME for words in told.get((each.denies, each.figures), ()))
    ]


def _winner(one: Passage, other: Passage) -> str | None:
    ranks = {one.key: precedence(one.kind), other.key: precedence(other.kind)}
    mine, theirs = ranks[one.key], ranks[other.key]
    if mine is None or theirs is None or mine == theirs:
        return None
    return one.key if mine < theirs else other.key


@lru_cache(maxsize=4096)
def _said(text: str, language: str, kind: ChunkType) -> tuple[Said, ...]:
    """The sentences of a passage, or the rows of its table; what is too short to be compared is left out."""
    return tuple(_sentences_of(text, language, table=kind is ChunkType.TABLE))


def _sentences_of(passage: str, language: str, *, table: bool) -> Iterator[Said]:
    for line in passage.splitlines():
        for text in [line] if table else sentences(line):
            one = _sentence(text.removeprefix("• "), language, table=table)
            if len(one.words) >= (SHORTEST - 1 if table else SHORTEST):
                yield one


def _sentence(text: str, language: str, *, table: bool) -> Said:
    folded = [fold(word) for word in all_words(text)]
    spoken = " ".join(_NUMERALS.get(word, word) for word in folded)
    row = fold(text.partition("|")[0]).strip() if table else ""
    figures = frozenset(_FIGURE.findall(spoken))
    numerals = roots(word for word in folded if word in _NUMERALS)
    words = words_of(text, language) - numerals | figures
    return Said(text, words, figures, bool(_DENIES.search(spoken)), row)


def _same_heading(one: Passage, other: Passage) -> bool:
    last = [_heading(passage.section_path[-1]) for passage in (one, other) if passage.section_path]
    return len(last) == 2 and last[0] == last[1]


@lru_cache(maxsize=4096)
def _heading(title: str) -> str:
    return fold(" ".join(all_words(title)))

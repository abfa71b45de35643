"""Errata and FAQ travel with the rule that they amend.

When a rule is among the first, what amends it comes right after it, even when its own words rank low: every erratum,
and a FAQ that speaks of the question. An erratum that is among the first brings its rule. Owns finding the pairs, by
what an entry refers to and by likeness, and where they stand; which of two wins is `oracle.precedence`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.contracts import BookletKind, BookletRef, ChunkType, Passage, Scope
from oracle.contracts import Amendment, Ranked, Understood
from oracle.index import Index
from oracle.likeness import Rarity, Words, words_of
from oracle.references import in_section, on_page, pages_said, says_heading, sections_said
from oracle.words import content_words, fold, roots

AMENDING = (BookletKind.ERRATA, BookletKind.FAQ)
RULES = (BookletKind.CORE, BookletKind.EXPANSION, BookletKind.AID)

FIRST = {BookletKind.ERRATA: 8, BookletKind.FAQ: 5}
"""What stands among this many of the first brings what amends it: no rule that is read goes without its erratum."""

MOST = {BookletKind.ERRATA: 3, BookletKind.FAQ: 1}
"""So much of a kind may be brought in all: what was asked for must not be crowded out."""

FEW = 80
"""Booklets of errata and FAQ with no more passages than this are looked through whole."""

NAMED = 0.2
ALIKE = 0.45
SHARED = 3
"""Where an entry names the place, a fifth of its words must stand there; elsewhere nearly half, and three at least."""

SPEAKING = 0.7
"""An erratum brings the rules of the entries that say this much of what its best entry says of the question."""

ABOUT = 0.3
"""A FAQ comes with a rule when an entry of it says so much of the question."""

_QUERY = 40
_NEAREST = 3


@dataclass(frozen=True)
class Entry:
    """One entry of a passage that amends: a row, a question with its answer, a paragraph."""

    of: Passage
    text: str
    words: Words
    pages: frozenset[str]
    sections: frozenset[str]

    def names(self, rule: Passage) -> bool | None:
        """Whether it says that its rule stands where `rule` does; `None` when it says no place."""
        if self.pages or self.sections:
            return on_page(rule, self.pages) or in_section(rule, self.sections)
        return True if says_heading(self.text, rule) or _same_heading(self.of, rule) else None


def amend(
    index: Index, scope: Scope, understood: Understood, ranked: Sequence[Ranked]
) -> tuple[tuple[Ranked, ...], tuple[Amendment, ...]]:
    """The passages with what amends the first of them beside them, and which amends which."""
    amending = _only(scope, AMENDING)
    if not amending.revisions or not _only(scope, RULES).revisions:
        return tuple(ranked), ()
    finder = _Finder(index, scope, understood, ranked)
    rows = {item.passage.row: item for item in ranked}
    brought = dict.fromkeys(AMENDING, 0)
    order: dict[int, Ranked] = {}
    pairs: dict[tuple[str, str], Amendment] = {}
    for place, item in enumerate(ranked):
        order.setdefault(item.passage.row, item)
        for rule, by in finder.pairs(item.passage) if place < max(FIRST.values()) else ():
            if place >= FIRST[by.kind]:
                continue
            other = by if rule == item.passage else rule
            brings = other is by or by.kind is BookletKind.ERRATA
            if other.row not in order and brings and brought[by.kind] < MOST[by.kind]:
                brought[by.kind] += 1
                order[other.row] = rows.get(other.row) or Ranked(other, 0.0, {})
            pairs[rule.key, by.key] = Amendment(rule.key, by.key)
    return tuple(order.values()), tuple(pairs.values())


class _Finder:
    """Finds the pairs of one question's passages."""

    def __init__(self, index: Index, scope: Scope, understood: Understood, ranked: Sequence[Ranked]) -> None:
        self._index, self._language = index, understood.language
        self._asked = words_of(understood.standalone, understood.language)
        self._rules, self._amending = _only(scope, RULES), _only(scope, AMENDING)
        self._targets = {
            revision.booklet.ref: BookletRef(scope.game, revision.booklet.amends)
            for revision in self._amending.revisions
            if revision.booklet.amends
        }
        self._all = index.all_passages(self._amending) if self._amending.size <= FEW else None
        near = [item.passage for item in ranked]
        self._rarity = Rarity.of([_words(p) for p in {p.row: p for p in (*near, *(self._all or ()))}.values()])

    def pairs(self, passage: Passage) -> Iterator[tuple[Passage, Passage]]:
        """The pairs (rule, what amends it) that a passage is one of, the surest first."""
        if passage.kind in RULES:
            found = [(self._strength(passage, by), by) for by in self._candidates(passage)]
            for strength, by in sorted(found, key=lambda pair: (-pair[0], pair[1].row)):
                if strength > 0:
                    yield passage, by
        elif passage.kind in AMENDING:
            for rule in self._amended(passage):
                yield rule, passage

    def _candidates(self, rule: Passage) -> Sequence[Passage]:
        if self._all is not None:
            return self._all
        hits = self._index.lexical(self._amending, "content", _query(rule.text, rule.language), 2 * _NEAREST).hits
        return self._index.passages([hit.row for hit in hits])

    def _strength(self, rule: Passage, by: Passage) -> float:
        """How sure it is that some entry of `by` amends `rule`; 0 = it does not."""
        if self._targets.get(by.ref.owner, rule.ref.owner) != rule.ref.owner:
            return 0.0
        told = [entry for entry in entries(by) if by.kind is BookletKind.ERRATA or self._speaks(entry)]
        return max((self._entry(entry, rule) for entry in told), default=0.0)

    def _speaks(self, entry: Entry) -> bool:
        """Whether an entry says anything of the question; in another language nobody can tell."""
        about = self._rarity.share(self._asked, entry.words)
        return about >= ABOUT or entry.of.language not in (self._language, "und")

    def _entry(self, entry: Entry, rule: Passage) -> float:
        words = _words(rule)
        share, named = self._rarity.share(entry.words, words), entry.names(rule)
        if named is False or len(entry.words & words) < (1 if named else SHARED):
            return 0.0
        if named:
            return 1 + share if share >= NAMED and self._is_best_of_page(entry, rule, share) else 0.0
        return share if share >= ALIKE and self._is_nearest(entry, rule) else 0.0

    def _is_best_of_page(self, entry: Entry, rule: Passage, share: float) -> bool:
        """Whether nothing else on that page is more like it: an entry amends one rule of the page that it names."""
        mates = self._index.page_passages(rule.ref)
        return share >= max(self._rarity.share(entry.words, _words(mate)) for mate in (rule, *mates))

    def _is_nearest(self, entry: Entry, rule: Passage) -> bool:
        """Whether no more than two passages of the rules are more like it: likeness alone proves little."""
        hits = self._index.lexical(self._rules, "content", _query(entry.text, entry.of.language), _NEAREST).hits
        return rule.row in {hit.row for hit in hits}

    def _amended(self, by: Passage) -> Iterator[Passage]:
        """The rules that a passage amends, one an entry at most; only of entries that speak of the question."""
        told = entries(by)
        about = [self._rarity.share(self._asked, entry.words) for entry in told]
        for entry, share in zip(told, about, strict=True):
            if share < SPEAKING * max(about) or not share:
                continue
            hits = self._index.lexical(self._rules, "content", _query(entry.text, by.language), 2 * _NEAREST).hits
            rules = [
                rule
                for rule in self._index.passages([hit.row for hit in hits])
                if self._targets.get(by.ref.owner, rule.ref.owner) == rule.ref.owner
            ]
            best = max(rules, key=lambda rule: self._entry(entry, rule), default=None)
            if best is not None and self._entry(entry, best) > 0:
                yield best


def entries(passage: Passage) -> tuple[Entry, ...]:
    """The entries of a passage: rows of a table, else paragraphs, each question with its answer."""
    path = " ".join(passage.section_path)
    return tuple(
        Entry(passage, text, words_of(text, passage.language) - _OF_PLACES, *_places(text, passage, path))
        for text in (_rows(passage.text) if passage.type is ChunkType.TABLE else _paragraphs(passage.text))
    )


def _places(text: str, passage: Passage, path: str) -> tuple[frozenset[str], frozenset[str]]:
    """The pages and the sections that an entry names; its heading may name them for it."""
    pages = pages_said(text) or pages_said(path)
    return pages, sections_said(text) or sections_said(path)


def _rows(text: str) -> Iterator[str]:
    """The rows of a table, each with its place in words: under "Page", `7` is page 7."""
    head, *rows = [[cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.strip()] or [[]]
    places = [_PLACE.match(fold(cell)) for cell in head]
    if not any(places):
        rows = [head, *rows]
    for row in rows:
        named = zip(row, (*places, *[None] * len(row)), strict=False)
        yield " ".join(f"{place[0]} {cell}" if place else cell for cell, place in named)


def _paragraphs(text: str) -> Iterator[str]:
    """The lines of a text, a question that stands alone together with its answer."""
    question = ""
    for line in filter(None, (line.strip() for line in text.splitlines())):
        if line.endswith("?") and not question:
            question = line
        else:
            yield f"{question} {line}".strip()
            question = ""
    if question:
        yield question


_OF_PLACES = roots(("page", "pages", "rule", "règle", "section"))
_PLACE = re.compile(r"(?:pages?|p|rules?|regles?|sections?|chapitres?|chapters?)\b")


def _same_heading(one: Passage, other: Passage) -> bool:
    return bool(one.section_path and other.section_path) and says_heading(one.section_path[-1], other)


def _words(passage: Passage) -> Words:
    return words_of("\n".join((*passage.section_path, passage.text)), passage.language)


def _query(text: str, language: str) -> tuple[str, ...]:
    return content_words(text, language)[:_QUERY]


def _only(scope: Scope, kinds: Iterable[BookletKind]) -> Scope:
    wanted = tuple(kinds)
    return replace(scope, revisions=tuple(r for r in scope.revisions if r.booklet.kind in wanted))

"""What the booklets on the table call things: their headings, and the words that they use most.

Owns how much of a stack is told to the model that rewrites a question. Bounded, whatever the size of the books.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.contracts import Booklet, Passage, Scope, ScopedRevision
from ingest.icons.placeholders import spoken
from oracle.index import Index
from oracle.words import content_words, fold

SAMPLE = 1000
"""Passages of a stack that are looked at, spread over it."""

HEADINGS = 3000
"""Characters of headings that a stack may tell, the higher levels first."""

WORDS = 90
"""Words that a stack may tell."""

Path = tuple[str, ...]
"""A heading after those above it."""

_LONGEST = 60
_OFTEN = 2


@dataclass(frozen=True)
class BookWords:
    """What one booklet calls things, its headings in reading order."""

    booklet: Booklet
    headings: tuple[str, ...]
    words: tuple[str, ...]


def book_words(index: Index, scope: Scope) -> tuple[BookWords, ...]:
    """The words of each booklet of a stack. What the stack leaves out is not told."""
    read = [(r.booklet, tuple(_passages(index, scope, r))) for r in scope.revisions]
    told = _fitting([_paths(passages) for _, passages in read])
    share = WORDS // max(1, len(read))
    return tuple(
        BookWords(booklet, _titles(headings), _words(passages)[:share])
        for (booklet, passages), headings in zip(read, told, strict=True)
    )


def _passages(index: Index, scope: Scope, revision: ScopedRevision) -> Iterator[Passage]:
    step = -(-scope.size // SAMPLE)
    for passage in index.passages(range(revision.first_row, revision.last_row + 1, step)):
        left_out = set(scope.exclude_sections) & set(passage.section_path)
        if not left_out and passage.type in (scope.types or (passage.type,)):
            yield passage


def _paths(passages: Iterable[Passage]) -> tuple[Path, ...]:
    """Every heading of a booklet with those above it, each once, in reading order."""
    paths = (p.section_path[:depth] for p in passages for depth in range(1, len(p.section_path) + 1))
    return tuple(path for path in dict.fromkeys(paths) if len(path[-1]) <= _LONGEST)


def _fitting(books: Sequence[Sequence[Path]]) -> tuple[tuple[Path, ...], ...]:
    """As many headings of each booklet as there is room for in all: level by level, the booklets in turn."""
    room = HEADINGS
    told: set[tuple[int, int]] = set()
    every = ((len(path), place, book) for book, paths in enumerate(books) for place, path in enumerate(paths))
    for _, place, book in sorted(every):
        room -= len(books[book][place][-1])
        if room < 0:
            break
        told.add((book, place))
    return tuple(
        tuple(path for place, path in enumerate(paths) if (book, place) in told) for book, paths in enumerate(books)
    )


def _titles(paths: Sequence[Path]) -> tuple[str, ...]:
    titles = (" ".join(spoken(path[-1], {}).split()) for path in paths)
    return tuple(title for title in dict.fromkeys(titles) if title)


def _words(passages: Sequence[Passage]) -> tuple[str, ...]:
    """Words that stand in several passages and in no heading, the most frequent first."""
    language = Counter(p.language for p in passages).most_common(1)[0][0] if passages else "und"
    named = {fold(word) for path in _paths(passages) for word in content_words(path[-1], language)}
    held = Counter(word for p in passages for word in content_words(spoken(p.text, {}), language) if word.isalpha())
    return tuple(word for word, n in held.most_common() if n >= _OFTEN and len(word) > 2 and fold(word) not in named)

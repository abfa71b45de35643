"""A sentence of the model that repeats one of the book, and where it parts from it: a number, a "not".

Pure. Owns when two sentences are so alike that only that parts them. Either they are the same nearly word for word; or
the telling words of the model's stand close together and in order in the book's, and no condition beside them. Free
paraphrase is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from oracle import quotes
from oracle.proof.counting import numbers
from oracle.proof.turning import CONDITIONS, NEGATIONS, denies, words
from oracle.words import FUNCTION_WORDS, fold, roots

FEWEST = 4
"""Fewer telling words in common say nothing."""

ALIKE = 0.85
"""From this share of the words of both on, two sentences are the same but for a slip."""

_END = re.compile(r"(?<=[.!?])\s+|\n\s*\n|[•■▪◦●▶‣|]")
_CLAUSE = re.compile(r"(?<=[.!?;:])\s+|\n\s*\n|[•■▪◦●▶‣|]")
_SMALL = FUNCTION_WORDS["en"] | FUNCTION_WORDS["fr"]
_ANSWER = re.compile(r"^\W*(?:yes|no|oui|non|si)\s*[,.:;—!-]")
_LOOSE = 2
_EXPLETIVE = frozenset(["ne", "n'"])
"""Half of a negation: `ne … pas` is one."""


def repeated(said: str, text: str) -> Iterator[str]:
    """The sentences of a text of the book that a sentence repeats, but for numbers."""
    own = _own(said)
    telling = _telling(own)
    for written, sentence in _sentences(text):
        if _copies(own, sentence) or _span(telling, sentence) is not None:
            yield written


def contradicts(said: str, text: str) -> bool:
    """Whether a sentence says of one in the text that it is (not) so, in that sentence's own words."""
    own, there = _own(said), [sentence for _, sentence in _sentences(text)]
    copied = [sentence for sentence in there if _copies(own, sentence)]
    if copied:
        return all(_negations(sentence) != _negations(own) for sentence in copied)
    if any(word in CONDITIONS for word in own):
        return False
    telling = _telling(own)
    near = [part for sentence in there if (part := _span(telling, sentence)) is not None]
    return bool(near) and all(denies(part) is not denies(" ".join(own)) for part in near)


def _own(said: str) -> list[str]:
    return words(_ANSWER.sub("", quotes.fold(said)))


@lru_cache(maxsize=256)
def _sentences(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sentences of a text and their clauses, as they are written and by their words."""
    parts = dict.fromkeys((*_END.split(text), *_CLAUSE.split(text)))
    return tuple((part, tuple(_own(part))) for part in parts if part.strip())


def _copies(own: Sequence[str], sentence: Sequence[str]) -> bool:
    if min(len(own), len(sentence)) < FEWEST or min(len(own), len(sentence)) < ALIKE * max(len(own), len(sentence)) - 1:
        return False
    matcher = SequenceMatcher(None, own, sentence, autojunk=False)
    return matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def _negations(found: Sequence[str]) -> int:
    return sum((word in NEGATIONS or word.endswith("n't")) and word not in _EXPLETIVE for word in found)


def _span(telling: Sequence[str], sentence: Sequence[str]) -> str | None:
    """The part of a sentence of the book that holds these words in order, when it holds little else."""
    if len(telling) < FEWEST:
        return None
    at, places, known = 0, [], [_root(word) for word in sentence]
    for word in telling:
        if word not in known[at:]:
            return None
        at = known.index(word, at) + 1
        places.append(at - 1)
    between = _telling(sentence[places[0] : at])
    if len(between) > len(telling) + _LOOSE or any(word in CONDITIONS for word in sentence):
        return None
    return " ".join(sentence[max(0, places[0] - _LOOSE) : at + _LOOSE])


def _telling(found: Sequence[str]) -> list[str]:
    """The words that say what it is about, by their roots; a number is none of them."""
    return [_root(word) for word in found if fold(word) not in _SMALL and word not in _SMALL and not numbers(word)]


@lru_cache(maxsize=4096)
def _root(word: str) -> str:
    return next(iter(roots((word,))), word)

"""A bilingual vocabulary of game tables: what a French word may be called in an English booklet, and back.

Owns the list (`patterns/vocabulary.txt`). It feeds the lexical channels across languages, beside the question's own
words; it translates no sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from oracle.phrases import Lexicon, key, lines, names
from oracle.words import all_words, content_words, fold

PAIR = ("fr", "en")


def across(words: Sequence[str], source: str, target: str) -> tuple[str, ...]:
    """What `words`, in their order, may be called in `target`, each name once; nothing for other languages."""
    return _known(source, target).given(words) if {source, target} == set(PAIR) else ()


def gloss(text: str, source: str, target: str) -> str:
    """A text word for word in `target`, small words left out; what the list does not know stays as it is.

    No translation: enough for a model that knows only `target` to see what it is about. Empty for other languages, and
    where the list knows nothing of it.
    """
    if {source, target} != set(PAIR):
        return ""
    read = [*_known(source, target).read(all_words(text))]
    if not any(names for _, names in read):
        return ""
    return " ".join(names[0] if names else said for said, names in read if names or content_words(said, source))


def accented(words: Sequence[str], language: str) -> tuple[str, ...]:
    """French words as they are written, where they were typed without accents and their stems would not meet."""
    known = ((word, _written().get(word, word)) for word in words) if language == "fr" else ()
    return tuple(name for word, name in known if key(name, "fr") != key(word, "fr"))


@cache
def _written() -> Mapping[str, str]:
    """Words of the list without their accents, each with them; not those that are words as they are typed."""
    words = {word for name in listed("fr") for word in all_words(name)}
    return MappingProxyType({typed: word for word in sorted(words) if (typed := fold(word)) not in words})


@cache
def _known(source: str, target: str) -> Lexicon:
    return Lexicon(source, _entries(source, target))


def _entries(source: str, target: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each name with those of the other language; a form of a name that stands in no line gives the same."""
    given: dict[str, tuple[str, ...]] = {}
    for meaning in _meanings():
        sides = dict(zip(PAIR, meaning, strict=True))
        for word in sides[source]:
            given[word] = (*given.get(word, ()), *sides[target])
    for forms in map(names, lines(f"forms.{source}.txt")):
        alike = tuple(name for form in forms for name in given.get(form, ()))
        given |= {form: alike for form in forms if form not in given and alike}
    return iter(given.items())


@cache
def _meanings() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Every line of the list: its French names and its English ones."""
    sides = (line.partition("=") for line in lines("vocabulary.txt"))
    return tuple((names(french), names(english)) for french, _, english in sides)


def listed(language: str) -> frozenset[str]:
    """Every name of the list in one of its languages."""
    return frozenset(name for meaning in _meanings() for name in meaning[PAIR.index(language)])

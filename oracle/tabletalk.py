"""How players talk and what rulebooks call it, within one language: "my guy is dead" and "the unit is eliminated".

Owns the lists (`patterns/vocabulary.en.txt`, `patterns/vocabulary.fr.txt`). What they give is looked for beside the
question's own words and counts less; it replaces nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from oracle.phrases import Lexicon, key, lines, names

LANGUAGES = ("en", "fr")


def meant(words: Sequence[str], language: str) -> tuple[str, ...]:
    """What a book may call what `words` say, in their order, without what they say already.

    In an unknown language both lists are read.
    """
    read = [spoken for spoken in LANGUAGES if language in (spoken, "und")]
    found = dict.fromkeys(name for spoken in read for name in _known(spoken).given(words))
    said = {key(word, spoken) for spoken in read for word in words}
    return tuple(name for name in found if not {key(name, spoken) for spoken in read} & said)


@cache
def _known(language: str) -> Lexicon:
    return Lexicon.of(language, _entries(language))


def _entries(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for said, printed in _lines(language):
        yield from ((word, printed or tuple(other for other in said if other != word)) for word in said)


@cache
def _lines(language: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Every line: what is said and what is printed, the latter empty where all may stand for each other."""
    sides = (line.partition(">") for line in lines(f"vocabulary.{language}.txt"))
    return tuple((names(said), names(printed)) for said, _, printed in sides)


def listed(language: str) -> frozenset[str]:
    """Every name of the list of one language, said or printed."""
    return frozenset(name for said, printed in _lines(language) for name in (*said, *printed))

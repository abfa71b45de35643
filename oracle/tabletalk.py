"""How players talk and what rulebooks call it, within one language: "my guy is dead" and "the unit is eliminated".

Owns the lists (`vocabulary.en.txt` and `forms.en.txt` in `patterns`, and the French ones). What they give is looked for
beside the question's own words and counts less; it replaces nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    return Lexicon(language, _entries(language))


def listed(language: str) -> frozenset[str]:
    """Every name of the list of one language, said or printed."""
    return frozenset(name for line in _lines(language) for name in (*line.said, *line.printed))


@dataclass(frozen=True)
class Line:
    """`said` stands for `printed`; where these are `alike`, each of them also for the others."""

    said: tuple[str, ...]
    printed: tuple[str, ...]
    alike: bool

    def entries(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Each word with what it stands for."""
        yield from ((word, self.printed) for word in self.said)
        if self.alike:
            yield from ((word, tuple(other for other in self.printed if other != word)) for word in self.printed)


def _entries(language: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for line in _lines(language):
        yield from line.entries()


@cache
def _lines(language: str) -> tuple[Line, ...]:
    return tuple(_line(text) for file in ("forms", "vocabulary") for text in lines(f"{file}.{language}.txt"))


def _line(text: str) -> Line:
    """`said > printed`, `said ~ alike`, or only words that are alike."""
    sign = ">" if ">" in text else "~"
    said, _, printed = text.rpartition(sign)
    return Line(names(said), names(printed), alike=sign == "~")

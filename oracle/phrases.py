"""A list of words and phrases, looked up in what somebody typed: by stems, accents aside, the longest phrase first.

Pure. Owns the key of a word and the looking up; what the lists hold is `oracle.vocabulary`'s and `oracle.tabletalk`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import resources

from ingest.store.lexical import stems, words
from oracle.words import FUNCTION_WORDS, fold

_SHORT = 2
Key = tuple[str, ...]
Spelling = Callable[[str], str]
"""How a word is written to be compared."""


@dataclass(frozen=True)
class Lexicon:
    """What each word or phrase of one language gives, by how it is spelt: as it is, then nearly, then by its stem.

    A word that stands in the list as it was typed is that entry and no other: *un sort* is no form of *sortir*.
    `longest` is the most words that an entry holds.
    """

    language: str
    spellings: tuple[tuple[Spelling, Mapping[Key, tuple[str, ...]]], ...]
    longest: int

    @classmethod
    def of(cls, language: str, entries: Iterable[tuple[str, Sequence[str]]]) -> Lexicon:
        """The lexicon of these words of `language`, each with what it gives; one that comes twice gives both."""
        listed = tuple(entries)
        ways: tuple[Spelling, ...] = (str, _nearly, partial(_stemmed, language=language))
        spellings = tuple((way, _by_key(way, listed)) for way in ways)
        return cls(language, spellings, max((len(words(word)) for word, _ in listed), default=0))

    def given(self, said: Sequence[str]) -> tuple[str, ...]:
        """What these words give, read in order: of two phrases that begin at one place, the longer one counts."""
        pieces = [piece for word in said for piece in words(word)]
        spelt = [([*map(way, pieces)], names) for way, names in self.spellings]
        found: dict[str, None] = {}
        place = 0
        while place < len(pieces):
            for length in range(min(self.longest, len(pieces) - place), 0, -1):
                keys = ((tuple(forms[place : place + length]), names) for forms, names in spelt)
                given = next((names[key] for key, names in keys if key in names), None)
                if given is not None and (length > 1 or pieces[place] not in FUNCTION_WORDS[self.language]):
                    found.update(dict.fromkeys(given))
                    break
            place += length
        return tuple(found)


def key(word: str, language: str) -> Key:
    """What a word or phrase is compared by when endings and accents must not count."""
    return _key(partial(_stemmed, language=language), words(word))


def _by_key(way: Spelling, entries: Iterable[tuple[str, Sequence[str]]]) -> Mapping[Key, tuple[str, ...]]:
    found: dict[Key, dict[str, None]] = {}
    for word, given in entries:
        found.setdefault(_key(way, words(word)), {}).update(dict.fromkeys(given))
    return {known: tuple(given) for known, given in found.items()}


def _key(way: Spelling, pieces: Iterable[str]) -> Key:
    return tuple(map(way, pieces))


def _nearly(word: str) -> str:
    """Without accents and the sign of the plural."""
    return fold(word[:-1] if len(word) > _SHORT and word[-1] in "sx" else word)


def _stemmed(word: str, language: str) -> str:
    return fold(" ".join(stems(word, language)))


def lines(file: str) -> tuple[str, ...]:
    """The lines of a list in `oracle/patterns`, without its remarks."""
    text = (resources.files("oracle") / "patterns" / file).read_text("utf-8")
    return tuple(line for line in text.splitlines() if line.strip() and not line.startswith("#"))


def names(side: str) -> tuple[str, ...]:
    """The names on one side of a line."""
    return tuple(name.strip() for name in side.split(",") if name.strip())

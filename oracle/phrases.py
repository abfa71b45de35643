"""A list of words and phrases, looked up in what somebody typed: by stems, accents aside, the longest phrase first.

Pure. Owns the key of a word and the looking up; what the lists hold is `oracle.vocabulary`'s and `oracle.tabletalk`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import resources

from ingest.store.lexical import stems, words
from oracle.words import FUNCTION_WORDS, fold

_SHORT = 2
Key = tuple[str, ...]
Spelling = Callable[[str], str]
"""How a word is written to be compared."""


Entry = tuple[str, Sequence[str]]
"""A word or phrase and what it gives."""

Shelf = tuple[Mapping[Key, tuple[str, ...]], ...]
"""What some entries give by their keys, one mapping a spelling."""


class Lexicon:
    """What each word or phrase of one language gives, by how it is spelt: as it is, then nearly, then by its stem.

    A word that stands in the list as it was typed is that entry and no other: *un sort* is no form of *sortir*. An
    entry that comes twice gives both. Entries are spelt when a word that begins like them is first looked for.
    """

    def __init__(self, language: str, entries: Iterable[Entry]) -> None:
        self._small = FUNCTION_WORDS[language]
        self._spellings: tuple[Spelling, ...] = (str, _nearly, partial(_stemmed, language=language))
        self._entries: dict[str, list[Entry]] = {}
        self._shelves: dict[str, Shelf] = {}
        self._longest = 0
        for word, given in entries:
            pieces = words(word)
            self._longest = max(self._longest, len(pieces))
            self._entries.setdefault(_beginning(pieces[0]), []).append((word, given))

    def given(self, said: Sequence[str]) -> tuple[str, ...]:
        """What these words give, read in order: of two phrases that begin at one place, the longer one counts."""
        return tuple(dict.fromkeys(name for _, names in self.read(said) for name in names))

    def read(self, said: Sequence[str]) -> Iterator[Entry]:
        """Each phrase as it was said and what it gives; a word that is in no entry gives nothing."""
        pieces = [piece for word in said for piece in words(word)]
        spelt = [[*map(way, pieces)] for way in self._spellings]
        place = 0
        while place < len(pieces):
            length, names = self._longest_at(pieces, spelt, place)
            yield " ".join(pieces[place : place + length]), names
            place += length

    def _longest_at(
        self, pieces: Sequence[str], spelt: Sequence[Sequence[str]], place: int
    ) -> tuple[int, tuple[str, ...]]:
        """How many words the longest entry takes that begins here, and what it gives."""
        shelf = self._shelf(_beginning(pieces[place]))
        for length in range(min(self._longest, len(pieces) - place), 0, -1):
            keys = [tuple(forms[place : place + length]) for forms in spelt]
            given = next((names[key] for key, names in zip(keys, shelf, strict=False) if key in names), None)
            if given is not None and (length > 1 or pieces[place] not in self._small):
                return length, given
        return 1, ()

    def _shelf(self, beginning: str) -> Shelf:
        """The entries that begin so, by their keys; none of them are no shelf at all."""
        if beginning not in self._shelves:
            entries = self._entries.get(beginning, ())
            self._shelves[beginning] = tuple(_by_key(way, entries) for way in self._spellings) if entries else ()
        return self._shelves[beginning]


def key(word: str, language: str) -> Key:
    """What a word or phrase is compared by when endings and accents must not count."""
    return _key(partial(_stemmed, language=language), words(word))


def _beginning(word: str) -> str:
    """Two letters that no ending changes."""
    return fold(word)[:2]


def _by_key(way: Spelling, entries: Iterable[Entry]) -> Mapping[Key, tuple[str, ...]]:
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

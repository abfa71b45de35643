"""In which language a player typed, French or English, however short it is.

Small words tell most; where there are none (`pions ?`, `draw pile empty`), the words of game tables and the accents do.
Owns this judgement only: what is done where nothing tells is `oracle.understand`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from ingest import languages
from ingest.languages import UNKNOWN
from oracle.phrases import key
from oracle.tabletalk import listed as of_the_table
from oracle.vocabulary import PAIR
from oracle.vocabulary import listed as of_books
from oracle.words import FUNCTION_WORDS, all_words, fold

_SMALL: Final = 1.0
_GAME: Final = 0.6
_ACCENT: Final = 0.5
_FRENCH: Final = re.compile(r"[àâçéèêëîïôœùûü]|[cdjlmnst]['’](?=[a-zà-ÿ]{2})")


def tongue(text: str) -> str:
    """`"fr"` or `"en"`, or `"und"` where nothing tells or both tell the same."""
    counts = dict.fromkeys(PAIR, 0.0)
    for word in all_words(text):
        told = _only(word, _small_words())
        if told is not None:
            counts[told] += _SMALL
        elif not any(word in small for small in _small_words().values()) and (told := _game_word(word)):
            counts[told] += _GAME
    if _FRENCH.search(text.lower()):
        counts["fr"] += _ACCENT
    french, english = (counts[language] for language in PAIR)
    return UNKNOWN if french == english else "fr" if french > english else "en"


def _only(word: str, known: Mapping[str, frozenset[str]]) -> str | None:
    """The one language whose list has a word."""
    having = [language for language, words in known.items() if word in words]
    return having[0] if len(having) == 1 else None


def _game_word(word: str) -> str | None:
    """The one language in which a word or a form of it belongs to game tables; as it stands first, then by its stem."""
    plain = _only(word, _game_words())
    if plain or any(word in words for words in _game_words().values()):
        return plain
    having = [language for language in PAIR if key(word, language) in _game_stems()[language]]
    return having[0] if len(having) == 1 else None


@cache
def _small_words() -> Mapping[str, frozenset[str]]:
    return MappingProxyType({one: FUNCTION_WORDS[one] | languages.FUNCTION_WORDS[one] - {"a", "on"} for one in PAIR})


@cache
def _game_words() -> Mapping[str, frozenset[str]]:
    return MappingProxyType({one: frozenset(_typed(of_books(one) | of_the_table(one))) for one in PAIR})


def _typed(names: Iterable[str]) -> Iterator[str]:
    """The words of names, with their accents and without."""
    for word in {word for name in names for word in all_words(name) if word.isalpha()}:
        yield from (word, fold(word))


@cache
def _game_stems() -> Mapping[str, frozenset[tuple[str, ...]]]:
    return MappingProxyType({one: frozenset(key(word, one) for word in words) for one, words in _game_words().items()})

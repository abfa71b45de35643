"""In which language a player typed, French or English, however short it is.

Small words tell most; where there are none (`pions ?`, `draw pile empty`), the words of game tables and the accents do.
Owns this judgement only: what is done where nothing tells is `oracle.understand`'s.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from ingest import languages
from ingest.languages import UNKNOWN
from oracle.phrases import Lexicon
from oracle.tabletalk import listed as of_the_table
from oracle.vocabulary import PAIR
from oracle.vocabulary import listed as of_books
from oracle.words import FUNCTION_WORDS, all_words, fold

_ACCENT: Final = 1
_FRENCH: Final = re.compile(r"[àâçéèêëîïôœùûü]|[cdjlmnst]['’](?=[a-zà-ÿ]{2})")


def tongue(text: str) -> str:
    """`"fr"` or `"en"`, or `"und"` where nothing tells or both tell the same."""
    words = all_words(text)
    small = Counter(told for word in words if (told := _only(word, _small_words())))
    small["fr"] += _ACCENT if _FRENCH.search(text.lower()) else 0
    if small["fr"] == small["en"]:
        small.update(told for word in words if (told := _game_word(word)))
    return UNKNOWN if small["fr"] == small["en"] else max(PAIR, key=small.__getitem__)


def _only(word: str, known: Mapping[str, Collection[str]]) -> str | None:
    """The one language whose list has a word."""
    having = [language for language, words in known.items() if word in words]
    return having[0] if len(having) == 1 else None


def _game_word(word: str) -> str | None:
    """The one language in which a word or a form of it belongs to game tables; as it stands first, then by its stem."""
    if any(word in words for words in (*_small_words().values(), *_game_words().values())):
        return _only(word, _game_words())
    having = [language for language in PAIR if _lexicon(language).given([word])]
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
def _lexicon(language: str) -> Lexicon:
    return Lexicon(language, ((word, (word,)) for word in _game_words()[language]))

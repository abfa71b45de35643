"""How much a question speaks of what is seen: points by the words of its lexicon, French and English.

Owns the reading of `patterns/visual.toml`, where each kind of word has its points. Knows no page and no index.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from oracle.contracts import Ranked
from oracle.needed import compiled, matching
from oracle.words import fold

Patterns = tuple[str, ...]

LOOKS = ("colour", "shape")


@dataclass(frozen=True)
class Sight:
    """What a question has of each kind of words, the sum of their points, and each colour and shape it names.

    `hues` are the English names of those colours. `value`: it asks for a quantity of a numbered row; `asks`: for a
    fact, not for a permission.
    """

    kinds: frozenset[str]
    points: float
    looks: tuple[re.Pattern[str], ...] = ()
    hues: tuple[str, ...] = ()
    value: bool = False
    asks: bool = False

    def has(self, *kinds: str) -> bool:
        """Whether it has words of any of these kinds."""
        return not self.kinds.isdisjoint(kinds)


def written() -> Iterator[str]:
    """Every pattern by which a question is read."""
    yield from _both("never")
    for patterns in _kinds().values():
        yield from patterns
    yield from _lexicon()["asks"]["words"]
    for name in ("asks", "row"):
        yield from _lexicon()["value"][name]


def sight(text: str) -> Sight:
    """How visual a question is by its words."""
    said = plain(text)
    for written in _both("never"):
        for pattern in matching((written,), said):
            said = pattern.sub(" ~ ", said)
    kinds = frozenset(name for name, patterns in _kinds().items() if _any(patterns, said))
    looks = tuple(p for name in LOOKS for p in matching(_kinds()[name], said) if p.search(said))
    hues = tuple(name for name, words in _lexicon()["colour"]["words"].items() if _any((_word(words),), said))
    asks = _any(_lexicon()["asks"]["words"], said)
    points = sum(float(_lexicon()[name]["points"]) for name in kinds)
    return Sight(kinds, round(points, 3), looks, hues, asks_value(text), asks)


def unspoken(seen: Sight, ranked: Iterable[Ranked]) -> bool:
    """Whether the question names a colour or a shape of which no passage that was found speaks."""
    if not seen.looks:
        return False
    texts = [plain(" ".join((*item.passage.section_path, item.passage.text))) for item in ranked]
    return any(not any(look.search(text) for text in texts) for look in seen.looks)


def asks_value(text: str) -> bool:
    """Whether a question asks for a quantity of something numbered, as tables give it."""
    said, value = plain(text), _lexicon()["value"]
    return all(_any(value[name], said) for name in ("asks", "row"))


def headed(kind: str, titles: Iterable[str]) -> bool:
    """Whether one of these titles is that of such a part of a book: its set-up, its components, its legend."""
    patterns = tuple(map(compiled, _lexicon()["headings"][kind]))
    return any(pattern.search(said) for title in titles if (said := plain(title)) for pattern in patterns)


def plain(text: str) -> str:
    """As the patterns read it: lower case, no accents, straight apostrophes, one blank between words."""
    return " ".join(fold(text).replace("’", "'").split())


def _any(patterns: Iterable[str], text: str) -> bool:
    return any(pattern.search(text) for pattern in matching(patterns, text))


@cache
def _kinds() -> Mapping[str, Patterns]:
    named = ((name, table) for name, table in _lexicon().items() if "points" in table)
    return {name: _words(name) if "words" in table else _both(name) for name, table in named}


def _both(name: str) -> Patterns:
    """Those of both languages: players mix them."""
    return (*_lexicon()[name]["en"], *_lexicon()[name]["fr"])


def _words(name: str) -> Patterns:
    words = _lexicon()[name]["words"]
    return tuple(map(_word, words.values() if isinstance(words, dict) else words))


def _word(words: str) -> str:
    return rf"\b(?:{words})\b"


@cache
def _lexicon() -> Mapping[str, Any]:
    return tomllib.loads((resources.files("oracle") / "patterns" / "visual.toml").read_text("utf-8"))

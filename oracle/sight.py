"""How much a question speaks of what is seen: points by the words of its lexicon, French and English.

Owns the reading of `patterns/visual.toml`, where each kind of word has its points. Knows no page and no index.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from oracle.contracts import Ranked
from oracle.words import fold

Patterns = tuple[re.Pattern[str], ...]

LOOKS = ("colour", "shape")


@dataclass(frozen=True)
class Sight:
    """What a question has of each kind of words, the sum of their points, and each colour and shape it names.

    `hues` are the English names of those colours. `value`: it asks for a quantity of a numbered row; `asks`: for a
    fact, not for a permission.
    """

    kinds: frozenset[str]
    points: float
    looks: Patterns = ()
    hues: tuple[str, ...] = ()
    value: bool = False
    asks: bool = False

    def has(self, *kinds: str) -> bool:
        """Whether it has words of any of these kinds."""
        return not self.kinds.isdisjoint(kinds)


def sight(text: str) -> Sight:
    """How visual a question is by its words."""
    said = plain(text)
    for pattern in _both("never"):
        said = pattern.sub(" ~ ", said)
    kinds = frozenset(name for name, patterns in _kinds().items() if _any(patterns, said))
    looks = tuple(p for name in LOOKS for p in _kinds()[name] if p.search(said))
    hues = tuple(name for name, words in _lexicon()["colour"]["words"].items() if re.search(rf"\b(?:{words})\b", said))
    asks = _any(_compiled(tuple(_lexicon()["asks"]["words"])), said)
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
    return all(_any(_compiled(tuple(value[name])), said) for name in ("asks", "row"))


def headed(kind: str, titles: Iterable[str]) -> bool:
    """Whether one of these titles is that of such a part of a book: its set-up, its components, its legend."""
    patterns = _compiled(tuple(_lexicon()["headings"][kind]))
    return any(_any(patterns, plain(title)) for title in titles)


def plain(text: str) -> str:
    """As the patterns read it: lower case, no accents, straight apostrophes, one blank between words."""
    return " ".join(fold(text).replace("’", "'").split())


def _any(patterns: Patterns, text: str) -> bool:
    return any(pattern.search(text) for pattern in patterns)


@cache
def _kinds() -> Mapping[str, Patterns]:
    named = ((name, table) for name, table in _lexicon().items() if "points" in table)
    return {name: _words(name) if "words" in table else _both(name) for name, table in named}


@cache
def _both(name: str) -> Patterns:
    """Those of both languages: players mix them."""
    return _compiled((*_lexicon()[name]["en"], *_lexicon()[name]["fr"]))


@cache
def _words(name: str) -> Patterns:
    words = _lexicon()[name]["words"]
    return _compiled(tuple(rf"\b(?:{each})\b" for each in (words.values() if isinstance(words, dict) else words)))


@cache
def _compiled(patterns: tuple[str, ...]) -> Patterns:
    return tuple(re.compile(pattern) for pattern in patterns)


@cache
def _lexicon() -> Mapping[str, Any]:
    return tomllib.loads((resources.files("oracle") / "patterns" / "visual.toml").read_text("utf-8"))

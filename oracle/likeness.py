"""How much of one text stands in another, by the words that carry something, rare ones more than common ones.

Pure. Owns this one measure; what it is good for is the callers'.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from oracle.words import content_words, roots

Words = frozenset[str]


@lru_cache(maxsize=8192)
def words_of(text: str, language: str) -> Words:
    """The beginnings of the words that carry something, figures among them."""
    return roots(content_words(text, language))


@lru_cache(maxsize=4096)
def _weight(texts: int, holding: int) -> float:
    return math.log(1 + (texts + 1) / (holding + 0.5))


@dataclass(frozen=True)
class Rarity:
    """What a word weighs: the more, the fewer of the texts it was made from hold it."""

    held: Mapping[str, int]
    texts: int

    @classmethod
    def of(cls, texts: Collection[Words]) -> Rarity:
        """The rarity of words among these texts."""
        return cls(Counter(word for words in texts for word in words), len(texts))

    def weight(self, words: Iterable[str]) -> float:
        """What some words weigh together."""
        return sum(_weight(self.texts, self.held.get(word, 0)) for word in words)

    def share(self, asked: Words, holding: Words) -> float:
        """How much of `asked`, by weight, `holding` has: 0..1."""
        return self.weight(asked & holding) / self.weight(asked) if asked else 0.0

    def alike(self, one: Words, other: Words) -> float:
        """How much two texts have in common, by weight: 0..1, 1 for the same words."""
        either = self.weight(one | other)
        return self.weight(one & other) / either if either else 0.0

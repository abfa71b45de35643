"""How much of one text stands in another, by the words that carry something, rare ones more than common ones.

Pure. Owns this one measure; what it is good for is the callers'.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from oracle.words import content_words, roots

Words = frozenset[str]


@lru_cache(maxsize=8192)
def words_of(text: str, language: str) -> Words:
    """The beginnings of the words that carry something, figures among them."""
    return roots(content_words(text, language))


@dataclass(frozen=True)
class Rarity:
    """What a word weighs: the more, the fewer of the texts it was made from hold it; `unheld`, one that none holds."""

    weights: Mapping[str, float]
    unheld: float
    _weighed: dict[Words, float] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, texts: Collection[Words]) -> Rarity:
        """The rarity of words among these texts."""
        held = Counter(word for words in texts for word in words)
        weights = [_weight(len(texts), holding) for holding in range(max(held.values(), default=0) + 1)]
        return cls({word: weights[holding] for word, holding in held.items()}, weights[0])

    def weight(self, words: Words) -> float:
        """What some words weigh together."""
        return sum(self.weights.get(word, self.unheld) for word in words)

    def share(self, asked: Words, holding: Words) -> float:
        """How much of `asked`, by weight, `holding` has: 0..1."""
        return self.weight(asked & holding) / self._all_of(asked) if asked else 0.0

    def alike(self, one: Words, other: Words) -> float:
        """How much two texts have in common, by weight: 0..1, 1 for the same words."""
        if one.isdisjoint(other):
            return 0.0
        common = self.weight(one & other)
        return 1.0 if one == other else common / (self._all_of(one) + self._all_of(other) - common)

    def _all_of(self, words: Words) -> float:
        """What a whole text weighs: it is set beside many others, and weighed once."""
        if words not in self._weighed:
            self._weighed[words] = self.weight(words)
        return self._weighed[words]


def _weight(texts: int, holding: int) -> float:
    return math.log(1 + (texts + 1) / (holding + 0.5))

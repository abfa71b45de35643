"""Vectors from hashed words: quick, without any model, for tests.

It knows words, not meaning, so nothing may be published with it unless the configuration names `hash`.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ingest.embedders import ANY_LANGUAGE, HASH, EmbedderInfo
from ingest.embedders.vectors import plain, unit

if TYPE_CHECKING:
    from ingest.embedders import Vectors

DIMENSION = 64
INFO = EmbedderInfo(HASH, f"hash/words@1/{DIMENSION}/l2", DIMENSION, ANY_LANGUAGE, max_tokens=256, batch=256)
_WORD = re.compile(r"\w+")


class Hash:
    """Each word adds to one component, so texts that share words are near each other."""

    info = INFO

    def passages(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        return unit([_counts(text) for text in texts], DIMENSION)

    def query(self, text: str) -> Vectors:
        """The vector of a question."""
        row: Vectors = self.passages([text])[0]
        return row

    def count_tokens(self, text: str) -> int:
        """Its words."""
        return len(_WORD.findall(text))


def _counts(text: str) -> list[float]:
    # Component 0 is never empty: a text without words has a direction too.
    counts = [0.25] + [0.0] * (DIMENSION - 1)
    for word in _WORD.findall(plain(text).lower()):
        digest = hashlib.blake2b(word.encode(), digest_size=8).digest()
        counts[1 + int.from_bytes(digest, "big") % (DIMENSION - 1)] += 1.0
    return [math.sqrt(count) for count in counts]

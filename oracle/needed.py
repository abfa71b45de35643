"""Regular expressions that are compiled only where they could match: hundreds are written, a question needs a few.

Owns `patterns/needed.json`: of each pattern, by a digest of all of it, sets of texts; whatever it matches in has one
text of every set. A pattern that is not in there, or was changed since, is always tried: a wrong digest costs time,
never a match. Which texts a pattern needs is read off its parse tree by the tests, which write that file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from importlib import resources

Needs = tuple[frozenset[str], ...]

FILE = "needed.json"


def matching(patterns: Iterable[str], text: str) -> tuple[re.Pattern[str], ...]:
    """Those that may stand in a text, compiled, in their order: the others do not."""
    words = _standing(text)
    return tuple(compiled(each) for each in patterns if not any(map(words.isdisjoint, needs(each))))


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, ready to be tried."""
    return re.compile(pattern)


@cache
def needs(pattern: str) -> Needs:
    """Sets of texts of each of which one stands in whatever a pattern matches in; none where that is not known."""
    return _table().get(digest(pattern), ())


def digest(pattern: str) -> str:
    """What a pattern is known by: another pattern has another."""
    return blake2b(pattern.encode(), digest_size=8).hexdigest()


@lru_cache(maxsize=8)
def _standing(text: str) -> frozenset[str]:
    return frozenset(word for word in _words() if word in text)


@cache
def _words() -> tuple[str, ...]:
    return tuple({word for sets in _table().values() for each in sets for word in each})


@cache
def _table() -> Mapping[str, Needs]:
    written = json.loads((resources.files("oracle") / "patterns" / FILE).read_text("utf-8"))
    return {known: tuple(map(frozenset, sets)) for known, sets in written.items()}

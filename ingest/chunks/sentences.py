"""Divides text into sentences. Pure.

Owns where a sentence ends, so that no passage begins or ends in the middle of one. Errs on the side of longer ones.
"""

from __future__ import annotations

import re
from typing import Final

_END: Final = re.compile(r"(?<=[.!?…])[»”\"')\]]*\s+(?=[«“\"'(\[{•–—-]*\s?[A-ZÀ-ÖØ-Þ0-9{])|(?<=[:;])\s+(?=[•▪–—] )")
_SOFT: Final = re.compile(r"(?<=[,;:])\s+|\s+(?=[–—(|])")
_SHORT: Final = re.compile(
    r"(?:^|[\s(«“\"'])(?:[A-ZÀ-Ý]|p|pp|cf|ex|fig|tab|no|nos|n|vs|mr|mrs|ms|dr|st|ft|in|lb|lbs|oz|min|max|env|vol|ch|art|e\.g|i\.e|approx)\.$",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order; together they are the text again, but for white space."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        sentence = text[start : end.end()].strip()
        if not sentence or _SHORT.search(sentence):
            continue
        found.append(sentence)
        start = end.end()
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def clauses(text: str, words: int) -> list[str]:
    """A text in parts of at most `words` words, cut after a comma where there is one, else between words."""
    parts: list[str] = []
    count = 0
    for clause in _SOFT.split(text):
        tokens = clause.split()
        if parts and count + len(tokens) <= words:
            parts[-1] += " " + " ".join(tokens)
            count += len(tokens)
            continue
        for start in range(0, len(tokens), words):
            parts.append(" ".join(tokens[start : start + words]))
            count = len(tokens[start : start + words])
    return parts

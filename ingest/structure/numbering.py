"""Reads the number that a title begins with: "1.2.3", "119.4a", "Chapitre II", "Étape 3", "§ 12". Pure.

Owns which words and forms number a title, in French and English, and how deep each stands. Says nothing of fonts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_RANKS: Final = {
    **dict.fromkeys(("part", "partie", "book", "livre", "tome", "titre"), 1),
    **dict.fromkeys(("chapter", "chapitre", "appendix", "annexe", "appendice", "scenario", "scénario"), 2),
    **dict.fromkeys(("section", "article", "rule", "règle", "regle", "§", "mission"), 3),
    **dict.fromkeys(("step", "étape", "etape", "phase", "round", "manche", "tour", "turn", "day", "jour"), 4),
}
_ORDINALS: Final = (
    "one|two|three|four|five|six|seven|eight|nine|ten|un|deux|trois|quatre|cinq|sept|huit|neuf|dix|premier|première"
)
_VALUE: Final = rf"\d{{1,3}}(?:\.\d{{1,3}})*|[IVXL]{{1,6}}|[A-Z]|{_ORDINALS}"
_CHAPTER: Final = re.compile(
    rf"({'|'.join(sorted(_RANKS, key=len, reverse=True))})\s*(?:n[°º]\s*)?({_VALUE})(?![\w’'])\s*[.:)–—-]*\s*",
    re.IGNORECASE,
)
_DOTTED: Final = re.compile(r"(\d{1,3}(?:\.\d{1,3})+)\.?([a-z]?)[.)]?(?=\s|$)\s*[:–—-]?\s*")
_PLAIN: Final = re.compile(r"(?:\d{1,2}|[IVX]{1,5}|[A-Z])(?:[.)]|\s*[:–—-])\s+")
_DEEPEST: Final = 5


@dataclass(frozen=True)
class Number:
    """The number of a title. `rank` orders kinds (1 = highest), `depth` the parts of a dotted number, else 1.

    `kind` is the word that stands before it, empty for a bare number; `rest` is the title without it.
    """

    kind: str
    rank: int
    depth: int
    rest: str


def number_of(text: str) -> Number | None:
    """The number at the beginning of a line, or none."""
    if found := _CHAPTER.match(text):
        word, value = found[1].casefold(), found[2]
        if value.islower() and value.isalpha() and value not in _ORDINALS.split("|"):
            return None  # "part a deck": a word, not a number
        return Number(word, _RANKS[word], 1 + value.count("."), text[found.end() :])
    if found := _DOTTED.match(text):
        depth = found[1].count(".") + 1 + bool(found[2])
        return Number("", depth, min(depth, _DEEPEST), text[found.end() :])
    if found := _PLAIN.match(text):
        return Number("", 1, 1, text[found.end() :])
    return None


def numbers_a_title(text: str) -> bool:
    """Whether the number alone makes a short line a title: a chapter word, or a number of several parts."""
    number = number_of(text)
    return number is not None and (bool(number.kind) or number.depth > 1)

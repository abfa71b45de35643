"""A quotation against a text that was read from a picture: a few letters may have been misread, nothing that matters.

Pure. Owns how much two words may differ: letters that scanners mistake for each other, or one letter inside a long
word; never a digit, never a short word, never one that turns a rule. Only for texts of OCR, and the reader is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from oracle import quotes
from oracle.proof.folded import Folded
from oracle.proof.turning import denied_after, denied_before, turning
from oracle.words import fold

ONE_IN = 3
"""One word in so many may be misread, and one at least."""

EXACT = 3
"""So many words must be read right."""

LONGEST = 120
"""A longer quotation must stand word for word."""

SHORTEST = 4
LONG = 7
"""A shorter word is never misread; a shorter than long one only in letters that look alike."""

_ALIKE = (
    "i l", "i 1", "l 1", "i j", "l j", "i |", "l |", "i !", "l !", "o 0", "rn m", "nn m", "ni m", "cl d", "vv w",
    "ii u", "c e", "u v", "n u", "h b", "s 5", "f t", "li h", "fi ti", "in m", "ri n", "b 6", "g 9", "q g", "z 2",
    "e o", "a o",
)  # fmt: skip
_CONFUSED = frozenset(pair for each in _ALIKE for one, other in [each.split()] for pair in ((one, other), (other, one)))
_LONGER = 1
_POINTS = ".,;:!?()[]'\"-*"


def misread(text: Folded, quote: str, *, alone: bool = True) -> str | None:
    """The words that a text read by OCR holds in place of the quotation, or `None` where it holds nothing like it."""
    wanted, there = _bare(_written(quotes.needle(quote))), _written(text.text)
    words = _bare(there)
    if len(wanted) > LONGEST:
        return None
    for at in range(len(there) - len(wanted) + 1):
        end = at + len(wanted)
        if _alike(wanted, words[at:end]) and not (alone and _denied(there, at, end)):
            return _joined(there[at:end]).strip(_POINTS)
    return None


def _denied(there: Sequence[str], at: int, end: int) -> bool:
    return denied_before(_joined(there[max(0, at - 9) : at])) or denied_after(_joined(there[end : end + 2]))


def _written(folded: str) -> list[str]:
    return [each for each in folded.split() if each.strip(_POINTS)]


def _bare(written: Sequence[str]) -> list[str]:
    return [each.strip(_POINTS) for each in written]


def _joined(written: Sequence[str]) -> str:
    return " ".join(written)


def _alike(wanted: Sequence[str], read: Sequence[str]) -> bool:
    budget, wrong = max(1, len(wanted) // ONE_IN), 0
    for one, other in zip(wanted, read, strict=True):
        if one != other:
            wrong += 1
            if wrong > budget or not _same(one, other):
                return False
    return bool(wanted) and len(wanted) - wrong >= EXACT


@lru_cache(maxsize=8192)
def _same(wanted: str, read: str) -> bool:
    if (
        len(wanted) < SHORTEST
        or abs(len(wanted) - len(read)) > _LONGER
        or (wanted[0] != read[0] and wanted[-1] != read[-1])
    ):
        return False
    return _looks_like(wanted, read) and not _matters(wanted, read)


def _matters(wanted: str, read: str) -> bool:
    """Whether a digit is among them, or a word that turns a rule."""
    return any(map(str.isdigit, wanted)) or not any(map(str.isalpha, read)) or turning(wanted) or turning(read)


def _looks_like(wanted: str, read: str) -> bool:
    before = _shared(wanted, read)
    after = min(_shared(wanted[::-1], read[::-1]), len(wanted) - before, len(read) - before)
    mine, theirs = wanted[before : len(wanted) - after], read[before : len(read) - after]
    if fold(mine) == fold(theirs):
        return after > 0  # an accent at the end is a tense: gagne, gagné
    if (mine, theirs) in _CONFUSED or _letter_by_letter(mine, theirs):
        return True
    return min(len(wanted), len(read)) >= LONG and len(mine) <= 1 and len(theirs) <= 1 and min(before, after) >= 2


def _letter_by_letter(mine: str, theirs: str) -> bool:
    """Two letters of a word misread, each as one that it looks like."""
    pairs = [pair for pair in zip(mine, theirs, strict=False) if pair[0] != pair[1]]
    return len(mine) == len(theirs) and len(pairs) == 2 and all(pair in _CONFUSED for pair in pairs)


def _shared(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))

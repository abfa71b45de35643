"""A quotation in one folded text, in one piece or in ordered fragments: "A … B", "A [...] B".

Pure. Owns what may be left out. Within a sentence: a few words that turn nothing. Between sentences: the end of one
that turns nothing, and whole sentences up to the one that the next fragment opens. A piece whose own clause denies it,
just before it or after it, is no quotation of that clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from oracle import quotes
from oracle.grammar import MIN_QUOTE
from oracle.proof.folded import Folded
from oracle.proof.turning import cut_off, turns

WITHIN = 160
ACROSS = 600
"""So many characters at most are left out within a sentence, and between sentences."""

SHORTEST = 6
FRAGMENTED = 20
"""A fragment has so many characters and two words, or is as long as a quotation must be; all of them so many."""

_OMITTED = re.compile(r"\[\s*(?:\.{3,}|…)\s*\]|\(\s*(?:\.{3,}|…)\s*\)|\.{3,}|…|\.\s\.\s\.")
_END = re.compile(r"[.!?…](?=\s|$)")
_OPENING = re.compile(r"[\W\d]{0,6}")


def fragments(quote: str) -> list[str]:
    """The folded pieces of a quotation, without the signs of omission between them and at its ends."""
    pieces = (quotes.needle(piece) for piece in _OMITTED.split(quote))
    return [piece for piece in pieces if piece]


def stands(text: Folded, quote: str, *, alone: bool = True) -> bool:
    """Whether the text holds the quotation. `alone` = nothing around it says the negation that it may have cut off."""
    return any(_intact(text, span, alone) for span in quotes.occurrences(text.text, quotes.needle(quote))) or _pieced(
        text, fragments(quote), alone
    )


def _pieced(text: Folded, pieces: Sequence[str], alone: bool) -> bool:
    if len(pieces) > 1 and (sum(map(len, pieces)) < FRAGMENTED or not all(map(_tells, pieces))):
        return False
    return bool(pieces) and any(
        _continues(text, span, span, pieces[1:], alone) for span in quotes.occurrences(text.text, pieces[0])
    )


def _tells(piece: str) -> bool:
    return len(piece) >= MIN_QUOTE or (len(piece) >= SHORTEST and " " in piece)


def _continues(text: Folded, first: range, last: range, rest: Sequence[str], alone: bool) -> bool:
    """Whether the other fragments follow, each near the one before it, with nothing but harmless words between."""
    if not rest:
        return _intact(text, range(first.start, last.stop), alone)
    window = text.text[: last.stop + ACROSS + len(rest[0]) + 1]
    return any(
        _harmless(text, last.stop, span.start) and _continues(text, first, span, rest[1:], alone)
        for span in quotes.occurrences(window, rest[0], last.stop)
    )


def _harmless(text: Folded, start: int, end: int) -> bool:
    """Whether what stands between two fragments may be left out."""
    gap = text.text[start:end]
    if not gap.strip():
        return True
    stops = [stop.end() for stop in _END.finditer(gap)] + [at - start for at in text.breaks if start < at <= end]
    if not stops:
        return len(gap) <= WITHIN and not turns(gap)
    return len(gap) <= ACROSS and not turns(gap[: min(stops)]) and bool(_OPENING.fullmatch(gap[max(stops) :]))


def _intact(text: Folded, span: range, alone: bool) -> bool:
    return not (alone and cut_off(text.before(span.start), text.after(span.stop)))

"""A quotation in one folded text, in one piece or in ordered fragments: "A … B", "A [...] B".

Pure. Owns what may be left out. Within a sentence: a few words that turn nothing. Between sentences: the end of one
that turns nothing, and whole sentences up to the one that the next fragment opens. A piece whose own clause denies it,
just before it or after it, is no quotation of that clause.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from oracle import quotes
from oracle.grammar import MIN_QUOTE
from oracle.proof.folded import Folded
from oracle.proof.turning import denied_after, denied_before, turns

WITHIN = 160
ACROSS = 600
"""So many characters at most are left out within a sentence, and between sentences."""

SHORTEST = 6
FRAGMENTED = 20
MOST = 6
_TRIED = 8
"""A fragment has so many characters and two words, or is as long as a quotation must be; all of them so many. So many
fragments at most."""

_OMITTED = re.compile(r"\[\s*(?:\.{3,}|…)\s*\]|\(\s*(?:\.{3,}|…)\s*\)|\.{3,}|…|\.\s\.\s\.")
_END = re.compile(r"[.!?…](?=\s|$)")
_OPENING = re.compile(r"[\W\d]{0,6}")


def fragments(quote: str) -> list[str]:
    """The folded pieces of a quotation, without the signs of omission between them and at its ends."""
    pieces = (quotes.needle(piece) for piece in _OMITTED.split(quote))
    return [piece for piece in pieces if piece]


def stands(text: Folded, quote: str, *, alone: bool = True) -> bool:
    """Whether the text holds the quotation. `alone` = nothing around it says the negation that it may have cut off."""
    whole, pieces = quotes.needle(quote), fragments(quote)
    return _follow(text, [whole], alone) or (_enough(pieces) and _follow(text, pieces, alone))


def _enough(pieces: Sequence[str]) -> bool:
    if len(pieces) == 1:
        return True
    return 1 < len(pieces) <= MOST and sum(map(len, pieces)) >= FRAGMENTED and all(map(_tells, pieces))


def _tells(piece: str) -> bool:
    return len(piece) >= MIN_QUOTE or (len(piece) >= SHORTEST and " " in piece)


def _follow(text: Folded, pieces: Sequence[str], alone: bool) -> bool:
    """Whether the pieces stand one after the other, each near the one before it, with harmless words between."""
    first, *rest = pieces
    found = quotes.occurrences(text.text, first)
    ends = [span.stop for span in found if not (alone and denied_before(text.before(span.start)))]
    for piece in rest:
        spans = quotes.occurrences(text.text, piece)
        ends = [span.stop for span in spans if any(_harmless(text, end, span.start) for end in _near(ends, span.start))]
    return any(not (alone and denied_after(text.after(end))) for end in ends)


def _near(ends: Sequence[int], start: int) -> Sequence[int]:
    """The ends that stand nearest before a place, so that a text of one word said over and over takes no time."""
    at = bisect_right(ends, start)
    return ends[max(0, at - _TRIED) : at][::-1]


def _harmless(text: Folded, start: int, end: int) -> bool:
    """Whether what stands between two fragments may be left out."""
    if not start <= end <= start + ACROSS:
        return False
    gap = text.text[start:end]
    stops = [stop.end() for stop in _END.finditer(gap)] + [at - start for at in text.breaks if start < at <= end]
    if not stops:
        return len(gap) <= WITHIN and not turns(gap)
    return not turns(gap[: min(stops)]) and bool(_OPENING.fullmatch(gap[max(stops) :]))

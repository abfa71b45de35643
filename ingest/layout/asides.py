"""Reads what is turned within an upright page: titles along a margin, words of letters below each other. Pure.

Owns which turned spans are one text, and its words in the order in which they run. Where it comes on the page is
somebody else's choice.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Final

from ingest.geometry import hull
from ingest.layout.rows import Row, rows_of
from ingest.layout.turning import turned
from ingest.page.sheet import Span

_NEAR: Final = 2.0
_LEAST_LETTERS: Final = 4
_STACKED: Final = 2.5
_LARGER: Final = 1.2


def aside_rows(spans: Sequence[Span]) -> list[list[Row]]:
    """Turned spans as blocks of rows, each in its own direction of reading; boxes stay those of the page."""
    blocks: list[list[Row]] = []
    for turn, several in groupby(sorted(spans, key=lambda s: s.turn), key=lambda s: s.turn):
        for cluster in _clusters(list(several)):
            blocks.append(_rows(cluster, turn))
    return sorted(blocks, key=lambda rows: (rows[0].box[1], rows[0].box[0]))


def _clusters(spans: Sequence[Span]) -> list[list[Span]]:
    """Spans that touch, or nearly: the lines of one title, or its words where the file draws each alone."""
    clusters: list[list[Span]] = []
    for span in spans:
        touching = [cluster for cluster in clusters if any(_near(span, other) for other in cluster)]
        clusters = [cluster for cluster in clusters if cluster not in touching]
        clusters.append([other for cluster in touching for other in cluster] + [span])
    return clusters


def _near(one: Span, other: Span) -> bool:
    room = _NEAR * min(one.size, other.size)
    across = max(one.box[0], other.box[0]) - min(one.box[2], other.box[2])
    down = max(one.box[1], other.box[1]) - min(one.box[3], other.box[3])
    return across < room and down < room


def _rows(spans: Sequence[Span], turn: int) -> list[Row]:
    """The rows of a block as if the page had been turned, with the spans as they are."""
    whole = hull(span.box for span in spans)
    upright = {replace(span, box=turned(span.box, turn, whole[2], whole[3])): span for span in spans}
    return [Row(tuple(upright[span] for span in row.spans)) for row in rows_of(list(upright))]


def with_stacked(spans: Sequence[Span]) -> list[Span]:
    """The spans, letters that stand one below the other joined to the word that they spell."""
    words = [span.size for span in spans if len(span.text) > 3]
    least = _LARGER * statistics.median(words) if words else 0.0
    letters = [s for s in spans if len(s.text) == 1 and s.text.isupper() and s.upright and s.size >= least]
    out = list(spans)
    for column in _columns(letters):
        word = replace(column[0], text="".join(s.text for s in column), box=hull(s.box for s in column), upright=False)
        out[out.index(column[0])] = word
        out = [span for span in out if span not in column[1:]]
    return out


def _columns(letters: Sequence[Span]) -> list[list[Span]]:
    """Letters of one size below each other at even steps, with nothing between them that is wider."""
    found: list[list[Span]] = []
    left = sorted(letters, key=lambda s: s.box[1])
    while left:
        column = [left.pop(0)]
        for span in list(left):
            if _follows(column, span):
                column.append(span)
                left.remove(span)
        if len(column) >= _LEAST_LETTERS and _even(column) and not _alphabet(column):
            found.append(column)
    return found


def _follows(column: Sequence[Span], span: Span) -> bool:
    last = column[-1]
    centred = abs((span.box[0] + span.box[2]) - (last.box[0] + last.box[2])) < 0.6 * last.size
    step = span.box[1] - last.box[1]
    return centred and span.style == last.style and 0.5 * last.size < step < _STACKED * last.size


def _even(column: Sequence[Span]) -> bool:
    steps = [b.box[1] - a.box[1] for a, b in pairwise(column)]
    return max(steps) < 1.4 * statistics.median(steps)


def _alphabet(column: Sequence[Span]) -> bool:
    """Whether the letters count: the names of rows, not a word."""
    codes = [ord(span.text.casefold()) for span in column]
    return all(b - a == 1 for a, b in pairwise(codes)) or len(set(codes)) == 1

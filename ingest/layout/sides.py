"""Where text that is turned on its side is read: a title at the side of a section before the section. Pure.

Owns which section a turned title heads. Which turned spans are one text is `ingest.layout.asides`'.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ingest.contracts import Box
from ingest.geometry import hull
from ingest.layout.rows import Row
from ingest.page.sheet import Span

_MOST_WORDS: Final = 10
_LEAST_LETTERS: Final = 3
_LEAST_SIZE: Final = 0.95
_LONG: Final = 1.5
_NEAR: Final = 90.0
_SECTION_GAP: Final = 1.25


@dataclass(frozen=True)
class Side:
    """A turned text, its rows as they are read. `at` is a line above the section that it heads, if it heads one."""

    rows: tuple[Row, ...]
    at: Box | None


def side_of(rows: Sequence[Row], upright: Sequence[Span]) -> Side:
    """A turned text and where it is read among the upright ones."""
    first = _first_line(rows, upright)
    return Side(tuple(rows), None if first is None else (first[0], first[1] - 1.0, first[2], first[1] - 0.5))


def _first_line(rows: Sequence[Row], upright: Sequence[Span]) -> Box | None:
    """The first line of the section beside a turned title, `None` when it is no title or nothing stands beside it."""
    box = hull(row.box for row in rows)
    beside = [span for span in upright if min(span.box[3], box[3]) - max(span.box[1], box[1]) > 0]
    distance = {span: max(span.box[0] - box[2], box[0] - span.box[2]) for span in beside}
    near = [span for span in beside if -2.0 < distance[span] < _NEAR]
    if not near or not _is_title(rows, box, near):
        return None
    closest = min(near, key=lambda span: distance[span])
    column = [s for s in upright if min(s.box[2], closest.box[2]) - max(s.box[0], closest.box[0]) > 0]
    first = min((s for s in near if s in column), key=lambda s: s.box[1])
    for span in sorted(column, key=lambda s: -s.box[1]):
        if span.box[1] < first.box[1] and first.box[1] - span.box[3] < _SECTION_GAP * (first.box[3] - first.box[1]):
            first = span
    return first.box


def _is_title(rows: Sequence[Row], box: Box, beside: Sequence[Span]) -> bool:
    words = " ".join(row.text for row in rows).split()
    letters = sum(c.isalpha() for word in words for c in word)
    size = statistics.median(span.size for span in beside)
    long = box[3] - box[1] > _LONG * (box[2] - box[0])
    return long and len(words) <= _MOST_WORDS and letters >= _LEAST_LETTERS and rows[0].size >= _LEAST_SIZE * size

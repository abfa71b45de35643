"""Finds the printed words that belong to a picture: the caption below, above or beside it. Pure.

Owns which lines those are: they stand close to the picture and look unlike the text of the page, or say "Figure".
What a picture's caption is called in the page's records is `ingest.layout.captions`'.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from ingest.contracts import Box
from ingest.geometry import hull
from ingest.page.sheet import Span

FIGURE: Final = re.compile(r"^(?:fig(?:ure)?s?|ill(?:ustration)?|abb(?:ildung)?|photo|image)\b[\s.:\d]", re.IGNORECASE)
_BELOW: Final = 16.0
_ABOVE: Final = 10.0
_BESIDE: Final = 18.0
_SMALLER: Final = 0.93
_TIGHT: Final = 0.6
_MOST_LINES: Final = 8
_MOST_WORDS: Final = 60

Near = Callable[[Box, Box], bool]


def legend_of(picture: Box, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The caption of a picture among the free lines of its page, below rather than beside rather than above."""
    body = _body(spans)
    for near in (_is_below, _is_beside, _is_above):
        for first in (span for span in spans if near(picture, span.box)):
            if not (_is_other(first, body) or FIGURE.match(first.text)):
                continue
            group = _block(first, spans)
            if _may_be_caption(group) and (near is not _is_beside or _fits_beside(group, picture)):
                return tuple(sorted(group, key=lambda span: (span.box[1], span.box[0])))
    return ()


def _body(spans: Sequence[Span]) -> tuple[float, bool]:
    """Size and slant of most text."""
    looks: Counter[tuple[float, bool]] = Counter()
    for span in spans:
        looks[round(span.size * 2) / 2, span.italic] += len(span.text)
    return looks.most_common(1)[0][0] if looks else (0.0, False)


def _is_other(span: Span, body: tuple[float, bool]) -> bool:
    size, italic = body
    return span.size <= _SMALLER * size or (span.italic and not italic and span.size <= 1.05 * size)


def _is_below(picture: Box, box: Box) -> bool:
    return -4.0 <= box[1] - picture[3] <= _BELOW and _is_under(picture, box)


def _is_above(picture: Box, box: Box) -> bool:
    return -4.0 <= picture[1] - box[3] <= _ABOVE and _is_under(picture, box)


def _is_beside(picture: Box, box: Box) -> bool:
    apart = max(box[0] - picture[2], picture[0] - box[2])
    return -2.0 <= apart <= _BESIDE and picture[1] - 2 <= (box[1] + box[3]) / 2 <= picture[3] + 2


def _is_under(picture: Box, box: Box) -> bool:
    shared = min(picture[2], box[2]) - max(picture[0], box[0])
    return shared >= 0.5 * min(picture[2] - picture[0], box[2] - box[0]) and box[2] - box[0] < 1.3 * (
        picture[2] - picture[0]
    )


def _block(first: Span, spans: Sequence[Span]) -> list[Span]:
    """The lines of one look that stand tight above and below a line."""
    group = [first]
    for _ in range(_MOST_LINES):
        more = [s for s in spans if s not in group and any(_joins(s, other) for other in group)]
        if not more:
            break
        group += more
    return group


def _joins(one: Span, other: Span) -> bool:
    if abs(one.size - other.size) > 0.3 or one.italic != other.italic:
        return False
    gap = max(one.box[1], other.box[1]) - min(one.box[3], other.box[3])
    beside = max(one.box[0], other.box[0]) - min(one.box[2], other.box[2])
    same_row = gap < -0.6 * (one.box[3] - one.box[1]) and beside < one.size
    return same_row or (gap < _TIGHT * (one.box[3] - one.box[1]) and beside < 0)


def _may_be_caption(group: Sequence[Span]) -> bool:
    words = sum(len(span.text.split()) for span in group)
    return len(group) <= _MOST_LINES and words <= _MOST_WORDS and any(c.isalpha() for s in group for c in s.text)


def _fits_beside(group: Sequence[Span], picture: Box) -> bool:
    box = hull(span.box for span in group)
    return box[1] >= picture[1] - 6 and box[3] <= picture[3] + 6

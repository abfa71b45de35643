"""Finds the boxes of a page: what stands in a frame, on a tinted ground or on a picture of parchment. Pure.

Owns what is drawn as one box: a frame, a ground, grounds that touch (a bar with the title above the text, a ground
for each line), a drawn outline or a picture that text fills. A grid of rules is a table and `ingest.tables.grids`'.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ingest.contracts import Box
from ingest.geometry import hull
from ingest.layout.rows import rows_of
from ingest.page.sheet import Shape, Span
from ingest.tables.grids import frames, is_pale, within

_LEAST_ROWS: Final = 3
_LEAST_CHARS: Final = 60
_LEAST_AREA: Final = 0.008
_MOST_AREA: Final = 0.7
_MOST_CANDIDATES: Final = 600
_MOST_FOUND: Final = 40
_MOST_STACKED: Final = 2000
_TOUCH: Final = 1.5
_SAME: Final = 2.0
_OUT: Final = 3.0
_WIDE: Final = 0.5
_HIGH: Final = 0.4
_PAGE_CHARS: Final = 600
_PAGE_SHARE: Final = 0.85
_LEAST_OUTLINE: Final = 40.0


def find_boxes(
    shapes: Sequence[Shape], spans: Sequence[Span], width: float, height: float, pictures: Sequence[Box] = ()
) -> list[Box]:
    """The boxes around several lines of text, the largest first, none within another."""
    area = width * height
    grounds = [shape.box for shape in shapes if shape.kind in {"frame", "fill"} and not is_pale(shape)]
    sure = {*grounds, *_stacked(grounds[:_MOST_STACKED]), *frames(shapes)}
    outlines = {shape.box for shape in shapes if shape.kind == "curve" and _is_large(shape.box)} | set(pictures)
    found: list[Box] = []
    for box in sorted(sure | outlines, key=lambda b: -_size(b))[:_MOST_CANDIDATES]:
        if len(found) >= _MOST_FOUND or not _LEAST_AREA * area < _size(box) < _MOST_AREA * area:
            continue
        held = [span for span in spans if within(span.box, box)]
        if not _is_text(held) or not _is_within(held, box) or any(_inside(box, other) for other in found):
            continue
        if not _is_page(held, spans) and (box in sure or (_fills(held, box) and not _is_crossed(box, spans))):
            found.append(box)
    return found


def _is_page(held: Sequence[Span], spans: Sequence[Span]) -> bool:
    """Whether nearly all that a page says stands in a frame: it is the page's, and sets nothing apart."""
    chars = sum(len(span.text) for span in held)
    return chars > _PAGE_CHARS and chars > _PAGE_SHARE * sum(len(span.text) for span in spans)


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _is_large(box: Box) -> bool:
    return min(box[2] - box[0], box[3] - box[1]) >= _LEAST_OUTLINE


def _stacked(grounds: Sequence[Box]) -> Iterator[Box]:
    """Grounds of one width that touch below each other, as the one ground that a person sees."""
    left = sorted(set(grounds), key=lambda b: b[1])
    while left:
        whole = left.pop(0)
        several = False
        for box in list(left):
            alike = abs(box[0] - whole[0]) < _SAME and abs(box[2] - whole[2]) < _SAME
            if alike and -_TOUCH < box[1] - whole[3] < _TOUCH:
                whole = hull([whole, box])
                left.remove(box)
                several = True
        if several:
            yield whole


def _is_text(held: Sequence[Span]) -> bool:
    if len(held) < _LEAST_ROWS or sum(len(span.text) for span in held) < _LEAST_CHARS:
        return False
    return len(rows_of(held)) >= _LEAST_ROWS


def _is_within(held: Sequence[Span], box: Box) -> bool:
    around = hull(span.box for span in held)
    return around[0] >= box[0] - _OUT and around[2] <= box[2] + _OUT


def _fills(held: Sequence[Span], box: Box) -> bool:
    """Whether text fills an outline: one that text only passes, or that says a word or two, is a picture."""
    around = hull(span.box for span in held)
    wide, high = around[2] - around[0], around[3] - around[1]
    lines = sum(_size(span.box) for span in held)
    return wide >= _WIDE * (box[2] - box[0]) and high >= _HIGH * (box[3] - box[1]) and lines >= 0.5 * _HIGH * _size(box)


def _is_crossed(box: Box, spans: Sequence[Span]) -> bool:
    """Whether a line of text goes over the edge of an outline: then it lies behind the text of the page."""
    for span in spans:
        x0, y0 = max(span.box[0], box[0]), max(span.box[1], box[1])
        x1, y1 = min(span.box[2], box[2]), min(span.box[3], box[3])
        if x1 - x0 > _OUT and y1 - y0 > _OUT and _size((x0, y0, x1, y1)) < 0.8 * _size(span.box):
            return True
    return False


def _inside(box: Box, other: Box) -> bool:
    return other[0] - 2 <= box[0] and other[1] - 2 <= box[1] and box[2] <= other[2] + 2 and box[3] <= other[3] + 2

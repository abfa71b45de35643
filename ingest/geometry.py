"""What is said of boxes everywhere: the box around several, whether one holds another, how much they share. Pure.

Owns no threshold: how much is enough is for whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterable

from ingest.contracts import Box


def hull(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them."""
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def holds(box: Box, other: Box) -> bool:
    """Whether the middle of `other` stands in `box`, its edges included."""
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def shared_area(one: Box, other: Box) -> float:
    """The area that both cover, 0 where they only touch."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0

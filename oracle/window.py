"""A window on a page: as much around what matters as can be read, whole things before pieces.

Pure. Owns how a box is grown inside bounds. Knows nothing of questions and resolutions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ingest.contracts import Box
from ingest.geometry import hull, shared_area

MARGIN = 18.0
"""Points of room around what matters."""

LITTLE = 1.1
"""What is cut in two is brought in where the region becomes no larger than by so much."""


def window(wanted: Sequence[Box], others: Iterable[Box], bound: Box, sides: Sequence[float]) -> Box:
    """A box around the first of `wanted`, as large as one of `sides`, inside `bound`.

    The first side on which all that is wanted finds room is taken, else the last: then as much as does, the first
    before the others. What room is left goes to `others`, nearest first, and to the paper around; the rest of what is
    cut in two is brought in for a little of the resolution.
    """
    wanted = [clipped(box, bound) for box in wanted]
    left = [clipped(box, bound) for box in others]
    tried = [(joined(wanted[0], wanted, side), side) for side in sides]
    box, side = next((one for one in tried if all(holds_all(one[0], each) for each in wanted)), tried[-1])
    box = _filled(joined(box, sorted(left, key=lambda other: gap(box, other)), side), bound, side)
    for other in left:
        whole = hull([box, other])
        if shared_area(box, other) > 0 and longest(whole) <= LITTLE * side:
            box = whole
    return _whole_points(box, bound)


def joined(box: Box, others: Iterable[Box], side: float) -> Box:
    """The box with each of the others for which the side leaves room."""
    for other in others:
        both = hull([box, other])
        if longest(both) <= max(side - 2 * MARGIN, longest(box)):
            box = both
    return box


def gap(one: Box, other: Box) -> float:
    """How far two boxes stand from each other, across or down; 0 where they touch."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(0.0, across, down)


def holds_all(box: Box, other: Box) -> bool:
    """Whether all of another box stands in a box."""
    return hull([box, other]) == box


def longest(box: Box) -> float:
    """Its longer side."""
    return max(box[2] - box[0], box[3] - box[1])


def clipped(box: Box, bound: Box) -> Box:
    """What of a box lies inside bounds."""
    x0, x1 = (min(max(x, bound[0]), bound[2]) for x in (box[0], box[2]))
    y0, y1 = (min(max(y, bound[1]), bound[3]) for y in (box[1], box[3]))
    return (x0, y0, x1, y1)


def _filled(box: Box, bound: Box, side: float) -> Box:
    x0, x1 = _stretched(box[0], box[2], bound[0], bound[2], side)
    y0, y1 = _stretched(box[1], box[3], bound[1], bound[3], side)
    return (x0, y0, x1, y1)


def _stretched(low: float, high: float, least: float, most: float, side: float) -> tuple[float, float]:
    """A side with room at both ends; what finds none at one end is given to the other."""
    room = max(MARGIN, (side - (high - low)) / 2)
    low, high = low - room, high + room
    shift = max(0.0, least - low) - max(0.0, high - most)
    return max(least, low + shift), min(most, high + shift)


def _whole_points(box: Box, bound: Box) -> Box:
    return clipped((math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3])), bound)

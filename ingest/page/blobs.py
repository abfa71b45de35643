"""Finds the whole of a small picture from a part of it: the ink that hangs together with what is known.

Owns connected ink, and how far a picture may reach beyond the box that was found for it, where a text's box hid a part.
"""

from __future__ import annotations

import re
from typing import Final

from PIL import Image

_INSIDE: Final = 0.4
_INK: Final = 48
_RUN: Final = re.compile(b"\xff+")

Pixels = tuple[int, int, int, int]


def whole(ink: Image.Image, known: Pixels) -> Pixels:
    """The box of the ink in `known`, with every part of it that lies mostly there."""
    parts = [box for box in parts_of(ink) if _shared(box, known) >= _INSIDE]
    if not parts:
        return known
    x0, y0, x1, y1 = zip(*parts, strict=True)
    return (min(x0), min(y0), max(x1), max(y1))


def parts_of(ink: Image.Image) -> list[Pixels]:
    """The boxes of the parts of a gray picture's ink that hang together, row by row."""
    data = ink.point(lambda value: 255 if value > _INK else 0).tobytes()
    boxes: dict[int, list[int]] = {}
    above: list[tuple[int, int, int]] = []
    for y in range(ink.height):
        row: list[tuple[int, int, int]] = []
        for run in _RUN.finditer(data, y * ink.width, (y + 1) * ink.width):
            x0, x1 = run.start() - y * ink.width, run.end() - y * ink.width
            names = sorted({name for a, b, name in above if a <= x1 and b >= x0})
            name = names[0] if names else len(boxes)
            box = boxes.setdefault(name, [x0, y, x1, y + 1])
            boxes[name] = [min(box[0], x0), min(box[1], y), max(box[2], x1), y + 1]
            for other in names[1:]:
                above, row = _renamed(above, other, name), _renamed(row, other, name)
                boxes[name] = _hull(boxes[name], boxes[other])
                boxes[other] = []
            row.append((x0, x1, name))
        above = row
    return [(box[0], box[1], box[2], box[3]) for box in boxes.values() if box]


def _renamed(runs: list[tuple[int, int, int]], old: int, new: int) -> list[tuple[int, int, int]]:
    return [(a, b, new if name == old else name) for a, b, name in runs]


def _hull(one: list[int], other: list[int]) -> list[int]:
    return [min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])]


def _shared(box: Pixels, known: Pixels) -> float:
    """The share of a part that lies within the known box."""
    wide = min(box[2], known[2]) - max(box[0], known[0])
    high = min(box[3], known[3]) - max(box[1], known[1])
    return max(0, wide) * max(0, high) / max(1, (box[2] - box[0]) * (box[3] - box[1]))

"""Where a part of a page stands, and how what stands in it becomes upright and comes back. Pure.

Owns the arithmetic of boxes that are moved and turned by quarters. Decides nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from ingest.contracts import Box


@dataclass(frozen=True)
class Place:
    """A region of a page; `turn` is by how many degrees clockwise it must be turned to be upright."""

    box: Box
    turn: int = 0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the part once it is upright."""
        wide, high = self.box[2] - self.box[0], self.box[3] - self.box[1]
        return (high, wide) if self.turn in {90, 270} else (wide, high)

    def inward(self, box: Box) -> Box:
        """A box of the page in points of the upright part."""
        x0, y0, x1, y1 = self.box
        moved = (box[0] - x0, box[1] - y0, box[2] - x0, box[3] - y0)
        return turned(moved, self.turn, x1 - x0, y1 - y0)

    def outward(self, box: Box) -> Box:
        """A box of the upright part in points of the page."""
        back = turned(box, -self.turn % 360, *self.size)
        x0, y0 = self.box[:2]
        a, b, c, d = back
        return (round(a + x0, 2), round(b + y0, 2), round(c + x0, 2), round(d + y0, 2))


def turned(box: Box, degrees: int, width: float, height: float) -> Box:
    """A box of a page of this size after the page was turned clockwise by a multiple of 90 degrees."""
    x0, y0, x1, y1 = box
    if degrees == 90:
        return _rounded(height - y1, x0, height - y0, x1)
    if degrees == 180:
        return _rounded(width - x1, height - y1, width - x0, height - y0)
    if degrees == 270:
        return _rounded(y0, width - x1, y1, width - x0)
    return _rounded(x0, y0, x1, y1)


def _rounded(*numbers: float) -> Box:
    a, b, c, d = (round(number, 2) for number in numbers)
    return (a, b, c, d)


def across(degrees: int, kind: str) -> str:
    """What a rule is called after the page was turned: `h` becomes `v` by a quarter."""
    return {"h": "v", "v": "h"}.get(kind, kind) if degrees in {90, 270} else kind

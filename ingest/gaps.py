"""Where a mark on a picture may end: in the gap between two words, as it is printed.

Owns finding that gap near an edge that was only guessed. Knows no text: what is ink is told by its contrast, so that it
serves for scans, and on coloured paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ingest.contracts import Box

if TYPE_CHECKING:
    from PIL import Image

FINE: Final = 1.4
"""Pixels a point from which the gap between two words is seen."""

_LEAST: Final = 0.11  # of the height of a line: a gap between letters is narrower
_WORDS: Final = 0.22  # of it: words are so far from each other
_NARROW: Final = 2.5
_REACH: Final = 0.85  # of it: as far from where an edge was guessed it is looked for
_GUESS: Final = 0.12  # of it: so much too far out an edge is guessed, so that no word is left out
_INK: Final = 0.4  # of the strongest contrast near it
_UPRIGHT: Final = 2.5
_FAINT: Final = 24  # levels of grey: nothing is printed there


def settled(image: Image.Image, box: Box, room: float) -> Box:
    """`box` of a printed line, in pixels, its left and right edge moved into the gaps that are nearest to them.

    A gap that is wide enough leaves `room` pixels beside the ink; an edge without a gap near it is given as much.
    """
    x0, y0, x1, y1 = box
    if y1 - y0 > _UPRIGHT * (x1 - x0):
        return x0 - room, y0 - room, x1 + room, y1 + room
    return _edge(image, box, x0, -1, room), y0 - room, _edge(image, box, x1, 1, room), y1 + room


def _edge(image: Image.Image, box: Box, x: float, outwards: int, room: float) -> float:
    high = box[3] - box[1]
    aim = x - outwards * _GUESS * high
    low, end = max(0, round(aim - _REACH * high)), min(image.width, round(aim + _REACH * high))
    top, foot = round(box[1] + 0.1 * high), round(box[3] - 0.1 * high)
    if end - low < 2 or not 0 <= top < foot <= image.height:
        return x + outwards * room
    gaps = [gap for gap in _gaps(_contrasts(image.crop((low, top, end, foot)))) if gap[1] - gap[0] >= _LEAST * high]
    if not gaps:
        return x + outwards * room
    first, last = min(((low + a, low + b) for a, b in gaps), key=lambda gap: _far(gap, aim, high))
    inside = min((last - first) / 2, room)
    return first + inside if outwards > 0 else last - inside


def _far(gap: tuple[int, int], aim: float, high: float) -> float:
    """How far a gap is from where it is looked for; one that may stand between letters counts as farther."""
    return max(gap[0] - aim, aim - gap[1], 0.0) + max(0.0, _WORDS * high - (gap[1] - gap[0])) * _NARROW


def _contrasts(strip: Image.Image) -> Sequence[int]:
    """Of each column of pixels, how far its darkest is from its lightest."""
    wide, pixels = strip.width, strip.convert("L").tobytes()
    columns = (pixels[at::wide] for at in range(wide))
    return [max(column) - min(column) for column in columns]


def _gaps(contrasts: Sequence[int]) -> Iterator[tuple[int, int]]:
    ink = max(_FAINT, _INK * max(contrasts, default=0))
    at = 0
    for printed, run in groupby(contrasts, key=lambda contrast: contrast > ink):
        start, at = at, at + sum(1 for _ in run)
        if not printed:
            yield start, at

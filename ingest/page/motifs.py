"""The coloured figures that stand out in a picture: the skull on a card, found again in a picture of many things.

Owns what stands out (one strong hue, hanging together, a fair part of the picture), and when two of them are one.
Uses Pillow beside `ingest.page.raster`; the comparison needs no picture.
"""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageChops

from ingest.page.blobs import parts_of
from ingest.page.imprint import distance, shape_of, unlike

_FINE: Final = 300
_HUES: Final = 8
_STRONG: Final = 110
_LEAST_SIDE: Final = 12
_LEAST_SHARE: Final = 0.02
_MOST_SHARE: Final = 0.8
_MOST: Final = 8
_SAME: Final = 0.02
_SAME_INK: Final = 0.075

Motif = tuple[int, str]
"""Which hue it has, and its ink on the grid of `ingest.page.imprint`."""


def motifs_of(image: Image.Image) -> tuple[Motif, ...]:
    """What stands out in a picture, largest first."""
    small = image.convert("RGB").reduce(max(1, max(image.size) // _FINE))
    hue, saturation, value = small.convert("HSV").split()
    strong = ImageChops.multiply(saturation, value).point(lambda level: 255 if level > _STRONG else 0)
    found: list[tuple[int, int, str]] = []
    for number in range(_HUES if strong.getbbox() else 0):
        mask = ImageChops.multiply(strong, hue.point([255 if _bin(level) == number else 0 for level in range(256)]))
        for x0, y0, x1, y1 in parts_of(mask):
            wide, high = x1 - x0, y1 - y0
            share = wide * high / (small.width * small.height)
            if min(wide, high) >= _LEAST_SIDE and _LEAST_SHARE <= share <= _MOST_SHARE:
                found.append((wide * high, number, shape_of(mask.crop((x0, y0, x1, y1)))))
    return tuple((number, shape) for _, number, shape in sorted(found, reverse=True)[:_MOST])


def _bin(level: int) -> int:
    """Hues in equal parts, red in the middle of the first."""
    width = 256 // _HUES
    return (level + width // 2) % 256 // width


def is_same_motif(one: Motif, other: Motif) -> bool:
    """Whether two are one figure, drawn at any size."""
    return one[0] == other[0] and unlike(one[1], other[1]) <= _SAME and distance(one[1], other[1]) <= _SAME_INK

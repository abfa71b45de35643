"""Which colours that people have a name for a page's picture shows, and on how much of it.

Owns the bounds of each name. Sides and print (black, white, grey) are on every page and have none. Opens only small
pictures that this program wrote itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from PIL import Image, UnidentifiedImageError

from ingest.errors import NoIndex

_SMALLER: Final = 5
_STEP: Final = 4
"""Shades nearer than this are one: far fewer to name."""

_KEPT: Final = 512
"""So many pages' colours are kept: a stack at the table has fewer pages, and a revision's pictures do not change."""


@dataclass(frozen=True)
class Hue:
    """Degrees of the colour wheel (from above `to`: across red), how strong and how bright, of 255."""

    start: int
    to: int
    strong: int
    bright: int
    brightest: int = 255

    def holds(self, degrees: float, strength: int, brightness: int) -> bool:
        """Whether people call that so."""
        around = self.start <= degrees < self.to or (self.start > self.to and not self.to <= degrees < self.start)
        return around and strength >= self.strong and self.bright <= brightness <= self.brightest


HUES: Final[Mapping[str, Hue]] = MappingProxyType(
    {
        "red": Hue(345, 12, 90, 110),
        "orange": Hue(14, 42, 90, 190),
        "brown": Hue(5, 45, 60, 50, 190),
        "golden": Hue(35, 60, 80, 130),
        "yellow": Hue(42, 68, 90, 150),
        "green": Hue(75, 165, 70, 50),
        "turquoise": Hue(165, 200, 70, 90),
        "blue": Hue(195, 255, 70, 60),
        "purple": Hue(258, 310, 55, 60),
        "pink": Hue(310, 350, 50, 140),
    }
)
"""By their English names; neighbours overlap, as people's words do."""


@lru_cache(maxsize=_KEPT)
def shown_colours(picture: Path) -> Mapping[str, float]:
    """The share of a picture that each named colour takes. Raises `NoIndex` when it cannot be opened."""
    try:
        with Image.open(picture) as image:
            small = image.convert("RGB").reduce(_SMALLER).convert("HSV").point(_coarse)
    except (OSError, UnidentifiedImageError) as error:
        raise NoIndex("store.corpus_damaged", file=picture, why=error) from error
    area = small.width * small.height
    found = dict.fromkeys(HUES, 0)
    for count, pixel in small.getcolors(area) or ():
        hue, strength, brightness = pixel if isinstance(pixel, tuple) else (0, 0, 0)
        for name in HUES:
            if HUES[name].holds(hue * 360 / 255, strength, brightness):
                found[name] += count
    return MappingProxyType({name: count / area for name, count in found.items()})


def _coarse(value: int) -> int:
    return value - value % _STEP

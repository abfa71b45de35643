"""What a small picture looks like, as a short code: its ink on a grid of 24 by 24, and the colour of that ink.

Owns the code, how far two of them are from each other, and what a letter would look like. Uses Pillow beside
`ingest.page.raster`; the comparison needs no picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from ingest.page.blobs import Pixels, whole

SIDE: Final = 24
_LEVELS: Final = 15
_INK: Final = 48
_FINE: Final = 96
_OTHER: Final = 8
SAME: Final = 0.032
_SAME_COLOR: Final = 32
_SAME_INK: Final = 0.06
_LETTER_SIZE: Final = 96


@dataclass(frozen=True)
class Imprint:
    """`shape` is 576 hexadecimal digits (how much ink stands in each cell), `color` 0xRRGGBB the mean of the ink."""

    shape: str
    color: int


class Look(Protocol):
    """Whatever has an imprint's shape and colour."""

    @property
    def shape(self) -> str:
        """Ink on the grid."""

    @property
    def color(self) -> int:
        """Mean of the ink."""


def imprint(image: Image.Image, known: Pixels | None = None) -> tuple[Imprint, Pixels] | None:
    """The code of what a picture shows on its ground, and where (in pixels); `None` when it shows nothing.

    With `known`, of all that is shown only the ink that hangs together with what stands there.
    """
    step = max(1, min(image.size) // _FINE) if known is None else 1
    rgb = image.convert("RGB").reduce(step) if step > 1 else image.convert("RGB")
    ink = _ink(rgb, _ground(rgb))
    box = ink.point(lambda value: 255 if value > _INK else 0).getbbox() if known is None else whole(ink, known)
    if box is None:
        return None
    shown = ink.crop(box)
    x0, y0, x1, y1 = (step * side for side in box)
    return Imprint(shape_of(shown), _color(rgb.crop(box), shown)), (x0, y0, x1, y1)


def _ground(rgb: Image.Image) -> tuple[int, int, int]:
    """The colour that most of the edge has."""
    wide, high = rgb.size
    edges = [(0, 0, wide, 1), (0, high - 1, wide, high), (0, 0, 1, high), (wide - 1, 0, wide, high)]
    counts: dict[tuple[int, int, int], int] = {}
    for edge in edges:
        for count, colour in rgb.crop(edge).getcolors(4 * (wide + high)) or []:
            assert isinstance(colour, tuple)
            red, green, blue = colour
            counts[red, green, blue] = counts.get((red, green, blue), 0) + count
    return max(counts, key=lambda colour: counts[colour])


def _ink(rgb: Image.Image, ground: tuple[int, int, int]) -> Image.Image:
    """How far each pixel is from the ground, in the channel that says it best."""
    red, green, blue = ImageChops.difference(rgb, Image.new("RGB", rgb.size, ground)).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue)


def shape_of(ink: Image.Image) -> str:
    """The ink of a gray picture on the grid, in a square that keeps its proportions."""
    side = max(ink.size)
    square = Image.new("L", (side, side))
    square.paste(ink, ((side - ink.width) // 2, (side - ink.height) // 2))
    small = square.resize((SIDE, SIDE), Image.Resampling.BOX).filter(ImageFilter.BoxBlur(1))
    most = max(1, int(ink.getextrema()[1]))  # type: ignore[arg-type]
    return "".join(f"{min(_LEVELS, round(value * _LEVELS / most)):x}" for value in small.tobytes())


def _color(rgb: Image.Image, ink: Image.Image) -> int:
    """The mean colour of the pixels that are full ink: edges fade into the ground."""
    most = int(ink.getextrema()[1])  # type: ignore[arg-type]
    mask = ink.point(lambda value: 255 if value > 0.6 * most else 0)
    weight = max(1, sum(mask.tobytes()) // 255)
    mean = [
        sum(ImageChops.multiply(band, mask).tobytes()) // weight  # a band's value where there is ink, else 0
        for band in rgb.split()
    ]
    return (mean[0] << 16) + (mean[1] << 8) + mean[2]


def distance(one: str, other: str) -> float:
    """How different two shapes are: 0 is the same ink in the same cells, 1 is no cell in common."""
    a, b = _cells(one), _cells(other)
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) / max(1, sum(a) + sum(b))


def unlike(one: str, other: str) -> float:
    """The share of the inked cells where one has ink and the other none: edges drawn a little aside do not count."""
    pairs = list(zip(_cells(one), _cells(other), strict=True))
    return sum(abs(a - b) >= _OTHER for a, b in pairs) / max(1, sum(max(a, b) >= _OTHER for a, b in pairs))


def color_distance(one: int, other: int) -> int:
    """The largest difference of one channel of two colours, 0 to 255."""
    return max(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (16, 8, 0))


@lru_cache(maxsize=4096)
def _cells(shape: str) -> tuple[int, ...]:
    return tuple(int(digit, 16) for digit in shape)


def is_same_picture(one: Look, other: Look) -> bool:
    """Whether two pictures are one: the same ink at any size, the same colour but for how edges are drawn."""
    return (
        color_distance(one.color, other.color) <= _SAME_COLOR
        and unlike(one.shape, other.shape) <= SAME
        and distance(one.shape, other.shape) <= _SAME_INK
    )


def fullness(shape: str) -> float:
    """How much of its square a shape fills with ink, 0 to 1: a disk .78, a square 1."""
    return sum(_cells(shape)) / (_LEVELS * SIDE * SIDE)


def letter_distance(shape: str, character: str) -> float:
    """How different a shape is from a plain print of `character`, small or capital."""
    forms = {character, character.upper(), character.lower()}
    return min((distance(shape, form) for each in forms for form in _letters(each)), default=1.0)


@lru_cache(maxsize=1024)
def _letters(character: str) -> tuple[str, ...]:
    font = ImageFont.load_default(_LETTER_SIZE)
    image = Image.new("L", (3 * _LETTER_SIZE, 2 * _LETTER_SIZE), 255)
    ImageDraw.Draw(image).text((_LETTER_SIZE // 2, _LETTER_SIZE // 4), character, fill=0, font=font)
    found = imprint(image)
    return () if found is None else (found[0].shape,)

"""A page as half blocks: two pixels a cell, in any terminal, over SSH and in tmux.

Owns turning a thumbnail into rows of cells, with marks on it. `paint` is called from a worker thread: it is
the only place of the app that imports Pillow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from ingest.contracts import Box

if TYPE_CHECKING:
    from PIL import Image

HALF = "▀"
ZOOMS = (1, 2, 4)
MARK = (255, 214, 64)
_LEVELS = [min(255, round(value / 12) * 12) if value < 250 else 255 for value in range(256)]
"""Fewer colours, fewer styles: no eye sees it in half blocks, and a page is drawn twice as fast."""


@dataclass(frozen=True)
class Painted:
    """Rows of cells, and the cell (column, row) where the first mark begins."""

    strips: tuple[Strip, ...]
    columns: int
    mark: tuple[int, int] | None


def paint(thumb: Path, size: tuple[float, float], boxes: Sequence[Box], columns: int) -> Painted:
    """The page `columns` wide, with `boxes` (in page points) marked."""
    from PIL import Image

    with Image.open(thumb) as file:
        image = file.convert("RGB")
    scale = (image.width / size[0], image.height / size[1]) if size[0] and size[1] else (1.0, 1.0)
    marks = [(b[0] * scale[0], b[1] * scale[1], b[2] * scale[0], b[3] * scale[1]) for b in boxes]
    _mark(image, marks)
    rows = max(1, round(columns * image.height / image.width / 2))
    small = image.resize((columns, rows * 2), Image.Resampling.LANCZOS).point(_LEVELS * 3)
    first = min(marks, key=lambda mark: mark[1], default=None)
    place = (int(first[0] / image.width * columns), int(first[1] / image.height * rows)) if first else None
    return Painted(tuple(_strips(small)), columns, place)


def _mark(image: Image.Image, marks: Sequence[Box]) -> None:
    """A yellow wash and a frame, so that the words under it stay readable."""
    from PIL import Image, ImageChops, ImageDraw

    wash = Image.new("RGB", image.size, "white")
    draw = ImageDraw.Draw(wash)
    for box in marks:
        draw.rectangle((box[0] - 3, box[1] - 2, box[2] + 3, box[3] + 2), fill=MARK)
    image.paste(ImageChops.multiply(image, wash))


def _strips(image: Image.Image) -> list[Strip]:
    pixels = image.tobytes()
    width = image.width
    styles: dict[bytes, Style] = {}

    def cell(x: int, y: int) -> Segment:
        upper = 3 * (2 * y * width + x)
        lower = upper + 3 * width
        pair = pixels[upper : upper + 3] + pixels[lower : lower + 3]
        if pair not in styles:
            styles[pair] = Style(color=Color.from_rgb(*pair[:3]), bgcolor=Color.from_rgb(*pair[3:]))
        return Segment(HALF, styles[pair])

    return [Strip([cell(x, y) for x in range(width)], width) for y in range(image.height // 2)]


class Picture(Widget):
    """Shows what was painted, row by row."""

    def __init__(self, painted: Painted) -> None:
        super().__init__()
        self._painted = painted
        self.styles.width = painted.columns
        self.styles.height = len(painted.strips)

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        strips = self._painted.strips
        return strips[y] if y < len(strips) else Strip.blank(self.size.width)

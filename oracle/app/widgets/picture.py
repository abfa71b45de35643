"""A page as a picture: as half blocks, two pixels a cell, in any terminal; as pixels where the terminal takes them.

Owns how large a page is drawn, from which of its files, and turning pixels into cells. `Painter` is called
from worker threads; Pillow is imported there.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from ingest.contracts import Box
from oracle.app.graphics import Drawn, Graphics
from oracle.pagetext import PageView

HALF: Final = "▀"
LEGIBLE: Final = 0.75
"""Cells a point: print of ten points can be read from here on (measured with OCR: UX.md §2)."""

READABLE: Final = 1.5
"""Pixels a point from which print is read without effort."""

_LEVELS = [min(255, round(value / 12) * 12) if value < 250 else 255 for value in range(256)]
"""Fewer colours, fewer styles: no eye sees it in half blocks, and a page is drawn twice as fast."""


@dataclass(frozen=True)
class Plan:
    """What is drawn: which file, which part of the page, so many cells wide and high."""

    file: Path
    region: Box
    columns: int
    rows: int


@dataclass(frozen=True)
class Painted:
    """Pixels of three bytes, two rows of them a row of cells, and the cell (column, row) where the first mark begins.

    Cells are made of them when they are seen: those of a whole page are so many objects that a frame would wait while
    Python looks through them for garbage.
    """

    pixels: bytes
    columns: int
    rows: int
    mark: tuple[int, int] | None

    def row(self, y: int, first: int, last: int) -> Strip:
        """The cells from column `first` to before `last`. Those that are alike are one segment."""
        if not 0 <= y < self.rows:
            return Strip.blank(last - first)
        start, length = 6 * y * self.columns, 3 * self.columns
        cells = (
            self.pixels[at : at + 3] + self.pixels[at + length : at + length + 3]
            for at in range(start + 3 * first, start + 3 * min(last, self.columns), 3)
        )
        segments = [Segment(HALF * sum(1 for _ in run), _style(colours)) for colours, run in groupby(cells)]
        return Strip(segments).adjust_cell_length(last - first)


class Stale(Exception):
    """Another picture is wanted by now."""


class Painter:
    """Paints one picture at a time; whoever waits while another is wanted gives up."""

    def __init__(self, graphics: Graphics | None = None) -> None:
        self._lock, self._latest = threading.Lock(), 0
        self._graphics = graphics

    def ticket(self) -> int:
        """What a picture that is wanted from now on is known by."""
        self._latest += 1
        return self._latest

    def paint(self, ticket: int, view: PageView, size: tuple[int, int], *, close: bool) -> Painted | Drawn:
        """The page, or what stands around its marks, for a pane of so many cells across and down.

        Raises `Stale`, and `BadRulebook` for a broken picture.
        """
        with self._lock:
            if ticket != self._latest:
                raise Stale
            if self._graphics:
                return draw(view, size, self._graphics.cell, close=close)
            return paint(view, size[0], close=close)


def paint(view: PageView, width: int, *, close: bool = False) -> Painted:
    """The page `width` cells wide; with `close` what stands around its marks, as wide as it takes to be read."""
    from ingest.marked import marked

    plan = planned(view, width, close=close)
    image = marked(
        plan.file,
        view.size,
        view.boxes,
        plan.region,
        frames=view.frames,
        pixels=(plan.columns, 2 * plan.rows),
        turn=view.turn,
    )
    return Painted(image.point(_LEVELS * 3).tobytes(), plan.columns, plan.rows, _first(view, plan))


def draw(view: PageView, size: tuple[int, int], cell: tuple[int, int], *, close: bool = False) -> Drawn:
    """The same in pixels: the page within `size` and a row free under it, what stands around its marks larger."""
    from ingest.marked import marked

    region = _region(view, close=close)
    wide, high = _sides(view, region)
    scale = min(size[0] * cell[0] / wide, max(1, size[1] - 1) * cell[1] / high)
    scale = max(scale, READABLE) if close else scale
    columns, rows = max(1, int(wide * scale / cell[0])), max(1, int(high * scale / cell[1]))
    pixels = (columns * cell[0], rows * cell[1])
    file = _file(view, sharp=scale <= _sharpness(view))
    image = marked(file, view.size, view.boxes, region, frames=view.frames, pixels=pixels, turn=view.turn)
    return Drawn(image, columns, rows, _first(view, Plan(file, region, columns, rows)))


def planned(view: PageView, width: int, *, close: bool) -> Plan:
    """How a page is drawn in cells: from its thumbnail where that is as sharp as they are, else from the page image."""
    region = _region(view, close=close)
    wide, high = _sides(view, region)
    columns = max(width, round(wide * LEGIBLE)) if close else width
    rows = max(1, round(columns * high / wide / 2))
    return Plan(_file(view, sharp=columns <= wide * _sharpness(view)), region, columns, rows)


def _region(view: PageView, *, close: bool) -> Box:
    from ingest.marked import around

    return around(view.marks, view.size) if close and view.marks else (0.0, 0.0, *view.size)


def _sides(view: PageView, region: Box) -> tuple[float, float]:
    """How wide and high a region is as it is shown."""
    from ingest.marked import upright

    return upright((region[2] - region[0], region[3] - region[1]), view.turn)


def _file(view: PageView, *, sharp: bool) -> Path:
    """The thumbnail, or the page image where that is there and needed."""
    assert view.thumb is not None
    return view.thumb if sharp or view.image is None else view.image


def _sharpness(view: PageView) -> float:
    """Pixels of the thumbnail a point. One that cannot be opened is told of by whoever reads it."""
    from PIL import Image

    assert view.thumb is not None
    try:
        with Image.open(view.thumb) as small:
            return small.width / view.size[0]
    except OSError:
        return 0.0


def _first(view: PageView, plan: Plan) -> tuple[int, int] | None:
    """The cell in which the first mark begins."""
    from ingest.marked import turned

    shares = (turned(box, plan.region, view.turn) for box in view.marks)
    first = min(shares, key=lambda box: box[1], default=None)
    return (int(first[0] * plan.columns), int(first[1] * plan.rows)) if first is not None else None


@lru_cache(4096)
def _style(colours: bytes) -> Style:
    return Style(color=Color.from_rgb(*colours[:3]), bgcolor=Color.from_rgb(*colours[3:]))


class Picture(Widget):
    """Shows what was painted, row by row."""

    def __init__(self, painted: Painted) -> None:
        super().__init__()
        self._painted = painted
        self.styles.width = painted.columns
        self.styles.height = painted.rows

    @property
    def mark(self) -> tuple[int, int] | None:
        """The cell (column, row) where the first mark begins."""
        return self._painted.mark

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        return self._painted.row(y, 0, self.size.width)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The cells that are seen, and no others: the picture may be much wider than the pane."""
        _, background = self.background_colors
        strips = [self._painted.row(y, crop.x, crop.right) for y in crop.line_range]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, background) for strip in strips]
        return strips

"""A page, or a region of it, as a PNG that is small enough to be looked at: cut from the page image at full resolution.

Owns scaling and cutting. Which page and which region is somebody else's choice.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from ingest.contracts import Box
from ingest.errors import BadRulebook
from ingest.page.png import write_png


def cut_view(
    page_png: Path,
    width_pt: float,
    height_pt: float,
    box: Box | None,
    into: Path,
    limit: int = 2000,
    *,
    turn: int = 0,
) -> Path:
    """Write the region `box` (in page points; `None` = the page) to the file `into`, at most `limit` px a side.

    `turn` is by how many degrees clockwise it is turned, a multiple of 90. The same page and region give the same
    bytes. Never enlarged. Raises `BadRulebook` for a broken page image.
    """
    shown = box or (0.0, 0.0, width_pt, height_pt)
    try:
        with Image.open(page_png) as page:
            region = _pixels(shown, page.width / width_pt, page.height / height_pt)
            cut = _scaled(page, region, limit)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise BadRulebook("views.bad_image", file=page_png, why=error) from error
    cut = cut.rotate(-turn, expand=True) if turn % 360 else cut
    write_png(into, cut.size, "RGB", cut.tobytes(), dpi=round(72 * max(cut.size) / max(_sides(shown))))
    return into


def _scaled(page: Image.Image, region: tuple[int, int, int, int], limit: int) -> Image.Image:
    """The region's own pixels, or fewer. `HAMMING` halves what `LANCZOS` takes; smaller print is as sharp by it."""
    size = _within(region[2] - region[0], region[3] - region[1], limit)
    if size == (region[2] - region[0], region[3] - region[1]):
        return page.crop(region).convert("RGB")
    colours = page if page.mode == "RGB" else page.convert("RGB")
    return colours.resize(size, Image.Resampling.HAMMING, region, reducing_gap=2.0)


def _sides(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _pixels(box: Box, across: float, down: float) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = box
    left, top = round(x0 * across), round(y0 * down)
    return left, top, max(left + 1, round(x1 * across)), max(top + 1, round(y1 * down))


def _within(width: int, height: int, limit: int) -> tuple[int, int]:
    scale = min(1.0, limit / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))

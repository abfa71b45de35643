"""A page, or a region of it, as a PNG that is small enough to be looked at: cut from the page image at full resolution.

Owns scaling and cutting. Which page and which region is somebody else's choice.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from ingest.contracts import Box
from ingest.errors import BadRulebook


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
    try:
        with Image.open(page_png) as page:
            region = _pixels(box or (0, 0, width_pt, height_pt), page.width / width_pt, page.height / height_pt)
            size = _within(region[2] - region[0], region[3] - region[1], limit)
            cut = page.convert("RGB").resize(size, Image.Resampling.LANCZOS, region, reducing_gap=2.0)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        raise BadRulebook("views.bad_image", file=page_png, why=error) from error
    cut.rotate(-turn, expand=True).save(into, format="PNG", compress_level=3)
    return into


def _pixels(box: Box, across: float, down: float) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = box
    left, top = round(x0 * across), round(y0 * down)
    return left, top, max(left + 1, round(x1 * across)), max(top + 1, round(y1 * down))


def _within(width: int, height: int, limit: int) -> tuple[int, int]:
    scale = min(1.0, limit / max(width, height))
    return max(1, round(width * scale)), max(1, round(height * scale))

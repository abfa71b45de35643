"""Cuts what a model may look at out of a page's picture: the page, or one region of it.

Owns the size of a view and the region around what matters. Reads only pictures that this program wrote, and
imports Pillow when it is called.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ingest.contracts import Box
from ingest.errors import BadRulebook

LONGEST: Final = 2000
_MARGIN: Final = 12.0


def cut_view(
    page_png: Path, width_pt: float, height_pt: float, box: Box | None, into: Path, limit: int = LONGEST
) -> Path:
    """The page, or the region of it under `box` (points, with a small margin), as a PNG no larger than `limit`.

    Args:
        page_png: the page's picture as ingestion wrote it.
        width_pt: the page's width in points.
        height_pt: the page's height in points.
        box: the region, or `None` for the whole page.
        into: the PNG to write; its folder exists.
        limit: the longest side in pixels: what a model really sees.

    Raises:
        BadRulebook: the page's picture is missing or damaged.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(page_png) as page:
            page.load()
            view = page.crop(_pixels(box, page.width / width_pt, page.height / height_pt, page.size)) if box else page
            view.thumbnail((limit, limit), Image.Resampling.LANCZOS, reducing_gap=2.0)
            view.save(into, format="PNG", compress_level=3)
    except (FileNotFoundError, UnidentifiedImageError, SyntaxError) as error:
        raise BadRulebook("reading.no_page_picture", file=page_png.name) from error
    return into


def _pixels(box: Box, across: float, down: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = box
    left, top = max(0, round((x0 - _MARGIN) * across)), max(0, round((y0 - _MARGIN) * down))
    right, bottom = min(size[0], round((x1 + _MARGIN) * across)), min(size[1], round((y1 + _MARGIN) * down))
    return (min(left, size[0] - 1), min(top, size[1] - 1), max(right, left + 1), max(bottom, top + 1))

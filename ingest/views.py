"""A view of a page: the whole of it or one region, as a PNG no larger than a model sees.

Owns cutting and scaling a picture that this program wrote itself. Which region is worth showing is not its
business. `PIL` is imported when a view is cut.
"""

from __future__ import annotations

from pathlib import Path

from ingest.contracts import Box


def cut_view(page_png: Path, width_pt: float, height_pt: float, box: Box | None, into: Path, limit: int = 2000) -> Path:
    """Write the view of a page image of `width_pt` × `height_pt` points to `into` and return it.

    `box` is the region in page points, `None` for the whole page. It is never scaled up, and scaled down only
    as far as its longer side exceeds `limit` pixels. The same picture and box give the same bytes.
    """
    from PIL import Image

    with Image.open(page_png) as page:
        scales = page.width / width_pt, page.height / height_pt
        region = page if box is None else page.crop(_pixels(box, *scales, page.size))
        scale = limit / max(region.size)
        if scale < 1:
            size = (max(1, round(region.width * scale)), max(1, round(region.height * scale)))
            region = region.resize(size, Image.Resampling.LANCZOS)
        region.save(into, format="PNG")
    return into


def _pixels(box: Box, across: float, down: float, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The box in pixels, inside the picture and at least one pixel large."""
    left, top = (min(max(0, int(box[0] * across)), size[0] - 1), min(max(0, int(box[1] * down)), size[1] - 1))
    right = min(size[0], max(left + 1, round(box[2] * across)))
    return left, top, right, min(size[1], max(top + 1, round(box[3] * down)))

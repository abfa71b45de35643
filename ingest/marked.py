"""A page, or the part around some words, as a picture with these words marked: a yellow wash and a frame around it.

Owns how a mark looks and how much stands around it. What is marked is somebody else's choice; nothing is written here.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from ingest.contracts import Box
from ingest.errors import BadRulebook
from ingest.gaps import FINE, settled
from ingest.geometry import hull

AROUND: Final = 75.0
"""Points shown on each side of the marks: what is cut out is 150 pt wider and higher than they are."""

LIMIT: Final = 2000
_WASH: Final = (255, 226, 92)
_FRAME: Final = (214, 120, 0)
_PAD: Final = 1.5  # points between the letters and the frame
_LINE: Final = 1.2  # points that the frame is wide, never less than a pixel
_FRAMED: Final = 1.0  # pixels a point: below that a frame would be all that is seen
_Size = tuple[float, float]


def marked_png(
    page: Path,
    size: _Size,
    boxes: Sequence[Box],
    *,
    frames: Sequence[Box] = (),
    crop: bool = False,
    limit: int = LIMIT,
    turn: int = 0,
) -> bytes:
    """The page image, or with `crop` the part of it around its marks, as a PNG of at most `limit` px a side.

    `size`, `boxes` (of words) and `frames` (around pictures: no wash) are in page points; `turn` is by how many degrees
    clockwise all of it is turned, a multiple of 90. The same page and marks give the same bytes.
    Raises `BadRulebook` for a broken page image.
    """
    marks = (*boxes, *frames)
    region = around(marks, size) if crop and marks else (0.0, 0.0, *size)
    out = io.BytesIO()
    scale = min(1.0, limit / max(_pixels(page, size, region)))
    image = marked(page, size, boxes, region, frames=frames, scale=scale, turn=turn)
    image.save(out, format="PNG", compress_level=3)
    return out.getvalue()


def marked(
    page: Path,
    size: _Size,
    boxes: Sequence[Box],
    region: Box,
    *,
    frames: Sequence[Box] = (),
    scale: float = 1.0,
    pixels: _Size | None = None,
    turn: int = 0,
) -> Image.Image:
    """The `region` of a page image, `scale` times its resolution or exactly `pixels` large, with its marks."""
    try:
        with Image.open(page) as whole:
            across, down = whole.width / size[0], whole.height / size[1]
            cut = (region[0] * across, region[1] * down, region[2] * across, region[3] * down)
            wide, high = upright(pixels, turn) if pixels else ((cut[2] - cut[0]) * scale, (cut[3] - cut[1]) * scale)
            target = max(1, round(wide)), max(1, round(high))
            colours = whole if whole.mode in ("L", "RGB") else whole.convert("RGB")
            image = colours.resize(target, Image.Resampling.HAMMING, cut, reducing_gap=2.0).convert("RGB")
    except (OSError, SyntaxError, ValueError, ZeroDivisionError, Image.DecompressionBombError) as error:
        raise BadRulebook("views.bad_image", file=page, why=error) from error
    points = (target[0] / (region[2] - region[0]), target[1] / (region[3] - region[1]))
    _mark(image, [_ended(image, box, region, points) for box in boxes if _meets(box, region)], points[0])
    for frame in frames:
        _frame(image, _placed(frame, region, points), points[0])
    return image.rotate(-turn, expand=True) if turn else image


def upright(size: _Size, turn: int) -> _Size:
    """The size of a picture before it is turned, or after."""
    return (size[1], size[0]) if turn % 180 else size


def turned(box: Box, region: Box, turn: int) -> Box:
    """Where a box stands in the turned picture of a region, in shares of its width and height."""
    x0, y0, x1, y1 = region
    left, right = (box[0] - x0) / (x1 - x0), (box[2] - x0) / (x1 - x0)
    top, bottom = (box[1] - y0) / (y1 - y0), (box[3] - y0) / (y1 - y0)
    for _ in range(turn % 360 // 90):
        left, top, right, bottom = 1 - bottom, left, 1 - top, right
    return left, top, right, bottom


def around(boxes: Sequence[Box], size: _Size, margin: float = AROUND) -> Box:
    """The part of a page of `size` that holds all boxes, with `margin` points around them where the page has room."""
    x0, y0, x1, y1 = hull(boxes)
    wide, high = size
    left, top = max(0.0, min(x0 - margin, wide - 1)), max(0.0, min(y0 - margin, high - 1))
    return left, top, max(left + 1, min(wide, x1 + margin)), max(top + 1, min(high, y1 + margin))


def _pixels(page: Path, size: _Size, region: Box) -> _Size:
    try:
        with Image.open(page) as whole:
            return (
                (region[2] - region[0]) * whole.width / size[0],
                (region[3] - region[1]) * whole.height / size[1],
            )
    except (OSError, SyntaxError, ValueError, ZeroDivisionError, Image.DecompressionBombError) as error:
        raise BadRulebook("views.bad_image", file=page, why=error) from error


def _meets(box: Box, region: Box) -> bool:
    return box[0] < region[2] and region[0] < box[2] and box[1] < region[3] and region[1] < box[3]


def _placed(box: Box, region: Box, points: _Size, pad: float = _PAD) -> Box:
    across, down = points
    return (
        (box[0] - region[0] - pad) * across,
        (box[1] - region[1] - pad) * down,
        (box[2] - region[0] + pad) * across,
        (box[3] - region[1] + pad) * down,
    )


def _ended(image: Image.Image, box: Box, region: Box, points: _Size) -> Box:
    """Where the mark of some words is drawn: it ends between two of them, where that can be seen."""
    if points[0] < FINE:
        return _placed(box, region, points)
    return settled(image, _placed(box, region, points, 0.0), _PAD * points[0])


def _mark(image: Image.Image, boxes: Sequence[Box], point: float) -> None:
    """Washed by multiplying, so that letters stay as dark as they are; one frame around all that touches."""
    if not boxes:
        return
    line = max(1, round(_LINE * point)) if point >= _FRAMED else 0
    x0, y0, x1, y1 = hull(boxes)
    corner = max(0, int(x0) - line), max(0, int(y0) - line)
    part = image.crop((*corner, min(image.width, int(x1) + line + 1), min(image.height, int(y1) + line + 1)))
    area = _area(part.size, corner, boxes, 0)
    if line:
        part.paste(_FRAME, mask=ImageChops.subtract(_area(part.size, corner, boxes, line), area))
    part.paste(ImageChops.multiply(part, Image.new("RGB", part.size, _WASH)), mask=area)
    image.paste(part, corner)


def _frame(image: Image.Image, box: Box, point: float) -> None:
    """Around a picture, which keeps its colours."""
    x0, y0, x1, y1 = (round(side) for side in box)
    corners = (x0, y0, max(x0, x1), max(y0, y1))
    ImageDraw.Draw(image).rectangle(corners, outline=_FRAME, width=max(1, round(2 * _LINE * point)))


def _area(size: tuple[int, int], corner: tuple[int, int], boxes: Sequence[Box], more: int) -> Image.Image:
    """All that lies in one of the boxes, each grown by so many pixels."""
    area = Image.new("L", size, 0)
    draw = ImageDraw.Draw(area)
    for x0, y0, x1, y1 in boxes:
        left, top = round(x0) - corner[0] - more, round(y0) - corner[1] - more
        right, bottom = round(x1) - corner[0] + more, round(y1) - corner[1] + more
        draw.rectangle((left, top, max(left, right), max(top, bottom)), fill=255)
    return area

"""The place of a book that carries a citation, as a small picture with the quoted words marked.

Owns how large such a picture may be: it is made smaller until it fits, never left out for its size.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ingest.contracts import Box
from ingest.geometry import holds, hull
from oracle.contracts import Citation
from oracle.export.entry import Crop
from oracle.pagetext import Mark, PageView, page_view
from oracle.retrace import Books

if TYPE_CHECKING:
    from PIL import Image

MOST: Final = 100_000
"""Bytes of one picture."""

_PIXELS: Final = 1100
_AROUND: Final = 40.0  # points of the page on each side of what is marked
_LINES: Final = 360.0  # points that lines may be wide to be shown whole


def crop(cited: Citation, books: Books, most: int = MOST) -> Crop | None:
    """What stands around a citation on its page; `None` where the page has no picture."""
    from ingest.marked import around, marked

    booklet, page = books.booklet(cited.page.owner), books.page(cited.page)
    if page.image is None:
        return None
    mark = Mark(cited.as_read or cited.quote, cited.passage.text, () if cited.quote else cited.passage.boxes)
    view = page_view(cited.page, booklet, page, mark)
    region = around(_shown(view), view.size, _AROUND) if view.boxes else (0.0, 0.0, *view.size)
    longest = max(region[2] - region[0], region[3] - region[1])
    ratio = min(_PIXELS / longest, (page.dpi or 150) / 72)
    size = (region[2] - region[0]) * ratio, (region[3] - region[1]) * ratio
    return _fitting(marked(booklet.folder / page.image, view.size, view.boxes, region, pixels=size), most)


def _shown(view: PageView) -> Sequence[Box]:
    """What is marked, and all of its lines where that can still be read on a phone: a line cut short reads badly."""
    lines = [line.box for line in view.text.lines if any(holds(line.box, box) for box in view.boxes)]
    left, _, right, _ = hull([*view.boxes, *lines])
    return [*view.boxes, *lines] if right - left <= _LINES else view.boxes


def _fitting(image: Image.Image, most: int) -> Crop:
    """The first of a few ways to write it that is small enough; the last where none is."""
    for made in _written(image):
        if len(made.data) <= most:
            break
    return made


def _written(image: Image.Image) -> Iterator[Crop]:
    yield _saved(image, "PNG", optimize=True)
    yield _saved(image.quantize(64), "PNG", optimize=True)
    for part, quality in ((1.0, 80), (0.8, 70), (0.6, 60), (0.4, 50), (0.25, 40)):
        small = image.resize((max(1, round(image.width * part)), max(1, round(image.height * part))))
        yield _saved(small, "JPEG", quality=quality, optimize=True)


def _saved(image: Image.Image, kind: str, **how: int) -> Crop:
    out = io.BytesIO()
    image.save(out, format=kind, **how)
    return Crop(f"image/{kind.lower()}", out.getvalue(), image.width, image.height)

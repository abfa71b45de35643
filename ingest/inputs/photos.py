"""Photos and scans of pages: JPEG, PNG, WebP, TIFF. Runs inside a limited worker.

Owns what of a picture file is a page, how large its paper is, and refusing what is damaged or a bomb. With
`ingest.page.raster` the only module that imports `PIL`.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from PIL import Image

from ingest.page.raster import LONGEST_SIDE, is_flat, perceptual_hash, save_figure
from ingest.page.sheet import Figure, Profile, Remark, Sheet

_FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF")
_FIGURES: Final = (*_FORMATS, "GIF", "BMP")
_SMALLEST_FIGURE: Final = 8
_SCREEN: Final = 96
_MOST_PIXELS: Final = 150_000_000
_LEAST_SIDE: Final = 200
_PAPER: Final = 11.69  # inches: the long side of A4, within a finger of Letter's
_SCANNERS: Final = (100, 1200)
_PAPERS: Final = (3.0, 24.0)
_ORIENTATION: Final = 0x0112
_TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_COARSE: Final = 150
_UNSHARP: Final = 110
_FINE: Final = 200
_MOST_ENLARGED: Final = 4.0
_POINTS: Final = 72


class PhotoFailure(Exception):
    """A picture that is no page; `reason` is a key below `ingest.reading`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def survey(source: Path, most_pages: int) -> Profile:
    """How many pages a picture file holds. Each is decoded whole: one that breaks off is no page."""
    try:
        with _opened(source) as image:
            pages = _count(image)
            if pages > most_pages:
                return Profile(pages, failure="too_many_pages")
            for leaf in range(1, pages + 1):
                _decoded(image, leaf)
    except PhotoFailure as failure:
        return Profile(0, failure=failure.reason)
    return Profile(pages)


def photo_page(source: Path, leaf: int) -> tuple[Sheet, Image.Image]:
    """Page `leaf` of a picture file as a sheet that is one picture, and that picture, upright as EXIF says."""
    with _opened(source) as image:
        inches, picture = _decoded(image, leaf)
        coarse = max(picture.size) < _UNSHARP * inches
        picture = _upright(_sized(_flattened(picture), inches), image)
    dpi = max(picture.size) / inches
    wide, high = (side * _POINTS / dpi for side in picture.size)
    remarks = (Remark("coarse_photo"),) if coarse else ()
    whole = Figure((0.0, 0.0, wide, high))
    return Sheet(leaf, wide, high, figures=(whole,), dpi=round(dpi), remarks=remarks), picture


def keep_figure(data: bytes, into: Path) -> tuple[str, float, float] | None:
    """Keep a picture of a document below `into/images`: its perceptual hash and its size in points.

    `None` for what is no picture that can be shown, or shows nothing.
    """
    try:
        with _opened(io.BytesIO(data), _FIGURES) as image:
            if image.width * image.height > _MOST_PIXELS or min(image.size) < _SMALLEST_FIGURE:
                return None
            image.load()
            shown = _flattened(image)
    except PhotoFailure:
        return None
    if is_flat(shown):
        return None
    digest = perceptual_hash(shown)
    (into / "images").mkdir(parents=True, exist_ok=True)
    save_figure(shown, into / "images" / f"{digest}.png")
    return digest, shown.width * _POINTS / _SCREEN, shown.height * _POINTS / _SCREEN


@contextmanager
def _opened(source: Path | io.BytesIO, formats: tuple[str, ...] = _FORMATS) -> Iterator[Image.Image]:
    """Only the formats that are meant: Pillow knows many more, and some of them run programs."""
    try:
        with Image.open(source, formats=formats) as image:
            yield image
    except (Image.DecompressionBombError, MemoryError) as error:
        raise PhotoFailure("picture_too_large") from error
    except OSError as error:
        if error.errno is not None:
            raise
        raise PhotoFailure("picture_damaged") from error
    except (ValueError, TypeError, SyntaxError, EOFError, struct.error, zlib.error) as error:
        raise PhotoFailure("picture_damaged") from error


def _count(image: Image.Image) -> int:
    """Pages of a TIFF; what moves (WebP, APNG) and what holds a preview (MPO) is one picture."""
    return int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1


def _decoded(image: Image.Image, leaf: int) -> tuple[float, Image.Image]:
    """How many inches its long side is on paper, and the picture."""
    if leaf > 1:
        image.seek(leaf - 1)
    if image.width * image.height > _MOST_PIXELS:
        raise PhotoFailure("picture_too_large")
    if max(image.size) < _LEAST_SIDE:
        raise PhotoFailure("picture_too_small")
    inches = _scanned(image) or _PAPER
    if image.format in {"JPEG", "MPO"}:
        image.draft(None, (LONGEST_SIDE, LONGEST_SIDE))
    image.load()
    return inches, image


def _scanned(image: Image.Image) -> float | None:
    """The long side by what a scanner wrote, if that is a sheet of paper. A camera writes 72 or whatever it likes."""
    try:
        said = float(image.info.get("dpi", (0, 0))[0])
    except (TypeError, ValueError, IndexError, ZeroDivisionError):
        return None
    if not _SCANNERS[0] <= said <= _SCANNERS[1]:
        return None
    inches = max(image.size) / said
    return inches if _PAPERS[0] <= inches <= _PAPERS[1] else None


def _sized(image: Image.Image, inches: float) -> Image.Image:
    """Small enough for the viewer, and large enough for Tesseract: it wants letters of twenty points and more."""
    longest = max(image.size)
    if longest > LONGEST_SIDE:
        scale = LONGEST_SIDE / longest
    elif longest < _COARSE * inches:
        scale = min(_MOST_ENLARGED, _FINE * inches / longest)
    else:
        return image
    wide, high = (max(1, round(side * scale)) for side in image.size)
    return image.resize((wide, high), Image.Resampling.LANCZOS)


def _upright(image: Image.Image, origin: Image.Image) -> Image.Image:
    """Turned as EXIF says; broken EXIF says nothing."""
    try:
        said = origin.getexif().get(_ORIENTATION, 1)
    except (ValueError, TypeError, SyntaxError, struct.error, OSError):
        return image
    return image.transpose(_TURNS[said]) if said in _TURNS else image


def _flattened(image: Image.Image) -> Image.Image:
    """On white paper, eight bits a colour."""
    if image.mode.startswith("I;16") or image.mode in {"I", "F"}:
        return image.convert("F").point(lambda value: value * (1 / 256)).convert("L")
    if image.mode in {"RGBA", "LA", "PA", "RGBa", "La"} or "transparency" in image.info:
        clear = image.convert("RGBA")
        paper = Image.new("RGB", image.size, "white")
        paper.paste(clear, mask=clear.getchannel("A"))
        return paper
    return image.convert("L" if image.mode in {"1", "L"} else "RGB")

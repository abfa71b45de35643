"""Reads single lines of a page's picture again, all of them in one look. Runs inside a worker.

Owns how lines are cut out, levelled and put one below the other, and which answer belongs to which. Who asks
decides what an answer is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.contracts import Box
from ingest.page import raster, tesseract

_SECONDS: Final = 20.0
_LOWEST: Final = 44
_HIGHEST: Final = 150
_GAP: Final = 26
_MARGIN: Final = 30
_EDGE: Final = 0.28
_MOST: Final = 60
_PIXELS_PER_INCH: Final = 300


@dataclass(frozen=True)
class Look:
    """A line to be read: its box in points, and whether its letters are light on dark."""

    box: Box
    light: bool = False


@dataclass(frozen=True)
class Seen:
    """What one look at a line gave; nothing and 0 where OCR saw nothing."""

    text: str = ""
    confidence: float = 0.0


def read_lines(
    image: Image, dpi: int, looks: Sequence[Look], ocr_languages: Sequence[str], scratch: Path
) -> tuple[Seen, ...]:
    """What each line says. Lines that are too many get no answer."""
    asked = looks[:_MOST]
    if not asked:
        return ()
    strips = [raster.strip(image, dpi, look.box, (_LOWEST, _HIGHEST), light=look.light) for look in asked]
    sheet, tops = raster.stacked(strips, _GAP, _MARGIN)
    picture = raster.gray_copy(sheet, scratch / "lines.pgm")
    found = tesseract.recognise(picture, _PIXELS_PER_INCH, ocr_languages, _SECONDS, layout=6)
    seen = [_seen(found.lines, top, top + strip.height) for top, strip in zip(tops, strips, strict=True)]
    return (*seen, *(Seen() for _ in looks[_MOST:]))


def _seen(lines: Sequence[tesseract.Sure], top: float, bottom: float) -> Seen:
    """The pieces of one strip, from the left: those in the middle of it, not what shows of the lines around it."""
    scale = 72 / _PIXELS_PER_INCH
    margin = _EDGE * (bottom - top)
    low, high = (top + margin) * scale, (bottom - margin) * scale
    mine = [line for line in lines if low <= (line.span.box[1] + line.span.box[3]) / 2 <= high]
    mine.sort(key=lambda line: line.span.box[0])
    weight = sum(len(line.span.text) for line in mine)
    if not weight:
        return Seen()
    sure = sum(line.confidence * len(line.span.text) for line in mine) / weight
    return Seen(" ".join(line.span.text for line in mine), sure)

"""Reads what only a page's pictures say: labels on a board, the text of a card, a title as outlines. In a worker.

Owns where such lettering is looked for, and which of what OCR reads there is believed. It goes into
`Sheet.lettering`, which is trusted less than text and never part of it.
"""

from __future__ import annotations

import re
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.contracts import Box
from ingest.geometry import holds
from ingest.page import raster, tesseract
from ingest.page.marks import Lettered
from ingest.page.sheet import PageJob, Remark, Sheet, Span

_SECONDS: Final = 15.0
_LEAST_SIDE: Final = 24.0
_MOST_OF_PAGE: Final = 0.6
_MOST_LINES: Final = 400
_LEAST_CURVES: Final = 6
_SMALL: Final = 6.0
_LARGER: Final = 1.5
_WIDE_PAGE: Final = 16_000_000
_SURE: Final = 0.72
_SURE_ALONE: Final = 0.85
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_VOWELS: Final = frozenset("aeiouyàâäéèêëîïôöùûüœæ")


@dataclass(frozen=True)
class Region:
    """A part of the page where lettering may stand, and the lines of marks that were seen in it."""

    box: Box
    lines: tuple[Lettered, ...]

    @property
    def high(self) -> float:
        """The usual height of its marks in points."""
        return statistics.median(line.high for line in self.lines)

    @property
    def light(self) -> list[Box]:
        """Where its letters are light on dark."""
        return [_grown(line.box, 0.4 * line.high) for line in self.lines if line.light]


def with_lettering(job: PageJob, sheet: Sheet, image: Image) -> Sheet:
    """The page with the words of its pictures; a page that was read by OCR has them in its text already."""
    if job.ocr == "off" or sheet.source == "ocr" or sheet.failure is not None or not _may_hold(sheet):
        return sheet
    known = [span.box for span in sheet.spans]
    regions = find_regions(sheet, raster.lettered(image, sheet.dpi, known))
    if not regions:
        return sheet
    read = _read(job, sheet, image, regions)
    spans = tuple(span for group in _by_region(read, regions) for span in group)
    if not spans:
        return sheet
    return replace(sheet, lettering=spans, remarks=(*sheet.remarks, Remark("lettering", {"count": len(spans)})))


def _may_hold(sheet: Sheet) -> bool:
    """Whether the page shows anything but its text, rules and boxes: a picture, or shapes that are no rectangles."""
    large = any(min(f.box[2] - f.box[0], f.box[3] - f.box[1]) >= _LEAST_SIDE for f in sheet.figures)
    return large or sheet.background or sum(shape.kind == "curve" for shape in sheet.shapes) >= _LEAST_CURVES


def find_regions(sheet: Sheet, lines: Sequence[Lettered]) -> list[Region]:
    """Where to read: the pictures that hold lines of marks, and lines of outlines or on a background by themselves."""
    placed = [f.box for f in sheet.figures if min(f.box[2] - f.box[0], f.box[3] - f.box[1]) >= _LEAST_SIDE]
    most = _MOST_OF_PAGE * sheet.width * sheet.height
    pictures, grounds = [b for b in placed if _size(b) < most], [b for b in placed if _size(b) >= most]
    curves = [shape.box for shape in sheet.shapes if shape.kind == "curve"]
    held: dict[Box, list[Lettered]] = {}
    for line in lines[:_MOST_LINES]:
        home = next((box for box in pictures if holds(box, line.box)), None)
        if home is None and (sheet.background or grounds or _drawn(line.box, curves)):
            home = _grown(line.box, line.high)
        if home is not None:
            held.setdefault(home, []).append(line)
    return [Region(box, tuple(inside)) for box, inside in held.items()]


def _drawn(box: Box, curves: Sequence[Box]) -> bool:
    """Whether outlines of the size of letters are what a line of marks shows."""
    high = box[3] - box[1]
    return sum(holds(_grown(box, 0.3 * high), curve) and curve[3] - curve[1] < 2 * high for curve in curves) >= 3


def _read(job: PageJob, sheet: Sheet, image: Image, regions: Sequence[Region]) -> tuple[tesseract.Sure, ...]:
    """One look at all regions, everything else blank; small print is read enlarged."""
    small = statistics.median(line.high for region in regions for line in region.lines) < _SMALL
    scale = _LARGER if small and image.width * image.height < _WIDE_PAGE else 1.0
    shown = raster.only(image, sheet.dpi, {r.box: r.light for r in regions}, [span.box for span in sheet.spans])
    with tempfile.TemporaryDirectory(dir=job.into) as scratch:
        picture = raster.gray_copy(raster.enlarged(shown, scale), Path(scratch) / "lettering.pgm")
        try:
            found = tesseract.recognise(picture, int(sheet.dpi * scale), job.ocr_languages, _SECONDS, layout=11)
        except tesseract.OcrFailure:
            return ()
    return found.lines


def _by_region(lines: Sequence[tesseract.Sure], regions: Sequence[Region]) -> list[list[Span]]:
    """What is believed, region by region, in the order of the page."""
    groups: list[list[Span]] = []
    for region in sorted(regions, key=lambda r: (r.box[1], r.box[0])):
        inside = [line for line in lines if holds(region.box, line.span.box)]
        sure = [line for line in inside if believed(line)]
        if any(_says_a_word(line.span.text) for line in sure):
            number = len(groups)
            groups.append([replace(line.span, block=number) for line in sure])
    return groups


def believed(line: tesseract.Sure) -> bool:
    """Whether a line that OCR saw in a picture is lettering: it is sure, and what it read are words or numbers."""
    text = line.span.text
    solid = sum(character.isalnum() for character in text)
    if solid < 0.7 * len(text.replace(" ", "")):
        return False
    if _says_a_word(text):
        return line.confidence >= _SURE
    return text.replace(" ", "").isdigit() and line.confidence >= _SURE_ALONE


def _says_a_word(text: str) -> bool:
    """A word of three letters or more that could be said aloud, and that most of the text is made of."""
    said = [word for word in _WORD.findall(text.casefold()) if _VOWELS & set(word)]
    letters = sum(character.isalpha() for character in text)
    return bool(said) and sum(map(len, said)) >= 0.6 * letters


def _grown(box: Box, by: float) -> Box:
    return (box[0] - by, box[1] - by, box[2] + by, box[3] + by)


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])

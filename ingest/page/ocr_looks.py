"""Reads a whole page's picture: once as it is, then again what the first look was not sure of or passed over.

Owns which parts deserve a second look, and that a look never makes a page worse. Runs inside a worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.contracts import Box
from ingest.geometry import hull
from ingest.page import raster, tesseract
from ingest.page.lettering import believed
from ingest.page.line_looks import Look, read_lines
from ingest.page.marks import Lettered
from ingest.page.sheet import Span
from ingest.page.trust import covered

_SECONDS: Final = 50.0
_COLUMNS: Final = 3
_ONE_BLOCK: Final = 6
_NOISE: Final = 0.66
_MANY: Final = 24
_PASSED_OVER: Final = 0.15
_DOUBTFUL: Final = 0.05
_MOST_AGAIN: Final = 70
_LEAST_MARKS: Final = 4
_MARGIN: Final = 5.0
_AS_MANY: Final = 0.9
_MISSED_BLOCK: Final = 9000


def read_picture(
    image: Image, dpi: int, ocr_languages: Sequence[str], scratch: Path, walls: Sequence[Box]
) -> tesseract.Recognised:
    """The lines of an upright page, blocks that were read badly read again alone, and lines that were passed over.

    Tesseract finds columns by itself; what it says of the page's turn is not asked for: on fancy lettering it is
    mostly wrong, and then reads nothing but noise.
    """
    gray = raster.gray_copy(image, scratch / "page.pgm")
    found = tesseract.recognise(gray, dpi, ocr_languages, _SECONDS, walls, layout=_COLUMNS)
    if _half_blind(found, image, dpi):
        whole = (0.0, 0.0, image.width * 72 / dpi, image.height * 72 / dpi)
        raster.gray_copy(raster.evened(image, dpi, whole), gray)
        even = tesseract.recognise(gray, dpi, ocr_languages, _SECONDS, walls, layout=_COLUMNS)
        found = max(found, even, key=lambda one: one.confidence * len(one.text))
    if found.confidence < _NOISE:
        return found
    lines = _blocks_again(found.lines, image, dpi, ocr_languages, scratch, walls)
    return tesseract.together((*lines, *_missed(lines, image, dpi, ocr_languages, scratch)))


def _half_blind(found: tesseract.Recognised, image: Image, dpi: int) -> bool:
    """Whether much of the page's print was passed over: no single threshold divides ink and ground there."""
    missed = [one.marks for one in raster.lettered(image, dpi, _boxes(found)) if one.marks >= _LEAST_MARKS]
    return sum(missed) > max(_MANY, _PASSED_OVER * len(found.text))


def _boxes(found: tesseract.Recognised) -> list[Box]:
    """Where lines were read."""
    return [line.span.box for line in found.lines]


def _blocks_again(
    lines: Sequence[tesseract.Sure],
    image: Image,
    dpi: int,
    ocr_languages: Sequence[str],
    scratch: Path,
    walls: Sequence[Box],
) -> list[tesseract.Sure]:
    """Blocks of several lines with doubtful words, each read as one block by itself: it finds the words better."""
    kept: list[tesseract.Sure] = []
    left = _MOST_AGAIN
    for _, group in groupby(lines, key=lambda line: line.span.block):
        before = list(group)
        if len(before) > 1 and len(before) <= left and tesseract.together(before).doubtful > _DOUBTFUL:
            left -= len(before)
            before = _better(
                before, _block(hull(b.span.box for b in before), image, dpi, ocr_languages, scratch, walls)
            )
        kept += before
    return kept


def _block(
    box: Box, image: Image, dpi: int, ocr_languages: Sequence[str], scratch: Path, walls: Sequence[Box]
) -> tesseract.Recognised:
    x0, y0 = max(0.0, box[0] - _MARGIN), max(0.0, box[1] - _MARGIN)
    around = (x0, y0, box[2] + _MARGIN, box[3] + _MARGIN)
    picture = raster.gray_copy(raster.crop(image, dpi, around), scratch / "block.pgm")
    inner = [(a - x0, b - y0, c - x0, d - y0) for a, b, c, d in walls]
    found = tesseract.recognise(picture, dpi, ocr_languages, _SECONDS, inner, layout=_ONE_BLOCK)
    return tesseract.together([replace(line, span=_moved(line.span, x0, y0)) for line in found.lines])


def _moved(span: Span, x: float, y: float) -> Span:
    x0, y0, x1, y1 = span.box
    box = (round(x0 + x, 2), round(y0 + y, 2), round(x1 + x, 2), round(y1 + y, 2))
    return replace(span, box=box, baseline=box[3])


def _better(before: list[tesseract.Sure], again: tesseract.Recognised) -> list[tesseract.Sure]:
    """The second look, when it is surer and lost nothing. Its lines stay in the block where they stand."""
    first = tesseract.together(before)
    if again.confidence <= first.confidence or len(again.text) < _AS_MANY * len(first.text):
        return before
    return [replace(line, span=replace(line.span, block=before[0].span.block)) for line in again.lines]


def _missed(
    lines: Sequence[tesseract.Sure], image: Image, dpi: int, ocr_languages: Sequence[str], scratch: Path
) -> list[tesseract.Sure]:
    """Lines of marks that no look has read: light print, print beside a drop cap, print on a ground that changes."""
    seen = [one for one in raster.lettered(image, dpi, [b.span.box for b in lines]) if one.marks >= _LEAST_MARKS]
    found: list[tesseract.Sure] = []
    alone: list[Lettered] = []
    for group in _paragraphs(seen):
        if len(group) > 1 and len(found) < _MOST_AGAIN:
            found += _read_part(group, image, dpi, ocr_languages, scratch)
        else:
            alone += group
    answers = read_lines(image, dpi, [Look(one.box, one.light) for one in alone], ocr_languages, scratch)
    for number, (one, answer) in enumerate(zip(alone, answers, strict=True)):
        span = tesseract.line_span(answer.text, one.box, one.high, _MISSED_BLOCK + number)
        found.append(tesseract.Sure(span, answer.confidence))
    known = [line.span.box for line in lines]
    return [line for line in found if line.span.text and believed(line) and not covered(line.span.box, known, 0.5)]


def _paragraphs(lines: Sequence[Lettered]) -> list[list[Lettered]]:
    """Lines one below the other, close together."""
    groups: list[list[Lettered]] = []
    for line in lines:
        near = next((g for g in groups if any(_follows(other, line) for other in g)), None)
        if near is None:
            groups.append([line])
        else:
            near.append(line)
    return groups


def _follows(above: Lettered, below: Lettered) -> bool:
    beside = min(above.box[2], below.box[2]) - max(above.box[0], below.box[0])
    return beside > -above.high and below.box[1] - above.box[3] < 1.6 * max(above.high, below.high)


def _read_part(
    group: Sequence[Lettered], image: Image, dpi: int, ocr_languages: Sequence[str], scratch: Path
) -> list[tesseract.Sure]:
    box = hull(line.box for line in group)
    around = (box[0] - _MARGIN, box[1] - _MARGIN, box[2] + _MARGIN, box[3] + _MARGIN)
    picture = raster.gray_copy(raster.evened(image, dpi, around), scratch / "part.pgm")
    found = tesseract.recognise(picture, dpi, ocr_languages, _SECONDS, layout=_ONE_BLOCK)
    corner = (max(0.0, around[0]), max(0.0, around[1]))
    return [replace(line, span=replace(_moved(line.span, *corner), block=_MISSED_BLOCK)) for line in found.lines]

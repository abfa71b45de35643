"""Turns the picture of a page upright where only OCR can tell. Runs inside a worker.

Owns which way is up: Tesseract's own judgement where there are letters enough for it, else the way in which most
words can be read. A page is left as it is when neither says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.layout.turning import across, turned
from ingest.page import raster, tesseract, trust
from ingest.page.sheet import Sheet

_SECONDS: Final = 50.0
_SIDE: Final = 1100
_QUARTERS: Final = (90, 270, 180)
_SURE: Final = 0.8
_ENOUGH: Final = 14
_BETTER: Final = 1.6


def upright(
    image: Image, sheet: Sheet, reason: trust.Reason, scratch: Path, ocr_languages: Sequence[str]
) -> tuple[Image, int]:
    """A page that lies on its side or its head is turned, unless its layer says how it stands.

    A stamp or a number on a scan (`little_text`) is no such layer, but then Tesseract must be sure.
    """
    if sheet.spans and reason != "little_text":
        return image, 0
    small = raster.gray_copy(image, scratch / "osd.pgm", step=2 if sheet.dpi >= 200 else 1)
    turn = tesseract.upright_turn(small, _SECONDS)
    if turn is None:
        turn = 0 if sheet.spans else _by_reading(image, sheet.dpi, scratch, ocr_languages)
    return raster.turned(image, turn), turn


def turned_sheet(sheet: Sheet, turn: int) -> Sheet:
    """What is drawn on a page, where it stands after the page was turned."""
    size = (sheet.width, sheet.height)
    sideways = turn in {90, 270}
    return replace(
        sheet,
        width=sheet.height if sideways else sheet.width,
        height=sheet.width if sideways else sheet.height,
        shapes=tuple(replace(s, kind=across(turn, s.kind), box=turned(s.box, turn, *size)) for s in sheet.shapes),
        figures=tuple(replace(figure, box=turned(figure.box, turn, *size)) for figure in sheet.figures),
    )


def _by_reading(image: Image, dpi: int, scratch: Path, ocr_languages: Sequence[str]) -> int:
    """The way in which clearly most words can be read: a cover or a picture holds too few letters to judge by."""
    step = max(1, max(image.size) // _SIDE)
    small = image.convert("L").reduce(step)
    as_it_is = _read(small, dpi // step, scratch, ocr_languages)
    if as_it_is.confidence >= _SURE and _weight(as_it_is) >= _ENOUGH:
        return 0
    quarters = (180,) if runs_across(image, dpi) else _QUARTERS  # Tesseract reads lines that lie on their side as well
    weights = {
        turn: _weight(_read(raster.turned(small, turn), dpi // step, scratch, ocr_languages)) for turn in quarters
    }
    best = max(weights, key=lambda turn: weights[turn])
    return best if weights[best] >= max(_ENOUGH, _BETTER * _weight(as_it_is)) else 0


def runs_across(image: Image, dpi: int) -> bool:
    """Whether the lines of marks on a page run from side to side: it is upright, or on its head."""
    marks = [sum(line.marks for line in raster.lettered(one, dpi, ())) for one in (image, raster.turned(image, 90))]
    return marks[0] > max(marks[1], _ENOUGH)


def _read(image: Image, dpi: int, scratch: Path, ocr_languages: Sequence[str]) -> tesseract.Recognised:
    picture = raster.gray_copy(image, scratch / "turn.pgm")
    return tesseract.recognise(picture, dpi, ocr_languages, _SECONDS, layout=3)


def _weight(found: tesseract.Recognised) -> float:
    """How many letters of words were read, by how surely."""
    return found.confidence * sum(len(word) for word in trust.words(found.text) if len(word) >= 3)

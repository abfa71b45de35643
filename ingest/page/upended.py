"""Reads again the half of a scanned sheet that stands on its head: the upper row of a sheet that is folded twice.

Owns how such a half is told from one that says nothing, and its way back to the points of the page. Runs inside a
worker.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.contracts import Box
from ingest.languages import scores
from ingest.layout.turning import Place
from ingest.page import raster, tesseract, trust
from ingest.page.sheet import PageJob, Sheet, Span

_SECONDS: Final = 50.0
_ENOUGH: Final = 12
_NO_LANGUAGE: Final = 0.06
_CHANCE: Final = 0.2
_SURE: Final = 0.75
_HALF_TURN: Final = 180


def righted(job: PageJob, sheet: Sheet, image: Image) -> Sheet:
    """The page with the words of its upended half; as it is where both halves can be read, or neither."""
    middle = sheet.height / 2
    halves: tuple[Box, Box] = ((0.0, 0.0, sheet.width, middle), (0.0, middle, sheet.width, sheet.height))
    for box, other in (halves, halves[::-1]):
        held, rest = _spans(sheet, box), _spans(sheet, other)
        if trust.is_prose(_text(rest)) and _is_garbled(_text(held), _text(rest)):
            again = _upside_down(job, sheet, image, box)
            return replace(sheet, spans=(*again, *rest) if box[1] == 0 else (*rest, *again)) if again else sheet
    return sheet


def _spans(sheet: Sheet, box: Box) -> list[Span]:
    return [span for span in sheet.spans if box[1] <= (span.box[1] + span.box[3]) / 2 < box[3]]


def _text(spans: Sequence[Span]) -> str:
    return " ".join(span.text for span in spans)


def _is_garbled(text: str, rest: str) -> bool:
    """Many words, none of those that every sentence has in the language of the rest, and few of any other.

    Letters on their head make short words of some language: "an", "ay", "ue".
    """
    found, around = scores(text), scores(rest)
    spoken = max(around, key=around.__getitem__)
    return len(trust.words(text)) >= _ENOUGH and found[spoken] < _NO_LANGUAGE and max(found.values()) < _CHANCE


def _upside_down(job: PageJob, sheet: Sheet, image: Image, box: Box) -> list[Span]:
    """What a half says once it is turned; nothing unless it is prose, read surely."""
    place = Place(box, _HALF_TURN)
    with tempfile.TemporaryDirectory(dir=job.into) as scratch:
        half = raster.turned(raster.crop(image, sheet.dpi, box), _HALF_TURN)
        picture = raster.gray_copy(half, Path(scratch) / "half.pgm")
        found = tesseract.recognise(picture, sheet.dpi, job.ocr_languages, _SECONDS)
    if found.confidence < _SURE or not trust.is_prose(found.text):
        return []
    return [_back(span, place) for span in found.spans]


def _back(span: Span, place: Place) -> Span:
    box = place.outward(span.box)
    return replace(span, box=box, baseline=box[3], turn=_HALF_TURN, upright=False)

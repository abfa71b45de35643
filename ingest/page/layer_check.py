"""Looks at the few lines of a layer that may not be what the page shows, and believes the picture. In a worker.

Owns what follows: a font whose text is not what is printed is read by OCR, all of it; text that something covers
is dropped. A page without suspects costs nothing here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.contracts import Box
from ingest.page import tesseract
from ingest.page.line_looks import Look, Seen, read_lines
from ingest.page.sheet import PageJob, Remark, Sheet, Span

_SAMPLE: Final = 3
_COVERED_SAMPLE: Final = 6
_SURE: Final = 0.7
_UNLIKE: Final = 0.5
_MOST: Final = 60
_READABLE: Final = 4
_MOST_OF_PAGE: Final = 0.5


def checked(
    job: PageJob, sheet: Sheet, image: Image, fonts: frozenset[str], covered: Sequence[Box]
) -> tuple[Sheet, bool]:
    """The sheet without text that is covered and with misread lines read again; and whether its layer is no use."""
    doubtful = [span for span in sheet.spans if span.font in fonts and span.upright]
    under = [span for span in sheet.spans if span.box in set(covered)]
    if job.ocr != "auto" or sheet.blank or not (doubtful or under):
        return sheet, False
    with tempfile.TemporaryDirectory(dir=job.into) as scratch:
        try:
            look = _Looker(job, image, sheet.dpi, Path(scratch))
            sheet = _uncovered(sheet, under, look)
            return _corrected(sheet, [span for span in doubtful if span in sheet.spans], look)
        except tesseract.OcrFailure:
            return sheet, False


class _Looker:
    """Reads lines of one page."""

    def __init__(self, job: PageJob, image: Image, dpi: int, scratch: Path) -> None:
        self._job, self._image, self._dpi, self._scratch = job, image, dpi, scratch

    def at(self, spans: Sequence[Span]) -> tuple[Seen, ...]:
        looks = [Look(span.box) for span in spans]
        return read_lines(self._image, self._dpi, looks, self._job.ocr_languages, self._scratch)


def _uncovered(sheet: Sheet, under: Sequence[Span], look: _Looker) -> Sheet:
    """Without the text that cannot be read in the picture; what is drawn over it may be transparent.

    Text too short for OCR to be asked about it goes as the longer text does, and stays where there is none.
    """
    sample = _spread([span for span in under if len(_signs(span.text)) >= _READABLE], _COVERED_SAMPLE)
    if not sample:
        return sheet
    seen = [_alike(span.text, answer.text) >= _UNLIKE for span, answer in zip(sample, look.at(sample), strict=True)]
    if sum(seen) > 0.5 * len(seen):
        return sheet
    shown = {span for span, is_seen in zip(sample, seen, strict=True) if is_seen}
    gone = {span for span in under if span not in shown}
    kept = tuple(span for span in sheet.spans if span not in gone)
    return replace(sheet, spans=kept, remarks=(*sheet.remarks, Remark("covered_text", {"count": len(gone)})))


def _corrected(sheet: Sheet, doubtful: Sequence[Span], look: _Looker) -> tuple[Sheet, bool]:
    """Fonts whose longest lines say something else in the picture are read there: the lines, or the whole page."""
    wrong = [span for spans in _by_font(doubtful) if _is_wrong(spans, look) for span in spans]
    if not wrong:
        return sheet, False
    if _length(wrong) > _MOST_OF_PAGE * _length(sheet.spans) or len(wrong) > _MOST:
        return sheet, True
    answers = dict(zip(wrong, look.at(wrong), strict=True))
    better = {span: seen.text for span, seen in answers.items() if seen.text and seen.confidence >= _SURE}
    spans = tuple(replace(span, text=better[span]) if span in better else span for span in sheet.spans)
    return replace(
        sheet, spans=spans, remarks=(*sheet.remarks, Remark("corrected_text", {"count": len(better)}))
    ), False


def _by_font(spans: Sequence[Span]) -> Iterator[list[Span]]:
    for font in sorted({span.font for span in spans}):
        yield [span for span in spans if span.font == font]


def _is_wrong(spans: Sequence[Span], look: _Looker) -> bool:
    """Whether the picture surely shows other words than the font's longest lines have."""
    sample = sorted(spans, key=lambda span: -len(span.text))[:_SAMPLE]
    sure = [
        (span, seen)
        for span, seen in zip(sample, look.at(sample), strict=True)
        if seen.confidence >= _SURE and seen.text
    ]
    return bool(sure) and all(_alike(span.text, seen.text) < _UNLIKE for span, seen in sure)


def _alike(one: str, other: str) -> float:
    """How much of two texts is the same, letter by letter, 0..1."""
    return SequenceMatcher(None, _signs(one), _signs(other), autojunk=False).ratio()


def _signs(text: str) -> str:
    """Letters and digits only, in small letters: OCR is asked for no more."""
    return "".join(character for character in text.casefold() if character.isalnum())


def _spread(spans: Sequence[Span], most: int) -> list[Span]:
    step = max(1, len(spans) // most)
    return list(spans[::step])[:most]


def _length(spans: Sequence[Span]) -> int:
    return sum(len(span.text) for span in spans)

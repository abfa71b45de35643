"""Reads a page's picture when its layer is not to be trusted, and keeps the better of the two. Runs inside a worker.

Owns the second look at what Tesseract took for pictures, and what OCR lines look like.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest import raster, tesseract, trust
from ingest.contracts import Box
from ingest.drawings import island_figures
from ingest.sheet import PageJob, Remark, Shape, Sheet, Span
from ingest.upended import righted
from ingest.uprighting import turned_sheet, upright

_OCR_SECONDS: Final = 50.0
_BOLDER: Final = 1.45
_MOST_RULES: Final = 4000
_MOST_PARTS: Final = 4
_WIDE_PART: Final = 90.0
_TALL_PART: Final = 220.0
_SURE_PART: Final = 0.75
_PART_BLOCK: Final = 9000


def recognised(job: PageJob, sheet: Sheet, hidden: tuple[Span, ...], image: Image) -> tuple[Sheet, Image]:
    """The page with the better of its two texts, and its picture turned upright where only OCR can tell."""
    facts = _facts(sheet, hidden)
    reason = trust.why_ocr(facts, job.ocr)
    if reason is None or sheet.blank:
        return _from_layer(sheet, hidden if job.ocr == "off" else ()), image
    with tempfile.TemporaryDirectory(dir=job.into) as scratch:
        image, turn = upright(image, sheet, reason, Path(scratch), job.ocr_languages)
        ink = raster.Ink(image, sheet.dpi)
        rules = _rules(ink)
        found = _ocr(image, sheet.dpi, job, Path(scratch), rules)
    rival = facts.hidden if reason == "hidden_text" else facts.text
    if trust.ocr_is_better(reason, rival, found.text, found.confidence):
        read = _from_ocr(sheet, found, reason, turn)
        read = replace(read, spans=_weighed(read.spans, ink), shapes=(*read.shapes, *rules))
        return righted(job, _looked_again(job, read, image, ink), image), image
    kept = _from_layer(sheet, hidden if reason == "hidden_text" else ())
    if reason == "no_text" and not kept.spans:
        kept = replace(kept, remarks=(*kept.remarks, Remark("no_text_found")))
    return kept, raster.turned(image, (360 - turn) % 360)


def _looked_again(job: PageJob, sheet: Sheet, image: Image, ink: raster.Ink) -> Sheet:
    """Read once more, each alone, the parts that Tesseract took for pictures: a drop cap is enough to mislead it."""
    cells = ink.islands([span.box for span in sheet.spans])
    parts = island_figures(cells, sheet.spans, sheet.width, sheet.height)
    spans = list(sheet.spans)
    with tempfile.TemporaryDirectory(dir=job.into) as scratch:
        for box in parts[:_MOST_PARTS]:
            if box[2] - box[0] < _WIDE_PART or box[3] - box[1] > _TALL_PART:
                continue
            picture = raster.gray_copy(raster.crop(image, sheet.dpi, box), Path(scratch) / "part.pgm")
            found = tesseract.recognise(picture, sheet.dpi, job.ocr_languages, _OCR_SECONDS, layout=6)
            before = [span for span in spans if trust.covered(span.box, [box], 0.6)]
            more = len(trust.words(found.text)) > len(trust.words(" ".join(span.text for span in before)))
            if more and trust.is_prose(found.text) and found.confidence >= _SURE_PART:
                spans = [span for span in spans if span not in before] + [_moved(span, box) for span in found.spans]
    return replace(sheet, spans=tuple(spans))


def _moved(span: Span, box: Box) -> Span:
    x0, y0, x1, y1 = span.box
    moved = (x0 + box[0], y0 + box[1], x1 + box[0], y1 + box[1])
    return replace(span, box=moved, baseline=moved[3], block=_PART_BLOCK)


def _facts(sheet: Sheet, hidden: tuple[Span, ...]) -> trust.LayerFacts:
    boxes = [figure.box for figure in sheet.figures]
    return trust.LayerFacts(
        text=" ".join(span.text for span in sheet.spans),
        hidden=" ".join(span.text for span in hidden),
        picture_share=raster.area_share(boxes, sheet.width, sheet.height),
        draws_something=not sheet.blank,
    )


def _ocr(image: Image, dpi: int, job: PageJob, scratch: Path, rules: tuple[Shape, ...]) -> tesseract.Recognised:
    gray = raster.gray_copy(image, scratch / "page.pgm")
    walls = [rule.box for rule in rules if rule.kind == "v"]
    return tesseract.recognise(gray, dpi, job.ocr_languages, _OCR_SECONDS, walls)


def _from_layer(sheet: Sheet, hidden: tuple[Span, ...]) -> Sheet:
    spans = (*sheet.spans, *hidden)
    remarks = (*sheet.remarks, Remark("hidden_text_kept")) if hidden else sheet.remarks
    return replace(sheet, spans=spans, source="layer" if spans else "none", remarks=remarks)


def _from_ocr(sheet: Sheet, found: tesseract.Recognised, reason: str, turn: int) -> Sheet:
    return replace(
        turned_sheet(sheet, turn),
        spans=found.spans,
        source="ocr",
        confidence=found.confidence,
        remarks=(*sheet.remarks, Remark(f"ocr_{reason}"), *([Remark("turned", {"degrees": turn})] if turn else [])),
    )


def _weighed(spans: tuple[Span, ...], ink: raster.Ink) -> tuple[Span, ...]:
    """OCR knows no bold: lines much darker than the page's usual line are."""
    dark = {span: ink.darkness(span.box) for span in spans if len(span.text) >= 3}
    usual = statistics.median([dark[s] for s in dark if len(s.text) >= 20] or [1.0])
    return tuple(replace(span, bold=dark.get(span, 0.0) > _BOLDER * usual and _has_word(span)) for span in spans)


def _has_word(span: Span) -> bool:
    return any(word.isalpha() and len(word) >= 3 for word in span.text.split())


def _rules(ink: raster.Ink) -> tuple[Shape, ...]:
    found = [Shape(kind, box) for kind, box in ink.rules()]
    return tuple(found) if len(found) < _MOST_RULES else ()

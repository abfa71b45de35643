"""Reads a page's picture when its layer is not to be trusted, and keeps the better of the two. Runs inside a worker.

Owns when a page is turned before it is read, and what OCR lines look like.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.page import raster, tesseract, trust
from ingest.page.ocr_looks import read_picture
from ingest.page.sheet import PageJob, Remark, Shape, Sheet, Span
from ingest.page.upended import righted
from ingest.page.uprighting import runs_across, turned_sheet, upright

_BOLDER: Final = 1.45
_MOST_RULES: Final = 4000
_READS_WELL: Final = 0.8
_UNSURE: Final = 0.75


def recognised(
    job: PageJob, sheet: Sheet, hidden: tuple[Span, ...], image: Image, *, distrusted: bool = False
) -> tuple[Sheet, Image]:
    """The page with the better of its two texts, and its picture turned upright where only OCR can tell.

    `distrusted`: a look at the picture has shown already that the layer says something else.
    """
    facts = _facts(sheet, hidden)
    reason = "disagrees" if distrusted else trust.why_ocr(facts, job.ocr)
    if reason is None or sheet.blank:
        return _from_layer(sheet, hidden if job.ocr == "off" else ()), image
    with tempfile.TemporaryDirectory(dir=job.into) as scratch:
        found, turn = _read(job, sheet, reason, image, Path(scratch))
    image = raster.turned(image, turn)
    rival = facts.hidden if reason == "hidden_text" else facts.text
    if trust.ocr_is_better(reason, rival, found.text, found.confidence):
        ink = raster.Ink(image, sheet.dpi)
        rules = _rules(ink)
        read = _from_ocr(sheet, found, reason, turn, _evidence(reason, rival, found))
        read = replace(read, spans=_weighed(read.spans, ink), shapes=(*read.shapes, *rules))
        return righted(job, read, image), image
    kept = _from_layer(sheet, hidden if reason == "hidden_text" else (), _evidence(reason, rival, found))
    if reason == "no_text" and not kept.spans:
        kept = replace(kept, remarks=(*kept.remarks, Remark("no_text_found")))
    return kept, raster.turned(image, (360 - turn) % 360)


def _facts(sheet: Sheet, hidden: tuple[Span, ...]) -> trust.LayerFacts:
    boxes = [figure.box for figure in sheet.figures]
    return trust.LayerFacts(
        text=" ".join(span.text for span in sheet.spans),
        hidden=" ".join(span.text for span in hidden),
        picture_share=raster.area_share(boxes, sheet.width, sheet.height),
        draws_something=not sheet.blank,
    )


def _read(
    job: PageJob, sheet: Sheet, reason: trust.Reason, image: Image, scratch: Path
) -> tuple[tesseract.Recognised, int]:
    """What the picture says, and by how many degrees it had to be turned; a page that reads well is not asked twice."""

    def look(picture: Image) -> tesseract.Recognised:
        rules = _rules(raster.Ink(picture, sheet.dpi))
        walls = [rule.box for rule in rules if rule.kind == "v"]
        return read_picture(picture, sheet.dpi, job.ocr_languages, scratch, walls)

    found = look(image) if runs_across(image, sheet.dpi) else None
    if found is not None and found.confidence >= _READS_WELL:
        return found, 0
    other, turn = upright(image, sheet, reason, scratch, job.ocr_languages)
    return (found, 0) if found is not None and not turn else (look(other), turn)


def _evidence(reason: trust.Reason, rival: str, found: tesseract.Recognised) -> dict[str, int]:
    """What spoke for the one or the other text, in hundredths, where a hidden layer was read again."""
    if reason != "hidden_text":
        return {}
    return trust.evidence(rival, found.text, found.confidence).facts()


def _from_layer(sheet: Sheet, hidden: tuple[Span, ...], evidence: dict[str, int] | None = None) -> Sheet:
    spans = (*sheet.spans, *hidden)
    kept = Remark("hidden_text_kept", evidence) if evidence else Remark("hidden_text_unread")
    remarks = (*sheet.remarks, kept) if hidden else sheet.remarks
    return replace(sheet, spans=spans, source="layer" if spans else "none", remarks=remarks)


def _from_ocr(sheet: Sheet, found: tesseract.Recognised, reason: str, turn: int, evidence: dict[str, int]) -> Sheet:
    remarks = [Remark(f"ocr_{reason}", evidence)]
    remarks += [Remark("turned", {"degrees": turn})] if turn else []
    if found.lines and found.confidence < _UNSURE:
        remarks.append(Remark("low_confidence", {"confidence": round(100 * found.confidence)}))
    return replace(
        turned_sheet(sheet, turn),
        spans=found.spans,
        source="ocr",
        confidence=found.confidence,
        remarks=(*sheet.remarks, *remarks),
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

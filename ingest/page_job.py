"""Reads one page: its layer, its picture, OCR when the layer is not to be trusted. Runs inside a worker.

Owns the order of these steps and what becomes of a page that fails. Understands no layout.
"""

from __future__ import annotations

import statistics
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest import pdf, raster, tesseract, trust
from ingest.contracts import Box
from ingest.drawings import drawn_figures, island_figures
from ingest.grids import find_boxes, find_grids, is_board
from ingest.sheet import Figure, PageJob, Remark, Shape, Sheet, Span
from ingest.stripes import find_stripes

_RENDER_SECONDS: Final = 40.0
_OCR_SECONDS: Final = 50.0
_FAINT: Final = 14
_BACKGROUND: Final = 0.85
_ICON: Final = 6.0
_KEPT_SIDE: Final = 40.0
_DRAWN: Final = 2000
_TALL: Final = 260.0
_STRIP: Final = 9.0
_BOLDER: Final = 1.45
_MOST_RULES: Final = 4000


def read_page(job: PageJob) -> Sheet:
    """The page as read; a page that cannot be read is a sheet whose `failure` says why."""
    try:
        return _read(job)
    except (pdf.PdfFailure, raster.RenderFailure, tesseract.OcrFailure) as failure:
        return Sheet(job.number, 0.0, 0.0, failure=failure.reason)
    except MemoryError:
        return Sheet(job.number, 0.0, 0.0, failure="limits")
    except OSError as error:
        return Sheet(job.number, 0.0, 0.0, failure="disk" if error.errno == 28 else "damaged")


def _read(job: PageJob) -> Sheet:
    source = Path(job.source)
    page = pdf.extract(source, job.number)
    picture = raster.render(source, job.number, page.sheet.width, page.sheet.height, _RENDER_SECONDS)
    image = raster.turned(picture.image, page.turn)
    ink = raster.Ink(image, picture.dpi)
    sheet = _seen(replace(page.sheet, dpi=picture.dpi, blank=ink.is_blank()), ink)
    if sheet.blank and (sheet.spans or sheet.figures or picture.complained or page.drawn > _DRAWN):
        return replace(sheet, failure="not_rendered")
    if any(remark.key == "partial_picture" for remark in sheet.remarks) and not sheet.spans:
        sheet = replace(sheet, failure="partial_picture")  # what there is of it is read, and it is named
    if picture.complained:
        sheet = _damaged(sheet)
    sheet, image = _recognised(job, sheet, page.hidden, image)
    sheet = _with_figures(job, sheet, image, raster.Ink(image, sheet.dpi))
    return _saved(job, sheet, image)


def _damaged(sheet: Sheet) -> Sheet:
    """Poppler complained: the page stands if it shows its text, else it is not to be trusted."""
    if not sheet.spans and not sheet.figures:
        raise raster.RenderFailure("damaged_page")
    return replace(sheet, remarks=(*sheet.remarks, Remark("damaged_page")))


def _seen(sheet: Sheet, ink: raster.Ink) -> Sheet:
    """The sheet without the text that its picture does not show."""
    shown = tuple(span for span in sheet.spans if ink.contrast(span.box) > _FAINT)
    lost = len(sheet.spans) - len(shown)
    if not lost:
        return sheet
    return replace(sheet, spans=shown, remarks=(*sheet.remarks, Remark("invisible_text", {"count": lost})))


def _recognised(job: PageJob, sheet: Sheet, hidden: tuple[Span, ...], image: Image) -> tuple[Sheet, Image]:
    facts = _facts(sheet, hidden)
    reason = trust.why_ocr(facts, job.ocr)
    if reason is None or sheet.blank:
        return _from_layer(sheet, hidden if job.ocr == "off" else ()), image
    with tempfile.TemporaryDirectory(dir=job.into) as scratch:
        image, turn = _upright(image, sheet, Path(scratch))
        ink = raster.Ink(image, sheet.dpi)
        rules = _rules(ink)
        found = _ocr(image, sheet.dpi, job, Path(scratch), rules)
    rival = facts.hidden if reason == "hidden_text" else facts.text
    if trust.ocr_is_better(reason, rival, found.text, found.confidence):
        read = _from_ocr(sheet, found, reason, turn)
        return replace(read, spans=_weighed(read.spans, ink), shapes=(*read.shapes, *rules)), image
    kept = _from_layer(sheet, hidden if reason == "hidden_text" else ())
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


def _upright(image: Image, sheet: Sheet, scratch: Path) -> tuple[Image, int]:
    """An image-only page that lies on its side or its head is turned; a page with a layer never is."""
    if sheet.spans:
        return image, 0
    small = raster.gray_copy(image, scratch / "osd.pgm", step=2 if sheet.dpi >= 200 else 1)
    turn = tesseract.upright_turn(small, _OCR_SECONDS)
    return raster.turned(image, turn), turn


def _ocr(image: Image, dpi: int, job: PageJob, scratch: Path, rules: tuple[Shape, ...]) -> tesseract.Recognised:
    gray = raster.gray_copy(image, scratch / "page.pgm")
    walls = [rule.box for rule in rules if rule.kind == "v"]
    return tesseract.recognise(gray, dpi, job.ocr_languages, _OCR_SECONDS, walls)


def _from_layer(sheet: Sheet, hidden: tuple[Span, ...]) -> Sheet:
    spans = (*sheet.spans, *hidden)
    remarks = (*sheet.remarks, Remark("hidden_text_kept")) if hidden else sheet.remarks
    return replace(sheet, spans=spans, source="layer" if spans else "none", remarks=remarks)


def _from_ocr(sheet: Sheet, found: tesseract.Recognised, reason: str, turn: int) -> Sheet:
    sideways = turn in {90, 270}
    return replace(
        sheet,
        width=sheet.height if sideways else sheet.width,
        height=sheet.width if sideways else sheet.height,
        spans=found.spans,
        shapes=() if turn else sheet.shapes,
        figures=() if turn else sheet.figures,
        source="ocr",
        confidence=found.confidence,
        remarks=(*sheet.remarks, Remark(f"ocr_{reason}"), *([Remark("turned", {"degrees": turn})] if turn else [])),
    )


def _taken(sheet: Sheet) -> list[Box]:
    """Where tables and boxes of text stand. A grid of single numbers may be a board: it stays a picture as well."""
    size = (sheet.width, sheet.height)
    taken = [grid.box for grid in find_grids(sheet.shapes, sheet.spans, *size) if not is_board(grid.table.rows)]
    taken += [stripe.box for stripe in find_stripes(sheet.shapes, sheet.spans)]
    return taken + find_boxes(sheet.shapes, sheet.spans, *size)


def _frame_strips(boxes: list[Box]) -> list[Box]:
    """The edges of boxes, and small boxes whole: what they frame may be a picture."""
    strips: list[Box] = []
    for x0, y0, x1, y1 in boxes:
        if y1 - y0 < _TALL:
            strips.append((x0, y0, x1, y1))
        else:
            strips += [
                (x0, y0 - 9, x1, y0 + 9),
                (x0, y1 - 9, x1, y1 + 9),
                (x0 - 9, y0, x0 + 9, y1),
                (x1 - 9, y0, x1 + 9, y1),
            ]
    return strips


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


def _with_figures(job: PageJob, sheet: Sheet, image: Image, ink: raster.Ink) -> Sheet:
    """Each placed picture and each drawing with its perceptual hash; those worth keeping as files."""
    placed = _placed(sheet, ink)
    size = (sheet.width, sheet.height)
    taken = _taken(sheet)
    drawn = drawn_figures(sheet.shapes, sheet.spans, taken, *size)
    if sheet.source == "ocr":
        hidden = [*_frame_strips(taken), *(span.box for span in sheet.spans)]
        drawn = (*drawn, *island_figures(ink.islands(hidden), sheet.spans, *size))
    boxes = [(box, False) for box in _outermost(placed)]
    boxes += [(box, True) for box in drawn if not trust.covered(box, placed, 0.5)]
    figures = (_figure(job, image, sheet.dpi, box, drawn=is_drawn) for box, is_drawn in boxes)
    return replace(sheet, figures=tuple(figure for figure in figures if figure is not None))


def _placed(sheet: Sheet, ink: raster.Ink) -> list[Box]:
    """The placed pictures, each cut to what it shows: much of a picture may be transparent or clipped away."""
    area = sheet.width * sheet.height
    paper, text = ink.paper(), [span.box for span in sheet.spans]
    boxes = []
    for figure in sheet.figures:
        x0, y0, x1, y1 = figure.box
        if (x1 - x0) * (y1 - y0) < _BACKGROUND * area and (shown := ink.trimmed(figure.box, text, paper)):
            boxes.append(shown)
    return boxes


def _outermost(boxes: list[Box]) -> list[Box]:
    """Strips and masks of one picture are many placements: keep those that no other covers."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda b: -(b[2] - b[0]) * (b[3] - b[1])):
        if not trust.covered(box, kept, 0.95):
            kept.append(box)
    return kept


def _figure(job: PageJob, image: Image, dpi: int, box: Box, *, drawn: bool) -> Figure | None:
    side = min(box[2] - box[0], box[3] - box[1])
    if side < _ICON:
        return None
    cut = raster.crop(image, dpi, box)
    if raster.is_flat(cut):
        return None
    digest = raster.perceptual_hash(cut)
    if side < _KEPT_SIDE:
        return Figure(box, digest, None, drawn)
    file = f"images/{digest}.png"
    raster.save_figure(cut, Path(job.into) / file)
    return Figure(box, digest, file, drawn)


def _saved(job: PageJob, sheet: Sheet, image: Image) -> Sheet:
    name = f"p{job.number:04d}"
    into = Path(job.into)
    png, thumb = f"pages/{name}.png", f"thumbs/{name}.webp"
    raster.save_page(image, into / png, into / thumb)
    return replace(sheet, image=png, thumb=thumb)

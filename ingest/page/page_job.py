"""Reads one page: its layer, its picture, OCR when the layer is not to be trusted. Runs inside a worker.

Owns the order of these steps and what becomes of a page that fails. Understands no layout.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from PIL.Image import Image

from ingest.inputs import photos
from ingest.page import pdf, raster, tesseract
from ingest.page.layer_check import checked
from ingest.page.lettering import with_lettering
from ingest.page.page_figures import with_figures
from ingest.page.page_icons import with_glyphs, with_pictures
from ingest.page.page_ocr import recognised
from ingest.page.sheet import PageJob, Remark, Sheet, Span
from ingest.page_languages import for_ocr

_RENDER_SECONDS: Final = 40.0
_FAINT: Final = 14
_DRAWN: Final = 2000


def read_page(job: PageJob) -> Sheet:
    """The page as read; a page that cannot be read is a sheet whose `failure` says why."""
    try:
        return _read(job)
    except (pdf.PdfFailure, raster.RenderFailure, tesseract.OcrFailure) as failure:
        return Sheet(job.number, 0.0, 0.0, failure=failure.reason)
    except photos.PhotoFailure:
        return Sheet(job.number, 0.0, 0.0, failure="damaged")
    except MemoryError:
        return Sheet(job.number, 0.0, 0.0, failure="limits")
    except OSError as error:
        return Sheet(job.number, 0.0, 0.0, failure="disk" if error.errno == 28 else "damaged")


def _read(job: PageJob) -> Sheet:
    if job.kind == "photo":
        return _photographed(job)
    source = Path(job.source)
    page = pdf.extract(source, job.leaf)
    page = replace(page, sheet=replace(page.sheet, number=job.number))
    picture = raster.render(source, job.leaf, page.sheet.width, page.sheet.height, _RENDER_SECONDS, Path(job.into))
    image = raster.turned(picture.image, page.turn)
    ink = raster.Ink(image, picture.dpi)
    sheet = _seen(replace(page.sheet, dpi=picture.dpi, blank=ink.is_blank()), ink)
    if sheet.blank and (sheet.spans or sheet.figures or picture.complained or page.drawn > _DRAWN):
        return replace(sheet, failure="not_rendered")
    if any(remark.key == "partial_picture" for remark in sheet.remarks) and not sheet.spans:
        sheet = replace(sheet, failure="partial_picture")  # what there is of it is read, and it is named
    if picture.complained:
        sheet = _damaged(sheet)
    sheet, useless = checked(job, sheet, image, page.doubtful, page.covered)
    return _finished(job, sheet, page.hidden, image, ink, distrusted=useless)


def _photographed(job: PageJob) -> Sheet:
    """A page that is a picture already: nothing but OCR can tell what it says."""
    sheet, image = photos.photo_page(Path(job.source), job.leaf)
    ink = raster.Ink(image, sheet.dpi)
    return _finished(job, replace(sheet, number=job.number, blank=ink.is_blank()), (), image, ink)


def _finished(
    job: PageJob, sheet: Sheet, hidden: tuple[Span, ...], image: Image, ink: raster.Ink, *, distrusted: bool = False
) -> Sheet:
    layer = " ".join(span.text for span in (*sheet.spans, *hidden))
    job = replace(job, ocr_languages=for_ocr(job.ocr_languages, layer))
    sheet = with_glyphs(job, sheet, image)
    sheet, upright = recognised(job, sheet, hidden, image, distrusted=distrusted)
    if upright is not image:
        ink = raster.Ink(upright, sheet.dpi)
    sheet = with_pictures(job, with_figures(job, sheet, upright, ink), upright)
    sheet = with_lettering(job, sheet, upright)
    return _saved(job, sheet, upright, ink)


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


def _saved(job: PageJob, sheet: Sheet, image: Image, ink: raster.Ink) -> Sheet:
    name = f"p{job.number:04d}"
    into = Path(job.into)
    png, thumb = f"pages/{name}.png", f"thumbs/{name}.webp"
    raster.save_page(image, sheet.dpi, into / png)
    raster.save_thumb(image, ink, into / thumb)
    return replace(sheet, image=png, thumb=thumb)

"""Source file → `Reading`: every page read by a limited worker, then understood as one book.

Owns the route by kind, the progress, and what makes a whole source unreadable. The executor is a seam: threads
that lead limited processes here, machines of a cluster later.
"""

from __future__ import annotations

import errno
from collections.abc import Collection, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ingest.assemble import assemble
from ingest.bundle import Part, opened_parts
from ingest.contracts import Note, Page, PageStatus, Reading, TextSource
from ingest.errors import BadRulebook, CannotWrite
from ingest.icons.book import gathered, swept
from ingest.ocr_languages import OcrLanguages, find_languages
from ingest.packed import Packed
from ingest.page.sheet import OcrMode, PageJob, Sheet
from ingest.page.workers import Crew
from ingest.page_languages import with_languages
from ingest.quality import quality_of
from ingest.settings import OnProgress, Progress
from ingest.settling import settled

STAGE: Final = "ingest.stage.pages"
_FOLDERS: Final = ("pages", "thumbs", "images")


@dataclass(frozen=True)
class ReadOptions:
    """How to read. `languages` are what the user said (`"fr"`, `"en"`), `None` to find out."""

    languages: tuple[str, ...] | None = None
    ocr: OcrMode = "auto"
    ocr_languages: tuple[str, ...] = ("fra", "eng")
    workers: int = 2


def read_source(
    source: Path | Sequence[Path],
    into: Path,
    options: ReadOptions,
    progress: OnProgress,
    executor: Executor | None = None,
) -> Reading:
    """Read a source, or several that are one booklet; the pictures go to `into/pages`, `into/thumbs`, `into/images`.

    Raises:
        UsageError: the source does not exist or is not a file.
        BadRulebook: it is not a rulebook that can be read, or no page of it can be.
        MissingTool: poppler, Tesseract or one of its languages is missing.
        CannotWrite: the disk is full.
    """
    files = (source,) if isinstance(source, Path) else tuple(source)
    with Crew() as crew, opened_parts(files, into, crew) as parts:
        jobs = [job for part in parts for job in _jobs(part, into, options)]
        spoken = OcrLanguages(options.ocr_languages)
        if any(job.ocr != "off" for job in jobs):
            spoken = find_languages(jobs, crew, options.languages, options.ocr_languages)
        jobs = [replace(job, ocr_languages=spoken.used) for job in jobs]
        sheets = _read_pages(jobs, crew, options.workers, progress, executor)
        reading = _understood(parts, sheets.values(), options, spoken)
    swept(into, reading.icons)
    return reading


def _jobs(part: Part, into: Path, options: ReadOptions) -> list[PageJob]:
    if part.drawn is None:
        return []
    for folder in _FOLDERS:
        (into / folder).mkdir(parents=True, exist_ok=True)
    first, target = part.before + 1, str(into.resolve())
    return [
        PageJob(str(part.opened), number, target, options.ocr, options.ocr_languages, part.drawn, part.before)
        for number in range(first, first + part.pages)
    ]


def _read_pages(
    jobs: Sequence[PageJob], crew: Crew, workers: int, progress: OnProgress, executor: Executor | None
) -> Packed[Sheet]:
    progress(Progress(STAGE, 0, max(1, len(jobs))))
    if not jobs:
        progress(Progress(STAGE, 1, 1))
        return Packed()
    if executor is not None:
        return _submitted(jobs, crew, progress, executor)
    with ThreadPoolExecutor(max(1, min(workers, len(jobs))), thread_name_prefix="reading") as own:
        try:
            return _submitted(jobs, crew, progress, own)
        except BaseException:
            own.shutdown(wait=False, cancel_futures=True)
            crew.close()
            raise


def _submitted(jobs: Sequence[PageJob], crew: Crew, progress: OnProgress, executor: Executor) -> Packed[Sheet]:
    sheets = Packed[Sheet]()
    for done, future in enumerate(as_completed([executor.submit(crew.page, job) for job in jobs]), start=1):
        sheet = sheets[future.result().number] = future.result()
        if sheet.failure == "disk":
            raise CannotWrite("reading.disk_full", page=sheet.number, errno=errno.ENOSPC)
        progress(Progress(STAGE, done, len(jobs), _told(sheet)))
    return sheets


def _told(sheet: Sheet) -> Note | None:
    if sheet.failure is None:
        return None
    return Note(f"ingest.reading.failure.{sheet.failure}", {"page": sheet.number})


def _understood(
    parts: Sequence[Part], sheets: Collection[Sheet], options: ReadOptions, spoken: OcrLanguages
) -> Reading:
    outline = tuple(entry for part in parts for entry in part.outline)
    written = {page.number: page for part in parts for page in (*part.written, *_settled(part, sheets))}
    marked, book = gathered(sheets)
    read, icons = book.written(assemble(marked, outline))
    drawn = {page.number: page for page in read}
    pages = tuple(_joined(written.get(n), drawn.get(n)) for n in sorted({*written, *drawn}))
    if all(page.status is PageStatus.UNREADABLE and not page.blocks for page in pages):
        reason = next(iter(sheets)).failure or "damaged"
        raise BadRulebook("reading.no_page_readable", file=parts[0].source.name, pages=len(pages), reason=reason)
    notes = tuple(note for part in parts for note in part.notes)
    if any(page.source is TextSource.OCR for page in pages):
        notes = (*notes, *spoken.notes)
    pages, languages = with_languages(pages, options.languages)
    return Reading(pages, outline, languages, notes, icons)


def _settled(part: Part, sheets: Collection[Sheet]) -> tuple[Page, ...]:
    if part.flow is None:
        return ()
    return settled(part.flow, [sheet for sheet in sheets if part.before < sheet.number <= part.before + part.pages])


def _joined(written: Page | None, drawn: Page | None) -> Page:
    """A page that was written down and drawn: what was written is exact, all else is the drawing's."""
    if drawn is None or (written is not None and written.blocks and drawn.image is None):
        assert written is not None
        return written
    if written is None or not written.blocks:
        return drawn
    page = replace(
        drawn,
        status=PageStatus.TEXT,
        source=TextSource.LAYER,
        blocks=written.blocks,
        tables=written.tables,
        printed=written.printed or drawn.printed,
        confidence=None,
    )
    return replace(page, quality=quality_of(page))

"""Source file → `Reading`: every page read by a limited worker, then understood as one book.

Owns the route by kind, the progress, and what makes a whole source unreadable. The executor is a seam: threads
that lead limited processes here, machines of a cluster later.
"""

from __future__ import annotations

import errno
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from ingest.assemble import assemble
from ingest.contracts import Note, OutlineEntry, Page, PageStatus, Reading, TextSource
from ingest.errors import BadRulebook, CannotWrite, MissingTool
from ingest.gate import SourceFacts, decoded, inspect, named_plainly
from ingest.languages import detect_all
from ingest.markdown import text_blocks
from ingest.settings import OnProgress, Progress
from ingest.sheet import OcrMode, PageJob, Profile, Sheet
from ingest.workers import Crew

STAGE: Final = "ingest.stage.pages"
_FOLDERS: Final = ("pages", "thumbs", "images")
_ENOUGH: Final = 200
_TESSERACT: Final = {"fr": "fra", "en": "eng"}


@dataclass(frozen=True)
class ReadOptions:
    """How to read. `languages` are what the user said (`"fr"`, `"en"`), `None` to find out."""

    languages: tuple[str, ...] | None = None
    ocr: OcrMode = "auto"
    ocr_languages: tuple[str, ...] = ("fra", "eng")
    workers: int = 2

    @property
    def tesseract(self) -> tuple[str, ...]:
        """Tesseract's names of the languages to read."""
        named = tuple(_TESSERACT[language] for language in self.languages or () if language in _TESSERACT)
        return named or self.ocr_languages


def read_source(
    source: Path,
    into: Path,
    options: ReadOptions,
    progress: OnProgress,
    executor: Executor | None = None,
) -> Reading:
    """Read a whole source; its pictures go to `into/pages`, `into/thumbs` and `into/images`.

    Raises:
        UsageError: the source does not exist or is not a file.
        BadRulebook: it is not a rulebook that can be read, or no page of it can be.
        MissingTool: poppler, Tesseract or one of its languages is missing.
        CannotWrite: the disk is full.
    """
    with Crew() as crew, named_plainly(source) as plain:
        facts = inspect(source, crew)
        if facts.profile is None:
            return _read_text(source, facts, options, progress)
        if options.ocr != "off":
            _check_tesseract(crew, options.tesseract)
        jobs = _jobs(plain, into, facts.pages, options)
        spoken = _ocr_languages(jobs, crew, options)
        jobs = [replace(job, ocr_languages=spoken) for job in jobs]
        sheets = _read_pages(jobs, crew, options.workers, progress, executor)
    return _understood(source, facts, facts.profile, sheets, options)


def _jobs(source: Path, into: Path, pages: int, options: ReadOptions) -> list[PageJob]:
    for folder in _FOLDERS:
        (into / folder).mkdir(parents=True, exist_ok=True)
    return [
        PageJob(str(source), number, str(into.resolve()), options.ocr, options.tesseract)
        for number in range(1, pages + 1)
    ]


def _ocr_languages(jobs: Sequence[PageJob], crew: Crew, options: ReadOptions) -> tuple[str, ...]:
    """One language reads better and faster than two: what the layer speaks, else what one page in the middle does."""
    if options.languages or options.ocr == "off" or len(options.tesseract) < 2:
        return options.tesseract
    found = detect_all([text for text in crew.samples(Path(jobs[0].source)) if len(text) > _ENOUGH])
    if not found and len(jobs) > 1:
        found = detect_all([_spoken(crew.page(jobs[len(jobs) // 2]))])
    known = tuple(_TESSERACT[language] for language in found if _TESSERACT[language] in options.tesseract)
    return known or options.tesseract


def _spoken(sheet: Sheet) -> str:
    return " ".join(span.text for span in sheet.spans)


def _check_tesseract(crew: Crew, wanted: Sequence[str]) -> None:
    installed = crew.ocr_languages()
    if installed is None:
        raise MissingTool("reading.no_tesseract")
    for language in wanted:
        if language not in installed:
            raise MissingTool("reading.no_ocr_language", language=language)


def _read_pages(
    jobs: Sequence[PageJob], crew: Crew, workers: int, progress: OnProgress, executor: Executor | None
) -> list[Sheet]:
    progress(Progress(STAGE, 0, len(jobs)))
    if executor is not None:
        return _submitted(jobs, crew, progress, executor)
    with ThreadPoolExecutor(max(1, min(workers, len(jobs))), thread_name_prefix="reading") as own:
        try:
            return _submitted(jobs, crew, progress, own)
        except BaseException:
            own.shutdown(wait=False, cancel_futures=True)
            crew.close()
            raise


def _submitted(jobs: Sequence[PageJob], crew: Crew, progress: OnProgress, executor: Executor) -> list[Sheet]:
    waiting = [executor.submit(crew.page, job) for job in jobs]
    for done, future in enumerate(as_completed(waiting), start=1):
        sheet = future.result()
        if sheet.failure == "disk":
            raise CannotWrite("reading.disk_full", page=sheet.number, errno=errno.ENOSPC)
        progress(Progress(STAGE, done, len(jobs), _told(sheet)))
    return [future.result() for future in waiting]


def _told(sheet: Sheet) -> Note | None:
    if sheet.failure is None:
        return None
    return Note(f"ingest.reading.failure.{sheet.failure}", {"page": sheet.number})


def _understood(
    source: Path, facts: SourceFacts, profile: Profile, sheets: Sequence[Sheet], options: ReadOptions
) -> Reading:
    outline = tuple(OutlineEntry(level, title, page) for level, title, page in profile.outline)
    pages = assemble(sheets, outline)
    if all(page.status is PageStatus.UNREADABLE and not page.blocks for page in pages):
        reason = sheets[0].failure or "damaged"
        raise BadRulebook("reading.no_page_readable", file=source.name, pages=len(pages), reason=reason)
    return Reading(pages, outline, _languages(pages, options), facts.notes)


def _languages(pages: Sequence[Page], options: ReadOptions) -> tuple[str, ...]:
    return options.languages or detect_all([page.text for page in pages])


def _read_text(source: Path, facts: SourceFacts, options: ReadOptions, progress: OnProgress) -> Reading:
    progress(Progress(STAGE, 0, 1))
    blocks = text_blocks(decoded(source), markdown=facts.kind == "markdown")
    if not blocks:
        raise BadRulebook("reading.no_text", file=source.name)
    page = Page(1, PageStatus.TEXT, TextSource.LAYER, 0.0, 0.0, blocks=blocks.blocks, tables=blocks.tables)
    progress(Progress(STAGE, 1, 1))
    return Reading((page,), (), _languages((page,), options), facts.notes)

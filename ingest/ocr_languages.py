"""Which of Tesseract's languages a booklet's pictures are read with.

Owns finding out before its pages are read, and what to say when Tesseract lacks the language of the booklet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ingest.contracts import Note
from ingest.errors import MissingTool
from ingest.page.sheet import PageJob, Sheet
from ingest.page.workers import Crew
from ingest.page_languages import TESSERACT, of_texts

_ENOUGH: Final = 200
_SAMPLED: Final = 3


@dataclass(frozen=True)
class OcrLanguages:
    """Tesseract's languages for a booklet, and those that it is written in and Tesseract lacks."""

    used: tuple[str, ...]
    missing: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[Note, ...]:
        """What to install, for a booklet whose pictures had to be read without its language."""
        packages = " ".join(f"tesseract-ocr-{language}" for language in self.missing)
        return (Note("ingest.reading.note.ocr_language_missing", {"packages": packages}),) if packages else ()


def find_languages(
    jobs: Sequence[PageJob], crew: Crew, told: Sequence[str] | None, usual: Sequence[str]
) -> OcrLanguages:
    """The languages that were told; else what the layer speaks, else what one page in the middle does.

    One language reads better and faster than two; where nothing tells, all the `usual` ones are tried.

    Raises:
        MissingTool: Tesseract is missing, or a language that was told or is usual.
    """
    named = tuple(TESSERACT[language] for language in told or () if language in TESSERACT)
    installed = _installed(crew, named or usual)
    if named:
        return OcrLanguages(named)
    spoken = [TESSERACT[language] for language in _spoken_in(jobs, crew)]
    known = tuple(language for language in spoken if language in installed)
    return OcrLanguages(known or tuple(usual), tuple(language for language in spoken if language not in installed))


def _installed(crew: Crew, wanted: Sequence[str]) -> tuple[str, ...]:
    installed = crew.ocr_languages()
    if installed is None:
        raise MissingTool("reading.no_tesseract")
    for language in wanted:
        if language not in installed:
            raise MissingTool("reading.no_ocr_language", language=language)
    return installed


def _spoken_in(jobs: Sequence[PageJob], crew: Crew) -> tuple[str, ...]:
    layers = list(dict.fromkeys(job.source for job in jobs if job.kind == "pdf"))
    texts = [text for source in layers[:_SAMPLED] for text in crew.samples(Path(source))]
    found = of_texts([text for text in texts if len(text) > _ENOUGH])
    if not found and len(jobs) > 1:
        found = of_texts([_said(crew.page(jobs[len(jobs) // 2]))])
    return found


def _said(sheet: Sheet) -> str:
    return " ".join(span.text for span in sheet.spans)

"""The files of one booklet, each found good and made ready: what is drawn page by page, what is written down.

Owns their order, the pages that each begins with, and turning office documents into paper where LibreOffice is there.
A document without paper is one page, or a page a slide or sheet (ADR 19).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from ingest.contracts import Note, OutlineEntry, Page
from ingest.errors import BadRulebook, MissingTool
from ingest.gate import MOST_PAGES, SourceFacts, inspect, named_plainly
from ingest.inputs import office
from ingest.inputs.content import Kind
from ingest.page.workers import Crew

_OFFICE: Final[Mapping[Kind, Kind]] = {
    "word": "word",
    "slides": "slides",
    "workbook": "workbook",
    "other_word": "word",
    "other_slides": "slides",
    "other_workbook": "workbook",
}
_MODERN: Final[Mapping[Kind, str]] = {"word": "docx", "slides": "pptx", "workbook": "xlsx"}


@dataclass(frozen=True)
class Part:
    """One file of a booklet. `before` pages come from the files before it.

    `opened` is what workers open to draw its pages, if they are `drawn`; `written` are pages that were written down;
    `flow` was written down as one page, and its print says where it is cut.
    """

    source: Path
    opened: Path
    pages: int
    drawn: Literal["pdf", "photo"] | None = None
    written: tuple[Page, ...] = ()
    flow: Page | None = None
    outline: tuple[OutlineEntry, ...] = ()
    notes: tuple[Note, ...] = ()
    before: int = 0

    def after(self, before: int) -> Part:
        """The same part with so many pages before it."""
        written = tuple(replace(page, number=page.number + before) for page in self.written)
        outline = tuple(replace(entry, page=entry.page + before) for entry in self.outline)
        return replace(self, written=written, outline=outline, before=before)


@contextmanager
def opened_parts(files: Sequence[Path], into: Path, crew: Crew) -> Iterator[list[Part]]:
    """The files of a booklet, in order; what was made of them for reading is gone afterwards."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="oracle-")))
        parts: list[Part] = []
        for number, file in enumerate(files):
            plain = stack.enter_context(named_plainly(file))
            part = _Opening(file, plain, scratch / f"{number}.pdf", into, crew).part()
            parts.append(part.after(sum(one.pages for one in parts)))
        pages = sum(part.pages for part in parts)
        if pages > MOST_PAGES:
            raise BadRulebook("reading.too_many_pages", file=files[0].name, pages=pages, limit=MOST_PAGES)
        yield parts


@dataclass(frozen=True)
class _Opening:
    """One file on its way to be a part. `paper` is where its PDF goes, if it is made one."""

    source: Path
    plain: Path
    paper: Path
    into: Path
    crew: Crew

    def part(self) -> Part:
        """The part that the file is."""
        facts = inspect(self.source, self.crew)
        if facts.kind == "pdf" or facts.kind == "photo":
            return _drawn(self.source, self.plain, facts)
        if facts.kind in _OFFICE:
            return self._office(facts)
        return self._written(facts)

    def _office(self, facts: SourceFacts) -> Part:
        other = facts.kind.startswith("other_")
        if other and office.program() is None:
            raise MissingTool("reading.no_office", file=self.source.name)
        paper = self._paper(facts)
        if paper is None and other:
            raise BadRulebook("reading.not_converted", file=self.source.name)
        if paper is None:
            return self._without_paper(facts)
        return self._renewed(facts, paper) if other else self._structured(facts, paper)

    def _renewed(self, facts: SourceFacts, paper: Part) -> Part:
        """A document that only LibreOffice opens, written again as one that we open: it says more than its print."""
        kind = _OFFICE[facts.kind]
        modern = self.paper.with_suffix(f".{_MODERN[kind]}")
        if not self.crew.convert(self.plain, modern, _MODERN[kind]):
            return paper
        return replace(self, plain=modern)._structured(replace(facts, kind=kind), paper)

    def _paper(self, facts: SourceFacts) -> Part | None:
        """The document as LibreOffice prints it, `None` where it cannot."""
        form = office.SHEETS if _OFFICE[facts.kind] == "workbook" else "pdf"
        if office.program() is None or not self.crew.convert(self.plain, self.paper, form):
            return None
        try:
            drawn = _drawn(self.source, self.paper, inspect(self.paper, self.crew))
        except BadRulebook:
            return None
        return replace(drawn, notes=())  # they speak of a PDF that nobody has seen

    def _structured(self, facts: SourceFacts, paper: Part) -> Part:
        """The document's own text is exact. Slides and sheets stand on the paper one a page."""
        try:
            written = self._written(facts)
        except BadRulebook:
            return paper
        if facts.kind == "word":
            return replace(paper, flow=written.written[0])
        if written.pages == paper.pages:
            return replace(paper, written=written.written, outline=(), notes=written.notes)
        return self._without_paper(facts) if facts.kind == "workbook" else paper

    def _without_paper(self, facts: SourceFacts) -> Part:
        missing = office.program() is None
        key = "ingest.reading.note.no_paper" if missing else "ingest.reading.note.not_printed"
        written = self._written(facts)
        return replace(written, notes=(*written.notes, Note(key)))

    def _written(self, facts: SourceFacts) -> Part:
        found = self.crew.document(self.plain, facts.kind, self.into)
        if isinstance(found, str):
            raise BadRulebook(f"reading.{found}", file=self.source.name)
        pages, notes = found
        return Part(self.source, self.plain, len(pages), written=pages, notes=notes)


def _drawn(source: Path, opened: Path, facts: SourceFacts) -> Part:
    kind: Literal["pdf", "photo"] = "photo" if facts.kind == "photo" else "pdf"
    found = facts.profile.outline if facts.profile else ()
    outline = tuple(OutlineEntry(level, title, page) for level, title, page in found)
    return Part(source, opened, facts.pages, kind, outline=outline, notes=facts.notes)

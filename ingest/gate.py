"""Says what a source is and whether it may be read, before anything is rendered or written.

Routes by content. A PDF is opened in a limited worker only, and refused when two engines do not agree on its
pages: page numbers that may be shifted are never published.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ingest.contracts import Note
from ingest.errors import BadRulebook, MissingTool, UsageError
from ingest.inputs.content import HEAD, Guess, Kind, Refused, decoded, guess, old_kind
from ingest.page.sheet import Profile
from ingest.page.workers import Crew

MOST_PAGES: Final = 1000
_LONGEST_SIDE: Final = 7200.0  # 100 inches
_MOST_TEXT: Final = 5_000_000
_LONGEST_LINE: Final = 100_000
_MOST_DOCUMENT: Final = 200_000_000


@dataclass(frozen=True)
class SourceFacts:
    """What is known of a source before it is read. `pages` of a text file is 1."""

    kind: Kind
    pages: int
    bytes: int
    notes: tuple[Note, ...] = ()
    profile: Profile | None = None


def inspect(source: Path, crew: Crew | None = None) -> SourceFacts:
    """What `source` is; `crew` opens it, or one made for it.

    Raises:
        UsageError: it does not exist or is not a file.
        BadRulebook: it is not a rulebook that can be read.
        MissingTool: poppler is not on this machine.
    """
    _regular(source)
    size = source.stat().st_size
    if size == 0:
        raise BadRulebook("reading.empty", file=source.name)
    with source.open("rb") as file:
        head = file.read(HEAD)
    try:
        kind = guess(head, source.name)
        if kind == "text" or kind == "markdown" or kind == "html":
            return _text(source, size, kind)
    except Refused as refused:
        raise BadRulebook(f"reading.{refused.reason}", file=source.name) from refused
    if crew is not None:
        return _opened(source, size, kind, head, crew)
    with Crew() as own:
        return _opened(source, size, kind, head, own)


def _opened(source: Path, size: int, kind: Guess, head: bytes, crew: Crew) -> SourceFacts:
    """The facts of a file that only a worker may open."""
    if kind in {"package", "office"} and size > _MOST_DOCUMENT:
        raise BadRulebook("reading.document_too_large", file=source.name, limit=_MOST_DOCUMENT // 1_000_000)
    if kind == "pdf":
        return _pdf(source, size, head, crew)
    if kind == "photo":
        return _photo(source, size, crew)
    if kind == "package":
        return _package(source, size, crew)
    try:
        return SourceFacts(old_kind(source.read_bytes()), 1, size)
    except Refused as refused:
        raise BadRulebook(f"reading.{refused.reason}", file=source.name) from refused


def _regular(source: Path) -> None:
    if not source.exists():
        raise UsageError("reading.no_file", file=source)
    if source.is_dir():
        raise UsageError("reading.is_folder", file=source)
    if not source.is_file():
        raise UsageError("reading.not_a_file", file=source)


def _pdf(source: Path, size: int, head: bytes, crew: Crew) -> SourceFacts:
    if shutil.which("pdftoppm") is None or shutil.which("pdfinfo") is None:
        raise MissingTool("reading.no_poppler")
    with named_plainly(source) as plain:
        profile = crew.profile(plain, MOST_PAGES)
        theirs = crew.poppler_pages(plain) if profile.failure is None else profile.pages
    if profile.failure is not None:
        raise BadRulebook(f"reading.{profile.failure}", file=source.name, pages=profile.pages, limit=MOST_PAGES)
    if theirs != profile.pages:
        raise BadRulebook("reading.engines_disagree", file=source.name, one=profile.pages, other=theirs or 0)
    for number, sides in enumerate(profile.sizes, start=1):
        if max(sides) > _LONGEST_SIDE:
            raise BadRulebook("reading.page_too_large", file=source.name, page=number)
    return SourceFacts("pdf", profile.pages, size, tuple(_remarks(profile, head)), profile)


def _photo(source: Path, size: int, crew: Crew) -> SourceFacts:
    with named_plainly(source) as plain:
        profile = crew.survey(plain, MOST_PAGES)
    if profile.failure is not None:
        raise BadRulebook(f"reading.{profile.failure}", file=source.name, pages=profile.pages, limit=MOST_PAGES)
    return SourceFacts("photo", profile.pages, size)


@contextmanager
def named_plainly(source: Path) -> Iterator[Path]:
    """The same file under a name that every program takes: file names are bytes, and not all are text."""
    try:
        str(source.resolve()).encode("utf-8")
    except UnicodeEncodeError:
        with tempfile.TemporaryDirectory(prefix="oracle-") as folder:
            link = Path(folder) / "source.pdf"
            link.symlink_to(source.resolve())
            yield link
    else:
        yield source.resolve()


def _remarks(profile: Profile, head: bytes) -> list[Note]:
    told = []
    if not head.startswith(b"%PDF-"):
        told.append(Note("ingest.reading.note.leading_junk"))
    if profile.repaired:
        told.append(Note("ingest.reading.note.repaired"))
    if profile.scaled:
        told.append(Note("ingest.reading.note.user_unit"))
    if profile.attachments:
        told.append(Note("ingest.reading.note.attachments", {"count": profile.attachments}))
    if profile.actions:
        told.append(Note("ingest.reading.note.actions", {"count": profile.actions}))
    return told


def _package(source: Path, size: int, crew: Crew) -> SourceFacts:
    with named_plainly(source) as plain:
        kind, reason, pages = crew.package(plain)
    if kind is None:
        raise BadRulebook(f"reading.{reason}", file=source.name)
    return SourceFacts(kind, pages, size)


def _text(source: Path, size: int, kind: Kind) -> SourceFacts:
    if size > _MOST_TEXT:
        raise BadRulebook("reading.text_too_large", file=source.name, limit=_MOST_TEXT // 1_000_000)
    if kind == "html":
        return SourceFacts(kind, 1, size)
    if any(len(line) > _LONGEST_LINE for line in decoded(source.read_bytes()).splitlines()):
        raise BadRulebook("reading.line_too_long", file=source.name, limit=_LONGEST_LINE)
    return SourceFacts(kind, 1, size)

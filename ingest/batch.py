"""Several sources, one after the other: each ends in a result, whatever happens to the others.

Owns turning an error of one source into its line of the report, loading each embedding model once, and which exit
code the whole run has. What is done to one source is the pipeline's.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ingest import pipeline, workshop
from ingest.contracts import AddResult, Note, PageStatus
from ingest.errors import IngestError
from ingest.naming import is_text, shown
from ingest.settings import OnProgress, Settings
from ingest.sources import Source, files_of, reported
from ingest.store.fingerprint import AddOrder
from ingest.workshop import Workshop

# From harmless to grave: what the user must mend on this machine first outweighs what is wrong with one file.
GRAVITY = (0, 10, 2, 4, 5, 3, 9)


@dataclass(frozen=True)
class Wanted:
    """One source, of one file or several, and what is ordered of it. `broken` = it cannot be had, and why."""

    source: Source
    order: AddOrder
    broken: IngestError | None = None


Doing = Callable[[Wanted], AddResult]


def adding(settings: Settings, progress: OnProgress, tools: Workshop | None = None) -> Doing:
    """What publishes one source. The models it needs are loaded once for all of them."""
    known = tools or workshop.real(settings)
    shared = replace(known, open_embedder=cache(known.open_embedder), embedder_info=cache(known.embedder_info))
    return lambda wanted: pipeline.add(wanted.source, wanted.order, settings, progress, shared)


def planning(settings: Settings, tools: Workshop | None = None) -> Doing:
    """What tells, for one source, what would be published. Writes nothing."""
    known = tools or workshop.real(settings)
    return lambda wanted: _planned(wanted, pipeline.plan(wanted.source, wanted.order, settings, known))


def run(wanted: Iterable[Wanted], doing: Doing) -> Iterator[AddResult]:
    """The result of each, as it comes. Only errors of ours become results; a bug stays one."""
    for one in wanted:
        try:
            if one.broken is not None:
                raise one.broken
            with _named_in_text(one) as readable:
                result = doing(readable)
            yield replace(result, file=reported(one.source))
        except IngestError as error:
            yield failed(one, error)


def failed(wanted: Wanted, error: IngestError) -> AddResult:
    """The line of the report for a source that was not published."""
    return replace(_nothing_done(wanted), error=Note(error.key, error.facts), exit=error.exit_code)


def worst(codes: Iterable[int]) -> int:
    """The exit code of a run by those of its parts; a code that is not ours outweighs all."""
    return max(codes, key=lambda code: GRAVITY.index(code) if code in GRAVITY else len(GRAVITY), default=0)


@contextmanager
def _named_in_text(wanted: Wanted) -> Iterator[Wanted]:
    """The source under names that every program understands: private copies where its own are no text."""
    files = files_of(wanted.source)
    if all(is_text(file) or not file.is_file() for file in files):
        yield wanted
        return
    with tempfile.TemporaryDirectory(prefix="rules-oracle-source-") as folder:
        copies = tuple(_copied(file, Path(folder) / f"{number}") for number, file in enumerate(files))
        yield replace(wanted, source=copies[0] if len(copies) == 1 else copies)


def _copied(file: Path, folder: Path) -> Path:
    if is_text(file) or not file.is_file():
        return file
    folder.mkdir()
    copy = folder / shown(file.name)
    shutil.copyfile(file, copy)
    return copy


def _planned(wanted: Wanted, plan: pipeline.Plan) -> AddResult:
    notes = plan.notes
    if plan.changed:
        key = "ingest.cli.would_read" if plan.reads_pages else "ingest.cli.would_reuse"
        notes = (*notes, Note(key, {"pages": plan.pages}))
    return replace(_nothing_done(wanted), changed=plan.changed, warnings=notes)


def _nothing_done(wanted: Wanted) -> AddResult:
    return AddResult(
        file=reported(wanted.source),
        game=wanted.order.ref.game,
        booklet=wanted.order.ref.booklet,
        revision=None,
        changed=False,
        pages=dict.fromkeys(PageStatus, 0),
        unreadable_pages=(),
        embedded=0,
        reused=0,
        warnings=(),
        error=None,
        exit=0,
    )

"""One revision being made in its job's folder: staging, pages, chunks, embeddings, corpus, vectors, publication.

Owns the order of these steps, and taking from the revision before what did not move. Whether a revision must be made
is `ingest.pipeline`'s.
"""

from __future__ import annotations

import shutil
import sqlite3
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.clock import now
from ingest.contracts import AddResult, BookletRef, Chunk, Note, PageStatus, Reading
from ingest.errors import BadRulebook, IngestError
from ingest.naming import shown
from ingest.page_languages import of_passage
from ingest.quality import LOW
from ingest.settings import OnProgress, Progress, Settings
from ingest.sources import Source, digest_of, files_of, reported, staged_name
from ingest.store import catalogue, catalogue_read, catalogue_write, corpus_files
from ingest.store.embedding import Embedded, fill_cache
from ingest.store.fingerprint import AddOrder, Recipe, moved, only_versions_moved
from ingest.store.page_files import read_reading
from ingest.store.publish import collections_of, publish
from ingest.store.reuse import Known, known_revision, link_pictures
from ingest.store.sweep import Job, abandon
from ingest.workshop import RULER, Workshop

if TYPE_CHECKING:
    from ingest.embedders import Embedder

STAGING = "ingest.stage.staging"
CHUNKS = "ingest.stage.chunks"
IN_PART = 10
_MOST_NAMED = 20
NOTHING_READ = dict.fromkeys(PageStatus, 0)


@dataclass(frozen=True)
class Making:
    """Everything that one revision is made with; `known` = the revision before it, if it can give anything."""

    source: Source
    order: AddOrder
    recipe: Recipe
    settings: Settings
    progress: OnProgress
    tools: Workshop
    known: Known | None
    embedders: Sequence[Embedder]
    job: Job

    def run(self) -> AddResult:
        """Staging, pages, chunks, embeddings, corpus, vectors, publication."""
        self._stage()
        reading, reread = self._read()
        chunks = self._chunk(reading)
        with catalogue.writing(self.settings.database) as connection:
            embedded = fill_cache(connection, chunks, self.embedders, self.progress)
            new = self._complete(connection, reading, chunks)
            publish(self.settings, connection, self._folder, new, self.progress)
        return self._result(reading, reread, embedded)

    @property
    def _folder(self) -> Path:
        return self.settings.staging / self.job.id / "revision"

    def _stage(self) -> None:
        self.progress(Progress(STAGING, 0, 1))
        self._folder.mkdir()
        files = files_of(self.source)
        for number, file in enumerate(files):
            shutil.copyfile(file, self._folder / staged_name(number, files))
        if digest_of(corpus_files.source_of(self._folder)) != self.recipe.source:
            raise BadRulebook("store.source_changed", file=reported(self.source))
        self.progress(Progress(STAGING, 1, 1))

    def _read(self) -> tuple[Reading, bool]:
        if self.known is not None and same_pages(self.known, self.recipe, self.order):
            reading = read_reading(self.known.booklet.folder)
            link_pictures(self.known.booklet.folder, self._folder, reading)
            return reading, False
        source = corpus_files.source_of(self._folder)
        try:
            return self.tools.read(source, self._folder, self.order, self.settings, self.progress), True
        except IngestError as error:
            files = files_of(self.source)
            given = {staged_name(number, files): shown(file.name) for number, file in enumerate(files)}
            if "file" in error.facts:  # the copy's name says nothing to whoever gave the file
                error.facts["file"] = given.get(str(error.facts["file"]), error.facts["file"])
            raise

    def _chunk(self, reading: Reading) -> tuple[Chunk, ...]:
        self.progress(Progress(CHUNKS, 0, 1))
        if self.known is not None and not self.order.force and self.known.recipe.chunking == self.recipe.chunking:
            chunks = corpus_files.read_chunks(self.known.booklet.folder)
        else:
            own = (embedder for embedder in self.embedders if embedder.info.identity == self.recipe.tokenizer)
            counter = next(own, None) or self.tools.open_embedder(RULER)
            chunks = self.tools.chunk(reading, counter.count_tokens, self.recipe.budget)
        if not chunks:
            raise BadRulebook("store.nothing_to_search", file=reported(self.source))
        self.progress(Progress(CHUNKS, 1, 1))
        return tuple(sorted(chunks, key=lambda chunk: (chunk.page, chunk.ordinal)))

    def _complete(
        self, connection: sqlite3.Connection, reading: Reading, chunks: tuple[Chunk, ...]
    ) -> catalogue_write.NewRevision:
        ref, name = self.order.ref, self.job.source_name
        revision = _free_name(self.settings, ref, self.recipe.whole[:12])
        corpus = corpus_files.Corpus(ref, revision, self.recipe, reading, chunks, name)
        manifest = corpus_files.write_corpus(self._folder, corpus)
        collections = collections_of(ref, revision, self.recipe.identities)
        self.job.makes(revision, tuple(collections.values())).write(self._folder.parent)
        return catalogue_write.NewRevision(
            ref=ref,
            revision=revision,
            recipe=self.recipe,
            source_name=name,
            languages=reading.languages,
            pages=reading.pages,
            chunks=chunks,
            chunk_languages=_languages(reading, chunks),
            collections=collections,
            manifest=manifest,
            game_title=self.order.game_title or catalogue_read.game_title(connection, ref.game) or ref.game,
            job=self.job.id,
            started=self.job.started,
            status=self.order.status,
        )

    def _result(self, reading: Reading, reread: bool, embedded: Embedded) -> AddResult:
        known = known_revision(self.settings, self.order.ref)
        assert known is not None
        unreadable = tuple(page.number for page in reading.pages if page.status is PageStatus.UNREADABLE)
        return AddResult(
            file=reported(self.source),
            game=self.order.ref.game,
            booklet=self.order.ref.booklet,
            revision=known.booklet.revision,
            changed=True,
            pages=corpus_files.status_counts(reading.pages) if reread else NOTHING_READ,
            unreadable_pages=unreadable,
            embedded=embedded.embedded,
            reused=embedded.reused,
            warnings=(*reading.notes, *self._news(reading, reread)),
            error=None,
            exit=IN_PART if unreadable else 0,
        )

    def _news(self, reading: Reading, reread: bool) -> Iterator[Note]:
        if self.known is not None and only_versions_moved(self.known.recipe, self.recipe):
            what = ", ".join(moved(self.known.recipe, self.recipe))
            yield Note("ingest.store.versions_moved", {"what": what})
        low = [page.number for page in reading.pages if page.quality < LOW and page.status is not PageStatus.UNREADABLE]
        if low:
            shown = ", ".join(map(str, low[:_MOST_NAMED])) + (" …" if len(low) > _MOST_NAMED else "")
            yield Note("ingest.cli.low_quality", {"pages": shown, "place": self.order.ref, "count": len(low)})
        if not reread:
            yield Note("ingest.store.pages_reused", {"pages": len(reading.pages)})


@contextmanager
def job_of(settings: Settings, ref: BookletRef, source_name: str) -> Iterator[Job]:
    """A folder under staging, gone at the end whatever happens; a kill leaves it to the next sweep."""
    job = Job(uuid.uuid4().hex[:12], ref, source_name, now())
    folder = settings.staging / job.id
    folder.mkdir(parents=True)
    job.write(folder)
    try:
        yield job
    except BaseException:
        with suppress(OSError, IngestError):
            abandon(settings, folder)
        raise
    shutil.rmtree(folder)


def same_pages(known: Known, recipe: Recipe, order: AddOrder) -> bool:
    """Whether the pages of a revision need not be read again for another one."""
    return known.whole and not order.force and known.recipe.reading == recipe.reading


def _languages(reading: Reading, chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """The language of each chunk."""
    by_page = {page.number: page.language for page in reading.pages}
    return tuple(of_passage(chunk.content, by_page[chunk.page], reading.languages) for chunk in chunks)


def _free_name(settings: Settings, ref: BookletRef, name: str) -> str:
    """A folder name that no revision of the booklet has: `--force` makes the same revision twice."""
    taken = settings.books / ref.game / ref.booklet
    number = 1
    while (taken / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return name if number == 1 else f"{name}-{number}"

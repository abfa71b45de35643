"""Source file → one published revision, top to bottom; and planning, removing and re-making.

Owns the order of the steps and what is skipped because nothing moved. Each step is somebody else's. Nothing is
written before the source has been found good.
"""

from __future__ import annotations

import shutil
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ingest import catalogue, catalogue_read, catalogue_write, corpus_files, workshop
from ingest.clock import now
from ingest.contracts import AddResult, BookletRef, Chunk, Note, PageStatus, Reading
from ingest.embedding import Embedded, fill_cache
from ingest.errors import BadRulebook, CannotWrite, IngestError, UsageError
from ingest.fingerprint import AddOrder, Recipe, file_digest, moved, only_versions_moved
from ingest.home import writable_home
from ingest.publish import collections_of, publish, restore_collections
from ingest.reuse import Known, is_sound, known_revision, link_pictures
from ingest.settings import OnProgress, Progress, Settings
from ingest.sweep import Job, abandon, sweep
from ingest.vectors import StoreFailed, VectorStore, Writer
from ingest.workshop import Workshop

if TYPE_CHECKING:
    import sqlite3

    from ingest.embedders import Embedder
    from ingest.gate import SourceFacts

STAGING = "ingest.stage.staging"
CHUNKS = "ingest.stage.chunks"
IN_PART = 10
_NOTHING_READ = dict.fromkeys(PageStatus, 0)


@dataclass(frozen=True)
class Plan:
    """What `add` would do: nothing, or a new revision, with or without reading its pages."""

    facts: SourceFacts
    changed: bool
    reads_pages: bool
    moved: tuple[str, ...]


def quiet(_: Progress) -> None:
    """Hear progress and say nothing."""


def plan(source: Path, order: AddOrder, settings: Settings, tools: Workshop | None = None) -> Plan:
    """What `add` would do, found out without writing anything."""
    tools = tools or workshop.real()
    facts = tools.inspect(source)
    recipe = _recipe(source, order, settings, tools)
    known = known_revision(settings, order.ref)
    if known is None:
        return Plan(facts, True, True, ())
    changed = order.force or known.recipe.whole != recipe.whole or not known.whole
    return Plan(facts, changed, changed and not _same_pages(known, recipe, order), moved(known.recipe, recipe))


def add(
    source: Path,
    order: AddOrder,
    settings: Settings,
    progress: OnProgress = quiet,
    tools: Workshop | None = None,
) -> AddResult:
    """Publish a source as the booklet `order.ref`, or find that it is there already."""
    tools = tools or workshop.real()
    if not _is_published(source, order, settings, tools):
        tools.inspect(source)
    recipe = _recipe(source, order, settings, tools)
    with writable_home(settings):
        sweep(settings)
        result = _add(source, order, recipe, settings, progress, tools)
        if result.changed:
            sweep(settings)
    return result


def remove(ref: BookletRef, settings: Settings) -> None:
    """Take a booklet off the shelf and clear away what it was made of. Raises `UsageError` when there is none."""
    if known_revision(settings, ref) is None:
        raise UsageError("store.no_such_booklet", name=ref)
    with writable_home(settings), _catalogue(settings) as connection:
        catalogue_write.unpublish(connection, ref)
        sweep(settings)
        catalogue_write.forget_vectors(connection)


def reindex(settings: Settings, progress: OnProgress = quiet, tools: Workshop | None = None) -> tuple[AddResult, ...]:
    """Make every booklet again whose reading, chunking or embedding is of an older version, from its own source.

    Vectors that the store lost, or that do not find themselves, are written again from the embedding cache.
    """
    if not settings.database.is_file():
        return ()
    tools = tools or workshop.real()
    with writable_home(settings):
        sweep(settings)
        results = tuple(_again(known, settings, progress, tools) for known in _all_known(settings))
        with _catalogue(settings) as connection:
            _restore(settings, connection, tidy=True)
            catalogue_write.forget_vectors(connection)
        sweep(settings)
    return results


def current_recipe(recipe: Recipe, settings: Settings, tools: Workshop) -> Recipe:
    """The same source and options, by today's versions and models."""
    infos = [tools.embedder_info(model) for model in settings.models]
    narrow = min(infos, key=lambda info: info.max_tokens)  # a chunk must fit the model that takes the least
    return replace(
        recipe,
        reader=tools.reader_version,
        chunker=tools.chunker_version,
        tokenizer=narrow.identity,
        budget=narrow.max_tokens,
        identities=tuple(info.identity for info in infos),
    )


# --- one booklet -----------------------------------------------------------------------------------


def _again(known: Known, settings: Settings, progress: OnProgress, tools: Workshop) -> AddResult:
    """Bring one booklet up to date; what keeps one from it is no reason to leave the others."""
    order = known.order()
    try:
        source = corpus_files.source_file(known.booklet.folder)
        recipe = _recipe(source, order, settings, tools)
        if known.whole and known.cached and known.recipe.whole == recipe.whole:
            return _unchanged(source, order, known, settings)
        return _make(source, known.booklet.source_file, order, recipe, settings, progress, tools, known)
    except CannotWrite:
        raise
    except IngestError as error:
        return _failed(known, error)


def _failed(known: Known, error: IngestError) -> AddResult:
    return AddResult(
        file=known.booklet.source_file,
        game=known.booklet.ref.game,
        booklet=known.booklet.ref.booklet,
        revision=known.booklet.revision,
        changed=False,
        pages=_NOTHING_READ,
        unreadable_pages=(),
        embedded=0,
        reused=0,
        warnings=(),
        error=Note(error.key, error.facts),
        exit=error.exit_code,
    )


def _add(
    source: Path,
    order: AddOrder,
    recipe: Recipe,
    settings: Settings,
    progress: OnProgress,
    tools: Workshop,
) -> AddResult:
    known = known_revision(settings, order.ref)
    if known is not None and known.whole and known.recipe.whole == recipe.whole and not order.force:
        return _unchanged(source, order, known, settings)
    return _make(source, source.name, order, recipe, settings, progress, tools, known)


def _make(
    source: Path,
    name: str,
    order: AddOrder,
    recipe: Recipe,
    settings: Settings,
    progress: OnProgress,
    tools: Workshop,
    known: Known | None,
) -> AddResult:
    usable = known if known is not None and is_sound(known) else None
    embedders = [tools.open_embedder(model) for model in settings.models]
    with _job(settings, order.ref, name) as job:
        return _Making(source, order, recipe, settings, progress, tools, usable, embedders, job).run()


def _unchanged(source: Path, order: AddOrder, known: Known, settings: Settings) -> AddResult:
    warnings: tuple[Note, ...] = ()
    with _catalogue(settings) as connection:
        if order.game_title is not None and order.game_title != known.game_title:
            catalogue_write.set_game_title(connection, order.ref.game, order.game_title)
        if not VectorStore(settings).present:
            _restore(settings, connection)
            warnings = (Note("ingest.store.vectors_restored"),)
        statuses = catalogue_read.page_status(connection, known.published.id)
    return AddResult(
        file=str(source),
        game=order.ref.game,
        booklet=order.ref.booklet,
        revision=known.booklet.revision,
        changed=False,
        pages=_NOTHING_READ,
        unreadable_pages=tuple(page for page, status in statuses.items() if status is PageStatus.UNREADABLE),
        embedded=0,
        reused=known.booklet.chunks,
        warnings=warnings,
        error=None,
        exit=0,
    )


@dataclass(frozen=True)
class _Making:
    """One revision being made in its job's folder."""

    source: Path
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
        with _catalogue(self.settings) as connection:
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
        copy = self._folder / f"source{self.recipe.suffix}"
        shutil.copyfile(self.source, copy)
        if file_digest(copy) != self.recipe.source:
            raise BadRulebook("store.source_changed", file=self.source)
        self.progress(Progress(STAGING, 1, 1))

    def _read(self) -> tuple[Reading, bool]:
        if self.known is not None and _same_pages(self.known, self.recipe, self.order):
            from ingest.page_files import read_reading

            reading = read_reading(self.known.booklet.folder)
            link_pictures(self.known.booklet.folder, self._folder, reading)
            return reading, False
        source = corpus_files.source_file(self._folder)
        return self.tools.read(source, self._folder, self.order, self.settings, self.progress), True

    def _chunk(self, reading: Reading) -> tuple[Chunk, ...]:
        self.progress(Progress(CHUNKS, 0, 1))
        if self.known is not None and not self.order.force and self.known.recipe.chunking == self.recipe.chunking:
            chunks = corpus_files.read_chunks(self.known.booklet.folder)
        else:
            counter = next(e for e in self.embedders if e.info.identity == self.recipe.tokenizer)
            chunks = self.tools.chunk(reading, counter.count_tokens, self.recipe.budget)
        if not chunks:
            raise BadRulebook("store.nothing_to_search", file=self.source)
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
            chunk_languages=_languages(reading, chunks, self.tools.language_of),
            collections=collections,
            manifest=manifest,
            game_title=self.order.game_title or catalogue_read.game_title(connection, ref.game) or ref.game,
            job=self.job.id,
            started=self.job.started,
        )

    def _result(self, reading: Reading, reread: bool, embedded: Embedded) -> AddResult:
        known = known_revision(self.settings, self.order.ref)
        assert known is not None
        unreadable = tuple(page.number for page in reading.pages if page.status is PageStatus.UNREADABLE)
        return AddResult(
            file=str(self.source),
            game=self.order.ref.game,
            booklet=self.order.ref.booklet,
            revision=known.booklet.revision,
            changed=True,
            pages=corpus_files.status_counts(reading.pages) if reread else _NOTHING_READ,
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
        if not reread:
            yield Note("ingest.store.pages_reused", {"pages": len(reading.pages)})


# --- inside ------------------------------------------------------------------------------------------


def _recipe(source: Path, order: AddOrder, settings: Settings, tools: Workshop) -> Recipe:
    asked = Recipe(
        source=file_digest(source),
        suffix=source.suffix.lower(),
        languages=order.languages,
        ocr=order.ocr,
        ocr_languages=settings.ocr_languages,
        title=order.title,
        kind=order.kind,
        order=order.order,
        amends=order.amends,
    )
    return current_recipe(asked, settings, tools)


def _is_published(source: Path, order: AddOrder, settings: Settings, tools: Workshop) -> bool:
    """Whether the very same was found good before: then looking into it again would only take time."""
    known = known_revision(settings, order.ref)
    if known is None or order.force:
        return False
    try:
        return known.recipe.whole == _recipe(source, order, settings, tools).whole
    except OSError:
        return False  # the gate says it better


def _same_pages(known: Known, recipe: Recipe, order: AddOrder) -> bool:
    return known.whole and not order.force and known.recipe.reading == recipe.reading


def _languages(reading: Reading, chunks: Sequence[Chunk], language_of: Callable[[str], str]) -> tuple[str, ...]:
    """The language of each chunk, by its page where a booklet has several."""
    if len(reading.languages) == 1:
        return reading.languages * len(chunks)
    default = reading.languages[0] if reading.languages else "und"
    by_page = {page.number: language_of(page.text) for page in reading.pages}
    allowed = reading.languages or tuple(by_page.values())
    return tuple(by_page[c.page] if by_page[c.page] in allowed else default for c in chunks)


def _free_name(settings: Settings, ref: BookletRef, name: str) -> str:
    """A folder name that no revision of the booklet has: `--force` makes the same revision twice."""
    taken = settings.books / ref.game / ref.booklet
    number = 1
    while (taken / (name if number == 1 else f"{name}-{number}")).exists():
        number += 1
    return name if number == 1 else f"{name}-{number}"


def _all_known(settings: Settings) -> tuple[Known, ...]:
    with _catalogue(settings) as connection:
        refs = [published.booklet.ref for published in catalogue_read.published(connection, settings.books)]
    return tuple(known for known in (known_revision(settings, ref) for ref in refs) if known is not None)


def _restore(settings: Settings, connection: sqlite3.Connection, *, tidy: bool = False) -> None:
    store = VectorStore(settings)
    try:
        with store.writing() as writer:
            restore_collections(settings, connection, writer)
            for name in _strangers(connection, writer) if tidy and store.embedded else ():
                writer.drop(name)
    except StoreFailed as failure:
        raise CannotWrite("store.vectors_failed", why=failure.facts.get("why", failure.key)) from failure
    finally:
        store.close()


def _strangers(connection: sqlite3.Connection, writer: Writer) -> list[str]:
    known = catalogue_read.collection_names(connection)
    return [name for name in writer.names() if name not in known]


@contextmanager
def _catalogue(settings: Settings) -> Iterator[sqlite3.Connection]:
    with catalogue.translated(settings.database):
        connection = catalogue.open_writer(settings.database)
        try:
            yield connection
        finally:
            connection.close()


@contextmanager
def _job(settings: Settings, ref: BookletRef, source_name: str) -> Iterator[Job]:
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

"""Does a home hold what its catalogue says, whole, and nothing else? Changes nothing.

Owns the checks and their findings: damaged, missing or misshapen files, vectors that do not find themselves, what a
dead process left, and revisions made by older versions. Mending is `ingest reindex`'s and the next writer's.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ingest import workshop
from ingest.contracts import BookletStatus, Note
from ingest.errors import NoIndex
from ingest.settings import Settings
from ingest.sources import file_digest
from ingest.store import catalogue, catalogue_read, catalogue_revisions, locks
from ingest.store.catalogue_read import Published
from ingest.store.corpus_files import MANIFEST, damaged_files, is_whole, misshapen_files, read_chunks
from ingest.store.dense import load_matrix
from ingest.store.fingerprint import moved, recipe_from
from ingest.store.lexical_files import Lexicon
from ingest.store.page_files import read_reading
from ingest.store.sweep import dead_jobs, unknown_folders
from ingest.store.vectors import Reader, StoreFailed, VectorStore
from ingest.workshop import Workshop, current_recipe

Kind = Literal["damaged", "leftover", "stale"]


@dataclass(frozen=True)
class Finding:
    """One thing that is not as it should be. `damaged` = search may suffer, `leftover` = only disk space does."""

    kind: Kind
    note: Note


def verify(settings: Settings, tools: Workshop | None = None) -> tuple[Finding, ...]:
    """Everything that is wrong with a home. Waits for a writer to finish; raises `NoIndex` when there is none."""
    connection = catalogue.open_reader(settings.database)
    try:
        with catalogue.translated(settings.database), locks.waiting_for_writer(settings):
            return tuple(_findings(settings, connection, tools or workshop.real(settings)))
    finally:
        connection.close()


def _findings(settings: Settings, connection: sqlite3.Connection, tools: Workshop) -> Iterator[Finding]:
    if any(row != ("ok",) for row in connection.execute("PRAGMA quick_check")):
        yield _damaged("catalogue", file=settings.database)
    published = catalogue_read.published(connection, settings.books)
    for one in published:
        yield from _check_corpus(connection, one)
        if one.booklet.status is not BookletStatus.ARCHIVED:
            yield from _check_version(settings, connection, one, tools)
        yield from _check_kept(settings, connection, one)
    answering = tuple(one for one in published if one.booklet.status is not BookletStatus.ARCHIVED)
    yield from _check_lexicons(settings, connection, answering)
    yield from _check_vectors(settings, connection, answering)
    yield from _check_leftovers(settings, connection)


def _check_corpus(connection: sqlite3.Connection, one: Published) -> Iterator[Finding]:
    folder, ref = one.booklet.folder, one.booklet.ref
    manifest = folder / MANIFEST
    if not manifest.is_file() or file_digest(manifest) != catalogue_read.manifest_digest(connection, one.id):
        yield _damaged("file", booklet=ref, file=MANIFEST)
        return
    try:
        for name in damaged_files(folder):
            yield _damaged("file", booklet=ref, file=name)
        for name, fault in misshapen_files(folder):
            yield _damaged("shape", booklet=ref, file=name, why=fault)
        chunks = len(read_chunks(folder))
        pages = len(read_reading(folder).pages)
    except NoIndex as error:
        yield Finding("damaged", Note(error.key, error.facts))
        return
    rows = one.scoped.last_row - one.scoped.first_row + 1
    counted = catalogue_read.counts(connection, one.id)
    if not (chunks == rows == counted.placements and pages == one.booklet.pages == counted.pages):
        yield _damaged("counts", booklet=ref)


def _check_kept(settings: Settings, connection: sqlite3.Connection, one: Published) -> Iterator[Finding]:
    """Earlier revisions answer nothing; one that is damaged only cannot be taken back."""
    for each in catalogue_revisions.revisions(connection, settings.books, one.booklet.ref).values():
        if not each.current and not is_whole(each.folder):
            yield _leftover("damaged", booklet=each.ref, revision=each.revision)


def _check_version(
    settings: Settings, connection: sqlite3.Connection, one: Published, tools: Workshop
) -> Iterator[Finding]:
    before = recipe_from(catalogue_read.recipe(connection, one.id))
    what = moved(before, current_recipe(before, settings, tools))
    if what:
        yield Finding("stale", Note("ingest.verify.stale", {"booklet": one.booklet.ref, "what": ", ".join(what)}))


def _check_lexicons(
    settings: Settings, connection: sqlite3.Connection, published: tuple[Published, ...]
) -> Iterator[Finding]:
    lexicon = Lexicon(settings.lexicons)
    for one in published:
        if not lexicon.is_whole(one.scoped):
            yield _damaged("lexicon", booklet=one.booklet.ref)
    known = {one.booklet.ref.game for one in published}
    for game in lexicon.games():
        if game not in known or any(lexicon.counted(game, catalogue_read.next_row(connection))):
            yield _leftover("lexicon", file=lexicon.file(game))


def _check_vectors(
    settings: Settings, connection: sqlite3.Connection, published: tuple[Published, ...]
) -> Iterator[Finding]:
    store = VectorStore(settings)
    try:
        with store.reading() as reader:
            stored = set(reader.names())
            for one in published:
                yield from _check_collections(connection, one, reader)
            known = catalogue_read.collection_names(connection)
            for name in sorted(stored - known) if store.embedded else ():
                yield _leftover("collection", name=name)
    except StoreFailed as failure:
        yield Finding("damaged", Note(failure.key, failure.facts))
    finally:
        store.close()


def _check_collections(connection: sqlite3.Connection, one: Published, reader: Reader) -> Iterator[Finding]:
    scoped, ref = one.scoped, one.booklet.ref
    keys = [f"{ref}:{tail}" for tail in catalogue_read.keys(connection, scoped.first_row, scoped.last_row)]
    for identity, name in catalogue_read.collections(connection, one.id).items():
        try:
            sound = reader.is_sound(name, keys, load_matrix(connection, scoped, identity))
        except NoIndex as error:
            yield Finding("damaged", Note(error.key, error.facts))
            continue
        if not sound:
            yield _damaged("vectors", booklet=ref, identity=identity)


def _check_leftovers(settings: Settings, connection: sqlite3.Connection) -> Iterator[Finding]:
    for folder in dead_jobs(settings):
        yield _leftover("folder", folder=folder)
    for folder in unknown_folders(settings, catalogue_read.revision_folders(connection, settings.books)):
        yield _leftover("unknown", folder=folder)
    for old in catalogue_revisions.doomed(connection):
        yield _leftover("revision", booklet=old.ref, revision=old.revision)


def _damaged(what: str, **facts: object) -> Finding:
    return Finding("damaged", Note(f"ingest.verify.damaged_{what}", facts))


def _leftover(what: str, **facts: object) -> Finding:
    return Finding("leftover", Note(f"ingest.verify.leftover_{what}", facts))

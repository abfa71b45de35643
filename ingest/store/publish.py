"""Putting a staged revision on the shelf: vectors, then its folder in place, then one transaction.

Owns that order, which is what makes a kill harmless: until the transaction nothing that readers see has changed, and
whatever was made before it bears the name of a job or of a revision that the catalogue does not know.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.clock import now
from ingest.contracts import BookletRef, BookletStatus, Chunk
from ingest.errors import CannotWrite, NoIndex
from ingest.settings import OnProgress, Progress, Settings
from ingest.store import catalogue_read, catalogue_write
from ingest.store.catalogue_read import Published, revision_folder
from ingest.store.catalogue_write import NewRevision
from ingest.store.corpus_files import read_chunks
from ingest.store.dense import load_matrix
from ingest.store.lexical import names_of, rows_of
from ingest.store.lexical_files import Lexicon
from ingest.store.vectors import StoreFailed, VectorStore, Writer, collection_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VECTORS = "ingest.stage.vectors"
PUBLISH = "ingest.stage.publish"


def collections_of(ref: BookletRef, revision: str, identities: Sequence[str]) -> dict[str, str]:
    """Names of a revision's collections, by embedding identity."""
    return {identity: collection_name(ref, revision, identity) for identity in identities}


def publish(
    settings: Settings, connection: sqlite3.Connection, staged: Path, new: NewRevision, progress: OnProgress
) -> None:
    """Publish a staged revision. Afterwards readers see it whole; until then they see the one before, whole."""
    write_vectors(settings, connection, new, progress)
    folder = revision_folder(settings.books, new.ref, new.revision)
    folder.parent.mkdir(parents=True, exist_ok=True)
    _settle(staged)
    staged.rename(folder)
    progress(Progress(PUBLISH, 0, 1))
    catalogue_write.publish(connection, new, now())
    progress(Progress(PUBLISH, 1, 1))


def write_vectors(settings: Settings, connection: sqlite3.Connection, new: NewRevision, progress: OnProgress) -> None:
    """Write the collections of a revision from the embedding cache, each probed vector by vector.

    A store that had to be made anew gets everything back that is published.
    """
    store = VectorStore(settings)
    keys = [f"{new.ref}:{chunk.page}#{chunk.ordinal}" for chunk in new.chunks]
    pages = [chunk.page for chunk in new.chunks]
    total, done = len(keys) * len(new.collections), 0
    progress(Progress(VECTORS, 0, total))
    try:
        with store.writing() as writer:
            if writer.fresh:
                _restore_collections(settings, connection, writer)
            for identity, name in new.collections.items():
                matrix = _cached(connection, identity, new.chunks)
                writer.write(name, keys, pages, matrix, _metadata(new.ref))
                done += len(keys)
                progress(Progress(VECTORS, done, total))
    except StoreFailed as failure:
        raise _cannot_write(failure) from failure
    finally:
        store.close()


def write_again(settings: Settings, connection: sqlite3.Connection, one: Published) -> None:
    """Have the vectors of a revision that was kept in the vector store, from the embedding cache."""
    write_beside(settings, connection, one, catalogue_read.collections(connection, one.id))


def write_beside(
    settings: Settings, connection: sqlite3.Connection, one: Published, collections: Mapping[str, str]
) -> None:
    """Have these collections of a revision in the store, by identity, from the cache; what is sound is left alone."""
    store = VectorStore(settings)
    try:
        with store.writing() as writer:
            if writer.fresh:
                _restore_collections(settings, connection, writer)
            for identity, name in collections.items():
                _restore(connection, writer, one, identity, name)
    except StoreFailed as failure:
        raise _cannot_write(failure) from failure
    finally:
        store.close()


def restore_vectors(settings: Settings, connection: sqlite3.Connection, *, tidy: bool = False) -> None:
    """Bring back what the vector store lost; `tidy` takes away what nobody published, too."""
    store = VectorStore(settings)
    try:
        with store.writing() as writer:
            _restore_collections(settings, connection, writer)
            for name in _strangers(connection, writer) if tidy and store.embedded else ():
                writer.drop(name)
    except StoreFailed as failure:
        raise _cannot_write(failure) from failure
    finally:
        store.close()


def restore_lexicons(settings: Settings, connection: sqlite3.Connection) -> None:
    """Make again the lexical indexes that do not hold what is published, from the corpus on the disk."""
    lexicon = Lexicon(settings.lexicons)
    published = catalogue_read.published(connection, settings.books)
    answering = [one for one in published if one.booklet.status is not BookletStatus.ARCHIVED]
    for game in sorted({one.booklet.ref.game for one in answering if not lexicon.is_whole(one.scoped)}):
        lexicon.drop(game)
        for one in answering:
            if one.booklet.ref.game == game:
                languages = catalogue_read.languages(connection, one.scoped.first_row, one.scoped.last_row)
                called = names_of(one.booklet.title, one.booklet.source_file)
                rows = rows_of(read_chunks(one.booklet.folder), languages, one.scoped.first_row, called)
                lexicon.put(game, rows)


def _restore_collections(settings: Settings, connection: sqlite3.Connection, writer: Writer) -> None:
    """Write every collection that answers and does not find itself again, from the cache."""
    for published in catalogue_read.published(connection, settings.books):
        if published.booklet.status is BookletStatus.ARCHIVED:
            continue
        for identity, name in catalogue_read.collections(connection, published.id).items():
            _restore(connection, writer, published, identity, name)


def _strangers(connection: sqlite3.Connection, writer: Writer) -> list[str]:
    known = catalogue_read.collection_names(connection)
    return [name for name in writer.names() if name not in known]


def _cannot_write(failure: StoreFailed) -> CannotWrite:
    return CannotWrite("store.vectors_failed", why=failure.facts.get("why", failure.key))


def _restore(connection: sqlite3.Connection, writer: Writer, published: Published, identity: str, name: str) -> None:
    scoped, ref = published.scoped, published.booklet.ref
    keys = [f"{ref}:{tail}" for tail in catalogue_read.keys(connection, scoped.first_row, scoped.last_row)]
    matrix = load_matrix(connection, scoped, identity)
    if not writer.is_sound(name, keys, matrix):
        pages = [int(key.rpartition(":")[2].partition("#")[0]) for key in keys]
        writer.write(name, keys, pages, matrix, _metadata(ref))


def _cached(connection: sqlite3.Connection, identity: str, chunks: Sequence[Chunk]) -> NDArray[np.float32]:
    import numpy as np

    wanted = [chunk.embed_id for chunk in chunks]
    cached = catalogue_read.vectors(connection, identity, wanted)
    if not wanted:
        return np.zeros((0, 1), dtype=np.float32)
    if not all(embed_id in cached for embed_id in wanted):
        raise NoIndex("store.vectors_lost", booklet="")
    return np.frombuffer(b"".join(cached[embed_id] for embed_id in wanted), dtype="<f4").reshape(len(wanted), -1)


def _metadata(ref: BookletRef) -> Mapping[str, str]:
    return {"game": ref.game, "booklet": ref.booklet}


def _settle(folder: Path) -> None:
    """Ask the disk to keep what was written before the catalogue says that it is there."""
    for name in (*folder.glob("*.json"), folder):
        descriptor = os.open(name, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

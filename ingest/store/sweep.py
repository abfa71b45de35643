"""Clearing away what a dead process or a removed revision left: staging, folders, collections, rows.

Runs at the start and the end of every writer, under its lock. What a reader may still show stays until it is gone.
A superseded revision is kept, but out of the indexes: whoever wants its place on the disk prunes it.
Order matters: rows go last, so that a kill in the middle leaves something that the next sweep finds.
"""

from __future__ import annotations

import errno
import json
import shutil
import sqlite3
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.contracts import BookletRef
from ingest.settings import Settings
from ingest.store import catalogue, catalogue_read, catalogue_revisions, catalogue_write, lexical_files, locks
from ingest.store.catalogue_read import revision_folder
from ingest.store.lexical_files import Lexicon
from ingest.store.vectors import StoreFailed, VectorStore

JOB = "job.json"


@dataclass(frozen=True)
class Job:
    """What a job says of itself in its folder before it does anything, so that its leavings can be found.

    `revision` and `collections` are set once it is about to leave its folder.
    """

    id: str
    ref: BookletRef
    source_name: str
    started: str
    revision: str | None = None
    collections: tuple[str, ...] = ()

    def makes(self, revision: str, collections: tuple[str, ...]) -> Job:
        """The same job, about to make this revision with these collections."""
        return replace(self, revision=revision, collections=collections)

    def write(self, folder: Path) -> None:
        """Leave word in the job's folder."""
        record = {
            "game": self.ref.game,
            "booklet": self.ref.booklet,
            "source": self.source_name,
            "started": self.started,
            "revision": self.revision,
            "collections": self.collections,
        }
        (folder / JOB).write_text(json.dumps(record), encoding="utf-8")


def sweep(settings: Settings) -> None:
    """Clear away dead jobs and removed revisions. Opens the vector store only if something in it must go.

    Only what a dead job named as its own is removed: a folder that nobody knows may be all that is left of a
    catalogue that was lost.
    """
    if not settings.database.is_file():
        for folder in dead_jobs(settings):
            _clear(settings, folder, (), ())
        return
    with catalogue.writing(settings.database) as connection:
        lexical_files.adopt(connection)
        for folder in dead_jobs(settings):
            job = _clear_known(settings, folder, connection)
            if job is not None:
                catalogue_write.log_killed(connection, job.id, job.ref, job.source_name, job.started)
        _sweep_revisions(settings, connection)


def abandon(settings: Settings, folder: Path) -> None:
    """Clear away a job that failed while we watched; no trace of it is kept."""
    if not settings.database.is_file():
        _clear(settings, folder, (), ())
        return
    with catalogue.writing(settings.database) as connection:
        _clear_known(settings, folder, connection)


def dead_jobs(settings: Settings) -> tuple[Path, ...]:
    """Folders of jobs under staging; the caller holds the writer lock, so none of them is alive."""
    return tuple(sorted(settings.staging.iterdir())) if settings.staging.is_dir() else ()


def unknown_folders(settings: Settings, known: Collection[Path]) -> Iterator[Path]:
    """Folders under books/ that are no revision's of the catalogue."""
    for folder in sorted(settings.books.glob("*/*/*")) if settings.books.is_dir() else ():
        if folder not in known:
            yield folder


def _clear_known(settings: Settings, folder: Path, connection: sqlite3.Connection) -> Job | None:
    folders = catalogue_read.revision_folders(connection, settings.books)
    job = _clear(settings, folder, folders, catalogue_read.collection_names(connection))
    if job is not None:
        Lexicon(settings.lexicons).take(job.ref.game, catalogue_read.next_row(connection))
    return job


def _clear(
    settings: Settings, folder: Path, known_folders: Collection[Path], known_collections: Collection[str]
) -> Job | None:
    """Remove what a job made and the catalogue does not know, then its folder, which names all that."""
    job = _read_job(folder)
    if job is not None and job.revision is not None:
        drop_collections(settings, [name for name in job.collections if name not in known_collections])
        place = revision_folder(settings.books, job.ref, job.revision)
        if place not in known_folders:
            _remove_revision(place)
    _remove_tree(folder)
    return job


def _sweep_revisions(settings: Settings, connection: sqlite3.Connection) -> None:
    idle, doomed = catalogue_revisions.idle(connection), catalogue_revisions.doomed(connection)
    if not (idle or doomed):
        return
    with locks.nobody_reads(settings) as free:
        if not free:
            return
        drop_collections(settings, [name for revision in (*idle, *doomed) for name in revision.collections])
        for revision in idle:
            catalogue_revisions.retire(connection, revision)
        for revision in doomed:
            _remove_revision(revision_folder(settings.books, revision.ref, revision.revision))
            catalogue_revisions.forget(connection, revision)


def drop_collections(settings: Settings, names: Sequence[str]) -> None:
    """Take collections out of the vector store, opened only if there are any."""
    store = VectorStore(settings)
    if not names or not store.present:
        return
    try:
        with store.writing() as writer:
            for name in names:
                writer.drop(name)
    except StoreFailed:
        return  # a store that cannot drop is one to rebuild: `verify` says so
    finally:
        store.close()


def _remove_revision(folder: Path) -> None:
    """Remove a revision's folder, and those of its booklet and game with the last of them."""
    _remove_tree(folder)
    for parent in (folder.parent, folder.parent.parent):
        with suppress(OSError):
            parent.rmdir()


def _remove_tree(folder: Path) -> None:
    """Remove a folder, or a file. A worker that outlived its killed parent may still put one page in it."""
    for pause in (0.05, 0.2, 1.0, None):
        try:
            if folder.is_dir() and not folder.is_symlink():
                shutil.rmtree(folder)
            else:
                folder.unlink(missing_ok=True)
        except OSError as error:
            if pause is None or error.errno != errno.ENOTEMPTY:
                raise
            time.sleep(pause)


def _read_job(folder: Path) -> Job | None:
    try:
        record = json.loads((folder / JOB).read_text("utf-8"))
        ref = BookletRef(record["game"], record["booklet"])
        names = tuple(record["collections"])
        return Job(folder.name, ref, record["source"], record["started"], record["revision"], names)
    except (OSError, ValueError, KeyError, TypeError):
        return None  # killed before it could say; then it made nothing beyond its folder

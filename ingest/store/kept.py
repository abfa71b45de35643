"""A revision that is kept, made its booklet's current one again: vectors first, then one transaction.

Owns that order, which is publishing's own: a kill on the way changes nothing that readers see. Nothing is read or
embedded: words come from the revision's folder, vectors from the embedding cache.
"""

from __future__ import annotations

import sqlite3

from ingest.contracts import BookletRef, BookletStatus, Revision
from ingest.errors import NoIndex, UsageError
from ingest.settings import Settings
from ingest.sources import file_digest
from ingest.store import catalogue_read, catalogue_revisions
from ingest.store.corpus_files import MANIFEST, is_whole, read_chunks
from ingest.store.publish import write_again


def bring_back(settings: Settings, connection: sqlite3.Connection, number: int, status: BookletStatus) -> None:
    """Make the revision of this row the current one of its booklet, which becomes `status`.

    Raises `NoIndex` when its files are not whole any more.
    """
    one = catalogue_read.published_before(connection, settings.books, number)
    assert one is not None, "a revision of a booklet that is there"
    folder, ref = one.booklet.folder, one.booklet.ref
    digest = catalogue_read.manifest_digest(connection, number)
    if not is_whole(folder) or file_digest(folder / MANIFEST) != digest:
        raise NoIndex("store.revision_damaged", booklet=ref, revision=one.booklet.revision)
    write_again(settings, connection, one)
    chunks = sorted(read_chunks(folder), key=lambda chunk: (chunk.page, chunk.ordinal))
    catalogue_revisions.bring_back(connection, number, ref, chunks, status)


def find(revisions: dict[int, Revision], ref: BookletRef, name: str) -> int:
    """The row of the revision that `name` names, or the beginning of one. Raises `UsageError` otherwise."""
    exact = [number for number, each in revisions.items() if each.revision == name]
    begin = [number for number, each in revisions.items() if name and each.revision.startswith(name)]
    found = exact or begin
    if len(found) != 1:
        known = ", ".join(each.revision for each in revisions.values())
        raise UsageError("store.no_such_revision", booklet=ref, name=name, known=known)
    return found[0]

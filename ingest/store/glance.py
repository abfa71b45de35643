"""A short look at what answers: can it be searched, and are its pages there?

Owns what is looked at: whether files and collections are there and open, never what they hold. The long look is
`ingest.store.verify`'s. Waits for nobody: while somebody writes, vectors are taken to be whole.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from ingest.contracts import BookletStatus, Note
from ingest.settings import Settings
from ingest.store import catalogue, catalogue_read
from ingest.store.catalogue_read import Published
from ingest.store.corpus_files import MANIFEST
from ingest.store.lexical_files import Lexicon
from ingest.store.vectors import StoreFailed, VectorStore

_BUSY = "ingest.store.degraded_locked"


def first_fault(settings: Settings, connection: sqlite3.Connection) -> Note | None:
    """The first thing that keeps a published booklet from being searched or shown; `None` where nothing does."""
    with catalogue.translated(settings.database):
        every = catalogue_read.published(connection, settings.books)
        published = [one for one in every if one.booklet.status is BookletStatus.PUBLISHED]
        return _pages(published) or _words(settings, published) or _vectors(settings, connection, published)


def _pages(published: Sequence[Published]) -> Note | None:
    for one in published:
        told, ref = one.booklet, one.booklet.ref
        there = sum(1 for _ in (told.folder / "pages").glob("*.json"))
        if not (told.folder / MANIFEST).is_file() or there < told.pages:
            return Note("ingest.check.no_pages", {"game": ref.game, "booklet": ref.booklet, "file": told.source_file})
    return None


def _words(settings: Settings, published: Sequence[Published]) -> Note | None:
    lexicon = Lexicon(settings.lexicons)
    torn = next((one for one in published if not lexicon.is_whole(one.scoped)), None)
    return Note("ingest.check.no_words", {"booklet": torn.booklet.ref}) if torn else None


def _vectors(settings: Settings, connection: sqlite3.Connection, published: Sequence[Published]) -> Note | None:
    wanted = {name for one in published for name in catalogue_read.collections(connection, one.id).values()}
    store = VectorStore(settings)
    try:
        with store.reading() as reader:
            missing = wanted - set(reader.names())
    except StoreFailed as failure:
        return None if failure.key == _BUSY else Note("ingest.check.bad_vectors", {"why": failure.facts.get("why", "")})
    finally:
        store.close()
    return Note("ingest.check.bad_vectors", {"why": ", ".join(sorted(missing))}) if missing else None

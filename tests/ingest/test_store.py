"""The embedding cache, the bound on open collections, and the tables of a game."""

from __future__ import annotations

import sqlite3

import pytest

from ingest import pipeline, upkeep
from ingest.contracts import BookletRef, BookletStatus
from ingest.store.lexical_files import Lexicon
from ingest.store.vectors import VectorStore
from tests.descriptors import open_files, soon_closed
from tests.ingest.shelf import CORE, NEW, OLD, Shelf


def rows(shelf: Shelf, query: str) -> list[tuple[object, ...]]:
    """What the catalogue holds, seen from outside."""
    connection = sqlite3.connect(shelf.settings.database)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_the_same_text_under_two_headings_has_two_vectors(shelf: Shelf) -> None:
    """The heading path is part of what is embedded; the same path and text are embedded once."""
    shelf.add("# Attackers\n\nMove first.\f# Defenders\n\nMove first.\f# Attackers\n\nMove first.")
    assert sorted(shelf.tools.embedder("a").history) == ["Attackers\nMove first.", "Defenders\nMove first."]
    with shelf.library() as library:
        first, second, third = library.all_passages(library.scope("tafl"))
        assert first.chunk_id == second.chunk_id == third.chunk_id
        best = library.dense(library.scope("tafl"), "a", "Defenders Move first.", 1).hits[0]
        assert best.row == second.row


def test_vectors_that_nothing_uses_are_forgotten_on_removal(shelf: Shelf) -> None:
    """The cache keeps what is published, and no more, once a booklet is removed."""
    shelf.add(OLD)
    shelf.add("# Other\n\nAnother text.", "other")
    assert rows(shelf, "SELECT count(*) FROM embeddings") == [(8,)]
    pipeline.remove(BookletRef("tafl", "other"), shelf.settings)
    assert rows(shelf, "SELECT count(*) FROM embeddings") == [(6,)]


def test_a_game_without_booklets_leaves_no_index(shelf: Shelf) -> None:
    """Lexical indexes are made with a game's first booklet and go with its last."""
    shelf.add(OLD)
    lexicon = Lexicon(shelf.settings.lexicons)
    assert lexicon.games() == ("tafl",)
    pipeline.remove(CORE, shelf.settings)
    assert lexicon.games() == ()
    assert rows(shelf, "SELECT count(*) FROM games") == [(0,)]


def test_rows_are_never_used_twice(shelf: Shelf) -> None:
    """A passage's row cannot come to mean another passage."""
    shelf.add(OLD)
    before = rows(shelf, "SELECT row, revision_id FROM placements")
    shelf.add(NEW)
    after = rows(shelf, "SELECT row, revision_id FROM placements")
    assert set(before) < set(after)
    assert len({row for row, _ in after}) == len(after)


def test_jobs_are_kept(shelf: Shelf) -> None:
    """What was published, when, from which file."""
    shelf.add(OLD)
    shelf.add(OLD)
    shelf.add(NEW)
    assert rows(shelf, "SELECT source_file, outcome FROM jobs") == [("core.txt", "published")] * 2


def test_open_collections_are_bounded(shelf: Shelf) -> None:
    """Many booklets asked one after the other do not pile up memory and open files."""
    for number in range(5):
        shelf.add(f"# Book {number}\n\nThe rule of book {number}.\n\nAnother one.", f"b{number}")
    store = VectorStore(shelf.settings, open_at_most=2)
    try:
        with store.reading() as reader:
            for name in reader.names():
                assert reader.keys(name)
                assert open_files(shelf.settings.vectors) < 20
    finally:
        store.close()
    assert soon_closed(shelf.settings.vectors)


LATER = {
    1: {"placements": ("source", "printed", "icons"), "pages": ("quality", "parts")},
    2: {"revisions": ("published", "state"), "booklets": ("status",)},
}


def make_older(shelf: Shelf, version: int) -> None:
    """The catalogue as that version wrote it."""
    with sqlite3.connect(shelf.settings.database) as old:
        for later in (tables for number, tables in LATER.items() if number >= version):
            for table, column in ((table, column) for table, columns in later.items() for column in columns):
                old.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        old.execute(f"PRAGMA user_version = {version}")
    old.close()


@pytest.mark.parametrize("version", [1, 2])
def test_a_catalogue_of_an_older_version_is_read_as_it_is(shelf: Shelf, version: int) -> None:
    """What was published answers, and reading changes nothing: another program may still be of that version."""
    shelf.add(OLD)
    make_older(shelf, version)
    with shelf.library() as library:
        assert library.game("tafl").booklets[0].status is BookletStatus.PUBLISHED
        page = library.booklet_pages(CORE)[0]
        assert page.quality == 1.0
        assert library.page_passages(page.ref)[0].source is page.source
        assert library.lexical(library.scope("tafl"), "content", ["throne"], 5).hits
        assert library.dense(library.scope("tafl"), "a", "throne", 5).hits
    assert rows(shelf, "PRAGMA user_version") == [(version,)]


@pytest.mark.parametrize("version", [1, 2])
def test_a_catalogue_of_an_older_version_is_brought_forward_by_a_writer(shelf: Shelf, version: int) -> None:
    """Columns that came later are there, what was published answers, and its next revision too."""
    shelf.add(OLD)
    fresh = rows(
        shelf, "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.sql LIKE '%STRICT%'"
    )
    make_older(shelf, version)
    assert shelf.add(NEW).changed
    assert rows(shelf, "PRAGMA user_version") == [(3,)]
    brought = rows(
        shelf, "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.sql LIKE '%STRICT%'"
    )
    assert sorted(map(str, brought)) == sorted(map(str, fresh))
    assert [each.published is None for each in upkeep.revisions(CORE, shelf.settings)] == [True, False]
    assert shelf.verify() == ()

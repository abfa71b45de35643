"""The embedding cache, the bound on open collections, and the tables of a game."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from ingest import pipeline
from ingest.contracts import BookletRef
from ingest.store.vectors import VectorStore
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


def test_a_game_without_booklets_leaves_no_table(shelf: Shelf) -> None:
    """Lexical indexes are made with a game's first booklet and go with its last."""
    shelf.add(OLD)
    tables = "SELECT count(*) FROM sqlite_master WHERE name LIKE 'lex_%'"
    assert rows(shelf, tables) != [(0,)]
    pipeline.remove(CORE, shelf.settings)
    assert rows(shelf, tables) == [(0,)]
    assert rows(shelf, "SELECT count(*) FROM games") == [(0,)]


def test_rows_are_never_used_twice(shelf: Shelf) -> None:
    """A passage's row cannot come to mean another passage."""
    shelf.add(OLD)
    before = {row for (row,) in rows(shelf, "SELECT row FROM placements")}
    shelf.add(NEW)
    after = {row for (row,) in rows(shelf, "SELECT row FROM placements")}
    assert before.isdisjoint(after)


def test_jobs_are_kept(shelf: Shelf) -> None:
    """What was published, when, from which file."""
    shelf.add(OLD)
    shelf.add(OLD)
    shelf.add(NEW)
    assert rows(shelf, "SELECT source_file, outcome FROM jobs") == [("core.txt", "published")] * 2


def open_files(folder: Path) -> int:
    """Files of a folder that this process holds open."""
    count = 0
    for link in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # another thread closed it meanwhile
            count += str(folder) in str(link.readlink())
    return count


def soon_closed(folder: Path) -> bool:
    """Whether nothing of a folder is open any more; Chroma's own threads close a moment after we are told."""
    for _ in range(100):
        if open_files(folder) == 0:
            return True
        time.sleep(0.05)
    return False


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


def test_a_catalogue_of_an_older_version_is_brought_forward(shelf: Shelf) -> None:
    """Columns that came later are added where they lack; what was published stays readable."""
    shelf.add(OLD)
    with sqlite3.connect(shelf.settings.database) as old:
        later = {"placements": ("source", "printed", "icons"), "pages": ("quality", "parts")}
        for table, column in ((table, column) for table, columns in later.items() for column in columns):
            old.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        old.execute("PRAGMA user_version = 1")
    old.close()
    with shelf.library() as library:
        page = library.booklet_pages(CORE)[0]
        assert page.quality == 1.0
        assert library.page_passages(page.ref)[0].source is page.source

"""Adding: what is done, what is not done again, and what is said about it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ingest import pipeline, upkeep
from ingest.contracts import BookletKind, BookletRef, PageRef, PageStatus
from ingest.errors import BadRulebook, CannotWrite, NoIndex, UsageError
from ingest.store.fingerprint import AddOrder
from tests.fakes.workshop import FakeTools
from tests.ingest.shelf import CORE, NEW, OLD, Shelf, tree
from tests.tools import ROOT


def test_adding_reports_pages_and_chunks(shelf: Shelf) -> None:
    """Pages by how they ended, chunks embedded, and exit 10 with the pages that nobody could read."""
    result = shelf.add(OLD + "\f?")
    assert dict(result.pages) == {
        PageStatus.TEXT: 2,
        PageStatus.OCR: 0,
        PageStatus.BLANK: 0,
        PageStatus.UNREADABLE: 1,
    }
    assert (result.changed, result.unreadable_pages, result.exit) == (True, (3,), 10)
    assert (result.embedded, result.reused) == (3, 0)


def test_the_same_source_again_is_a_no_op(shelf: Shelf) -> None:
    """Nothing read, nothing embedded, the same revision, not one byte of the home changed."""
    first = shelf.add(OLD)
    before = tree(shelf.settings.home)
    again = shelf.add(OLD)
    assert (again.changed, again.revision, again.embedded, again.reused) == (False, first.revision, 0, 3)
    assert sum(again.pages.values()) == 0
    assert shelf.tools.pages_read == 2
    assert tree(shelf.settings.home) == before


def test_a_no_op_loads_no_heavy_library(shelf: Shelf) -> None:
    """Finding out that nothing changed needs neither Chroma nor numpy."""
    shelf.add(OLD)
    script = (
        "import sys, pathlib\n"
        "from ingest import pipeline\nfrom ingest.store import reuse\n"
        "from ingest.settings import Settings\n"
        "from ingest.contracts import BookletRef\n"
        "known = reuse.known_revision(Settings(pathlib.Path(sys.argv[1])), BookletRef('tafl', 'core'))\n"
        "assert known and known.whole\n"
        "assert not {'numpy', 'chromadb', 'pymupdf', 'fastembed'} & set(sys.modules), 'heavy'\n"
    )
    subprocess.run([sys.executable, "-c", script, str(shelf.settings.home)], check=True, cwd=ROOT)


def test_unchanged_chunks_are_not_embedded_again(shelf: Shelf) -> None:
    """A new printing embeds only the paragraphs that changed."""
    shelf.add(OLD)
    result = shelf.add(NEW)
    assert (result.changed, result.embedded, result.reused) == (True, 2, 2)


def test_the_same_text_in_another_booklet_is_not_embedded_again(shelf: Shelf) -> None:
    """The cache is keyed by what is embedded, not by where it stands."""
    shelf.add(OLD)
    assert shelf.add(OLD, "reprint").embedded == 0


@pytest.mark.parametrize("moved", ["reader", "chunker", "embeddings", "index"])
def test_a_moved_version_makes_a_new_revision_and_says_so(shelf: Shelf, moved: str) -> None:
    """The user changed nothing; the result names what did."""
    first = shelf.add(OLD)
    old = shelf.tools
    shelf.tools = {
        "reader": FakeTools(reader="2"),
        "chunker": FakeTools(chunker="2"),
        "embeddings": FakeTools(version="2"),
        "index": FakeTools(index="2"),
    }[moved]
    result = shelf.add(OLD)
    assert result.changed
    assert result.revision != first.revision
    assert [note.facts["what"] for note in result.warnings if note.key == "ingest.store.versions_moved"] == [moved]
    assert shelf.tools.pages_read == (old.pages_read if moved == "reader" else 0)
    assert shelf.tools.embedded == (6 if moved == "embeddings" else 0)
    assert sum(result.pages.values()) == (2 if moved == "reader" else 0)
    assert not shelf.add(OLD).changed


def test_an_office_document_is_read_again_once_libreoffice_is_there(shelf: Shelf) -> None:
    """It had no page images; a text needs none and is left alone."""
    ref = BookletRef("tafl", "core")
    for name, again in (("a.docx", True), ("a.txt", False)):
        source = shelf.folder / name
        source.write_text(OLD, "utf-8")
        order = AddOrder(ref, "Core")
        bare = shelf.tools.workshop()
        pipeline.add(source, order, shelf.settings, tools=bare)
        assert not pipeline.plan(source, order, shelf.settings, bare).changed
        assert pipeline.plan(source, order, shelf.settings, replace(bare, prints_office=True)).changed is again


def test_pages_given_to_the_next_revision_stay_whole(shelf: Shelf) -> None:
    """With only the embeddings moved, pages and pictures are the old ones, in both folders."""
    shelf.add(OLD)
    with shelf.library() as library:
        page = library.page(PageRef("tafl", "core", 2))
    shelf.tools = FakeTools(version="2")
    shelf.add(OLD)
    with shelf.library() as library:
        assert library.page(PageRef("tafl", "core", 2)) == page
        folder = library.booklet(CORE).folder
    assert (folder / "pages/p0002.png").read_bytes().startswith(b"picture of")
    assert len([*folder.parent.glob("*/pages/p0002.png")]) == 2
    assert shelf.verify() == ()


def test_a_new_title_is_a_new_revision_without_reading(shelf: Shelf) -> None:
    """What a booklet is called stands in its manifest; its pages are the same."""
    shelf.add(OLD)
    result = shelf.add(OLD, title="Hnefatafl", kind=BookletKind.FAQ)
    assert (result.changed, shelf.tools.pages_read) == (True, 2)
    with shelf.library() as library:
        assert (library.booklet(CORE).title, library.booklet(CORE).kind) == ("Hnefatafl", BookletKind.FAQ)


def test_a_new_game_title_alone_is_no_new_revision(shelf: Shelf) -> None:
    """The title of a game belongs to no booklet."""
    shelf.add(OLD)
    assert not shelf.add(OLD, game_title="Hnefatafl").changed
    with shelf.library() as library:
        assert library.game("tafl").title == "Hnefatafl"


def test_force_reads_everything_again(shelf: Shelf) -> None:
    """`--force` makes a new revision of the same source."""
    first = shelf.add(OLD)
    result = shelf.add(OLD, force=True)
    assert (result.changed, shelf.tools.pages_read) == (True, 4)
    assert result.revision != first.revision
    assert shelf.verify() == ()


def test_a_damaged_corpus_is_made_again(shelf: Shelf) -> None:
    """A revision whose manifest is gone gives nothing to the next one, and is no reason to do nothing."""
    shelf.add(OLD)
    with shelf.library() as library:
        (library.booklet(CORE).folder / "manifest.json").write_text("{}")
    assert shelf.add(OLD).changed
    assert shelf.tools.pages_read == 4
    assert shelf.verify() == ()


def test_the_plan_writes_nothing_and_is_right(shelf: Shelf) -> None:
    """`--dry-run` tells what `add` would do."""
    source = shelf.folder / "core.txt"
    source.write_text(OLD)
    order = AddOrder(CORE, "Core")
    before = pipeline.plan(source, order, shelf.settings, shelf.tools.workshop())
    assert (before.changed, before.reads_pages) == (True, True)
    assert not shelf.settings.home.exists()
    shelf.add(OLD)
    after = pipeline.plan(source, order, shelf.settings, shelf.tools.workshop())
    assert (after.changed, after.reads_pages) == (False, False)
    newer = pipeline.plan(source, order, shelf.settings, FakeTools(version="2").workshop())
    assert (newer.changed, newer.reads_pages, newer.moved) == (True, False, ("embeddings",))


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_refused_source_writes_nothing(shelf: Shelf, text: str) -> None:
    """No home is made for it, and one that exists stays as it is."""
    with pytest.raises(BadRulebook):
        shelf.add(text)
    assert not shelf.settings.home.exists()
    shelf.add(OLD)
    before = tree(shelf.settings.home)
    with pytest.raises(BadRulebook):
        shelf.add(text, "other")
    assert tree(shelf.settings.home) == before


def test_a_source_that_fails_while_being_read_leaves_nothing(shelf: Shelf) -> None:
    """An error in the middle takes its staging, and a home that was made for it, away."""
    with pytest.raises(BadRulebook) as caught:
        shelf.add("?")
    assert caught.value.key == "ingest.store.nothing_to_search"
    assert not shelf.settings.home.exists()
    shelf.settings.home.mkdir()
    with pytest.raises(BadRulebook):
        shelf.add("?")
    assert list(shelf.settings.home.iterdir()) == []


def test_a_failure_after_the_vectors_leaves_nothing(shelf: Shelf) -> None:
    """A disk that fills up just before the commit: the old revision stands, and nothing of the new one is left."""
    shelf.add(OLD)

    def full(progress: object) -> None:
        if getattr(progress, "stage", "") == "ingest.stage.publish":
            raise OSError(28, "No space left on device", "oracle.db")

    with pytest.raises(CannotWrite):
        shelf.add(NEW, progress=full)
    assert len(shelf.texts()) == 3
    assert shelf.verify() == ()


@pytest.mark.parametrize("mode", [0o555, 0o500])
def test_a_read_only_home_is_refused(shelf: Shelf, mode: int) -> None:
    """Exit 9, whoever runs it, and nothing changes; searching goes on."""
    shelf.add(OLD)
    before = tree(shelf.settings.home)
    shelf.settings.home.chmod(mode)
    try:
        with pytest.raises(CannotWrite) as caught:
            shelf.add(NEW)
        assert len(shelf.texts()) == 3
    finally:
        shelf.settings.home.chmod(0o755)
    assert caught.value.exit_code == 9
    assert tree(shelf.settings.home) == before


@pytest.mark.parametrize("place", ["file/home", "readonly/deep/home"])
def test_a_home_that_cannot_be_made_is_refused(shelf: Shelf, tmp_path: Path, place: str) -> None:
    """A file where a folder should be, or a parent that nobody may write."""
    (tmp_path / "file").write_text("")
    (tmp_path / "readonly").mkdir(mode=0o555)
    shelf.settings = replace(shelf.settings, home=tmp_path / place)
    with pytest.raises(CannotWrite):
        shelf.add(OLD)
    assert list((tmp_path / "readonly").iterdir()) == []


def test_a_second_writer_is_told_to_wait(shelf: Shelf) -> None:
    """One writer a home: the other one gives up after a few seconds, and says why."""
    refused: list[CannotWrite] = []

    def meanwhile(_: object) -> None:
        if not refused:
            with pytest.raises(CannotWrite) as caught:
                shelf.add(NEW, "other")
            refused.append(caught.value)

    started = time.monotonic()
    assert shelf.add(OLD, progress=meanwhile).changed
    assert refused[0].key == "ingest.store.locked"
    assert time.monotonic() - started < 30


def test_removing_takes_everything_away(shelf: Shelf) -> None:
    """Rows, vectors, folder, and the game with its last booklet."""
    shelf.add(OLD)
    shelf.add(NEW, "other")
    pipeline.remove(BookletRef("tafl", "other"), shelf.settings)
    assert shelf.verify() == ()
    assert len(shelf.texts()) == 3
    pipeline.remove(CORE, shelf.settings)
    with pytest.raises(NoIndex):
        shelf.library()
    assert list(shelf.settings.books.iterdir()) == []
    assert shelf.verify() == ()
    with pytest.raises(UsageError):
        pipeline.remove(CORE, shelf.settings)


def test_an_open_library_keeps_what_it_shows(shelf: Shelf) -> None:
    """A revision that was replaced and pruned stays readable while somebody reads it, and goes with the next writer."""
    shelf.add(OLD)
    with shelf.library() as library:
        scope = library.scope("tafl")
        shelf.add(NEW)
        assert len(library.all_passages(scope)) == 3
        assert library.dense(scope, "a", "throne", 3).hits
        assert scope.revisions[0].booklet.folder.is_dir()
        assert len(library.all_passages(library.scope("tafl"))) == 4
        upkeep.prune(upkeep.prunable([CORE], shelf.settings), shelf.settings)
        assert scope.revisions[0].booklet.folder.is_dir()
    shelf.add(NEW)
    assert not scope.revisions[0].booklet.folder.exists()
    assert shelf.verify() == ()


def test_reindex_brings_old_revisions_up_to_date(shelf: Shelf) -> None:
    """From the source kept with the revision: the user's file may be gone."""
    shelf.add(OLD)
    shelf.add(NEW, "other")
    for file in shelf.folder.glob("*.txt"):
        file.unlink()
    shelf.tools = FakeTools(reader="2", version="2")
    assert {finding.kind for finding in shelf.verify()} == {"stale"}
    results = shelf.reindex()
    assert [result.changed for result in results] == [True, True]
    assert shelf.verify() == ()
    with shelf.library() as library:
        assert library.booklet(CORE).source_file == "core.txt"
    assert [result.changed for result in shelf.reindex()] == [False, False]


def test_reindex_embeds_again_what_the_catalogue_lost(shelf: Shelf) -> None:
    """Vectors gone from the cache cannot be restored from it: they are made again, without reading pages."""
    shelf.add(OLD)
    with sqlite3.connect(shelf.settings.database) as connection:
        connection.execute("DELETE FROM embeddings")
    connection.close()
    assert "ingest.store.vectors_lost" in {finding.note.key for finding in shelf.verify()}
    (result,) = shelf.reindex()
    assert (result.changed, result.embedded, shelf.tools.pages_read) == (True, 3, 2)
    assert shelf.verify() == ()


def test_reindex_goes_on_where_one_booklet_fails(shelf: Shelf) -> None:
    """A booklet whose source is gone is named; the others are brought up to date."""
    shelf.add(OLD)
    shelf.add(NEW, "other")
    with shelf.library() as library:
        (library.booklet(CORE).folder / "source.txt").unlink()
    shelf.tools = FakeTools(version="2")
    failed, done = shelf.reindex()
    assert (failed.booklet, failed.exit) == ("core", 5)
    assert failed.error is not None
    assert (done.booklet, done.changed) == ("other", True)


def test_damaged_pages_are_not_given_to_the_next_revision(shelf: Shelf) -> None:
    """A picture that rotted on the disk is rendered again, not linked."""
    shelf.add(OLD)
    with shelf.library() as library:
        (library.booklet(CORE).folder / "pages/p0001.png").write_bytes(b"rotten")
    shelf.tools = FakeTools(version="2")
    shelf.add(OLD)
    assert shelf.tools.pages_read == 2
    assert shelf.verify() == ()


def test_a_lost_catalogue_does_not_cost_the_corpus(shelf: Shelf) -> None:
    """Folders that no catalogue knows are never removed, only named."""
    shelf.add(OLD)
    folders = set(shelf.settings.books.glob("*/*/*"))
    for file in shelf.settings.home.glob("oracle.db*"):
        file.unlink()
    shelf.add(NEW, "other")
    assert folders <= set(shelf.settings.books.glob("*/*/*"))
    assert {finding.note.key for finding in shelf.verify()} == {
        "ingest.verify.leftover_unknown",
        "ingest.verify.leftover_collection",
    }
    shelf.reindex()
    assert {finding.note.key for finding in shelf.verify()} == {"ingest.verify.leftover_unknown"}


def test_the_name_of_a_file_is_shown_harmless(shelf: Shelf) -> None:
    """Bytes that are no text, escapes and overrides in a file's name never reach a terminal or the catalogue."""
    source = Path(os.fsdecode(os.fsencode(shelf.folder) + b"/r\xe8gles \x1b[31m\xe2\x80\xaegnp.txt"))
    source.write_text(OLD)
    pipeline.add(source, AddOrder(CORE, "Core"), shelf.settings, tools=shelf.tools.workshop())
    with shelf.library() as library:
        name = library.booklet(CORE).source_file
    assert name.isprintable()
    assert "\u202e" not in name
    assert name.endswith("gnp.txt")

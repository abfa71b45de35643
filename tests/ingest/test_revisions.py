"""Earlier revisions: kept out of every score, listed, taken back, pruned; and booklets that answer nobody."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from ingest import pipeline, upkeep
from ingest.contracts import BookletRef, BookletStatus
from ingest.errors import NoIndex, UsageError
from ingest.library import EVERY_STATUS, Library
from tests.ingest.shelf import CORE, NEW, OLD, Shelf, tree
from tests.ingest.test_kill import assert_serves

OTHER = "# Setup\n\nThe queen stands beside the king.\n\nThe pawns stand around the throne."


def scores(shelf: Shelf, *words: str) -> list[tuple[str, float]]:
    """What the content channel finds, with its scores."""
    with shelf.library() as library:
        hits = library.lexical(library.scope("tafl"), "content", words, 20).hits
        found = library.passages([hit.row for hit in hits])
        return [(passage.text, hit.score) for passage, hit in zip(found, hits, strict=True)]


def test_an_earlier_revision_is_kept_and_weighs_on_nothing(shelf: Shelf, tmp_path: Path) -> None:
    """Its folder stays; words are as rare as in a home that never had it; nothing is wrong with the home."""
    shelf.add(OLD)
    shelf.add(NEW)
    fresh = Shelf(type(shelf.settings)(tmp_path / "fresh", shelf.settings.models), shelf.folder, shelf.tools)
    fresh.add(NEW)
    assert scores(shelf, "king", "pawn", "board") == scores(fresh, "king", "pawn", "board")
    earlier, current = upkeep.revisions(CORE, shelf.settings)
    assert (earlier.current, current.current) == (False, True)
    assert earlier.folder.is_dir()
    assert earlier.published is not None
    assert shelf.verify() == ()


def test_an_earlier_revision_is_taken_back_whole(shelf: Shelf) -> None:
    """Every channel serves it again, nothing is read or embedded, and the other one is kept in its turn."""
    shelf.add(OLD)
    shelf.add(NEW)
    embedded = len(shelf.tools.embedder("a").history)
    first, second = upkeep.revisions(CORE, shelf.settings)
    assert upkeep.restore(CORE, first.revision[:6], shelf.settings).revision == first.revision
    assert_serves(shelf, OLD)
    assert [each.current for each in upkeep.revisions(CORE, shelf.settings)] == [True, False]
    upkeep.restore(CORE, second.revision, shelf.settings)
    assert_serves(shelf, NEW)
    assert len(shelf.tools.embedder("a").history) == embedded
    assert shelf.verify() == ()


def test_what_was_published_before_is_taken_back_rather_than_made_again(shelf: Shelf) -> None:
    """Going back to a file that is kept reads no page; an order to read it again does."""
    first = shelf.add(OLD).revision
    shelf.add(NEW)
    back = shelf.add(OLD)
    assert (back.changed, back.revision, sum(back.pages.values()), back.embedded) == (True, first, 0, 0)
    assert "ingest.store.taken_back" in {note.key for note in back.warnings}
    assert_serves(shelf, OLD)
    assert shelf.add(OLD, force=True).revision != first


def test_a_revision_of_an_older_version_says_so_when_it_is_taken_back(shelf: Shelf) -> None:
    """It answers at once; `reindex` makes it anew."""
    shelf.add(OLD)
    first = upkeep.revisions(CORE, shelf.settings)[0].revision
    assert upkeep.stale(CORE, shelf.settings, shelf.tools.workshop()) is None
    shelf.tools = type(shelf.tools)(chunker="2")
    shelf.add(NEW)
    upkeep.restore(CORE, first, shelf.settings)
    assert_serves(shelf, OLD)
    note = upkeep.stale(CORE, shelf.settings, shelf.tools.workshop())
    assert note is not None
    assert note.facts["what"] == "chunker"
    assert shelf.reindex()[0].changed
    assert upkeep.stale(CORE, shelf.settings, shelf.tools.workshop()) is None


def test_a_name_that_is_no_revision_is_refused(shelf: Shelf) -> None:
    """And so are the booklet that is not there and the beginning of several names."""
    shelf.add(OLD)
    shelf.add(OLD, force=True)
    for name in ("zzz", "", upkeep.revisions(CORE, shelf.settings)[0].revision[:4]):
        with pytest.raises(UsageError) as caught:
            upkeep.restore(CORE, name, shelf.settings)
        assert caught.value.key == "ingest.store.no_such_revision"
    with pytest.raises(UsageError):
        upkeep.revisions(BookletRef("tafl", "gone"), shelf.settings)


def test_a_damaged_revision_is_not_taken_back(shelf: Shelf) -> None:
    """It is said by `verify` too, as something that search does not suffer from."""
    shelf.add(OLD)
    shelf.add(NEW)
    first = upkeep.revisions(CORE, shelf.settings)[0]
    (first.folder / "chunks.json").write_text("{}", "utf-8")
    assert [(f.kind, f.note.key) for f in shelf.verify()] == [("leftover", "ingest.verify.leftover_damaged")]
    with pytest.raises(NoIndex) as caught:
        upkeep.restore(CORE, first.revision, shelf.settings)
    assert caught.value.key == "ingest.store.revision_damaged"
    assert_serves(shelf, NEW)


def test_pruning_frees_what_it_said_and_nothing_else(shelf: Shelf) -> None:
    """The folder, the rows and the vectors that nobody else uses are gone; what answers is untouched."""
    shelf.add(OLD)
    shelf.add(NEW)
    current = upkeep.revisions(CORE, shelf.settings)[1]
    before = sum(map(len, tree(shelf.settings.books).values()))
    chosen = upkeep.prunable([CORE], shelf.settings)
    assert [each.current for each in chosen.revisions] == [False]
    assert upkeep.prune(chosen, shelf.settings)
    assert upkeep.revisions(CORE, shelf.settings) == (current,)
    assert before - sum(map(len, tree(shelf.settings.books).values())) == chosen.bytes > 0
    assert_serves(shelf, NEW)
    assert shelf.verify() == ()
    assert upkeep.prunable([CORE], shelf.settings) == upkeep.Prunable((), 0)


def test_a_file_that_two_revisions_share_is_not_counted(shelf: Shelf) -> None:
    """Another title makes another revision with the same pictures: hard links free nothing."""
    shelf.add(OLD)
    shelf.add(OLD, title="The same pages")
    (earlier,) = upkeep.prunable([CORE], shelf.settings).revisions
    own = sum(len(content) for content in tree(earlier.folder).values())
    pictures = sum(file.stat().st_size for file in earlier.folder.rglob("*.png"))
    assert pictures > 0
    assert upkeep.prunable([CORE], shelf.settings).bytes == own - pictures


def test_pruning_waits_for_readers(shelf: Shelf) -> None:
    """A library that is open keeps what it may show; the next writer without readers removes it."""
    shelf.add(OLD)
    with shelf.library() as library:
        scope = library.scope("tafl")
        shelf.add(NEW)
        chosen = upkeep.prunable([CORE], shelf.settings)
        assert not upkeep.prune(chosen, shelf.settings)
        assert chosen.revisions[0].folder.is_dir()
        assert library.lexical(scope, "content", ["throne"], 5).hits
        assert library.dense(scope, "a", "throne", 5).degraded == ()
    assert upkeep.revisions(CORE, shelf.settings)[0].current
    shelf.add(NEW)
    assert not chosen.revisions[0].folder.exists()
    assert shelf.verify() == ()


def test_removing_a_booklet_removes_its_earlier_revisions(shelf: Shelf) -> None:
    """Nothing of it stays, in no table and no folder."""
    shelf.add(OLD)
    shelf.add(NEW)
    pipeline.remove(CORE, shelf.settings)
    assert not any(shelf.settings.books.iterdir())
    with sqlite3.connect(shelf.settings.database) as connection:
        assert connection.execute("SELECT count(*) FROM revisions").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM embeddings").fetchone() == (0,)
    connection.close()


# --- which booklets answer ---------------------------------------------------------------------------


@pytest.mark.parametrize("status", [BookletStatus.DRAFT, BookletStatus.ARCHIVED])
def test_only_published_booklets_answer(shelf: Shelf, status: BookletStatus) -> None:
    """Not in the games, not in a scope, not by its name; whoever loads rulebooks sees it all the same."""
    shelf.add(OLD)
    shelf.add(OTHER, "queen")
    queen = BookletRef("tafl", "queen")
    assert upkeep.set_status(queen, status, shelf.settings) is BookletStatus.PUBLISHED
    assert_serves(shelf, OLD)
    with shelf.library() as library:
        assert [booklet.ref for booklet in library.game("tafl").booklets] == [CORE]
        for ask in (lambda: library.scope("tafl", booklets=["queen"]), lambda: library.booklet(queen)):
            with pytest.raises(UsageError) as caught:
                ask()
            assert caught.value.key == f"ingest.store.is_{status}"
    with Library.open(shelf.settings, shelf.tools.embedder, EVERY_STATUS) as library:
        assert library.booklet(queen).status is status
    upkeep.set_status(queen, BookletStatus.PUBLISHED, shelf.settings)
    assert_serves(shelf, "\n\n".join((OLD, OTHER)))
    assert shelf.verify() == ()


def test_an_archived_booklet_weighs_on_no_score(shelf: Shelf) -> None:
    """Words are as rare as if it had never been there, until it is published again."""
    shelf.add(OLD)
    alone = scores(shelf, "king", "throne")
    shelf.add(OTHER, "queen")
    both = scores(shelf, "king", "throne")
    assert both != alone
    upkeep.set_status(BookletRef("tafl", "queen"), BookletStatus.ARCHIVED, shelf.settings)
    assert scores(shelf, "king", "throne") == alone
    upkeep.set_status(BookletRef("tafl", "queen"), BookletStatus.PUBLISHED, shelf.settings)
    assert scores(shelf, "king", "throne") == both


def test_a_home_of_drafts_says_what_to_type(shelf: Shelf) -> None:
    """Not "there is no game": exit 5 with the booklet that could be published."""
    shelf.add(OLD, status=BookletStatus.DRAFT)
    with pytest.raises(NoIndex) as caught:
        shelf.library()
    assert (caught.value.key, caught.value.facts["booklet"]) == ("ingest.store.nothing_answers", CORE)


def test_a_draft_stays_one_until_it_is_published(shelf: Shelf) -> None:
    """A new revision of a draft is a draft and says so; a published booklet is not made one by adding."""
    shelf.add(OLD, status=BookletStatus.DRAFT)
    again = shelf.add(NEW)
    assert [note.key for note in again.warnings] == ["ingest.store.stays_draft"]
    upkeep.set_status(CORE, BookletStatus.PUBLISHED, shelf.settings)
    assert_serves(shelf, NEW)
    with pytest.raises(UsageError) as caught:
        shelf.add(OLD, status=BookletStatus.DRAFT)
    assert caught.value.key == "ingest.store.no_draft_of_it"
    assert_serves(shelf, NEW)

"""What readers of a home see: games, scopes, channels, passages, pages."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ingest.contracts import BookletKind, BookletRef, ChunkType, PageRef, PageStatus
from ingest.errors import NoIndex, UsageError
from ingest.library import Library
from ingest.settings import Settings
from ingest.store import catalogue
from tests.ingest.shelf import CORE, NEW, OLD, Shelf, tree
from tests.tools import ROOT

EXPANSION = "# Setup\n\nThe queen stands beside the king.\f# Captures > Rare\n\nA queen is never taken.\n\na | b"


@pytest.fixture
def stocked(shelf: Shelf) -> Shelf:
    """A game of a core booklet, an expansion and a FAQ, and another game."""
    shelf.add(OLD, order=1)
    shelf.add(EXPANSION, "queen", kind=BookletKind.EXPANSION, order=2)
    shelf.add("# Setup\n\nMay the king stay on the throne? Yes.", "faq", kind=BookletKind.FAQ, order=3)
    shelf.add("# Start\n\nRoll two dice on the throne.", game="goose", game_title="Game of the Goose")
    return shelf


def test_games_and_booklets_come_in_order(stocked: Shelf) -> None:
    """Games by title, booklets by their place in the game."""
    with stocked.library() as library:
        games = library.games()
        assert [game.slug for game in games] == ["goose", "tafl"]
        assert games[0].title == "Game of the Goose"
        assert [booklet.ref.booklet for booklet in games[1].booklets] == ["core", "queen", "faq"]
        assert games[1].booklets[0].source_file == "core.txt"


def test_an_unknown_game_is_answered_with_the_nearest(stocked: Shelf) -> None:
    """Exit 2, with a name that exists."""
    with stocked.library() as library, pytest.raises(UsageError) as caught:
        library.game("tafel")
    assert (caught.value.exit_code, caught.value.facts["near"]) == (2, "tafl")
    with stocked.library() as library, pytest.raises(UsageError) as caught:
        library.scope("zzzz")
    assert caught.value.facts["known"] == "goose, tafl"


def test_an_empty_home_has_no_index(home: Path) -> None:
    """Exit 5, and looking makes nothing."""
    with pytest.raises(NoIndex) as caught:
        Library.open(Settings(home))
    assert caught.value.exit_code == 5
    assert not home.exists()


def test_a_scope_is_the_stack_that_was_asked_for(stocked: Shelf) -> None:
    """All, those named, all but some, all but expansions; a booklet that does not exist is an error."""
    with stocked.library() as library:

        def names(**asked: object) -> list[str]:
            return [r.booklet.ref.booklet for r in library.scope("tafl", **asked).revisions]  # type: ignore[arg-type]

        assert names() == ["core", "queen", "faq"]
        assert names(booklets=["faq", "core"]) == ["core", "faq"]
        assert names(exclude=["faq"]) == ["core", "queen"]
        assert names(expansions=False) == ["core", "faq"]
        assert names(booklets=["queen"], expansions=False) == ["queen"]
        with pytest.raises(UsageError) as caught:
            names(booklets=["quen"])
        assert caught.value.facts["near"] == "queen"
        with pytest.raises(UsageError):
            names(booklets=["core"], exclude=["core"])


def test_channels_stay_within_the_scope(stocked: Shelf) -> None:
    """Another booklet's or another game's passages are never found."""
    with stocked.library() as library:
        scope = library.scope("tafl", booklets=["core"])
        for hits in (
            library.lexical(scope, "content", ["throne"], 10),
            library.lexical(scope, "path", ["setup"], 10),
            library.lexical(scope, "term", ["king"], 10),
            library.dense(scope, "a", "the throne of the king", 10),
        ):
            found = library.passages([hit.row for hit in hits.hits])
            assert found
            assert {passage.ref.owner for passage in found} == {CORE}


def test_stemmed_words_find_their_forms_and_terms_do_not(stocked: Shelf) -> None:
    """`content` knows that stands is stand; `term` looks for the word as printed, and for phrases."""
    with stocked.library() as library:
        scope = library.scope("tafl", booklets=["core"])
        assert library.lexical(scope, "content", ["standing"], 5).hits
        assert not library.lexical(scope, "term", ["standing"], 5).hits
        assert library.lexical(scope, "term", ["sixteen"], 5).hits
        assert not library.lexical(scope, "term", ["king sixteen"], 5).hits
        assert library.lexical(scope, "term", ["the throne"], 5).hits


@pytest.mark.parametrize("word", ['"', "*", "AND", "NEAR(", "a:b", "-x", "^", "'); DROP TABLE games;--", "\x00", ""])
def test_what_users_type_is_never_syntax(stocked: Shelf, word: str) -> None:
    """Every word is quoted: nothing breaks, nothing is run."""
    with stocked.library() as library:
        scope = library.scope("tafl")
        for channel in ("path", "content", "term"):
            library.lexical(scope, channel, [word, "throne"], 5)
        assert len(library.games()) == 2


def test_what_other_games_say_does_not_move_scores(shelf: Shelf) -> None:
    """How rare a word is depends on the game alone, so that a home may grow."""
    shelf.add(OLD)
    with shelf.library() as library:
        before = library.lexical(library.scope("tafl"), "content", ["throne", "pawn"], 5).hits
    shelf.add("# X\n\n" + "\n\n".join(f"The pawn of rule {n}." for n in range(30)), game="chess")
    with shelf.library() as library:
        assert library.lexical(library.scope("tafl"), "content", ["throne", "pawn"], 5).hits == before


def test_excluded_sections_and_other_types_are_never_found(stocked: Shelf) -> None:
    """By the name of any heading above, whatever its case and accents; in every channel and in the whole list."""
    with stocked.library() as library:
        plain = library.scope("tafl", booklets=["core", "queen"])
        scope = library.scope("tafl", booklets=["core", "queen"], exclude_sections=["SÉTUP"], types=[ChunkType.TEXT])
        wanted = {p.row for p in library.all_passages(plain) if p.section_path != ("Setup",) and p.type == "text"}
        assert {passage.row for passage in library.all_passages(scope)} == wanted
        assert {hit.row for hit in library.dense(scope, "a", "the king", 10).hits} == wanted
        assert not library.lexical(scope, "content", ["throne", "b"], 10).hits
        assert library.lexical(plain, "content", ["throne", "b"], 10).hits
        assert len(library.dense(scope, "a", "the king", 1).hits) == 1


def test_passages_come_in_the_order_asked_for(stocked: Shelf) -> None:
    """With their key, page, printed page and booklet."""
    with stocked.library() as library:
        rows = [passage.row for passage in library.all_passages(library.scope("tafl"))]
        found = library.passages(rows[::-1])
        assert [passage.row for passage in found] == rows[::-1]
        first = found[-1]
        assert first.key == "tafl/core:1#0"
        assert (first.printed, first.section_path, first.kind) == ("3", ("Setup",), BookletKind.CORE)


def test_pages_are_read_back_whole(stocked: Shelf) -> None:
    """Facts from the catalogue, the page itself from the corpus."""
    ref = PageRef("tafl", "core", 2)
    with stocked.library() as library:
        (facts,) = library.page_facts([ref])
        page = library.page(ref)
        assert (facts.ref, facts.status, facts.printed) == (ref, PageStatus.TEXT, "4")
        assert facts.picture_share == pytest.approx(0.01)
        assert facts.chars == len(page.text)
        assert page.blocks[0].role == "heading"
        assert [passage.text for passage in library.page_passages(ref)] == ["A pawn is taken between two."]
        for call in (library.page, library.page_passages, library.colours, lambda r: library.page_facts([r])):
            with pytest.raises(UsageError):
                call(PageRef("tafl", "core", 3))
            with pytest.raises(UsageError):
                call(PageRef("tafl", "nowhere", 1))


def test_a_page_without_a_picture_shows_no_colour(stocked: Shelf) -> None:
    """What Markdown and text are."""
    with stocked.library() as library:
        assert library.colours(PageRef("tafl", "core", 2)) == {}


def test_the_digest_follows_what_may_be_shown(stocked: Shelf) -> None:
    """Another scope or another revision: another digest."""
    with stocked.library() as library:
        scope = library.scope("tafl")
        digest = library.revision_digest(scope)
        assert library.revision_digest(library.scope("tafl")) == digest
        assert library.revision_digest(library.scope("tafl", exclude=["faq"])) != digest
    stocked.add(NEW, order=1)
    with stocked.library() as library:
        assert library.revision_digest(library.scope("tafl")) != digest


def test_many_threads_may_read(stocked: Shelf) -> None:
    """One library, eight threads, the same answers."""
    with stocked.library() as library:
        scope = library.scope("tafl")
        wanted = (library.dense(scope, "a", "king", 5), library.lexical(scope, "content", ["kings"], 5))
        wrong: list[object] = []

        def read() -> None:
            for _ in range(20):
                found = (library.dense(scope, "a", "king", 5), library.lexical(scope, "content", ["kings"], 5))
                wrong.extend([found] if found != wanted else [])

        threads = [threading.Thread(target=read) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


def test_another_embedding_model_is_an_error_that_names_the_command(stocked: Shelf) -> None:
    """Vectors of two models are never compared: exit 5."""
    settings = Settings(stocked.settings.home, models=("c",))
    with Library.open(settings, stocked.tools.embedder) as library, pytest.raises(NoIndex) as caught:
        library.dense(library.scope("tafl"), "c", "king", 5)
    assert (caught.value.exit_code, caught.value.facts["booklet"]) == (5, CORE)


def test_a_file_that_is_no_catalogue_is_said_to_be_damaged(home: Path) -> None:
    """Not a traceback of SQLite."""
    home.mkdir()
    (home / "oracle.db").write_bytes(b"not a database at all" * 100)
    with pytest.raises(NoIndex) as caught:
        Library.open(Settings(home))
    assert caught.value.key == "ingest.store.damaged"


def test_a_booklet_is_found_by_its_reference(stocked: Shelf) -> None:
    """Or by the nearest name."""
    with stocked.library() as library:
        assert library.booklet(BookletRef("tafl", "queen")).kind is BookletKind.EXPANSION
        with pytest.raises(UsageError) as caught:
            library.booklet(BookletRef("tafl", "quen"))
    assert caught.value.facts["near"] == "queen"


def test_reading_writes_nothing(stocked: Shelf) -> None:
    """A search leaves the home as it was, byte for byte, and its connection cannot write.

    But for Chroma's database, in which every client signs that it could write (table `acquire_write`).
    """
    before = tree(stocked.settings.home)
    with stocked.library() as library:
        scope = library.scope("tafl")
        library.lexical(scope, "content", ["king"], 5)
        library.dense(scope, "a", "king", 5)
    after = tree(stocked.settings.home)
    assert after.keys() == before.keys()
    assert {name for name in before if before[name] != after[name]} <= {"chroma/chroma.sqlite3"}
    connection = catalogue.open_reader(stocked.settings.database)
    with pytest.raises(sqlite3.OperationalError):
        connection.execute("DELETE FROM games")
    connection.close()


def test_the_store_is_light_until_it_is_used() -> None:
    """Importing it loads neither Chroma nor numpy nor a stemmer: `oracle --help` stays quick."""
    script = (
        "import sys\nimport ingest.library, ingest.pipeline, ingest.store.verify\n"
        "print(sorted({'chromadb', 'numpy', 'snowballstemmer', 'pymupdf', 'fastembed'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "[]\n"

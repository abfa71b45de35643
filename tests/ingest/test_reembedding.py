"""A home embedded by other models: no page is read, somebody searches all along, a kill loses nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest

from ingest import upkeep
from ingest.contracts import BookletRef, BookletStatus, ChannelHits
from ingest.errors import NoIndex, UsageError
from ingest.library import Library
from ingest.reembedding import Reembedded, chosen, drop_unused, plan, reembed
from ingest.settings import Progress, Settings
from ingest.store import catalogue
from ingest.store.home import writable_home
from ingest.store.vectors import VectorStore
from tests.ingest.shelf import CORE, NEW, OLD, Shelf, tree
from tests.tools import ROOT

QUESTION = "Where does the king stand?"
TEXTS = 3 + 4


@pytest.fixture
def full(shelf: Shelf) -> Shelf:
    """Two booklets, seven texts, by models `a` and `b`."""
    shelf.add(OLD)
    shelf.add(NEW.replace("king", "queen").replace("A pawn", "A piece"), "second")
    return shelf


def switch(shelf: Shelf, *models: str, hear: list[Progress] | None = None) -> Reembedded:
    return reembed(shelf.settings, models, [].append if hear is None else hear.append, shelf.tools.workshop())


def configured(shelf: Shelf, *models: str) -> Shelf:
    """The same home under another configuration."""
    return replace(shelf, settings=replace(shelf.settings, models=models))


def hits(library: Library, model: str) -> ChannelHits:
    return library.dense(library.scope("tafl"), model, QUESTION, 20)


def answered(shelf: Shelf, *models: str) -> dict[str, ChannelHits]:
    with configured(shelf, *models).library() as library:
        return {model: hits(library, model) for model in models}


def test_no_page_is_read_and_each_text_is_embedded_once(full: Shelf) -> None:
    """The new model embeds what there is; then it is what everything is searched by, as if it had always been."""
    read, passages = full.tools.pages_read, full.texts()
    assert switch(full, "c") == Reembedded(2, TEXTS, 0)
    assert full.tools.pages_read == read
    assert len(full.tools.embedder("c").history) == TEXTS
    now = configured(full, "c")
    assert now.texts() == passages
    assert len(answered(full, "c")["c"].hits) == TEXTS
    assert answered(full, "c")["c"].degraded == ()
    assert now.verify() == ()
    assert not now.add(OLD).changed
    assert [result.changed for result in now.reindex()] == [False, False]
    assert full.tools.pages_read == read


def test_a_configuration_that_was_not_changed_goes_on_answering(full: Shelf) -> None:
    """Another process with the old models finds what it found, in the store."""
    before = answered(full, "a", "b")
    switch(full, "c")
    assert answered(full, "a", "b") == before


def test_somebody_searches_all_along(full: Shelf) -> None:
    """At every step an open library and a new one give the same hits; while a collection is written, from the cache."""
    before = answered(full, "a")["a"].hits
    found: list[tuple[str, bool]] = []
    with full.library() as library:

        def look(step: Progress) -> None:
            found.append((step.stage, hits(library, "a").hits == before and answered(full, "a")["a"].hits == before))

        reembed(full.settings, ("c", "a"), look, full.tools.workshop())
    assert {stage for stage, _ in found} == {"ingest.stage.embedding", "ingest.stage.vectors"}
    assert all(same for _, same in found)


def test_an_open_library_of_the_new_configuration_answers_as_soon_as_it_can(full: Shelf) -> None:
    """Before the switch it names the command; after it, it needs not be opened again."""
    with configured(full, "c").library() as library:
        with pytest.raises(NoIndex) as caught:
            hits(library, "c")
        assert (caught.value.key, caught.value.facts["models"]) == ("ingest.store.other_embeddings", "c")
        switch(full, "c")
        assert len(hits(library, "c").hits) == TEXTS


def test_going_back_costs_nothing(full: Shelf) -> None:
    """Vectors and collections of before are still there, and so are the answers."""
    before, embedded = answered(full, "a", "b"), full.tools.embedded
    switch(full, "c")
    assert switch(full, "a", "b") == Reembedded(2, 0, 2 * TEXTS)
    assert full.tools.embedded == embedded + TEXTS
    assert answered(full, "a", "b") == before
    assert full.verify() == ()


def test_it_says_first_how_much_that_is_and_writes_nothing(full: Shelf) -> None:
    """Texts and tokens by model; what is known already costs nothing."""
    before = tree(full.settings.home / "books")
    found = plan(full.settings, ("a", "c"), full.tools.workshop())
    assert (found.booklets, found.texts, found.switches) == (2, TEXTS, True)
    known, new = found.works
    assert (known.model, known.texts, known.tokens, known.known) == ("a", 0, 0, TEXTS)
    assert (new.model, new.texts, new.known, new.long, new.away) == ("c", TEXTS, 0, 0, False)
    words = sum(len(f"Setup\n{text}".split()) for text in full.texts())
    assert new.tokens == pytest.approx(words, abs=TEXTS)
    assert full.tools.embedder("c").history == []
    assert tree(full.settings.home / "books") == before
    assert not plan(full.settings, ("b", "a"), full.tools.workshop()).switches


def test_progress_is_told_over_the_whole_home(full: Shelf) -> None:
    """One bar from nothing to all, not one a booklet."""
    heard: list[Progress] = []
    switch(full, "c", hear=heard)
    steps = [(step.done, step.total) for step in heard if step.stage == "ingest.stage.embedding"]
    assert steps[-1] == (TEXTS, TEXTS)
    assert steps == sorted(steps)


def test_what_is_added_later_goes_with_the_new_models(full: Shelf) -> None:
    """Going back then embeds that alone."""
    switch(full, "c")
    configured(full, "c").add("# Late\n\nA rule that came late.", "late")
    assert switch(full, "a", "b") == Reembedded(3, 2, 2 * TEXTS)
    assert len(answered(full, "a")["a"].hits) == TEXTS + 1


def test_an_archived_booklet_comes_back_by_the_new_models(full: Shelf) -> None:
    """It is embedded with the others, and written to the store by whoever brings it back."""
    second = BookletRef("tafl", "second")
    upkeep.set_status(second, BookletStatus.ARCHIVED, full.settings)
    switch(full, "c")
    assert configured(full, "c").verify() == ()
    upkeep.set_status(second, BookletStatus.PUBLISHED, full.settings)
    found = answered(full, "c")["c"]
    assert (len(found.hits), found.degraded) == (TEXTS, ())


def test_vectors_that_nothing_is_searched_by_can_be_dropped(full: Shelf) -> None:
    """Not while a library is open; afterwards the old configuration is told what to type, and the new one answers."""
    switch(full, "c")
    with writable_home(full.settings), catalogue.writing(full.settings.database) as connection:
        with full.library():
            assert not drop_unused(full.settings, connection)
        assert drop_unused(full.settings, connection)
    store = VectorStore(full.settings)
    with store.reading() as reader:
        assert len(reader.names()) == 2
    store.close()
    with pytest.raises(NoIndex):
        answered(full, "a")
    assert configured(full, "c").verify() == ()
    assert switch(full, "a") == Reembedded(2, TEXTS, 0)


def test_pruning_everything_drops_them(full: Shelf) -> None:
    """It says how many they are; pruning one booklet leaves them."""
    switch(full, "c")
    assert not upkeep.prunable([CORE], full.settings).anything
    chosen = upkeep.prunable([CORE], full.settings, vectors=True)
    assert chosen.vectors == 2 * TEXTS
    assert upkeep.prune(chosen, full.settings)
    assert not upkeep.prunable([CORE], full.settings, vectors=True).anything
    assert len(answered(full, "c")["c"].hits) == TEXTS


def test_a_home_without_a_game_has_nothing_to_embed(shelf: Shelf) -> None:
    """Exit code 5, and nothing is made."""
    with pytest.raises(NoIndex):
        switch(shelf, "c")
    assert not shelf.settings.home.exists()


def test_models_are_named_as_the_configuration_names_them() -> None:
    """With commas, once each, a folder by its whole path; none is an error."""
    assert chosen(" minilm,use ,minilm,") == ("minilm", "use")
    assert chosen("voyage:voyage-3.5-lite,BAAI/bge-small-en-v1.5")[0] == "voyage:voyage-3.5-lite"
    assert chosen("./model")[0].startswith("/")
    with pytest.raises(UsageError):
        chosen(" , ")


def test_texts_that_leave_this_machine_are_known_to(full: Shelf) -> None:
    """By the provider's address: who is asked about it decides whether it may."""
    tools = full.tools.workshop()
    assert [w.away for w in plan(full.settings, ("voyage:m", "ollama:m"), tools).works] == [True, False]


# --- kills -------------------------------------------------------------------------------------------


def kill_at(settings: Settings, stage: str, done: int) -> None:
    command = [sys.executable, "-m", "tests.ingest.reembedding_child", str(settings.home), stage, str(done)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=dict(os.environ)) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "stopped\n"
        child.send_signal(signal.SIGKILL)
        assert child.wait(10) == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "done", "left"), [("embedding", 3, 4), ("vectors", 0, 0), ("vectors", 1, 0)])
def test_a_kill_leaves_the_old_models_and_loses_no_vector(full: Shelf, stage: str, done: int, left: int) -> None:
    """The old configuration answers as before, and the next run goes on where it stopped."""
    before = answered(full, "a", "b")
    kill_at(full.settings, stage, done)
    assert answered(full, "a", "b") == before
    with pytest.raises(NoIndex):
        answered(full, "c")
    assert switch(full, "c") == Reembedded(2, left, TEXTS - left)
    assert len(answered(full, "c")["c"].hits) == TEXTS
    assert configured(full, "c").verify() == ()


@pytest.mark.slow
def test_what_a_kill_left_is_cleared_away_by_reindex(full: Shelf) -> None:
    """For whoever does not want to go on: collections that nobody published."""
    kill_at(full.settings, "vectors", 1)
    assert {finding.note.key for finding in full.verify()} == {"ingest.verify.leftover_collection"}
    full.reindex()
    assert full.verify() == ()
    assert full.library().booklet(CORE).chunks == 3

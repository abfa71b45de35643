"""`kill -9` at every stage: readers keep the old revision, whole, and the next add clears up."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from tests.ingest.shelf import NEW, OLD, Shelf
from tests.tools import ROOT

STAGES = [
    ("staging", 0),
    ("staging", 1),
    ("pages", 1),
    ("pages", 3),
    ("chunks", 1),
    ("embedding", 2),
    ("vectors", 0),
    ("vectors", 4),
    ("vectors", 8),
    ("publish", 0),
]


def start(shelf: Shelf, text: str, stage: str, done: int) -> subprocess.Popen[str]:
    """A process that adds `text` and stops at a stage."""
    file = shelf.folder / "next.txt"
    file.write_text(text, "utf-8")
    arguments = [str(shelf.settings.home), str(shelf.folder), str(file), stage, str(done)]
    command = [sys.executable, "-m", "tests.ingest.stopping_child", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=dict(os.environ))


def kill_at(shelf: Shelf, text: str, stage: str, done: int) -> None:
    """Start adding `text` in a process of its own and kill it at a stage."""
    with start(shelf, text, stage, done) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "stopped\n"
        child.send_signal(signal.SIGKILL)
        assert child.wait(10) == -signal.SIGKILL


def assert_serves(shelf: Shelf, text: str) -> None:
    """A search by every channel gives the passages of `text`, all of them, and nothing else."""
    wanted = [part for part in text.replace("\f", "\n\n").split("\n\n") if not part.startswith("#")]
    assert shelf.texts() == wanted
    with shelf.library() as library:
        scope = library.scope("tafl")
        rows = {passage.row for passage in library.all_passages(scope)}
        for model in shelf.settings.models:
            found = library.dense(scope, model, wanted[-1], 50)
            assert {hit.row for hit in found.hits} == rows
            assert library.passages([found.hits[0].row])[0].text == wanted[-1]
            assert found.degraded == ()
        lexical = library.lexical(scope, "content", wanted[-1].split(), 50)
        assert {hit.row for hit in lexical.hits} <= rows
        assert library.passages([lexical.hits[0].row])[0].text == wanted[-1]
        for facts in library.page_facts(passage.ref for passage in library.all_passages(scope)):
            assert facts.image is not None
            assert facts.image.is_file()


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "done"), STAGES)
def test_a_kill_before_the_commit_leaves_the_old_revision(shelf: Shelf, stage: str, done: int) -> None:
    """Searched right after it, the home gives the old revision; the next add succeeds and leaves nothing behind."""
    shelf.add(OLD)
    kill_at(shelf, NEW, stage, done)
    assert_serves(shelf, OLD)
    assert shelf.add(NEW).changed
    assert_serves(shelf, NEW)
    third = shelf.add(NEW)
    assert (third.changed, third.embedded, sum(third.pages.values())) == (False, 0, 0)
    assert shelf.verify() == ()


@pytest.mark.slow
def test_a_kill_after_the_commit_leaves_the_new_revision(shelf: Shelf) -> None:
    """What was committed is served; the next add has nothing to do but clear up."""
    shelf.add(OLD)
    kill_at(shelf, NEW, "publish", 1)
    assert_serves(shelf, NEW)
    assert not shelf.add(NEW).changed
    assert_serves(shelf, NEW)
    assert shelf.verify() == ()


@pytest.mark.slow
def test_verify_names_what_a_kill_left(shelf: Shelf) -> None:
    """Between the kill and the next add, `verify` finds the leavings: folders and vectors."""
    shelf.add(OLD)
    kill_at(shelf, NEW, "publish", 0)
    found = {finding.note.key for finding in shelf.verify()}
    assert found == {f"ingest.verify.leftover_{what}" for what in ("folder", "unknown", "collection")}


@pytest.mark.slow
def test_a_kill_during_the_first_add_leaves_no_game(shelf: Shelf) -> None:
    """A home in which nothing was ever published says so, and can be filled."""
    kill_at(shelf, NEW, "publish", 0)
    assert shelf.add(NEW).changed
    assert_serves(shelf, NEW)
    assert shelf.verify() == ()


@pytest.mark.slow
def test_embeddings_survive_a_kill(shelf: Shelf) -> None:
    """What was embedded before the kill is not embedded again."""
    kill_at(shelf, NEW, "vectors", 0)
    result = shelf.add(NEW)
    assert (result.changed, result.embedded, result.reused) == (True, 0, 4)


@pytest.mark.slow
def test_a_kill_at_any_moment_is_harmless(shelf: Shelf) -> None:
    """Killed at random moments, mid-write too, the home always serves one revision whole."""
    shelf.add(OLD)
    chance, current = random.Random(7), OLD
    for number in range(8):
        text = f"{NEW}\f# Round {number}\n\nRule of round {number} alone."
        with start(shelf, text, "none", 0) as child:
            time.sleep(chance.uniform(0.3, 1.6))
            child.kill()
        current = next(t for t in (text, current) if t.rpartition("\n\n")[2] in shelf.texts())
        assert_serves(shelf, current)
    assert shelf.add(NEW).changed
    assert_serves(shelf, NEW)
    shelf.add(NEW)
    assert shelf.verify() == ()


def test_every_stage_of_the_kill_tests_comes(shelf: Shelf) -> None:
    """No kill test waits for a stage that never comes."""
    shelf.add(OLD)
    seen: list[tuple[str, int]] = []
    shelf.add(NEW, progress=lambda p: seen.append((p.stage.removeprefix("ingest.stage."), p.done)))
    assert set(seen) >= {*STAGES, ("publish", 1)}

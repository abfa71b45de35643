"""What proved sound is known to the next process, as long as nothing changed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.library import Library
from ingest.store import locks
from ingest.store.proven import NAME, Proofs
from tests.ingest.shelf import Shelf
from tests.ingest.test_vectors import DAMAGES
from tests.tools import ROOT

RULES = "# Moves\n\nThe king moves one square.\n\nA pawn moves forward."


def library_of(shelf: Shelf) -> Library:
    """The home as somebody reads it who remembers."""
    return Library.open(shelf.settings, shelf.tools.embedder, remembers=True)


def ask(shelf: Shelf) -> list[str]:
    """A question by a library of its own: the notes that came with the answer."""
    with library_of(shelf) as library:
        return [note.key for note in library.dense(library.scope("tafl"), "a", "king", 3).degraded]


def names(shelf: Shelf) -> list[str]:
    """The collections that are known to be sound."""
    kept = json.loads((shelf.settings.home / NAME).read_text())["names"]
    return [name for name in kept if Proofs(shelf.settings).holds(name)]


def test_what_was_proven_is_known_until_a_file_changes(shelf: Shelf) -> None:
    """Time alone is enough; then it is proven again, and known again."""
    shelf.add(RULES)
    assert ask(shelf) == []
    (name,) = names(shelf)
    for file in (shelf.settings.vectors / "chroma.sqlite3", next(shelf.settings.vectors.glob("*/data_level0.bin"))):
        os.utime(file, (1, 1))
        assert names(shelf) == []
        assert ask(shelf) == []
        assert names(shelf) == [name]


def test_two_games_are_known_side_by_side(shelf: Shelf) -> None:
    """Proving one forgets nothing of the other."""
    shelf.add(RULES)
    shelf.add(RULES, "other")
    for booklet in ("core", "other"):
        with library_of(shelf) as library:
            library.dense(library.scope("tafl", booklets=(booklet,)), "a", "king", 3)
    assert len(names(shelf)) == 2


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damage_is_said_though_all_was_proven_before(shelf: Shelf, damage: Callable[[Path], None]) -> None:
    """What is known is known of other files; a store that somebody writes is not trusted either."""
    shelf.add(RULES)
    ask(shelf)
    with locks.vectors_alone(shelf.settings):
        assert ask(shelf) == ["ingest.store.degraded_locked"]
    damage(shelf.settings.vectors)
    assert [key.partition("degraded_")[1] for key in ask(shelf)] == ["degraded_"]


@pytest.mark.parametrize("content", ["", "[]", '{"files": 3}', "garbage"])
def test_a_damaged_memory_costs_time_only(shelf: Shelf, content: str) -> None:
    """It is written anew."""
    shelf.add(RULES)
    (shelf.settings.home / NAME).write_text(content)
    assert ask(shelf) == []
    assert names(shelf)


def test_where_nothing_can_be_written_nothing_is_said(shelf: Shelf) -> None:
    """A folder stands where the file should: questions are answered all the same."""
    shelf.add(RULES)
    (shelf.settings.home / NAME).mkdir()
    assert ask(shelf) == []
    assert [file.name for file in shelf.settings.home.glob(f".{NAME}*")] == []


def test_a_known_collection_is_scanned_without_opening_the_store(shelf: Shelf) -> None:
    """The second process never loads Chroma."""
    shelf.add(RULES)
    script = (
        "import sys, pathlib\nfrom ingest.library import Library\nfrom ingest.settings import Settings\n"
        "from tests.fakes.workshop import FakeTools\n"
        "with Library.open(Settings(pathlib.Path(sys.argv[1]), models=('a', 'b')), FakeTools().embedder,"
        " remembers=True) as library:\n"
        "    library.dense(library.scope('tafl'), 'a', 'king', 3)\n"
        "print('chromadb' in sys.modules)\n"
    )
    command = [sys.executable, "-c", script, str(shelf.settings.home)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    runs = [subprocess.run(command, capture_output=True, text=True, check=True, env=environ) for _ in range(2)]
    assert [run.stdout.strip() for run in runs] == ["True", "False"]

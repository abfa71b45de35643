"""The vector store fails in every way it can: the answers stay the same, and it is said."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ingest.contracts import ChannelHits
from ingest.store import locks
from ingest.store.vectors import VectorStore, collection_name
from tests.ingest.shelf import CORE, NEW, OLD, Shelf
from tests.tools import ROOT

MANY = "# Rules\n\n" + "\n\n".join(f"Rule {n} speaks of {n % 7} kings and {n % 11} pawns." for n in range(150))


def ask(shelf: Shelf, text: str = "king on the throne") -> ChannelHits:
    """The dense channel of a library that was just opened."""
    with shelf.library() as library:
        return library.dense(library.scope("tafl"), "a", text, 3)


def same_scores(one: ChannelHits, other: ChannelHits) -> bool:
    """The same best scores but for rounding; equal ones may change places."""
    return [hit.score for hit in one.hits] == pytest.approx([hit.score for hit in other.hits], abs=1e-4)


def remove(chroma: Path) -> None:
    """The folder is gone."""
    shutil.rmtree(chroma)


def empty(chroma: Path) -> None:
    """The folder is there with nothing in it."""
    shutil.rmtree(chroma)
    chroma.mkdir()


def garbage_database(chroma: Path) -> None:
    """Its database is noise."""
    (chroma / "chroma.sqlite3").write_bytes(os.urandom(50_000))


def truncated_database(chroma: Path) -> None:
    """Its database was cut short."""
    os.truncate(chroma / "chroma.sqlite3", 10_000)


def garbage_index(chroma: Path) -> None:
    """Every index file is noise."""
    for file in chroma.glob("*/*.*"):
        file.write_bytes(os.urandom(file.stat().st_size))


def wiped_vectors(chroma: Path) -> None:
    """The vectors are zeros: the index still answers."""
    for file in chroma.glob("*/data_level0.bin"):
        file.write_bytes(b"\0" * file.stat().st_size)


def missing_index(chroma: Path) -> None:
    """The index files are gone, the database is not."""
    for file in chroma.glob("*/*.*"):
        file.unlink()


def a_file(chroma: Path) -> None:
    """A file stands where the folder was."""
    shutil.rmtree(chroma)
    chroma.write_text("garbage")


DAMAGES = [
    remove,
    empty,
    garbage_database,
    truncated_database,
    garbage_index,
    wiped_vectors,
    missing_index,
    a_file,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damage_changes_no_answer_and_is_said_and_mended(shelf: Shelf, damage: Callable[[Path], None]) -> None:
    """Exact search answers; `verify` finds it; `reindex` writes the vectors again without embedding anything."""
    shelf.add(MANY)
    before = ask(shelf)
    assert before.degraded == ()
    damage(shelf.settings.vectors)
    after = ask(shelf)
    assert same_scores(after, before)
    assert [note.key.partition("degraded_")[1] for note in after.degraded] == ["degraded_"]
    assert "damaged" in {finding.kind for finding in shelf.verify()}
    embedded = shelf.tools.embedded
    shelf.reindex()
    assert shelf.tools.embedded == embedded
    assert shelf.verify() == ()
    assert ask(shelf).degraded == ()


def test_damage_under_an_open_library_is_noticed(shelf: Shelf) -> None:
    """The files go while a library is open, and come back: it answers all along."""
    shelf.add(MANY)
    with shelf.library() as library:
        scope = library.scope("tafl")
        before = library.dense(scope, "a", "king", 3)
        shutil.rmtree(shelf.settings.vectors)
        gone = library.dense(scope, "a", "king", 3)
        assert same_scores(gone, before)
        assert [note.key for note in gone.degraded] == ["ingest.store.degraded_absent"]
        shelf.reindex()
        back = library.dense(scope, "a", "king", 3)
        assert same_scores(back, before)
        assert back.degraded == ()


def test_while_the_store_is_written_exact_search_answers(shelf: Shelf) -> None:
    """A query never waits for a writer."""
    shelf.add(OLD)
    before = ask(shelf)
    with locks.vectors_alone(shelf.settings):
        after = ask(shelf)
    assert same_scores(after, before)
    assert [note.key for note in after.degraded] == ["ingest.store.degraded_locked"]


def test_adding_to_a_lost_store_brings_everything_back(shelf: Shelf) -> None:
    """The next add restores what is published, from the cache, even when it has nothing to do itself."""
    shelf.add(OLD)
    shelf.add(NEW, "other")
    remove(shelf.settings.vectors)
    again = shelf.add(OLD)
    assert [note.key for note in again.warnings] == ["ingest.store.vectors_restored"]
    assert shelf.verify() == ()
    garbage_database(shelf.settings.vectors)
    shelf.add("# Third\n\nA third booklet.", "third")
    assert shelf.verify() == ()


def test_chroma_finds_what_exact_search_finds(shelf: Shelf) -> None:
    """Over 150 chunks and many questions, the same three best scores."""
    shelf.add(MANY)
    with shelf.library() as library:
        scope = library.scope("tafl")
        questions = [f"{n} kings and {n * 3 % 11} pawns" for n in range(20)]
        stored = [library.dense(scope, "a", question, 3) for question in questions]
        with locks.vectors_alone(shelf.settings):
            exact = [library.dense(scope, "a", question, 3) for question in questions]
    for one, other in zip(stored, exact, strict=True):
        assert [hit.score for hit in one.hits] == pytest.approx([hit.score for hit in other.hits], abs=1e-4)


def test_ids_in_the_store_are_the_keys_of_passages(shelf: Shelf) -> None:
    """One collection a revision and model; nothing of an older revision stays."""
    shelf.add(OLD)
    shelf.add(NEW)
    store = VectorStore(shelf.settings)
    with shelf.library() as library:
        keys = {passage.key for passage in library.all_passages(library.scope("tafl"))}
        revision = library.booklet(CORE).revision
    try:
        with store.reading() as reader:
            models = (shelf.tools.embedder(name).info.identity for name in ("a", "b"))
            names = [collection_name(CORE, revision, identity) for identity in models]
            assert sorted(reader.names()) == sorted(names)
            assert set(reader.keys(names[0])) == keys
    finally:
        store.close()


def test_a_process_killed_while_it_holds_the_store_frees_it(shelf: Shelf) -> None:
    """Locks die with their process."""
    shelf.add(OLD)
    script = (
        "import sys, pathlib\nfrom ingest.store import locks\nfrom ingest.settings import Settings\n"
        "with locks.vectors_alone(Settings(pathlib.Path(sys.argv[1]))):\n"
        "    print('held', flush=True)\n    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", script, str(shelf.settings.home)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert ask(shelf).degraded
        child.send_signal(signal.SIGKILL)
    assert ask(shelf).degraded == ()


def test_chroma_is_silent_and_reads_nothing_of_the_current_folder(shelf: Shelf, tmp_path: Path) -> None:
    """No telemetry, no log, no `.env`."""
    shelf.add(OLD)
    (tmp_path / ".env").write_text("CHROMA_SERVER_HOST=evil\nanonymized_telemetry=true\nis_persistent=false\n")
    script = (
        "import sys, pathlib\nfrom ingest.store.vectors import VectorStore\nfrom ingest.settings import Settings\n"
        "store = VectorStore(Settings(pathlib.Path(sys.argv[1])))\n"
        "with store.reading() as reader:\n    print(len(reader.names()))\nstore.close()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(shelf.settings.home)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert (done.stdout, done.stderr) == ("2\n", "")

"""What was found before: the same question costs nothing, another one or another stack never gets its result."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from pathlib import Path

import pytest

from ingest.contracts import BookletKind, Note, Scope
from oracle.contracts import Evidence, Question, Stack, Turn
from oracle.find import find
from oracle.profile import CLASSIC, Profile
from oracle.remembered import MOST, Remembered, normal
from tests.fakes.library import FakeLibrary, page

QUESTION = Question("How many cards do I draw?", Stack("go"))
RULES = page("Draw two cards.", "Discard one card.", section="Turn")


@dataclass(frozen=True)
class Known:
    """A model with an identity."""

    name: str = "everything"
    languages: tuple[str, ...] = ("*",)
    away: bool = False
    identity: str = "everything@1"


@dataclass
class Digested(FakeLibrary):
    """A library that tells its revisions apart by `edition`."""

    models: tuple[Known, ...] = (Known(),)  # type: ignore[assignment]
    edition: str = "1"
    files: str = "whole"

    def revision_digest(self, scope: Scope) -> str:
        """The edition, and which booklets."""
        return f"{self.edition} {[r.booklet.ref.booklet for r in scope.revisions]} {scope.types}"

    def index_digest(self, scope: Scope) -> str:
        """Whether the files are as they were."""
        return self.files


def library(**facts: object) -> Digested:
    """Two booklets."""
    return Digested({"core": ("en", [RULES]), "more": ("en", [page("Draw three cards.")])}, **facts)  # type: ignore[arg-type]


def found(
    home: Path, asked: Question = QUESTION, shelf: Digested | None = None, profile: Profile | None = None
) -> tuple[Evidence, bool]:
    """What is found, and whether any channel was heard for it."""
    shelf = shelf or library()
    _, _, evidence = find(shelf, asked, profile or Profile(), memory=Remembered(home / "r.db", shelf))
    return evidence, bool(shelf.history)


def test_the_same_question_is_not_searched_twice(tmp_path: Path) -> None:
    """Passages, order, scores, channels, zone and page are those of the first time; and it is said."""
    first, searched = found(tmp_path)
    assert (first.remembered, searched) == (False, True)
    again, searched = found(tmp_path)
    assert (again.remembered, searched) == (True, False)
    assert replace(again, remembered=False) == first
    assert found(tmp_path, replace(QUESTION, text="  how many\tcards do I draw ? "))[0].remembered


OTHERS: dict[str, Callable[[], dict[str, object]]] = {
    "another question": lambda: {"asked": replace(QUESTION, text="How many cards do I discard?")},
    "another stack": lambda: {"asked": replace(QUESTION, stack=Stack("go", ("core",)))},
    "what came before": lambda: {"asked": replace(QUESTION, history=(Turn("And the dice?", ""),))},
    "another number of passages": lambda: {"asked": replace(QUESTION, limit=1)},
    "a budget": lambda: {"asked": replace(QUESTION, budget=100)},
    "no picture": lambda: {"asked": replace(QUESTION, image="never")},
    "other weights": lambda: {"profile": CLASSIC},
    "another revision": lambda: {"shelf": library(edition="2")},
    "another model": lambda: {"shelf": library(models=(Known(identity="everything@2"),))},
    "damaged files": lambda: {"shelf": library(files="damaged")},
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_whatever_a_result_depends_on_makes_it_another_one(
    tmp_path: Path, other: Callable[[], dict[str, object]]
) -> None:
    """A result never comes from another stack, another revision or other options."""
    found(tmp_path)
    assert not found(tmp_path, **other())[0].remembered  # type: ignore[arg-type]


def test_what_was_degraded_is_not_remembered(tmp_path: Path) -> None:
    """A model that could not be had is asked for again the next time."""
    away = (Known(away=True),)
    assert found(tmp_path, shelf=library(models=away))[0].degraded
    again, searched = found(tmp_path, shelf=library(models=away))
    assert (again.remembered, searched) == (False, True)


def test_a_note_of_the_stack_is_told_each_time(tmp_path: Path) -> None:
    """It is about the table, not about the search."""
    noted = replace(QUESTION, stack=Stack("go", notes=(Note("a.note"),)))
    assert found(tmp_path, noted)[0].degraded == (Note("a.note"),)
    again, _ = found(tmp_path, noted)
    assert (again.remembered, again.degraded) == (True, (Note("a.note"),))


@pytest.mark.parametrize("content", [b"", b"no database" * 500, b'{"ranked": 3}'])
def test_a_damaged_file_is_a_miss_and_is_made_anew(tmp_path: Path, content: bytes) -> None:
    """It never makes a question fail."""
    (tmp_path / "r.db").write_bytes(content)
    assert not found(tmp_path)[0].remembered
    found(tmp_path)
    assert found(tmp_path)[0].remembered


def test_a_home_that_cannot_be_written_is_searched(tmp_path: Path) -> None:
    """As often as it is asked."""
    (tmp_path / "r.db").mkdir()
    assert not found(tmp_path)[0].remembered
    assert not found(tmp_path)[0].remembered


def test_the_file_does_not_grow_without_end(tmp_path: Path) -> None:
    """What was not asked for longest goes first."""
    memory = Remembered(tmp_path / "r.db", library())
    evidence, _ = found(tmp_path)
    for number in range(MOST + 5):
        memory.keep(str(number), evidence)
    assert memory.recall("0") is None
    assert memory.recall(str(MOST)) is not None


def test_many_threads_may_remember(tmp_path: Path) -> None:
    """Whoever comes second misses, and nobody fails."""
    failed: list[BaseException] = []

    def ask() -> None:
        try:
            for number in range(10):
                found(tmp_path, replace(QUESTION, text=f"card {number}?"))
        except BaseException as error:  # noqa: BLE001 - shown below
            failed.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_amendments_and_differences_are_remembered(tmp_path: Path) -> None:
    """With the sentences that differ."""
    said = {slug: f"Each player draws {n} cards at the start." for slug, n in (("core", "two"), ("more", "three"))}
    fix = page("Setup: each player draws four cards at the start.", section="Errata")
    pages = {**{slug: page(text, section="Setup") for slug, text in said.items()}, "errata": fix}
    kinds = {"more": BookletKind.EXPANSION, "errata": BookletKind.ERRATA}
    shelf = Digested({slug: ("en", [each]) for slug, each in pages.items()}, kinds=kinds)
    first, _ = found(tmp_path, shelf=shelf)
    again, _ = found(tmp_path, shelf=shelf)
    assert first.amendments
    assert first.differences
    assert replace(again, remembered=False) == first


def test_all_of_the_evidence_is_remembered() -> None:
    """A field that is added must be kept, or left out here on purpose."""
    kept = {"passages", "zone", "page_to_read", "amendments", "differences"}
    assert {field.name for field in fields(Evidence)} == kept | {"degraded", "remembered"}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Can I?", "can I"), ("L’as", "l'as"), ("a  b", "a b"), ("Où ?!", "où")],
)
def test_questions_that_differ_in_dress_alone_are_the_same(one: str, other: str) -> None:
    """Case, spaces, apostrophes and what ends them."""
    assert normal(one) == normal(other)
    assert normal(one) != normal(f"{one} not")

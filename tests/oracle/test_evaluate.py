from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from ingest.contracts import AddResult, BookletKind, BookletRef
from ingest.store.fingerprint import AddOrder
from oracle.errors import UsageError
from oracle.evaluate import Shelf, ask_all, declared_orders, fill
from oracle.profile import Profile
from oracle.questions import Asked, read_questions
from tests.fakes.library import FakeLibrary, page

PAGES = [
    page("Each player draws five cards and places one token.", section="Setup"),
    page("On your turn, roll two dice. The red icon means danger.", section="Turn", pictures=2, picture_share=0.4),
    page("The game ends when a player reaches twenty points.", section="End"),
]
RECORD = {
    "id": "q1", "game": "Go", "question": "What does the red icon mean?", "stack": ["a/rules.pdf"], "after": None,
    "lang": "en", "book_lang": "en", "category": "visual", "visual": True, "answer": "danger", "must_say": ["danger"],
    "gold": [{"file": "a/rules.pdf", "page": 2, "quote": "The red icon means danger."}], "file": "a/rules.pdf",
}  # fmt: skip
FOLLOW_UP = RECORD | {"id": "q2", "question": "And when does it end?", "after": "q1", "category": "followup"}
OTHER = {
    "lang": "fr", "book_lang": "fr", "category": "unanswerable", "visual": False, "answer": "", "must_say": [],
    "gold": [{"file": "elsewhere.pdf", "page": 99, "quote": "?"}], "file": "elsewhere.pdf",
}  # fmt: skip


def outcomes(folder: Path, *records: Mapping[str, object]) -> list[tuple[object, ...]]:
    file = folder / "q.jsonl"
    file.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    items = read_questions(file)
    library = FakeLibrary({"rules": ("en", PAGES)}, game="go")
    found = list(ask_all(library, Shelf.of(item.asked for item in items), items, Profile()))
    heard = tuple(map(str, library.history))
    return [*((outcome.pages, outcome.zone, outcome.page_to_read) for outcome in found), heard]


def test_what_measures_the_answer_changes_nothing_of_it(tmp_path: Path) -> None:
    """Answer, gold, category, visual and languages may say anything: the pipeline hears and finds the same."""
    honest = outcomes(tmp_path, RECORD, FOLLOW_UP)
    assert honest == outcomes(tmp_path, RECORD | OTHER, FOLLOW_UP | OTHER)
    for name in OTHER:
        bare = [{k: v for k, v in record.items() if k != name} for record in (RECORD, FOLLOW_UP)]
        assert honest == outcomes(tmp_path, *bare)


def test_a_follow_up_is_asked_after_its_parent(tmp_path: Path) -> None:
    """`after` does change what is heard: the parent's words come with it."""
    alone = outcomes(tmp_path, RECORD, FOLLOW_UP | {"after": None})
    assert alone != outcomes(tmp_path, RECORD, FOLLOW_UP)


def test_pages_are_named_by_the_file_of_the_stack(tmp_path: Path) -> None:
    """A passage's page is (file, page), as gold pages are."""
    (first, _) = outcomes(tmp_path, RECORD)
    assert first[0][0] == ("a/rules.pdf", 2)  # type: ignore[index]
    assert first[2] == ("a/rules.pdf", 2)


def test_each_file_is_a_booklet_and_each_game_a_game() -> None:
    """Names that make the same slug stay apart; the shelf does not depend on which questions are asked."""
    asked = [
        Asked("1", "Jeu d'été", "?", ("x/Rules.pdf", "y/rules.pdf")),
        Asked("2", "jeu d été", "?", ("x/Rules.pdf", "Règles (v2).pdf")),
    ]
    shelf = Shelf.of(asked)
    assert shelf == Shelf.of(reversed(asked))
    assert sorted(str(order.ref) for order in shelf.orders.values()) == [
        "jeu-d-ete-2/regles-v2", "jeu-d-ete-2/rules", "jeu-d-ete/rules", "jeu-d-ete/rules-2",
    ]  # fmt: skip
    assert shelf.stack(asked[0]).booklets == ("rules", "rules-2")


def test_a_game_that_a_game_file_describes_is_what_it_says(rulebooks: Path) -> None:
    """Title, kind and name come from `game.toml` when it speaks of every file of the game, else from nowhere."""
    declared = declared_orders(rulebooks)
    base, great, other = "hnefatafl/hnefatafl.pdf", "hnefatafl/alea-evangelii.pdf", "elsewhere/other.pdf"
    known = Shelf.of([Asked("1", "anything", "?", (base, great))], declared)
    assert known.orders["anything", great] == declared[great]
    assert known.orders["anything", great].kind is BookletKind.EXPANSION
    assert known.stack(Asked("1", "anything", "?", (base,))).game == "hnefatafl"
    mixed = Shelf.of([Asked("1", "anything", "?", (base, other))], declared)
    assert mixed.orders["anything", base].kind is BookletKind.CORE
    assert mixed.stack(Asked("1", "anything", "?", (base, other))).game == "anything"


def test_only_files_that_the_questions_need_are_added(tmp_path: Path) -> None:
    """Each once, under its own booklet, its title the file's name."""
    (tmp_path / "a").mkdir()
    for name in ("a/one.pdf", "a/two.pdf", "three.pdf"):
        (tmp_path / name).write_bytes(b"")
    asked = [Asked("1", "g", "?", ("a/one.pdf", "a/two.pdf")), Asked("2", "g", "?", ("a/one.pdf", "three.pdf"))]
    added: list[tuple[Path, AddOrder]] = []

    def add(source: Path, order: AddOrder) -> AddResult:
        added.append((source, order))
        return AddResult(source.name, "g", "b", "r", True, {}, (), 0, 0, (), None, 0)

    assert len(list(fill(Shelf.of(asked), asked[:1], tmp_path, add))) == 2
    assert [(order.ref, order.title) for _, order in added] == [
        (BookletRef("g", "one"), "one"),
        (BookletRef("g", "two"), "two"),
    ]


@pytest.mark.parametrize("file", ["../secret.pdf", "missing.pdf"])
def test_a_stack_names_files_inside_the_folder(tmp_path: Path, file: str) -> None:
    """A path that leaves the folder, or leads nowhere, is a usage error before anything is read."""
    asked = [Asked("1", "g", "?", (file,))]
    with pytest.raises(UsageError):
        list(fill(Shelf.of(asked), asked, tmp_path, lambda *_: pytest.fail("nothing may be added")))

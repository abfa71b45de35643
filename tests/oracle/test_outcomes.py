"""What became of passages: kept append-only, and a small bounded push to ranking that is off by default."""

from __future__ import annotations

import json
import random
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.contracts import PageRef
from oracle.contracts import (
    Answer,
    Citation,
    Evidence,
    GateResult,
    Question,
    Ranked,
    Stack,
    Understood,
    Verified,
    Zone,
)
from oracle.find import find
from oracle.outcomes import Kind, NotKept, Outcomes, Place
from oracle.prior import PLACES, Prior, pushed
from oracle.profile import Profile
from tests.fakes.library import FakeLibrary, page
from tests.oracle.commands import oracle
from tests.oracle.records import passage

GAME = FakeLibrary({"core": ("en", [page(f"Draw {n} cards of rule {n}.") for n in range(8)])})
QUESTION = Question("How many cards do I draw?", Stack("go"))


def ranked(count: int) -> list[Ranked]:
    return [Ranked(replace(passage(text=f"{n}"), chunk_id=f"c{n}"), 1.0 / (n + 1), {}) for n in range(count)]


def keys(found: Evidence) -> list[str]:
    return [one.passage.key for one in found.passages]


def test_outcomes_are_counted_by_page_and_text(tmp_path: Path) -> None:
    """They outlive a revision: a text that stands on the same page again is the same place."""
    outcomes = Outcomes(tmp_path / "o.db")
    assert outcomes.counts("go") == {}
    place, other = Place(PageRef("go", "core", 1), "c1"), Place(PageRef("go", "core", 2), "c1")
    outcomes.add(Kind.SHOWN, [place, other], "run")
    outcomes.add(Kind.SHOWN, [place], "next")
    outcomes.add(Kind.GOOD, [place], "next")
    assert outcomes.counts("go") == {place: {Kind.GOOD: 1, Kind.SHOWN: 2}, other: {Kind.SHOWN: 1}}
    assert outcomes.counts("chess") == {}


def test_what_is_written_is_never_changed(tmp_path: Path) -> None:
    """The file itself refuses."""
    file = tmp_path / "o.db"
    Outcomes(file).add(Kind.SHOWN, [Place(PageRef("go", "core", 1))])
    database = sqlite3.connect(file)
    for statement in ("UPDATE outcome SET kind = 'good'", "DELETE FROM outcome"):
        with pytest.raises(sqlite3.DatabaseError, match="append-only"):
            database.execute(statement)
    database.close()


def test_an_answer_shows_and_cites(tmp_path: Path) -> None:
    """A thumb is about what the last answer cited."""
    outcomes, items = Outcomes(tmp_path / "o.db"), ranked(3)
    found = Answer(
        QUESTION, Understood("?", "?", "en", ("en",)), GateResult(), Evidence(tuple(items), Zone.NORMAL, None)
    )
    outcomes.of_answer(found, "run-1")
    assert outcomes.judged() == ("run-1", (Place.of(items[0].passage),))
    cited = items[1].passage
    citation = Citation(2, cited, cited.ref, "1", verified=True)
    outcomes.of_answer(replace(found, verified=Verified(None, "1", (), (citation,), (), withheld=False)), "run-2")
    assert outcomes.judged() == ("run-2", (Place.of(cited),))
    assert outcomes.judged("run-1")[0] == "run-1"
    assert outcomes.judged("no such run")[1] == ()


def test_a_file_that_is_no_database_is_an_error_of_ours(tmp_path: Path) -> None:
    """And ranking goes on without it."""
    file = tmp_path / "o.db"
    file.write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(NotKept):
        Outcomes(file).add(Kind.GOOD, [Place(PageRef("go", "core", 1))])
    found = Evidence(tuple(ranked(3)), Zone.NORMAL, None)
    assert Prior(Outcomes(file))("go", found) is found


def test_outcomes_move_nothing_unless_they_are_asked_to(tmp_path: Path) -> None:
    """Off: the same passages in the same order, whatever is known of them. On: the good one comes no later."""
    outcomes = Outcomes(tmp_path / "o.db")
    before = find(GAME, QUESTION, Profile())[2]
    second = Place.of(before.passages[1].passage)
    outcomes.add(Kind.GOOD, [second], "a")
    for number in range(20):
        outcomes.add(Kind.GOOD, [second], str(number))
    assert find(GAME, QUESTION, Profile())[2] == before
    outcomes.add(Kind.BAD, [Place.of(before.passages[0].passage)], "b")
    after = find(GAME, QUESTION, Profile(prior=Prior(outcomes)))[2]
    assert keys(after) == [keys(before)[1], keys(before)[0], *keys(before)[2:]]


def test_a_passage_moves_by_a_place_or_two_at_most() -> None:
    """Whatever thousands of outcomes say of it and of all the others."""
    chance = random.Random(4)
    for _ in range(200):
        items = ranked(12)
        counts = {
            Place.of(item.passage): {chance.choice(list(Kind)): chance.randrange(5000)}
            for item in items
            if chance.random() < 0.7
        }
        after = pushed(items, counts)
        assert sorted(one.passage.chunk_id for one in after) == sorted(one.passage.chunk_id for one in items)
        moves = [abs(n - after.index(item)) for n, item in enumerate(items)]
        assert max(moves) <= 2 * PLACES


def test_bad_goes_down_and_good_goes_up() -> None:
    """A page that was opened counts for the passages on it, less than a thumb."""
    items = ranked(3)
    good, bad = ({Place.of(items[1].passage): {kind: 9}} for kind in (Kind.GOOD, Kind.BAD))
    assert [one.passage.chunk_id for one in pushed(items, {**good, Place.of(items[0].passage): {Kind.BAD: 1}})] == [
        "c1", "c0", "c2",
    ]  # fmt: skip
    assert [one.passage.chunk_id for one in pushed(items, {**bad, Place.of(items[2].passage): {Kind.GOOD: 1}})] == [
        "c0", "c2", "c1",
    ]  # fmt: skip


def test_the_commands_judge_and_show(gates_home: Path) -> None:
    """After a question, `good` is kept for what it showed; the list tells it, for people and for programs."""
    nothing = oracle("outcome", "good")
    assert nothing.code == 2
    oracle("ask", "-g", "gates", "--no-model", "How many dice do I roll?")
    assert "gates/" in oracle("outcome", "good").err
    rows = json.loads(oracle("outcomes", "gates", "--json").out)["outcomes"]
    assert sum(row["good"] for row in rows) == 1
    assert all(row["shown"] >= 1 for row in rows)
    assert "good 1×" in oracle("outcomes", "gates").out


@pytest.mark.usefixtures("gates_home")
def test_the_outcomes_of_a_game_that_is_not_there_are_no_empty_list() -> None:
    """A slip of the finger is told with what was meant; a game of which nothing is known yet is one, however spelt."""
    ran = oracle("outcomes", "gats")
    assert (ran.code, "gates" in ran.err) == (2, True)
    assert oracle("outcomes", "GATES", "--json").json == {"schema": 1, "game": "gates", "outcomes": []}

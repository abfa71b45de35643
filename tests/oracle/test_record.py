from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from oracle.contracts import (
    Answer,
    Completion,
    Evidence,
    GateResult,
    Question,
    Ranked,
    Stack,
    Turn,
    Understood,
    Verdict,
    Verified,
    Zone,
)
from oracle.record import NotRecorded, Runs
from tests.oracle.records import passage


def answered(
    text: str, said: str, history: tuple[Turn, ...] = (), conversation: str = "", game: str = "dice"
) -> Answer:
    question = Question(text, Stack(game), history, conversation=conversation)
    evidence = Evidence((Ranked(passage("Roll."), 1.0, {"content": 0}),), Zone.NORMAL, None)
    return Answer(
        question,
        Understood(text, text, "en", ("en",)),
        GateResult(),
        evidence,
        verified=Verified(Verdict.SAYS, said, (), (), (), withheld=False),
        completion=Completion(said, "m", False, ("Bash(ls)",), {"input": 10}, {"first": 5}),
        ms={"find": 12, "claude": 900, "total": 950},
    )


@pytest.fixture
def runs(home: Path) -> Runs:
    return Runs(home / "runs.db")


def test_a_run_is_kept_with_its_steps_their_times_and_tokens(runs: Runs, home: Path) -> None:
    """What was asked, found, said and refused can be read later."""
    runs.save(answered("How many?", "Two."))
    with sqlite3.connect(home / "runs.db") as database:
        steps = dict(database.execute("SELECT name, facts FROM step ORDER BY n"))
        times = dict(database.execute("SELECT name, ms FROM step"))
    assert list(steps) == ["asked", "gate", "understand", "find", "page", "claude", "verify"]
    assert times["find"] == 12 and times["claude"] == 900
    assert '"amendments": []' in steps["find"]
    assert "Bash(ls)" in steps["claude"] and '"input": 10' in steps["claude"]


@pytest.mark.parametrize(
    "change", ["UPDATE run SET answer = ''", "DELETE FROM run", "DELETE FROM step", "UPDATE step SET ms = 0"]
)
def test_what_is_written_stays(runs: Runs, home: Path, change: str) -> None:
    """The record is append-only, whoever opens it."""
    runs.save(answered("How many?", "Two."))
    with sqlite3.connect(home / "runs.db") as database, pytest.raises(sqlite3.IntegrityError):
        database.execute(change)


def test_the_last_conversation_about_a_game_comes_back_in_order(runs: Runs) -> None:
    """Another game and an earlier conversation are not mixed in."""
    runs.save(answered("Old?", "Old."))
    runs.save(answered("How many?", "Two."))
    first = runs.last("dice")
    assert first is not None
    runs.save(answered("And with a 7?", "One.", first.turns, first.id))
    runs.save(answered("Elsewhere?", "No.", game="cards"))
    last = runs.last("dice")
    assert last is not None
    assert (last.id, last.turns) == (first.id, (Turn("How many?", "Two."), Turn("And with a 7?", "One.")))


def test_a_history_without_a_name_continues_the_conversation_it_ends(runs: Runs) -> None:
    """A front end that keeps its own turns need not know identities."""
    runs.save(answered("How many?", "Two."))
    runs.save(answered("And with a 7?", "One.", (Turn("How many?", "Two."),)))
    last = runs.last("dice")
    assert last is not None and len(last.turns) == 2


def test_nothing_asked_is_no_conversation(runs: Runs) -> None:
    """Neither without a file nor about another game."""
    assert runs.last("dice") is None
    runs.save(answered("How many?", "Two."))
    assert runs.last("cards") is None


def test_a_withheld_answer_is_not_remembered_as_one(runs: Runs) -> None:
    """The next question does not build on it."""
    answer = answered("How many?", "Nine.")
    assert answer.verified
    runs.save(replace(answer, verified=replace(answer.verified, withheld=True)))
    last = runs.last("dice")
    assert last is not None and last.turns == (Turn("How many?", ""),)


def test_a_home_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """The answer stands; the caller is told that it was not recorded."""
    (tmp_path / "file").write_text("")
    with pytest.raises(NotRecorded):
        Runs(tmp_path / "file" / "runs.db").save(answered("How many?", "Two."))

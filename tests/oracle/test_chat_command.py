"""`oracle chat`: a conversation on plain lines, as a screen reader or a pipe meets it."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from oracle.record import FILE, Runs
from tests.oracle.commands import Ran, oracle


@contextmanager
def typed(*lines: str) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        yield
    finally:
        sys.stdin = before


def chat(home: Path, *lines: str, flags: tuple[str, ...] = (), lang: str = "en") -> Ran:
    with typed(*lines):
        return oracle("--home", str(home), "--lang", lang, "chat", "--no-model", *flags)


def test_each_line_is_answered_in_one_conversation(gates_home: Path) -> None:
    """The second question leans on the first, and the record keeps both together."""
    told = chat(gates_home, "What happens if I roll a seven?", "and with two dice?")
    assert told.code == 0
    assert told.out.count("pay two coins") >= 2
    second, first = Runs(gates_home / FILE).newest(5)
    assert first.conversation == second.conversation
    assert [first.question, second.question] == ["What happens if I roll a seven?", "and with two dice?"]


def test_a_new_conversation_begins_when_it_is_asked_for(gates_home: Path) -> None:
    """/new forgets what was said, not the game."""
    chat(gates_home, "How many coins?", "/new", "Which icon closes a gate?")
    second, first = Runs(gates_home / FILE).newest(5)
    assert first.conversation != second.conversation


def test_a_line_that_fails_ends_nothing(gates_home: Path) -> None:
    """An unknown game, a mistyped command and a question that is too long are told of; the next line is taken."""
    told = chat(
        gates_home, "/game gatse", "/gmae", "x" * 10_001, "How many coins does each player take?", "/quit", "no"
    )
    assert told.code == 0
    assert "seven coins" in told.out
    assert "/game" in told.err
    assert "gates" in told.err
    assert len(Runs(gates_home / FILE).newest(9)) == 1


def test_json_is_one_document_a_line(gates_home: Path) -> None:
    """For programs: each line of standard output is the answer to one line of input."""
    told = chat(gates_home, "How many coins?", "Which icon closes a gate?", flags=("--json",))
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [each["question"] for each in answers] == ["How many coins?", "Which icon closes a gate?"]
    assert {each["schema"] for each in answers} == {1}


def test_with_json_what_commands_print_is_narration(gates_home: Path) -> None:
    """A program that reads answers meets no list and no page between them."""
    told = chat(gates_home, "/help", "/game", "/page core:2", "/house No dice.", "/house", "seven?", flags=("--json",))
    (answer,) = [json.loads(line) for line in told.out.splitlines()]
    assert answer["question"] == "seven?"
    assert "roll two dice" in told.err
    assert "No dice." in told.err


def test_a_name_of_nothing_is_no_game(gates_home: Path) -> None:
    """Nor an answer to go on from."""
    assert oracle("chat", "-g", "").code == 2
    assert oracle("chat", "--resume", "").code == 2


def test_french_players_type_french_commands(gates_home: Path) -> None:
    """/aide lists them, /quitter ends."""
    told = chat(gates_home, "/aide", "/quitter", "jamais posée", lang="fr")
    assert "/nouveau" in told.out
    assert Runs(gates_home / FILE).newest(9) == ()


def test_the_page_of_a_passage_is_shown(gates_home: Path) -> None:
    """By its number in the last answer; by booklet and page before there is one."""
    told = chat(gates_home, "/page core:1", "Which icon closes a gate?", "/page 1", flags=())
    assert "Each player takes seven coins" in told.out
    assert told.out.count("no pawn may pass it") >= 2


@pytest.mark.parametrize("wanted", ["", "1", "core", "core:0", "core:99", "../x:1", "99999999999999999999", "²"])
def test_a_page_that_is_none_is_told_of(gates_home: Path, wanted: str) -> None:
    """With what can be written instead; the conversation goes on."""
    told = chat(gates_home, f"/page {wanted}", "How many coins does each player take?")
    assert "→" in told.err or "?" in told.err
    assert "seven coins" in told.out


def test_a_passage_beyond_the_last_is_told_of(gates_home: Path) -> None:
    """The answer says how many it has."""
    told = chat(gates_home, "How many coins?", "/page 99")
    assert "[99]" in told.err


@pytest.mark.parametrize("line", ["/dispute", "/contester"])
def test_the_last_answer_is_disputed(gates_home: Path, line: str) -> None:
    """The same question, both readings wanted; without Claude the passages, and that nobody argued them."""
    told = chat(gates_home, line, "What happens if I roll a seven?", line, f"{line} May I roll twice?")
    assert "no answer to dispute" in told.err
    assert told.out.count("Claude did not argue the two readings") == 2
    runs = Runs(gates_home / FILE).newest(5)[::-1]
    assert [run.question for run in runs] == ["What happens if I roll a seven?"] * 2 + ["May I roll twice?"]
    assert [run.facts("asked")["contest"] for run in runs] == [
        None, {"answer": "", "rewrites": []}, {"answer": "", "rewrites": None},
    ]  # fmt: skip


def test_house_rules_are_kept_and_listed_in_the_talk(gates_home: Path) -> None:
    """What is kept takes part in the next question of the same talk."""
    told = chat(gates_home, "/house", "/house A yellow umbrella is worth nine coins.", "/maison", "A yellow umbrella?")
    assert told.code == 0
    assert "No house rule is kept" in told.err
    assert "✓ gates 1 ·" in told.out
    assert "house rule, not the book" in told.out.split("✓ gates 1 ·")[1]


def test_the_name_of_a_game_alone_puts_it_on_the_table(gates_home: Path, tmp_path: Path) -> None:
    """Where none is there yet; whatever else is typed waits for one."""
    (tmp_path / "dice.md").write_text("# Dice\n\nRoll two dice and add their eyes.\n")
    assert oracle("--home", str(gates_home), "ingest", "add", str(tmp_path / "dice.md"), "-g", "dice").code == 0
    told = chat(gates_home, "How many dice?", "Dice", "How many dice?")
    assert told.out.count("Roll two dice") == 1
    assert "Which game?" in told.err

"""`oracle WORDS…`: a question where it can be nothing else, never a mistyped command."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle.cli import COMMANDS
from oracle.cli.bare import as_question
from tests.oracle.commands import oracle


@pytest.mark.parametrize(
    "words",
    [["can", "I", "move", "twice?"], ["can I move twice"], ["Qui", "commence", "?"], ["draw?"], ["igest", "this?"]],
)
def test_two_words_or_a_question_mark_are_a_question(words: list[str]) -> None:
    """Quoted or not."""
    assert as_question(words, COMMANDS) == ["ask", "--", " ".join(words)]


@pytest.mark.parametrize(
    "words",
    [
        ["igest"],
        ["draw"],
        ["ingest", "add", "x.pdf"],
        ["igest", "add", "x.pdf"],
        ["serch", "can I move"],
        [],
        ["--help"],
    ],
)
def test_a_command_and_what_is_nearly_one_is_no_question(words: list[str]) -> None:
    """It may cost money to ask one."""
    assert as_question(words, COMMANDS) == words


def test_options_may_follow_the_words() -> None:
    """They are those of `ask`."""
    told = as_question(["how", "many", "coins", "-g", "go", "--no-model"], COMMANDS)
    assert told == ["ask", "-g", "go", "--no-model", "--", "how many coins"]


def test_bare_words_are_asked(gates_home: Path) -> None:
    """The passages come as from `oracle ask`."""
    told = oracle("--home", str(gates_home), "how", "many", "coins", "does", "each", "player", "take?", "--no-model")
    assert (told.code, "seven coins" in told.out) == (0, True)


@pytest.mark.parametrize(("lang", "said"), [("en", "Was"), ("fr", "Vouliez-vous dire")])
def test_a_mistyped_command_is_told_of(gates_home: Path, lang: str, said: str) -> None:
    """With the command that may have been meant, exit 2; nothing is asked."""
    told = oracle("--home", str(gates_home), "--lang", lang, "igest", "add", "x.pdf")
    assert told.code == 2
    assert "ingest" in told.err
    assert told.out == ""

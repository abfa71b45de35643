"""Lines on a terminal are folded between words; commands to be typed are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.cli.folding import Folding, folded
from tests.terminal import Terminal, plain

LONG = "Chacun parle une fois par tour, à commencer par celui qui suit le donneur."


def test_a_long_line_is_folded_under_its_own_beginning() -> None:
    """A numbered line under its words, an indented one under its margin."""
    lines = folded(f"[12] {LONG}\n  • {LONG}\n  {LONG}", 40).split("\n")
    assert all(len(line) <= 40 for line in lines)
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 5, 5, 2, 4, 4, 2, 2, 2]
    assert " ".join(" ".join(lines).split()) == f"[12] {LONG} • {LONG} {LONG}"


@pytest.mark.parametrize("line", [f"  → oracle ask -g belote “{LONG}”", "x" * 60, "short", ""])
def test_what_is_typed_and_what_has_no_spaces_stays_in_one_piece(line: str) -> None:
    """A command is copied whole; a long word is the terminal's to break."""
    assert folded(line, 40) == line


def test_what_is_said_of_a_command_stands_below_it() -> None:
    """The command in one piece, the words beside it folded under it."""
    told = folded(
        "  → oracle config set vm.transport local   (Claude Code here; elsewhere: oracle vm trust USER@HOST)", 50
    )
    command, *words = told.split("\n")
    assert command == "  → oracle config set vm.transport local"
    assert words and all(line.startswith("    ") and len(line) <= 50 for line in words)


@given(st.text("ab \n\u00a0", max_size=120), st.lists(st.integers(1, 9)), st.integers(20, 30))
def test_pieces_are_folded_as_they_come(text: str, sizes: list[int], width: int) -> None:
    """However they are cut no word is lost or broken, and no line is wider than the terminal unless a word is."""
    folding, out, at = Folding(width), "", 0
    for size in [*sizes, len(text)]:
        out += folding.feed(text[at : at + size])
        at += size
    out += folding.rest()
    assert [word for word in out.replace("\n", " ").split(" ") if word] == [
        word for word in text.replace("\n", " ").split(" ") if word
    ]
    assert all(len(line.rstrip(" ")) <= width or " " not in line.strip(" ") for line in out.split("\n"))


def test_without_a_terminal_nothing_is_held_back() -> None:
    """A program reads every piece as it comes."""
    folding = Folding(None)
    assert folding.feed("half a wo") + folding.feed("rd") + folding.rest() == "half a word"


def test_a_narrow_terminal_cuts_no_word(gates_home: Path) -> None:
    """What `oracle` prints of a question fits 50 columns."""
    terminal = Terminal("ask", "-g", "gates", "--no-model", "How many dice do I roll?", home=gates_home, columns=50)
    assert terminal.leave() == 0
    lines = plain(terminal.seen).replace("\r", "").split("\n")
    assert not [line for line in lines if len(line) > 50]
    assert any("three dice" in line or "two dice" in line for line in lines)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.grammar import GAP
from oracle.stream import Stream
from oracle.texts import Texts


def shown(text: str, size: int) -> str:
    stream = Stream(Texts("en"))
    pieces = [stream.feed(text[at : at + size]) for at in range(0, len(text), size)]
    return "".join(pieces) + stream.rest()


@pytest.mark.parametrize("size", [1, 3, 7, 500])
def test_a_player_reads_the_verdict_first_and_markers_as_numbers(size: int) -> None:
    """However the pieces fall, no token of the grammar reaches the screen."""
    text = "VERDICT: says\nYou roll two dice [[1]].\nThen “stop” [[12]]"
    assert shown(text, size) == "The book says:\nYou roll two dice [1].\nThen “stop” [12]"


@pytest.mark.parametrize("size", [1, 4, 500])
def test_a_link_is_gone_before_it_is_whole(size: int) -> None:
    """Not even the stream shows a URL."""
    out = shown("VERDICT: silent\nsee https://evil.example/x?y=1 or ![a](http://evil.example) now\n", size)
    assert "evil" not in out
    assert GAP in out
    assert out.startswith("The book is silent.\n")


def test_words_come_as_they_are_finished() -> None:
    """Nothing waits for the end of a sentence."""
    stream = Stream(Texts("fr"))
    assert stream.feed("VERDICT: implies") == ""
    assert stream.feed("\nVous lan") == "Le livret le laisse déduire :\nVous "
    assert stream.feed("cez deux dés") == "lancez deux "


@pytest.mark.parametrize("beginning", ["You", "  ", "**", "Verd", "> VER"])
def test_an_answer_without_a_verdict_is_shown_from_its_first_words(beginning: str) -> None:
    """What can still become a verdict line is waited for, and nothing else."""
    stream = Stream(Texts("en"))
    assert stream.feed(beginning) == ""
    assert stream.feed("onder, two dice.") == f"{beginning}onder, two "
    assert stream.rest() == "dice."


@given(st.text(), st.integers(1, 50))
def test_no_control_character_gets_through(text: str, size: int) -> None:
    """Any text, in any pieces."""
    assert not any(ord(c) < 32 and c not in "\t\n" for c in shown(text, size))

"""Both readings as a model writes them: cut along their labels, and shown while they come."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.dispute.grammar import DECIDED, Side, decided_line, part, reading_label
from oracle.dispute.stream import DisputeStream, stream_for
from oracle.texts import Texts

WRITTEN = (
    "READING 1: You may.\nIt says “draw [two] cards” [[1]].\n**READING 2:** You may not.\n"
    "READING 2:No.\nDECIDED: 1\n“draw” [[1]]\n"
)
SHOWN = (
    "Reading 1: You may.\nIt says “draw [two] cards” [1].\nReading 2: You may not.\n"
    "Reading 2: No.\nDecided for reading 1: \n“draw” [1]\n"
)
PIECES = st.lists(
    st.sampled_from(["READING 1:", "READING 2:", "READING 3:", "DECIDED: 1", "DECIDED: nothing", "\n", " ", "You may."])
)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_labels_come_in_the_players_words_however_they_are_cut(size: int) -> None:
    """A label is never shown by half, nor as the model's."""
    stream = DisputeStream(Texts("en"))
    pieces = [stream.feed(WRITTEN[at : at + size]) for at in range(0, len(WRITTEN), size)]
    assert "".join([*pieces, stream.rest()]) == SHOWN
    assert not any("READ" in piece or "DECIDED" in piece for piece in pieces)


def test_a_label_in_the_middle_of_a_line_is_none() -> None:
    """A player who writes "reading 1:" in a sentence is quoted as he wrote."""
    stream = DisputeStream(Texts("fr"))
    random.seed(1)
    text = "We spoke of reading 1: it is odd.\nREADING 2: Non.\nDECIDED: nothing"
    said, at = "", 0
    while at < len(text):
        step = random.randint(1, 6)
        said += stream.feed(text[at : at + step])
        at += step
    said += stream.rest()
    assert said == "We spoke of reading 1: it is odd.\nLecture 2 : Non.\nDécision : rien dans le livret ne tranche. "


def test_an_answer_has_the_plain_stream() -> None:
    """Only a dispute has labels."""
    assert type(stream_for(Texts("en"), disputed=False)) is not DisputeStream
    assert type(stream_for(Texts("en"), disputed=True)) is DisputeStream


@given(PIECES)
def test_any_text_is_cut_into_two_sides_and_one_decision(pieces: list[str]) -> None:
    """Nothing is lost without a word: what is in neither side nor the decision is struck."""
    parted = part("".join(pieces))
    assert len(parted.sides) == 2
    kept = [parted.deciding, *(text for side in parted.sides for text in (side.claim, side.why))]
    shown = " ".join((*kept, *(piece.text for piece in parted.struck)))
    assert shown.count("You may.") == "".join(pieces).count("You may.") or any(
        len(p.text) >= 200 for p in parted.struck
    )
    assert parted.decided is None or parted.said


@given(st.text())
def test_no_text_stops_it(text: str) -> None:
    """Whatever a model writes, there are two sides."""
    assert isinstance(part(text).sides[0], Side)
    stream = DisputeStream(Texts("en"))
    assert isinstance(stream.feed(text) + stream.rest(), str)


def test_the_labels_are_those_of_the_prompt() -> None:
    """One place says them."""
    text = f"{reading_label(1)} a\n{reading_label(2)} b\n{decided_line(2)}\nc"
    parted = part(text)
    assert (parted.sides, parted.decided, parted.deciding) == ((Side("a"), Side("b")), 1, "c")
    assert decided_line(2).startswith(DECIDED)

"""Passages: whole sentences, their seam, lists with their lead-in, paragraphs over columns."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ingest.chunks.chunking import chunk
from ingest.chunks.packing import MOST_WORDS, packed
from ingest.chunks.passages import Unit
from ingest.chunks.sentences import clauses, sentences
from ingest.contracts import Block, Chunk, Line, Page, PageStatus, Reading, TextSource

BOX = (0.0, 0.0, 100.0, 10.0)


def block(text: str, role: str = "text", head: str | None = None) -> Block:
    return Block(role, (Line(text, BOX),), head=head)  # type: ignore[arg-type]


def cut(*blocks: Block) -> list[Chunk]:
    page = Page(1, PageStatus.TEXT, TextSource.LAYER, 600.0, 800.0, blocks)
    return list(chunk(Reading((page,), (), ("en",)), lambda text: len(text.split()), 400))


def sentence(number: int, words: int = 12) -> str:
    return f"Sentence {number} " + " ".join(f"w{number}x{i}" for i in range(words - 2)) + "."


def test_where_sentences_end() -> None:
    """Not after an abbreviation, not within quotation marks that go on."""
    text = "Move up to 30 ft. Then stop. « Qui va là ? » dit-il. See p. 12 for that! 3 cards are drawn."
    assert sentences(text) == [
        "Move up to 30 ft. Then stop.",
        "« Qui va là ? » dit-il.",
        "See p. 12 for that!",
        "3 cards are drawn.",
    ]


def test_a_long_sentence_is_cut_at_its_commas() -> None:
    """Where they are near enough, else between words; nothing is lost."""
    text = "one two three, four five six, seven eight nine ten eleven twelve"
    parts = clauses(text, 6)
    assert parts[0] == "one two three, four five six,"
    assert " ".join(parts) == text


@given(st.lists(st.integers(4, 60), min_size=1, max_size=30))
def test_two_sentences_that_follow_each_other_stand_together_somewhere(lengths: list[int]) -> None:
    """Unless the second would not fit: no sentence is cut, and the last one is repeated."""
    said = [sentence(i, length) for i, length in enumerate(lengths)]
    found = [" ".join(unit.text for unit in pack) for pack in packed([Unit(" ".join(said), (BOX,))])]
    assert all(any(one in text for text in found) for one in said)
    short = [(a, b) for a, b in pairwise(said) if len(a.split()) <= 40]
    assert all(any(f"{a} {b}" in text for text in found) for a, b in short)
    assert all(len(text.split()) <= MOST_WORDS + 60 for text in found)


def test_a_list_that_goes_on_repeats_its_lead_in() -> None:
    """Each part of it says what it is a list of."""
    items = [block(f"• {sentence(i, 25)}", "list") for i in range(12)]
    made = cut(block("You may do one of these on your turn:"), *items)
    assert len(made) > 1
    assert all(c.content.startswith("You may do one of these on your turn:") for c in made)


def test_a_paragraph_over_a_column_is_one() -> None:
    """Also when a box stands between its halves, and a word is cut."""
    box = block("A box of its own with a dozen words that interrupt the paragraph between columns.", "sidebar")
    (made, *_) = cut(
        block(f"{sentence(1)} The king may then cap-"), box, block("ture any piece that stands beside him.")
    )
    assert "The king may then capture any piece" in made.content


def test_a_passage_of_its_own_is_named_in_the_path() -> None:
    """By its run-in head, when all of the chunk stands under it."""
    long = " ".join(sentence(i) for i in range(5))
    made = cut(block(f"Oil. {long}", head="Oil"), block(f"Rope. {long}", head="Rope"))
    assert [c.section_path for c in made] == [("Oil",), ("Rope",)]


def test_speakers_name_no_passage() -> None:
    """A head that comes again and again is somebody who speaks."""
    talk = [block(f"{who}: {sentence(i, 30)}", head=who) for i, who in enumerate(["DM", "Thief"] * 3)]
    made = cut(*talk)
    assert {c.section_path for c in made} == {()}

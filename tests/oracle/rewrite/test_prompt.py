from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts import BookletKind
from oracle.contracts import Question, Stack, Turn
from oracle.rewrite.book_words import BookWords
from oracle.rewrite.grammar import ASKED_LENGTH, LABEL, LONGEST, parse
from oracle.rewrite.prompt import QUESTION, SAID, TURNS, compose, system_text
from tests.oracle.records import booklet

BOOKS = (
    BookWords(booklet("core"), ("Setup", "Your turn"), ("pawn", "token")),
    BookWords(replace(booklet("extension", BookletKind.EXPANSION), languages=("fr",)), ("Mise en place",), ()),
)
TALK = (Turn("How many dice?", "Two [[1]]. ⚠"),)


def test_it_is_a_short_turn_that_offers_and_cites_nothing() -> None:
    """The system text is a constant, whatever is asked."""
    prompt = compose(Question("And with a 7?", Stack("dice"), TALK), BOOKS)
    assert (prompt.system, prompt.view, prompt.cited, prompt.brief) == (system_text(), None, (), True)
    assert json.loads(prompt.message)["languages"] == ["en", "fr"]


def test_the_form_that_is_asked_for_is_the_one_that_is_read() -> None:
    """A line of the length that the prompt names is within what the parser lets pass."""
    assert ASKED_LENGTH < LONGEST
    example = [line for line in system_text().splitlines() if line.startswith(LABEL)]
    assert len(parse("\n".join(example))) == len(example) == 2


def test_a_long_talk_is_told_in_part() -> None:
    """The last turns, each cut, and a long question cut."""
    talk = tuple(Turn(f"{n} " + "q" * 9000, "a" * 9000) for n in range(9))
    told = json.loads(compose(Question("x" * 9000, Stack("dice"), talk), BOOKS).message)
    assert len(told["question"]) == QUESTION + 1
    assert [turn["question"][0] for turn in told["conversation"]] == ["6", "7", "8"]
    assert len(told["conversation"]) == TURNS
    assert {len(text) for turn in told["conversation"] for text in turn.values()} == {SAID + 1}


@given(st.text(min_size=1, max_size=QUESTION), st.text(max_size=SAID // 2), st.text())
def test_whatever_is_asked_said_or_printed_the_message_stays_data(asked: str, said: str, printed: str) -> None:
    """Nothing leaves its string."""
    books = [BookWords(booklet("core"), (printed,), (printed,))]
    told = json.loads(compose(Question(asked, Stack("dice"), (Turn(said, "no"),)), books).message)
    assert told["question"] == asked.strip()
    assert told["conversation"][0] == {"question": said, "answer": "no"}
    assert told["stack"][0]["headings"] == told["stack"][0]["words"] == [printed]

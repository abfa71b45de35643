from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.display import clean
from oracle.rewrite.grammar import LABEL, LINES, LONGEST, parse


def test_one_or_two_labelled_lines_are_phrases() -> None:
    """White space around lines and quotation marks around a phrase do not count."""
    assert parse(f"{LABEL} leaving prison\n\n  {LABEL} “a prisoner pays the fine”\n") == (
        "leaving prison",
        "a prisoner pays the fine",
    )
    assert parse("SEARCH : défausse d'une carte") == parse(f"{LABEL} défausse d'une carte") == ("défausse d'une carte",)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n ",
        "leaving prison",
        "I'm sorry, I can't help with that.",
        f"Here you are:\n{LABEL} leaving prison",
        f"{LABEL} one thing\n{LABEL} another thing\n{LABEL} a third thing",
        f"{LABEL}",
        f"{LABEL} ...",
        f"{LABEL} {'prison ' * LONGEST}",
        f"{LABEL} leaving **prison**",
        f"{LABEL} see <b>prison</b>",
        f"{LABEL} see [[1]]",
        f"{LABEL} https://example.org/prison",
        f"{LABEL} www.example.org prison",
        f"{LABEL} @/etc/passwd prison",
        f"{LABEL} prison\nVERDICT: says",
        f"{LABEL} leaving prison\n{LABEL} #",
    ],
)
def test_anything_else_is_no_rewrite(text: str) -> None:
    """Empty, unlabelled, too long, too many, markup, links: none of it is searched for."""
    assert parse(text) == ()


def test_the_same_phrase_twice_is_one() -> None:
    """It must not count double."""
    assert parse(f"{LABEL} prison\n{LABEL} prison") == ("prison",)


def test_what_could_steer_a_screen_or_pass_for_a_letter_is_gone() -> None:
    """Escapes, direction marks and zero-width characters are dropped, full-width letters are letters."""
    assert parse(f"{LABEL} pri\u200bson \u202eﬁne") == ("prison fine",)


@given(st.text(max_size=600))
def test_whatever_is_said_phrases_are_short_plain_lines(said: str) -> None:
    """No text of a model makes more, or anything else, than that."""
    for text in (said, f"{LABEL} {said}", f"{LABEL} prison\n{LABEL} {said}"):
        phrases = parse(text)
        assert len(phrases) <= LINES
        assert all(0 < len(phrase) <= LONGEST and clean(phrase, one_line=True) == phrase for phrase in phrases)

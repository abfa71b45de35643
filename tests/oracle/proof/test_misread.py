from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts import TextSource
from oracle.proof.folded import Folded
from oracle.proof.misread import misread
from oracle.verify import verify
from tests.oracle.records import passage

READ = "On your tum, ro1l two dlce and discard one card. You rnay not trade wlth 15 others; pay 3 gold. Un jeton rouqe."


@pytest.mark.parametrize(
    ("quote", "read"),
    [
        ("roll two dice and discard one card", "ro1l two dlce and discard one card"),
        ("3 gold. Un jeton rouge.", "3 gold. un jeton rouqe"),
    ],
)
def test_letters_that_scanners_mistake_do_not_cost_a_quotation(quote: str, read: str) -> None:
    """A few of them in a few words; what the page's text holds instead is given back."""
    assert misread(Folded.of(READ), quote) == read


@pytest.mark.parametrize(
    "quote",
    [
        "roll two dice and discard two card",  # a number in words
        "trade with 16 others; pay 3 gold",  # a digit
        "trade with 15 others; pay 8 gold",
        "you may trade with 15 others",  # a word left out
        "roll two dice and reveal one card",  # a word
        "roll two dice and discards one cards",  # two endings
        "roll two dise end discord one cord",  # too many
    ],
)
def test_digits_negations_and_other_words_are_never_misread(quote: str) -> None:
    """What turns a rule must stand there, letter by letter."""
    assert misread(Folded.of(READ), quote) is None


def test_only_pages_of_ocr_are_read_with_tolerance_and_it_is_said() -> None:
    """The citation carries the words as they were read; on a page with a text layer the same quotation is struck."""
    said = "VERDICT: says\n“roll two dice and discard one card” [[1]]."
    ocr, layer = (
        verify(said, (passage(READ, source=source),), lambda _: (READ,))
        for source in (TextSource.OCR, TextSource.LAYER)
    )
    assert [(c.verified, c.as_read) for c in ocr.citations] == [(True, "ro1l two dlce and discard one card")]
    assert layer.withheld
    exact = verify(
        "VERDICT: says\n“discard one card. You” [[1]].", (passage(READ, source=TextSource.OCR),), lambda _: ()
    )
    assert [c.as_read for c in exact.citations] == [None]


@given(
    st.lists(
        st.sampled_from(["draw", "five", "not", "12", "never", "sans", "tokens", "player"]), min_size=6, max_size=12
    ),
    st.data(),
)
def test_a_word_that_turns_a_rule_is_never_taken_for_another(words: list[str], data: st.DataObject) -> None:
    """Negations and numbers, in figures and in words."""
    at = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from(["five", "nine", "not", "now", "12", "72", "never", "sans", "dans"]))
    changed = [*words[:at], other, *words[at + 1 :]]
    if changed != words and " ".join(changed) not in " ".join(words):
        assert misread(Folded.of(" ".join(words)), " ".join(changed)) is None

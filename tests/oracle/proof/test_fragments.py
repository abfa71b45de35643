from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.proof.folded import Folded
from oracle.proof.fragments import fragments, stands
from oracle.proof.turning import turns
from oracle.quotes import fold

RULES = (
    "On your turn, roll the two wooden dice and move your pawn. "
    "You may not trade with the bank, unless you own a port. "
    "The robber (a grey figure) moves to another field. Each player then draws a card.\n\nScoring\n"
    "No player may ever score twice. Dans votre main, vous ne pouvez pas garder plus de sept cartes. "
    "N’oubliez pas de payer."
)
PAGE = Folded.of(RULES)
HARMLESS = "pawn board marker green river castle forest token village harbour le jeton rouge pion"
TURNS = (
    "not never no cannot without 3 12 seven vingt-deux pas jamais aucun sans ne unless if except si sauf may must doit"
)
PLAIN = st.lists(st.sampled_from(HARMLESS.split()), min_size=10, max_size=30)
TURNING = st.sampled_from(TURNS.split())


@pytest.mark.parametrize(
    "quote",
    [
        "roll the two … dice and move your pawn",
        "roll the two [...] dice and move",
        "roll the two (…) dice and move",
        "roll the two ... dice and move",
        "The robber … moves to another field",
        "On your turn, roll the two wooden dice … You may not trade with the bank",
        "… roll the two wooden dice and move your pawn …",
        "The robber […] moves to another field. […] No player may ever score twice",
        "move your pawn. […] Each player then draws a card",
    ],
)
def test_fragments_in_order_with_harmless_words_between_are_a_quotation(quote: str) -> None:
    """Whatever sign stands for what was left out, within a sentence and over whole sentences."""
    assert stands(PAGE, quote)


@pytest.mark.parametrize(
    "quote",
    [
        "You may … trade with the bank",  # a negation
        "roll the … wooden dice and move",  # a number
        "You may not trade with the bank … a port",  # a condition
        "vous ne pouvez pas garder … cartes",
        "vous … pouvez … garder plus de sept cartes",
        "move your pawn … roll the two wooden dice",  # another order
        "roll the two wooden dice … trade with the bank",  # into the middle of another sentence
        "On your turn … draws a card",
        "roll … bank",  # too little
        "roll the two … golden dice and move",
        "roll the two wooden dice … You win the game",
        "… …",
    ],
)
def test_words_that_turn_the_sense_are_never_left_out_silently(quote: str) -> None:
    """Nor is the order of fragments free, nor their words, nor what stands between two sentences cut in the middle."""
    assert not stands(PAGE, quote)


@pytest.mark.parametrize(
    "quote",
    [
        "trade with the bank, unless you",
        "player may ever score twice",
        "garder plus de sept cartes",
        "oubliez pas de payer",
    ],
)
def test_a_piece_that_cuts_off_its_own_negation_is_no_quotation(quote: str) -> None:
    """As in `No player | may`, before it or after it in its clause; unless the sentence around it denies too."""
    assert not stands(PAGE, quote)
    assert stands(PAGE, quote, alone=False)


def test_a_negation_of_another_clause_or_line_denies_nothing() -> None:
    """A full stop, a comma, a bullet, a cell or a new heading ends what a "not" speaks of."""
    page = Folded.of("May I? No, you may trade now.\n• Do not\n• Roll two dice first\nFlying | no | Ignores the walls")
    assert stands(page, "you may trade now")
    assert not stands(Folded.of("Never, in any round, trade twice."), "in any round, trade twice")
    assert stands(page, "Roll two dice first")
    assert stands(page, "Ignores the walls")


def test_cells_of_a_row_are_no_sentences_to_leave_out() -> None:
    """A row is one line: a number in one of its cells is missed. The row before it denies nothing."""
    page = Folded.of("Throws of two dice | 11 | 12 | 14 in all | none\n7 | You may ask the gods")
    assert not stands(page, "Throws of two dice | 11 | … | 14 in all")
    assert stands(page, "7 | You may ask the gods")


def test_fragments_far_apart_are_no_quotation() -> None:
    """What belongs together stands together."""
    filler = "The board shows a river. " * 40
    assert not stands(
        Folded.of(f"Roll the wooden dice. {filler} Draw a red card."), "Roll the wooden dice. […] Draw a red card."
    )


def test_signs_of_omission_are_read_in_every_form() -> None:
    """And those at the ends are no fragments."""
    assert fragments("… One two [ … ] three (...) four . . . five …") == ["one two", "three", "four", "five"]


@given(PLAIN, PLAIN, TURNING, st.data())
def test_no_turning_word_is_ever_skipped_within_a_sentence(
    before: list[str], after: list[str], word: str, data: st.DataObject
) -> None:
    """Wherever it stands among harmless words."""
    gap = data.draw(PLAIN)[: data.draw(st.integers(0, 9))]
    gap.insert(data.draw(st.integers(0, len(gap))), word)
    page = Folded.of(" ".join([*before, "alpha", *gap, "omega", *after]))
    assert not stands(page, f"{' '.join(before)} alpha … omega {' '.join(after)}")
    harmless = Folded.of(" ".join([*before, "alpha", "river", "omega", *after]))
    assert stands(harmless, f"{' '.join(before)} alpha … omega {' '.join(after)}")


@given(st.text(max_size=200), st.text(max_size=60))
def test_no_text_breaks_the_search(text: str, quote: str) -> None:
    """Any two texts can be compared, and the layout never changes the words."""
    folded = Folded.of(text)
    assert folded.text == fold(text)
    assert isinstance(stands(folded, quote), bool)
    assert isinstance(turns(fold(quote)), bool)
    assert all(0 <= at < max(1, len(folded.text)) for at in folded.breaks)

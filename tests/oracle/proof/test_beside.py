from __future__ import annotations

import pytest

from oracle.proof.beside import turned
from oracle.verify import verify
from tests.oracle.records import passage


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("The king moves at least three squares", "The king moves at most three squares."),
        ("Le roi avance d’au moins 3 cases", "The king moves at most three squares."),
        ("You need 13 or lower", "Prerequisite: Strength 13 or higher"),
        ("It takes four cards or fewer", "un quatre cartes ou plus"),
        ("Up to 5 play", "a minimum of five players"),
        ("You get +2", "STR, DEX and CON are temp. -2 for the next day"),
        ("Each has 20 seconds", "Each player has 20 minutes on the clock"),
        ("Vous avez vingt heures", "Each player has 20 minutes on the clock"),
        ("within 5 metres", "a creature within 5 feet of it"),
    ],
)
def test_a_number_with_the_opposite_of_its_quotation_is_turned(said: str, quoted: str) -> None:
    """Its bound, its sign or its unit, in either language."""
    assert len(list(turned(said, quoted))) == 1


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("The king moves up to three squares", "The king moves at most three squares."),
        ("He must not move at least three squares", "The king moves at most three squares."),
        ("No fewer than two, so at least 2", "not up to 2"),
        ("With 2 or fewer you lose", "With 3 or more you win"),
        ("5 or less goes down, 6 or more up", "5 et moins vers le bas, 6 et plus vers le haut"),
        ("20 minutes, that is 1200 seconds", "Each player has 20 minutes on the clock"),
        ("the second of 20", "20 minutes on the clock"),
        ("roll 2d6+2", "roll 2d6 and take 2-2 of them"),
        ("at least 3", ""),
        ("between 2 or more and at most 2", "2 or more may play, 2 at most"),
    ],
)
def test_what_says_the_same_or_another_thing_is_not(said: str, quoted: str) -> None:
    """Only the same number with the opposite of the same kind is compared, and nothing that is denied."""
    assert not list(turned(said, quoted))


def test_such_a_number_is_struck_from_the_answer() -> None:
    """The quotation stands; the sentence round it does not say what the book does not."""
    cited = (passage("The king moves at most three squares. Each player has 20 minutes on the clock."),)
    text = (
        "VERDICT: says\nAt least three squares: “The king moves at most three squares” [[1]]. "
        "20 seconds each: “Each player has 20 minutes” [[1]]. At most 3, for 20 minutes [[1]]."
    )
    checked = verify(text, cited, lambda _: ())
    assert [(piece.kind, piece.text) for piece in checked.struck] == [("said_number", "three"), ("said_number", "20")]
    assert "At least […] squares: “The king moves at most three squares” [[1]]" in checked.text

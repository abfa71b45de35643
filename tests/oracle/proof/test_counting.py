from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.proof.counting import joined, numbers, values_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("roll two dice and draw 3 cards", [2, 3]),
        ("vingt et un points, quatre-vingt-dix-neuf au plus", [21, 99]),
        (
            "soixante-douze, soixante et onze, quatre-vingts, deux cents, mille deux cent trente",
            [72, 71, 80, 200, 1230],
        ),
        ("twenty-one, two hundred and fifty, three thousand", [21, 250, 3000]),
        ("2d6+3 on a d20", [2, 6, 3, 20]),
        ("the third turn, le troisième tour, the 3rd", [3, 3, 3]),
        ("1½ coins, ½ point, 1/2", ["3/2", "1/2", "1/2"]),
        ("the cost | x3, X1.5 at most, never H2O", [3, "3/2"]),
        ("dix pour cent, 50 cents, ten per cent", [10, 50, 10]),
        ("two three", [2, 3]),
        ("1 000 pièces", [1000]),
        ("thrice a dozen, half a dozen, une demi-douzaine, la vingtaine", [3, 12, 6, 1, 6, 20]),
        ("a quarter of them, le quart, triple points", ["1/4", "1/4", 3]),
        ("VI moves, Louis XIV, a I and an X", [6, 14]),
        ("③⓪ or ³⁰ or Ⅻ or ⑳, 5 cm²", [30, 30, 12, 20, 5]),
        ("2O or l0 minutes on A4 or 2o", [20, 10, 2]),
        ("10.000 points, 1,250 m", [10_000, 1250]),
        ("nobody counts", []),
    ],
)
def test_numbers_are_read_in_both_languages(text: str, found: list[int | str]) -> None:
    """In figures and in words, composed ones as one."""
    assert [max(number.values) for number in numbers(text)] == [Fraction(value) for value in found]


def test_figures_that_can_be_read_in_two_ways_have_two_values() -> None:
    """A comma is a thousand in English and a decimal in French."""
    assert numbers("1,500")[0].values == {Fraction(1500), Fraction(3, 2)}


def test_an_article_is_a_number_that_does_not_tell() -> None:
    """`une carte` counts nothing that could be wrong."""
    assert [number.tells for number in numbers("une carte, one card, un dé, 1 dé")] == [False, False, False, True]


def test_a_text_also_gives_what_it_says_without_a_numeral() -> None:
    """A pair, twice, half, and what lies between 2 and 5; ten is never written 10.000."""
    assert Fraction(10) not in values_in("10.000 points") | values_in("10,000")
    assert {Fraction(2), Fraction(1, 2), Fraction(12)} <= values_in("twice, half of it, une douzaine")
    assert {Fraction(n) for n in range(2, 6)} <= values_in("for 2–5 players")
    assert Fraction(3) in values_in("de 2 à 4 joueurs")


@given(st.integers(0, 99_999))
def test_a_figure_is_worth_itself(value: int) -> None:
    """Whatever stands around it."""
    assert Fraction(value) in numbers(f"pay {value} coins")[0].values


def test_a_number_that_lost_its_hyphen_is_known_by_its_parts() -> None:
    """`twenty-one` at the end of a line."""
    assert joined("twentyone") and joined("vingtquatre")
    assert not joined("two") and not joined("sixième")


@given(st.text(max_size=120))
def test_no_text_breaks_counting(text: str) -> None:
    """Numbers stand in order and inside the text."""
    found = numbers(text)
    assert all(0 <= number.start < number.end <= len(text) for number in found)
    assert isinstance(values_in(text), frozenset)


@pytest.mark.parametrize(
    "endless", ["9" * 20_000, "1,000" * 5_000, "1/" + "3" * 20_000, "x-" + "1-2" * 9_000, "³" * 20_000]
)
def test_a_figure_of_thousands_of_signs_is_worth_nothing(endless: str) -> None:
    """Python refuses to read it: it counts nothing, and breaks nothing."""
    assert all(value < 10**30 for value in values_in(f"pay {endless} coins"))

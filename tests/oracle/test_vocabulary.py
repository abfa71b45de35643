from __future__ import annotations

import pytest

from oracle.vocabulary import PAIR, _meanings, across


@pytest.mark.parametrize(
    ("french", "english"),
    [("pions", "pawn"), ("défausse", "discard"), ("manches", "round"), ("main", "hand"), ("plateau", "board")],
)
def test_everyday_words_are_known_both_ways(french: str, english: str) -> None:
    """Whatever their endings."""
    assert english in across([french], "fr", "en")
    assert across([english], "en", "fr")


def test_other_languages_and_unknown_words_give_nothing() -> None:
    """No guess is made."""
    assert across(["Karte"], "de", "en") == ()
    assert across(["hnefatafl"], "en", "fr") == ()


def test_every_line_has_both_sides_and_no_word_twice() -> None:
    """The list is read as it was meant: a few hundred meanings."""
    meanings = _meanings()
    assert len(meanings) >= 250
    assert all(len(meaning) == len(PAIR) and all(meaning) for meaning in meanings)
    french = [word for meaning in meanings for word in meaning[0]]
    assert sorted(word for word in set(french) if french.count(word) > 1) == []

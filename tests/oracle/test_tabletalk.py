from __future__ import annotations

import pytest

from oracle.phrases import key, lines
from oracle.tabletalk import LANGUAGES, _lines, meant
from oracle.words import FUNCTION_WORDS, all_words


@pytest.mark.parametrize(
    ("said", "language", "printed"),
    [
        ("Is my guy dead at 0 hit points?", "en", {"unit", "dying", "eliminated"}),
        ("I'm broke, can I still buy?", "en", {"cannot pay", "bankrupt"}),
        ("We have the same score", "en", {"tie", "tiebreaker"}),
        ("How do I win?", "en", {"victory", "most points"}),
        ("Can we gang up on one player?", "en", {"alliance"}),
        ("Can I redo my roll?", "en", {"reroll"}),
        ("Je suis fauché, je peux acheter ?", "fr", {"pas assez d'argent", "faillite"}),
        ("Mon bonhomme est ko", "fr", {"figurine", "inconscient"}),
        ("Il n'y a plus de cartes", "fr", {"pioche", "remélanger"}),
        ("C'est quoi le but ?", "fr", {"victoire", "objectif"}),
    ],
)
def test_words_of_the_table_lead_to_words_of_books(said: str, language: str, printed: set[str]) -> None:
    """In both languages, words and phrases."""
    assert printed <= set(meant(all_words(said), language))


def test_what_is_said_already_is_not_given_again() -> None:
    """A question that speaks as books do gains nothing from its own words."""
    assert "reroll" not in meant(all_words("Can I reroll and roll again?"), "en")


def test_what_books_print_is_not_turned_into_what_players_say() -> None:
    """`figure` leads to other words of books, never to `guy`."""
    given = meant(["figure"], "en")
    assert "miniature" in given
    assert "guy" not in given


def test_in_an_unknown_language_both_lists_are_read_and_in_another_none() -> None:
    """A short question tells nothing of its language; a German one is not English."""
    assert {"reroll"} <= set(meant(["redo"], "und"))
    assert {"relancer"} <= set(meant(["refaire"], "und"))
    assert meant(["redo"], "de") == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_says_at_least_two_things_and_nothing_comes_twice(language: str) -> None:
    """The list is read as it was meant: hundreds of meanings of words that can be looked for."""
    read = _lines(language)
    assert len(read) >= 400
    assert len({*lines(f"vocabulary.{language}.txt"), *lines(f"forms.{language}.txt")}) == len(read)
    for line in read:
        assert len(line.said) + len(line.printed) >= 2, line
        for side in (line.said, line.printed):
            assert len(set(side)) == len(side), line
            assert all(key(name, language) for name in side), line
            assert not set(side) & FUNCTION_WORDS[language], line
        assert not (line.alike and set(line.said) & set(line.printed)), line


def test_what_is_only_said_leads_to_books_and_is_never_given() -> None:
    """`said ~ printed`: the printed words stand for each other too."""
    assert "initiative" in meant(all_words("Who attacks first?"), "en")
    assert "initiative" in meant(all_words("first strike"), "en")
    assert "who attacks first" not in meant(["initiative"], "en")

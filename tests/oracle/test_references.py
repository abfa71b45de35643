"""What an entry says of the place of its rule, and whether a passage stands there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oracle.references import in_section, on_page, pages_said, says_heading, sections_said
from tests.oracle.records import passage


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("Page 7: read four, not three.", {"7"}),
        ("p. 12, combat", {"12"}),
        ("Pages 4 and 5", {"4", "5"}),
        ("pp. 4–6", {"4", "6"}),
        ("À la page 7, lire quatre.", {"7"}),
        ("pages 3 et 9", {"3", "9"}),
        ("A pawn moves 7 squares.", set()),
        ("p 08", {"8"}),
    ],
)
def test_pages_are_named_in_both_languages(text: str, pages: set[str]) -> None:
    """With their abbreviations; a figure alone is no page."""
    assert pages_said(text) == pages


def test_a_page_is_the_printed_one_where_there_is_one() -> None:
    """Errata are written by people who look at the paper."""
    assert on_page(passage("x", "core:9", printed="7"), frozenset({"7"}))
    assert not on_page(passage("x", "core:7", printed="5"), frozenset({"7"}))
    assert on_page(passage("x", "core:7"), frozenset({"7"}))


@pytest.mark.parametrize(
    ("text", "sections"),
    [("Rule 4.2 is wrong", {"4.2"}), ("§ 3", {"3"}), ("la règle 12b", {"12b"}), ("section 5 players", set())],
)
def test_sections_are_named_by_their_numbers(text: str, sections: set[str]) -> None:
    """A count of players is no section."""
    assert sections_said(text) == sections


def test_a_number_holds_for_what_stands_below_it() -> None:
    """Rule 4 is 4.2 too, and never 42."""
    below = replace(passage("x"), section_path=("4 Combat", "4.2 Ranged combat"))
    assert in_section(below, frozenset({"4.2"}))
    assert in_section(below, frozenset({"4"}))
    assert not in_section(replace(passage("x"), section_path=("42 Cards",)), frozenset({"4"}))


def test_a_heading_is_said_word_by_word() -> None:
    """One short word is no name of a section; two are, wherever they stand."""
    assert says_heading("See “Breaking a tie” in the booklet.", passage("x", section=("Ends", "Breaking a tie")))
    assert not says_heading("The tie is broken.", passage("x", section=("Breaking a tie",)))
    assert not says_heading("On your turn, roll.", passage("x", section=("Turn",)))
    assert not says_heading("anything", passage("x", section=()))

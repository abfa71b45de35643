"""Which section settles a question, and whether the search led there."""

from __future__ import annotations

from dataclasses import replace

from ingest.contracts import Passage
from oracle.sections import holding, section_figures
from tests.oracle.records import passage

TURN, END = ("Turn",), ("End", "Ties")


def on_page(text: str, path: tuple[str, ...]) -> Passage:
    return replace(passage(text=text), section_path=path)


def test_the_gold_section_is_the_heading_above_the_quote() -> None:
    """Letter by letter, whatever hyphens and spaces there are; a passage under no heading has none."""
    passages = [on_page("Draw two cards.", TURN), on_page("The richest play-\ner wins.", END), on_page("Wins.", ())]
    assert holding("the richest player wins", "a.pdf", passages) == {("a.pdf", END)}
    assert holding("Nobody wins", "a.pdf", passages) == frozenset()
    assert holding("Wins", "a.pdf", passages[2:]) == frozenset()


def test_a_quote_cut_in_two_stands_where_most_of_it_is() -> None:
    """From six words of ten on."""
    passages = [on_page("Then draw two cards and show them.", TURN), on_page("to all players", END)]
    assert holding("draw two cards and show them to all", "a.pdf", passages) == {("a.pdf", TURN)}


def test_hits_count_sections_once_each() -> None:
    """Two passages of one section are one place; what has no gold section is not counted."""
    gold = frozenset({("a.pdf", END)})
    seen = [("a.pdf", TURN), ("a.pdf", TURN), ("b.pdf", END), ("a.pdf", END)]
    assert section_figures([(gold, seen), (frozenset(), seen)]) == {"hit@1": 0.0, "hit@3": 1.0, "hit@5": 1.0, "n": 1}
    assert section_figures([])["n"] == 0

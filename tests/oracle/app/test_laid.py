"""What the line above and the choice of a game say of its booklets and of the table's own rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.contracts import BookletKind, Game
from oracle.app import laid
from oracle.contracts import Stack
from oracle.texts import Texts
from tests.fakes.table import booklet

HERE = Path()
RULES, SEAS = booklet("islands", "rules", HERE), booklet("islands", "seas", HERE, BookletKind.EXPANSION)
HOUSE = booklet("islands", "house-rules", HERE, BookletKind.HOUSE)


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ((), "  house rules"),
        (("rules", "house-rules"), "  1 of 2 booklets · house rules"),
        (("rules", "seas"), "  house rules off"),
        (("seas",), "  1 of 2 booklets · house rules off"),
    ],
)
def test_house_rules_are_no_booklet_of_the_game(chosen: tuple[str, ...], said: str) -> None:
    """They are named apart, also where they are taken off the table."""
    game = Game("islands", "Islands", (RULES, SEAS, HOUSE))
    assert laid.told(Texts("en"), game, Stack("islands", chosen)) == said


def test_a_game_without_house_rules_says_nothing_of_them() -> None:
    """All on the table: nothing is said; some: how many."""
    game = Game("islands", "Islands", (RULES, SEAS))
    assert laid.told(Texts("en"), game, Stack("islands")) == ""
    assert laid.told(Texts("fr"), game, Stack("islands", ("rules",)), 4) == "  1 livret sur 2 · 4 joueurs"


@pytest.mark.parametrize(
    ("booklets", "said"),
    [
        ((RULES,), "1 booklet"),
        ((RULES, HOUSE), "1 booklet + house rules"),
        ((RULES, SEAS, HOUSE), "2 booklets + house rules"),
    ],
)
def test_the_choice_of_a_game_counts_its_booklets(booklets: tuple[object, ...], said: str) -> None:
    """The table's own rules beside them."""
    assert laid.there(Texts("en"), Game("islands", "Islands", booklets)) == said  # type: ignore[arg-type]

from __future__ import annotations

import pytest

from oracle.sheets.players import named, sliced


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("With 2 players, leave the red cards in the box.", {2}),
        ("In a 3-player game, use 36 cards.", {3}),
        ("À quatre joueurs, on joue par équipes.", {4}),
        ("À deux, le mort ne joue pas.", {2}),
        ("For 3 or more players, add a card.", set(range(3, 13))),
        ("De deux à six joueurs, pas moins.", {2, 3, 4, 5, 6}),
        ("Two players share one board.", None),
        ("Move to two squares.", None),
        ("Deux joueurs sur une case se battent.", None),
    ],
)
def test_a_sentence_is_for_the_numbers_of_players_that_it_names(text: str, numbers: set[int] | None) -> None:
    """Players who do something are no number of players."""
    assert named(text) == (None if numbers is None else frozenset(numbers))


def test_a_heading_names_the_players_of_what_stands_under_it() -> None:
    """As a heading "À trois" a heading is enough; the nearest one counts, and a sentence's own words before it."""
    assert named("On donne au mort.", ("Fin", "À trois")) == {3}
    assert named("The captain throws.", ("Chouette: three players or more",)) == frozenset(range(3, 13))
    assert named("With 4 players, deal six.", ("Two players",)) == {4}


def test_a_table_by_number_of_players_is_cut_to_the_row_or_the_column_of_one() -> None:
    """Its heads stay; a table of something else is left whole."""
    rows = (("Joueurs", "Jetons"), ("2", "20"), ("3 à 4", "15"), ("5+", "10"))
    assert sliced(rows, 4) == (("Joueurs", "Jetons"), ("3 à 4", "15"))
    assert sliced(rows, 6) == (("Joueurs", "Jetons"), ("5+", "10"))
    across = (("Number of players", "3 players", "4 players"), ("Cards", "36", "48"))
    assert sliced(across, 4) == (("Number of players", "4 players"), ("Cards", "48"))
    assert sliced((("Length", "Time a player"), ("3 points", "6 minutes")), 3) is None

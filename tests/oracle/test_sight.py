from __future__ import annotations

import pytest

from oracle.seeing import ENOUGH, SPEAKS
from oracle.sight import asks_value, headed, sight


@pytest.mark.parametrize(
    "text",
    [
        "What does the skull icon mean?",
        "What does the market look like?",
        "What is drawn on the back of the cards?",
        "What's the little red thing on the card?",
        "There's a grey cup with a crack in it printed on the tile. What is that?",
        "In the picture of the set-up, where does the draw pile go?",
        "What number is printed in the top left corner of the hero card?",
        "Which space is marked with a 6?",
        "Que veut dire l'icône rouge en haut à gauche ?",
        "À quoi ressemble le plateau ?",
        "Sur le schéma de mise en place, où va la pioche ?",
        "C'est quoi le petit rond vert sur la carte ?",
        "Le truc jaune au dos des cartes, ça veut dire quoi ?",
        "Il y a une croix dessinée dans le coin de la tuile, à quoi ça sert ?",
    ],
)
def test_questions_about_what_is_seen(text: str) -> None:
    """Pictures, signs, looks and places on a card, in both languages, are enough by their words alone."""
    assert sight(text).points >= ENOUGH


@pytest.mark.parametrize(
    "text",
    [
        "How many cards do I draw?",
        "When does the game end?",
        "Does the red player go first?",
        "I put the cards drawn this turn back on top of the deck. Is that fine?",
        "Do I pass three cards to the player on my left?",
        "It looks like we both win. Now what?",
        "Can I shoot an arrow at the goblin?",
        "Does he lose his holy symbol?",
        "Can I see anything in the dark?",
        "Qui commence ?",
        "Est-ce que le joueur à ma gauche coupe le paquet ?",
        "On remet la carte sur le dessus de la pioche ?",
        "Le joueur bleu marque des points à la fin de la manche ?",
        "Je dois fournir la couleur demandée ?",
        "J'ai tiré une flèche, je la récupère ?",
    ],
)
def test_questions_that_only_sound_like_sight(text: str) -> None:
    """Decks have tops, players have colours and neighbours, cards are drawn: nothing of it is looked at."""
    assert sight(text).points < SPEAKS


def test_a_colour_alone_is_only_a_hint() -> None:
    """Components have colours; the text names them too."""
    assert 0 < sight("How many green cards are there?").points < SPEAKS


def test_a_kind_of_words_counts_once() -> None:
    """Three icons are no more visual than one."""
    assert sight("Which icons, symbols or logos are there?").points == sight("Which logo is there?").points


def test_each_look_is_named_apart_and_speaks_both_languages() -> None:
    """What a French question calls `bleu` an English booklet calls `blue`."""
    looks = sight("Le cercle bleu, il sert à quoi ?").looks
    assert [bool(look.search("a blue thing")) for look in looks] == [True, False]
    assert [bool(look.search("two circles")) for look in looks] == [False, True]


def test_colours_are_known_by_their_english_names() -> None:
    """As the pictures of pages are described."""
    assert sight("Le cercle bleu et le carré marron").hues == ("blue", "brown")


def test_black_and_white_are_sides_and_print() -> None:
    """Whether a book calls them so or `dark` and `light`, nobody needs a picture for them: they are hints only."""
    assert sight("Can three black men take the king?").kinds == {"shade"}
    assert sight("Can three black men take the king?").looks == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("How many cards do I draw?", True), ("Combien de cartes ?", True), ("Can I draw?", False), ("Je peux ?", False)],
)
def test_a_fact_is_asked_for_or_a_permission(text: str, expected: bool) -> None:
    """Pictures hold figures and places, hardly permissions."""
    assert sight(text).asks is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many spells does a level 5 wizard have?", True),
        ("Combien de sorts au niveau trois ?", True),
        ("Who goes first?", False),
        ("How many cards do I draw?", False),
    ],
)
def test_a_value_of_a_numbered_row_is_asked_of_a_table(text: str, expected: bool) -> None:
    """A quantity, and the figure that names its row."""
    assert asks_value(text) is expected


def test_parts_of_a_book_are_known_by_their_headings() -> None:
    """In both languages, whatever stands beside them."""
    assert headed("setup", ["The game", "2. Set-up"])
    assert headed("setup", ["Mise en place"])
    assert headed("aid", ["AideDeJeu"])
    assert not headed("setup", ["End of the game"])

"""Talks at the table: which questions lean on what was said before, and what they are then about."""

from __future__ import annotations

import pytest

from oracle.contracts import Question, Stack, Turn, Understood
from oracle.understand import understand

CARDS = "How many cards does each player draw with three players?"
CARTES = "On est trois : combien de cartes malus dans la pile ?"
KNIGHT = "How much damage does a knight take from fire?"
GAOL = "How do I get out of prison?"
PION = "Comment déplacer un pion sur la rivière ?"
ROBBER = "What happens when somebody rolls a seven?"
MARCHE = "Combien coûte une action au marché ?"
POISON = "Does poison hurt units in the same hex?"


def understood(text: str, *history: str | Turn) -> Understood:
    turns = tuple(turn if isinstance(turn, Turn) else Turn(turn, "") for turn in history)
    return understand(Question(text, Stack("go"), turns), ("en", "fr"))


LEANING = [
    ((CARDS,), "and with five?", "cards draw"),
    ((CARDS,), "With five players?", "cards draw"),
    ((CARDS,), "What about four?", "cards draw"),
    ((CARDS,), "Only once per game?", "cards draw"),
    ((CARDS,), "Do they keep them?", "cards draw"),
    ((CARDS,), "Is that per turn or in total?", "cards draw"),
    ((CARDS,), "Why?", "cards draw"),
    ((KNIGHT,), "And the dragons?", "damage knight fire"),
    ((KNIGHT,), "The wizard?", "damage fire"),
    ((KNIGHT,), "Even during a siege?", "damage knight"),
    ((KNIGHT,), "Can I prevent it?", "damage knight fire"),
    ((KNIGHT,), "Same for ice?", "damage knight"),
    ((GAOL,), "ok but what if I roll a double?", "prison"),
    ((GAOL,), "OK, and if I have no coins left?", "prison"),
    ((GAOL,), "Or do I have to wait?", "prison"),
    ((GAOL,), "So I just pay?", "prison"),
    ((GAOL,), "Otherwise?", "prison"),
    ((ROBBER,), "Who decides that?", "rolls seven"),
    ((ROBBER,), "Can I use it to attack a building across the river?", "rolls seven"),
    ((ROBBER,), "Then do I draw again?", "rolls seven"),
    ((POISON,), "Does it also apply to allies?", "poison hex"),
    ((POISON,), "What if they are flying?", "poison hex"),
    ((POISON,), "How long does that last?", "poison"),
    ((CARTES,), "Et à quatre ?", "cartes malus pile"),
    ((CARTES,), "et avec cinq joueurs", "cartes malus"),
    ((CARTES,), "Pareil à deux ?", "cartes malus"),
    ((CARTES,), "Lesquelles ?", "cartes malus"),
    ((PION,), "et pour les dragons ?", "déplacer rivière"),
    ((PION,), "Même en diagonale ?", "déplacer pion"),
    ((PION,), "Mais si la case est prise ?", "déplacer pion"),
    ((PION,), "On peut les empiler ?", "pion"),
    ((PION,), "Il peut reculer ?", "pion"),
    ((PION,), "Ça marche aussi contre un mur ?", "déplacer pion"),
    ((PION,), "Du coup je perds mon tour ?", "pion rivière"),
    ((MARCHE,), "Je la paie quand ?", "action marché"),
    ((MARCHE,), "Sinon ?", "marché"),
    ((MARCHE,), "Et s'il n'y a plus de place ?", "action marché"),
    ((MARCHE,), "Ok mais si je suis le dernier ?", "action marché"),
    # chains: what was asked first is what all of it is about
    ((CARDS, "And with five?"), "And six?", "cards draw"),
    ((CARDS, "And with five?", "And six?", "Same for two?"), "and seven?", "cards draw"),
    ((PION, "Et pour les dragons ?"), "Et s'ils sont deux ?", "déplacer rivière dragons"),
    ((KNIGHT, GAOL, "But what if I roll a double?"), "And a triple?", "prison"),
    ((CARTES, "Et à quatre ?"), "Pourquoi ?", "cartes malus"),
]


@pytest.mark.parametrize(("talk", "text", "topic"), LEANING, ids=[text for _, text, _ in LEANING])
def test_a_follow_up_is_searched_with_its_topic_beside_it(talk: tuple[str, ...], text: str, topic: str) -> None:
    """The words of what it leans on are added; its own stay as they were typed."""
    told = understood(text, *talk)
    assert set(topic.split()) <= set(told.added)
    assert (told.text, told.standalone.endswith(text)) == (text, True)
    assert all(word in told.standalone.lower() for word in topic.split())


ALONE = [
    (CARDS, "Who wins?"),
    (CARDS, "How does the game end?"),
    (CARDS, "When do I shuffle the discard pile?"),
    (CARDS, "How many dice are there?"),
    (CARDS, "With four players, how many starting coins does each of us get?"),
    (CARDS, "Can I play one card per turn?"),
    (CARDS, "Can a player trade their cards?"),
    (CARDS, "Is it allowed to trade during another player's turn?"),
    (CARDS, "What does it cost to build a road?"),
    (CARDS, "And how many points is a city worth at the end of the game?"),
    (CARDS, "Is there a card that heals?"),
    (KNIGHT, "The ghoul froze me. How do I get out of it?"),
    (KNIGHT, "If a unit is poisoned, does it recover at the end of the battle?"),
    (KNIGHT, "Another question: who goes first?"),
    (KNIGHT, "By the way, can we trade resources?"),
    (KNIGHT, "Ok thanks. How is the board set up?"),
    (KNIGHT, "So how do we set up the board?"),
    (KNIGHT, "victory points"),
    (GAOL, "How long does this game take?"),
    (GAOL, "What happens when a player lands on the red square with the skull?"),
    (CARTES, "Comment gagne-t-on ?"),
    (CARTES, "Où on pose la pioche ?"),
    (CARTES, "Ou est la pioche ?"),
    (CARTES, "Qui commence ?"),
    (CARTES, "Il faut combien de points pour gagner ?"),
    (CARTES, "Y a-t-il une limite de main ?"),
    (CARTES, "Ça marche comment, les enchères ?"),
    (CARTES, "Il fait combien de dégâts, le dragon ?"),
    (CARTES, "Qu'est-ce que ça fait quand je tombe sur une case rouge ?"),
    (PION, "Au fait, on peut échanger des ressources ?"),
    (PION, "Autre question : qui joue en premier ?"),
    (PION, "Alors comment on marque les points ?"),
    (PION, "Avec quelle main est-ce que je commence la partie ?"),
    (PION, "Et comment on compte les points à la fin de la partie ?"),
    (PION, "Est-ce que la partie s'arrête au dixième tour ?"),
    (PION, "Ce jeu se joue à combien ?"),
]


@pytest.mark.parametrize(("before", "text"), ALONE, ids=[text for _, text in ALONE])
def test_a_question_that_stands_alone_is_searched_alone(before: str, text: str) -> None:
    """A new topic is not polluted by the last one, nor by one before it."""
    for talk in ((before,), (before, "And with five?"), ("Et à deux ?", before)):
        told = understood(text, *talk)
        assert (told.standalone, told.added) == (text, ())


def test_a_number_stands_for_the_one_that_was_said() -> None:
    """Asked "and with five?", nobody wants to know about three."""
    assert "three" not in understood("And with five?", CARDS).added
    assert "trois" not in understood("Et à 4 ?", CARTES).added
    assert "three" in understood("Why?", CARDS).added


def test_what_a_question_points_at_may_stand_in_the_last_answer() -> None:
    """To say "that card" is to say what the answer called a card; an answer is not heard otherwise."""
    said = Turn(GAOL, "Pay the fine first. Or play the Pardon card [[2]]: “The Pardon card opens every cell”.")
    assert {"pardon", "prison"} <= set(understood("Where do I get that card?", said).added)
    assert "fine" not in understood("Where do I get that card?", said).added
    assert "pardon" not in understood("And if I have none?", said).added
    assert "pardon" not in understood("Where do I get that pawn?", said).added
    dite = Turn(PION, "Pendant la phase de commerce, le pion traverse par le pont.")
    assert "commerce" in understood("Quand vient cette phase ?", dite).added


def test_nothing_was_said_before_the_first_question() -> None:
    """A follow-up of nothing is only itself."""
    assert understood("And with five?").standalone == "And with five?"

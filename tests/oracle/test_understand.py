from __future__ import annotations

import pytest

from oracle.contracts import Question, Stack, Turn
from oracle.leaning import leans
from oracle.understand import understand
from oracle.words import content_words

FIRST = Turn("How many cards does each player draw with three players?", "Five.")


def asked(text: str, *history: Turn) -> Question:
    return Question(text, Stack("go"), history)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Combien de cartes est-ce que je pioche ?", "fr"),
        ("How many cards do I draw?", "en"),
        ("C'est quoi, la mise en place ?", "fr"),
        ("Who wins?", "en"),
    ],
)
def test_the_language_is_that_of_the_question_not_of_the_book(text: str, language: str) -> None:
    """A French question about an English booklet is French."""
    assert understand(asked(text), ("en",)).language == language


def test_a_question_without_telling_words_takes_the_language_of_the_talk_then_of_the_booklets() -> None:
    """`5?` says nothing of its language; what was said before does."""
    assert understand(asked("5 ?", Turn("Combien de cartes à trois ?", "")), ("en",)).language == "fr"
    assert understand(asked("Pat 5"), ("fr",)).language == "fr"
    assert understand(asked("Pat 5"), ("fr", "en")).language == "und"


@pytest.mark.parametrize("text", ["And with five?", "what about four", "Is it allowed?", "Why?", "Same for them?"])
def test_a_follow_up_gets_the_topic_beside_its_own_words(text: str) -> None:
    """The topic is added; what was asked stays as it was typed."""
    understood = understand(asked(text, FIRST), ("en",))
    assert understood.text == text
    assert understood.standalone == f"{FIRST.question} {text}"
    assert {"cards", "draw"} <= set(understood.added)


@pytest.mark.parametrize("text", ["Et à quatre ?", "Et si c'est une dame ?", "Avec cinq ?", "Pareil pour lui ?"])
def test_french_follow_ups_lean_too(text: str) -> None:
    """Small words that open a sequel are known in French."""
    assert leans(text, "fr")


@pytest.mark.parametrize(
    "text",
    [
        "Who wins?",
        "How does the game end?",
        "When do I shuffle the discard pile?",
        "How many dice are there?",
        "The ghoul froze me. How do I get out of it?",
    ],
)
def test_a_new_topic_is_not_polluted(text: str) -> None:
    """A question that stands alone is searched alone, whatever was asked before."""
    understood = understand(asked(text, FIRST), ("en",))
    assert (understood.standalone, understood.added) == (text, ())


def test_the_topic_of_a_follow_up_of_a_follow_up_is_the_first_question() -> None:
    """Two short turns in a row do not lose what the talk is about."""
    understood = understand(asked("And six?", FIRST, Turn("And with five?", "")), ("en",))
    assert {"cards", "draw"} <= set(understood.added)


def test_content_words_keep_what_carries_meaning() -> None:
    """Function words and single letters go; figures, hyphenated words and accents stay."""
    assert content_words("Can I play a 2-player game with 7 dice?", "en") == ("play", "2-player", "game", "7", "dice")
    assert content_words("Est-ce que l'échelle coûte 3 pièces ?", "fr") == ("échelle", "coûte", "3", "pièces")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Je relance les des ?", ("relance", "dés")),
        ("combien de des ?", ("dés",)),
        ("Si je fais 6 sur les 2 des", ("6", "2", "dés")),
        ("le de tombe par terre", ("dé", "tombe", "terre")),
        ("2 des joueurs passent", ("2", "joueurs", "passent")),
        ("le bord de la case des pions", ("bord", "case", "pions")),
    ],
)
def test_dice_that_are_typed_without_accents_are_dice(text: str, words: tuple[str, ...]) -> None:
    """Where no small word can stand; elsewhere `de` and `des` say nothing."""
    assert content_words(text, "fr") == words

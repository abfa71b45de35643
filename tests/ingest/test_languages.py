from __future__ import annotations

import pytest

from ingest.languages import detect, named, scores


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Can I play two cards if I rolled a 7?", "en"),
        ("Que veut dire l'icône rouge en haut à gauche ?", "fr"),
        ("Combien de cartes par joueur ?", "fr"),
        ("How many cards per player?", "en"),
        ("42 + 7", "und"),
        ("", "und"),
        ("Gambeson", "und"),
    ],
)
def test_the_language_of_a_text_is_told_by_its_small_words(text: str, language: str) -> None:
    """French, English, or an honest "unknown"."""
    assert detect(text) == language


def test_scores_are_shares() -> None:
    """Between 0 and 1, one for each language that is known."""
    found = scores("the rules of the game")
    assert {"fr", "en", "de", "es", "it", "nl", "pt"} == set(found)
    assert all(0 <= share <= 1 for share in found.values())


RULES = {
    "fr": "Chaque joueur lance les dés et avance son pion du nombre de cases indiqué. S'il tombe là, il recule.",
    "en": "Each player rolls the dice and moves a pawn by the number shown. If it lands on another, it goes back.",
    "de": "Jeder Spieler würfelt und zieht seine Figur um die Zahl der Augen. Wenn das Feld besetzt ist, geht er.",
    "es": "Cada jugador lanza los dados y avanza su ficha el número indicado. Si la casilla está, va.",
    "it": "Ogni giocatore lancia i dadi e muove la sua pedina del numero indicato. Se la casella è occupata, torna.",
    "nl": "Elke speler gooit de dobbelstenen en zet zijn pion met het aantal ogen. Als het vak bezet is, gaat hij.",
    "pt": "Cada jogador lança os dados e avança o seu peão pelo número indicado. Se a casa está ocupada, ele volta.",
}


@pytest.mark.parametrize("language", RULES)
def test_a_printed_text_is_named_by_its_language(language: str) -> None:
    """Each known language is told from all others, close ones too."""
    assert named(RULES[language]) == language


@pytest.mark.parametrize(
    "text",
    [
        "Varje spelare kastar tärningarna och flyttar sin pjäs det antal steg som visas. Om rutan är upptagen går den.",
        "Każdy gracz rzuca kośćmi i przesuwa swój pionek o wskazaną liczbę pól. Jeśli jest zajęte, pionek wraca.",
        "Her oyuncu zarları atar ve piyonunu gösterilen sayı kadar ilerletir. Kare doluysa piyon geri döner.",
    ],
)
def test_another_language_is_called_unknown(text: str) -> None:
    """A language that is not known here is never called English, nor anything else."""
    assert named(text) == "und"

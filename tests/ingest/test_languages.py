from __future__ import annotations

import pytest

from ingest.languages import detect, detect_all, scores


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
    assert set(found) == {"fr", "en"}
    assert all(0 <= share <= 1 for share in found.values())


def test_a_bilingual_book_speaks_both() -> None:
    """The most frequent first; a stray page does not count."""
    assert detect_all(["le tour du joueur"] * 3 + ["the turn of the player"] * 2) == ("fr", "en")
    assert detect_all(["le tour du joueur"] * 9 + ["the turn of the player"]) == ("fr",)

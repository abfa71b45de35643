"""Mistyped command lines, told in the player's language with the command that helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle.texts import catalogue
from tests.oracle.commands import oracle

MISTYPED = [
    (("ask",), "Il manque QUESTION.", "QUESTION is missing.", "oracle ask -g "),
    (("ask", "-g"), "-g attend une valeur.", "-g needs a value.", "oracle --help"),
    (("ask", "can", "I", "pass"), "Trop de mots : I pass.", "Too many words: I pass.", 'oracle ask "…"'),
    (("search", "--limte", "3", "x"), "Vouliez-vous dire --limit ?", "Did you mean --limit?", "oracle search --help"),
    (("search", "--zzzzz", "x"), "pas d’option --zzzzz.", "no option --zzzzz.", "oracle search --help"),
    (("ask", "-n", "0", "x"), "--limit doit être un nombre de 1 à 50.", "from 1 to 50.", "oracle ask --help"),
    (("ask", "--budget", "0", "x"), "un nombre, 1 ou plus.", "a number, 1 or more.", "oracle ask --help"),
    (("ask", "--type", "video", "x"), "accepte seulement : text, table, image.", "must be one of: text", "oracle ask"),
    (("ingest", "lst"), "Vouliez-vous dire « list » ?", "Did you mean “list”?", "oracle ingest --help"),
    (("sheet", "turns"), "accepte seulement : setup, turn,", "must be one of: setup, turn,", "oracle sheet setup -g "),
    (("ingest", "add", "x.pdf"), "Il manque --game.", "--game is missing.", "oracle ingest add "),
    (("ingest", "rm", "x"), "Vouliez-vous dire « remove » ?", "Did you mean “remove”?", "oracle ingest --help"),
    (("house", "delete"), "Vouliez-vous dire « rm » ?", "Did you mean “rm”?", "oracle house --help"),
    (
        ("add", "--force"),
        "Vouliez-vous dire « ingest add » ?",
        "Did you mean “ingest add”?",
        "oracle ingest add --help",
    ),
    (("setup",), "Vouliez-vous dire « sheet setup » ?", "Did you mean “sheet setup”?", "oracle sheet setup --help"),
    (("ingest", "zzzzz"), "Commande inconnue : zzzzz.", "No such command: zzzzz.", "oracle ingest --help"),
    (("ask", "--answer-file", "/no/such", "x"), "« /no/such » n’existe pas", "“/no/such” does not", "oracle ask"),
]


@pytest.mark.parametrize(("arguments", "french", "english", "hint"), MISTYPED)
def test_a_mistyped_command_line_is_told_in_both_languages(
    arguments: tuple[str, ...], french: str, english: str, hint: str
) -> None:
    """Exit code 2, a sentence in the language of `--lang`, and a command to type."""
    for language, sentence in (("fr", french), ("en", english)):
        ran = oracle("--lang", language, *arguments)
        assert ran.code == 2
        assert sentence in ran.err
        assert f"→ {hint}" in ran.err


def test_what_click_says_otherwise_is_told_in_its_own_words() -> None:
    """A mistake that has no sentence of ours is explained all the same, with the command that helps."""
    ran = oracle("--lang", "fr", "search", "--json=3", "x")
    assert ran.code == 2
    assert "--json" in ran.err
    assert "→ oracle --help" in ran.err


def test_every_command_that_misses_a_word_shows_a_line_that_holds_one() -> None:
    """In both languages the example is of that very command."""
    for language in ("en", "fr"):
        examples = {key: text for key, text in catalogue(language).items() if key.startswith("misuse.example.")}
        for key, line in examples.items():
            command = key.removeprefix("misuse.example.").removesuffix(".hint").replace("_", " ")
            assert line.startswith(f"oracle {command} "), line


@pytest.mark.parametrize(
    "words", [("--lang", "fr", "--foo"), ("--foo", "--lang=fr"), ("games", "--foo", "--lang", "fr")]
)
def test_a_mistake_is_told_in_the_language_that_is_named(home: Path, words: tuple[str, ...]) -> None:
    """Wherever it is named, and whatever could not be read."""
    assert "Il n’y a pas d’option" in oracle(*words).err


def test_what_is_missing_is_called_as_the_help_calls_it(home: Path) -> None:
    """In French by its French name."""
    assert "NUMÉRO" in oracle("--lang", "fr", "house", "rm").err
    assert "VALEUR" in oracle("--lang", "fr", "config", "set", "lang").err
    assert "NUMBER" in oracle("house", "rm").err

"""A made book that says what it calls things, in the ways that books do."""

from __future__ import annotations

import pytest

from ingest.contracts import Passage
from oracle.glossary import aliases, also_called
from oracle.words import all_words
from tests.fakes.library import FakeLibrary, page


def passages(text: str, language: str = "en", section: str = "") -> tuple[Passage, ...]:
    library = FakeLibrary({"core": (language, [page(text, section=section)])})
    return library.all_passages(library.scope("go"))


@pytest.mark.parametrize(
    ("text", "language", "said", "named"),
    [
        ("Take two workers (also called meeples) and a tile.", "en", "my meeple", "workers"),
        ("Take two workers (also called meeples) and a tile.", "en", "how many workers", "meeples"),
        ("The drake, known as “the Worm”, sleeps.", "en", "the drake", "worm"),
        ("You have hit points (HP). At 0 HP you fall.", "en", "how many hit points", "hp"),
        ("HP (Hit Points) are lost first.", "en", "lose HP", "hit points"),
        ("Token: see Marker", "en", "a token", "marker"),
        ("Les ouvriers, aussi appelés « meeples », travaillent.", "fr", "mon meeple", "ouvriers"),
        ("Vos points de vie (PV) baissent.", "fr", "combien de PV", "points de vie"),
        ("Pioche : voir Talon", "fr", "la pioche", "talon"),
    ],
)
def test_what_a_book_says_that_it_calls_things(text: str, language: str, said: str, named: str) -> None:
    """Both ways, whatever the endings."""
    assert named in also_called(all_words(said), language, passages(text, language))


def test_a_heading_with_two_names_names_one_thing() -> None:
    """`Discard (Graveyard)`; a number in brackets is no name."""
    found = passages("Cards go here.", section="Discard (Graveyard)")
    assert also_called(["graveyard"], "en", found) == ("discard",)
    assert not set(aliases(passages("Cards go here.", section="Market (2)")[0]))


@pytest.mark.parametrize(
    "text",
    [
        "Move one pawn (two in a big game).",
        "Roll the die (see page 4).",
        "Take 3 coins (VP) from the supply.",
        "The game ends when it is called a draw.",
        "Combat: see the table below for what happens.",
    ],
)
def test_other_brackets_and_references_name_nothing(text: str) -> None:
    """Only statements count; initials must agree."""
    assert list(aliases(passages(text)[0])) == []


def test_what_is_said_already_is_no_other_name() -> None:
    """Nothing is given of what the question does not speak of, nor of what it says both ways."""
    book = passages("Take two workers (also called meeples).")
    assert also_called(all_words("meeples are workers"), "en", book) == ()
    assert also_called(all_words("where is the dragon"), "en", book) == ()

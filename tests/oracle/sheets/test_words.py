from __future__ import annotations

import pytest

from oracle.sheets.contracts import SheetKind
from oracle.sheets.words import BESIDE, MAIN, Near, near


@pytest.mark.parametrize(
    ("kind", "titles", "found"),
    [
        (SheetKind.SETUP, ("La mise en place",), Near(MAIN)),
        (SheetKind.SETUP, ("3. Set-up", "STEP 2:"), Near(MAIN, 1)),
        (SheetKind.SETUP, ("Le matériel",), Near(BESIDE)),
        (SheetKind.SETUP, ("Wrong set-up",), None),
        (SheetKind.SETUP, ("Mauvaise mise en place",), None),
        (SheetKind.SETUP, ("The opening roll and moving", "A turn from beginning to end"), None),
        (SheetKind.SETUP, ("Le tour de jeu", "Le neuf du premier coup"), None),
        (SheetKind.SETUP, ("Set-up", "Example"), None),
        (SheetKind.TURN, ("Contents", "The game in one minute"), Near(MAIN)),
        (SheetKind.TURN, ("Un tour, du début à la fin",), Near(MAIN)),
        (SheetKind.TURN, ("Le tour de jeu", "Le neuf du premier coup"), Near(MAIN, 1)),
        (SheetKind.TURN, ("Turn Undead",), None),
        (SheetKind.SETUP, ("3. Preparing for play",), Near(MAIN)),
        (SheetKind.SETUP, ("Pour commencer",), Near(MAIN)),
        (SheetKind.SETUP, ("Preparing and Casting Spells",), None),
        (SheetKind.SETUP, ("5. Advanced rules", "5.1 Setup with pirates"), None),
        (SheetKind.TURN, ("À vous de jouer", "Lancer les dés"), Near(MAIN, 1)),
        (SheetKind.TURN, ("2.1 Turn order track",), None),
        (SheetKind.TURN, ("Sneak Attack (1/Turn)",), None),
        (SheetKind.SCORING, ("Comment finit la partie ?",), Near(MAIN)),
        (SheetKind.SCORING, ("Compter les points",), Near(MAIN)),
        (SheetKind.SCORING, ("Piste de score",), None),
        (SheetKind.SCORING, ("How a game ends",), Near(MAIN)),
        (SheetKind.SCORING, ("La fin de la partie", "À trois"), Near(MAIN, 1)),
        (SheetKind.SCORING, ("Hit points",), None),
        (SheetKind.SCORING, ("Ability scores",), None),
    ],
)
def test_a_heading_names_a_matter_and_what_stands_under_it_belongs_to_it(
    kind: SheetKind, titles: tuple[str, ...], found: Near | None
) -> None:
    """Unless a nearer heading names another matter, or only examples and mistakes."""
    assert near(kind, titles) == found


@pytest.mark.parametrize(
    ("kind", "title", "named", "serves"),
    [
        (SheetKind.SETUP, "Start of the game", True, False),
        (SheetKind.SETUP, "Pour débuter", True, False),
        (SheetKind.SETUP, "Layout", False, True),
        (SheetKind.SETUP, "Avant la partie", False, True),
        (SheetKind.SETUP, "Forces and first move", False, True),
        (SheetKind.SETUP, "Equipment packs", False, False),
        (SheetKind.SETUP, "The Material Plane", False, False),
        (SheetKind.TURN, "Flow of play", True, False),
        (SheetKind.TURN, "The Order of Combat", True, False),
        (SheetKind.TURN, "The play", False, True),
        (SheetKind.TURN, "Combat", False, True),
        (SheetKind.TURN, "Action Surge", False, False),
        (SheetKind.TURN, "Règles du jeu", False, True),
        (SheetKind.TURN, "Rules for spells", False, False),
        (SheetKind.SCORING, "Game over", True, False),
        (SheetKind.SCORING, "Object of the game", False, True),
        (SheetKind.SCORING, "Fin", False, True),
        (SheetKind.SCORING, "Hit points", False, False),
    ],
)
def test_what_names_a_matter_and_what_only_serves_for_it(
    kind: SheetKind, title: str, named: bool, serves: bool
) -> None:
    """What serves is looked at only in a book that names the matter nowhere."""
    found = near(kind, (title,))
    assert (found is not None and found.tier == MAIN) is named
    assert (near(kind, (title,), instead=True) is not None) is serves

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest.contracts import Booklet, BookletKind, BookletRef
from oracle.contracts import Question, Stack
from oracle.find import find
from oracle.named import named
from oracle.profile import Profile
from oracle.roles import roles
from tests.fakes.library import FakeLibrary, page


def booklet(slug: str, title: str, kind: BookletKind = BookletKind.CORE) -> Booklet:
    return Booklet(BookletRef("go", slug), title, kind, 0, ("en",), "r", f"{slug}.pdf", 4, 9, Path(slug))


STACK = [
    booklet("core", "Go: the King’s Table"),
    booklet("more", "Alea Evangelii: the Great Board", BookletKind.EXPANSION),
    booklet("faq", "Go: questions players send us", BookletKind.FAQ),
    booklet("aid", "AideDeJeu", BookletKind.AID),
]


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("In the base game, who begins?", {"core"}),
        ("We play without the expansion: who begins?", {"core"}),
        ("Sans l'extension, qui commence ?", {"core"}),
        ("Dans les règles de base, qui commence ?", {"core"}),
        ("Without the optional rules, who begins?", {"core"}),
        ("Hors extension, qui commence ?", {"core"}),
        ("Dans le livret additionnel, qui commence ?", {"more"}),
        ("Do I get an additional card?", set()),
        ("On the Great Board, who begins?", {"more"}),
        ("What does the expansion change?", {"more"}),
        ("Is it in the FAQ?", {"faq"}),
        ("Sur l'aide de jeu, c'est quoi ce dessin ?", {"aid"}),
        ("Who begins?", set()),
        ("Can I put the board on the floor?", set()),
    ],
)
def test_booklets_are_named_by_kind_or_title(text: str, slugs: set[str]) -> None:
    """What players call a booklet, in both languages; one common word of a title is not its name."""
    assert {ref.booklet for ref in named(text, STACK)} == slugs


def core(slug: str, title: str, chunks: int = 9) -> Booklet:
    return replace(booklet(slug, title), chunks=chunks)


@pytest.mark.parametrize(
    ("booklets", "base"),
    [
        ([core("a", "Rules"), core("b", "SpecialMoves"), core("c", "Enchantments")], {"a"}),
        ([core("a", "go-english-v1.2"), core("b", "additional-things-english-v1.0")], {"a"}),
        ([core("a", "Livret_de_regles"), core("b", "AideDeJeu")], {"a"}),
        ([core("a", "Frozen Lands", 20), core("b", "Little Harbour", 90)], {"b"}),
        ([core("a", "Frozen Lands", 80), core("b", "Little Harbour", 90)], {"a", "b"}),
        ([core("a", "Alone")], {"a"}),
    ],
)
def test_the_base_is_told_where_nobody_declared_kinds(booklets: list[Booklet], base: set[str]) -> None:
    """By what a title says, else by the game's name in it, else by a booklet much longer than the others."""
    assert {ref.booklet for ref, kind in roles(booklets).items() if kind is BookletKind.CORE} == base


def test_kinds_that_were_declared_stand() -> None:
    """Whatever the titles look like."""
    stack = [booklet("a", "Rules", BookletKind.EXPANSION), booklet("b", "Expansion")]
    assert roles(stack) == {stack[0].ref: BookletKind.EXPANSION, stack[1].ref: BookletKind.CORE}


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("By the normal rules, who begins?", {"rules"}),
        ("Dans le livret de base, qui commence ?", {"rules"}),
        ("On joue sans module : un coup spécial, on en fait combien ?", {"rules"}),
        ("Mon coup spécial touche deux ennemis, que faire ?", {"moves"}),
        ("With the expansion, who begins?", {"moves", "charms"}),
        ("With the Charms expansion, who begins?", {"charms"}),
    ],
)
def test_the_base_is_named_in_a_stack_that_nobody_described(text: str, slugs: set[str]) -> None:
    """The base where it is spoken of, whatever words another title shares; an expansion by its title's words."""
    stack = [core("rules", "Regles"), core("moves", "Coups_speciaux"), core("charms", "Charms")]
    assert {ref.booklet for ref in named(text, stack)} == slugs


def test_naming_all_is_naming_none() -> None:
    """In a stack of which nobody can tell the base "the base game" tells nothing."""
    assert named("In the base game, who begins?", [booklet("a", "Book one"), booklet("b", "Book two")]) == frozenset()


@pytest.mark.parametrize(("text", "first"), [("In the base game", "core"), ("With the expansion", "more")])
def test_the_booklet_that_is_named_comes_first(text: str, first: str) -> None:
    """The same rule on the same page of base and expansion: the question says which."""
    pages = [page("Setting out the pieces. Each player has 20 minutes.", section="Setup")]
    others = [page("Setting out the pieces. Each player has 45 minutes.", section="Setup")]
    library = FakeLibrary({"core": ("en", pages), "more": ("en", others)}, kinds={"more": BookletKind.EXPANSION})
    _, _, evidence = find(library, Question(f"{text}, how many minutes has each player?", Stack("go")), Profile())
    assert evidence.passages[0].passage.ref.booklet == first

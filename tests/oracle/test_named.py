from __future__ import annotations

from pathlib import Path

import pytest

from ingest.contracts import Booklet, BookletKind, BookletRef
from oracle.contracts import Question, Stack
from oracle.find import find
from oracle.named import named
from oracle.profile import Profile
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


def test_naming_all_is_naming_none() -> None:
    """In a stack of core booklets "the base game" tells nothing."""
    assert named("In the base game, who begins?", [STACK[0], booklet("b", "Other rules")]) == frozenset()


@pytest.mark.parametrize(("text", "first"), [("In the base game", "core"), ("With the expansion", "more")])
def test_the_booklet_that_is_named_comes_first(text: str, first: str) -> None:
    """The same rule on the same page of base and expansion: the question says which."""
    pages = [page("Setting out the pieces. Each player has 20 minutes.", section="Setup")]
    others = [page("Setting out the pieces. Each player has 45 minutes.", section="Setup")]
    library = FakeLibrary({"core": ("en", pages), "more": ("en", others)}, kinds={"more": BookletKind.EXPANSION})
    _, _, evidence = find(library, Question(f"{text}, how many minutes has each player?", Stack("go")), Profile())
    assert evidence.passages[0].passage.ref.booklet == first

"""A rule that differs between two booklets is shown as a difference; what is the same, or unrelated, is none."""

from __future__ import annotations

import pytest

from ingest.contracts import BookletKind, ChunkType
from oracle.contracts import Evidence, Question, Stack
from oracle.find import find
from oracle.profile import Profile
from tests.fakes.library import FakeLibrary, FakePage, page

FILLERS = [
    page(f"The {name} of the valley is described in the story of the {name}.", section=name.title())
    for name in ("mill", "abbey", "bridge", "orchard", "quarry", "lighthouse", "tavern", "windmill", "market")
]


def asked(
    question: str, core: list[FakePage], more: list[FakePage], kind: BookletKind = BookletKind.EXPANSION, limit: int = 8
) -> Evidence:
    """What is found where both booklets have other pages too."""
    shelf = {"core": ("en", [*core, *FILLERS]), "more": ("en", more)}
    return find(FakeLibrary(shelf, kinds={"more": kind}), Question(question, Stack("go"), limit=limit), Profile())[2]


def said(evidence: Evidence) -> list[set[str]]:
    return [{each.one_says, each.other_says} for each in evidence.differences]


def test_another_figure_under_the_same_heading_is_a_difference_and_the_expansion_wins() -> None:
    """Only the sentences that the question is about, of all that differ."""
    core = [page("Each player starts with five coins.\nThe youngest player begins the game.", section="Setup")]
    more = [page("Each player starts with seven coins.\nThe oldest player begins the game.", section="Setup")]
    evidence = asked("How many coins does each player start with?", core, more)
    assert said(evidence)[0] == {"Each player starts with five coins.", "Each player starts with seven coins."}
    assert evidence.differences[0].wins == "go/more:1#0"


def test_a_rule_that_is_denied_elsewhere_is_a_difference() -> None:
    """Much alike, but for a "not", under another heading."""
    core = [page("A merchant may cross the frozen river during the winter phase.", section="Merchants")]
    more = [page("A merchant may not cross the frozen river during the winter phase.", section="Ice")]
    assert len(said(asked("May a merchant cross the frozen river in winter?", core, more))) == 1


def test_rows_of_tables_are_compared_by_their_first_cell() -> None:
    """The same table with other numbers."""
    core = [FakePage((("Pieces", "Piece | Number\nknights | 12\nfarmers | 30"),), types=(ChunkType.TABLE,))]
    more = [FakePage((("Pieces", "Piece | Number\nknights | 20\nfarmers | 30"),), types=(ChunkType.TABLE,))]
    assert said(asked("How many knights are there in pieces?", core, more)) == [{"knights | 12", "knights | 20"}]


@pytest.mark.parametrize(
    ("core", "more"),
    [
        ("Each player starts with five coins.", "Each player starts with five coins."),
        ("Each player starts with five coins.", "Each player starts with 5 coins."),
        ("Each player starts with five coins.", "The dragon sleeps in its cave until a coin is dropped."),
        ("Each player starts with five coins.", "Shuffle the new tiles and place them beside the board."),
    ],
)
def test_the_same_text_and_another_matter_are_no_difference(core: str, more: str) -> None:
    """Even under the same heading."""
    question = "How many coins does each player start with?"
    assert said(asked(question, [page(core, section="Setup")], [page(more, section="Setup")])) == []


def test_the_other_booklet_is_looked_up_where_its_rule_was_not_found() -> None:
    """With few passages shown, it takes the last place."""
    core = [page(f"It is worth riding a horse for a knight on road number {n}.", section="Roads") for n in range(5)]
    core.append(page("Every knight on a horse is worth three victory points.", section="Value"))
    more = [page("Every knight is worth nine victory points.", section="Value")]
    evidence = asked("What is a knight on a horse worth, and why a horse?", core, more, limit=3)
    assert said(evidence) == [{core[-1].texts[0][1], more[0].texts[0][1]}]
    assert evidence.passages[-1].passage.ref.booklet == "more"


def test_between_two_core_booklets_neither_wins() -> None:
    """Nobody said which goes first."""
    core, more = "Each player starts with five coins.", "Each player starts with seven coins."
    evidence = asked(
        "How many coins at the start?", [page(core, section="Setup")], [page(more, section="Setup")], BookletKind.CORE
    )
    assert [each.wins for each in evidence.differences] == [None]

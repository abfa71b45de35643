"""Errata and FAQ travel with the rule that they amend, in both directions, and with no other."""

from __future__ import annotations

import pytest

from ingest.contracts import BookletKind, ChunkType
from oracle.amending import FIRST, entries
from oracle.contracts import SHOWN, Evidence, Question, Stack
from oracle.find import find
from oracle.profile import Profile
from tests.fakes.library import FakeLibrary, FakePage, page
from tests.oracle.records import passage

RULES = [
    page("Each player draws five cards from the deck and keeps them secret.", section="Setup"),
    page("The active player rolls two dice and moves the pawn that many squares.", section="Turn > Moving the pawn"),
    page("A fortress gives its owner three points at the end of every round.", section="Scoring > Fortresses"),
    page("A player who cannot pay the toll stays outside until the next round.", section="Tolls"),
    page("Whoever owns the most merchants at the end wins all ties for the crown.", section="Ends > Breaking a tie"),
    page("Storms sink one ship of each player who has not reached a harbour.", section="Storms"),
    page("Trading is allowed only with the player on the left or on the right.", section="Trading"),
    page("The market is refilled with three goods after each auction.", section="Market"),
    page("The herald announces the tournament and takes the first seat.", section="Herald"),
    page("Captured knights return to their castle when a ransom was paid.", section="Knights"),
]
ROWS = "Page | Printed | Should read\n3 | three points | four points\n6 | one ship | two ships"
ERRATA = [FakePage((("Errata", ROWS),), types=(ChunkType.TABLE,)), page("Thanks to all readers.", section="Thanks")]
FAQ = [
    page(
        "Are the cards that I draw kept secret from my own team as well? Yes, they are kept secret from all players.",
        section="Questions",
    ),
    page("May I sell the box? No idea.", section="Other things"),
]
KINDS = {"errata": BookletKind.ERRATA, "faq": BookletKind.FAQ, "more": BookletKind.EXPANSION}


def asked(text: str, *, amends: dict[str, str] | None = None, limit: int = 8, **booklets: list[FakePage]) -> Evidence:
    """What is found in a stack of these booklets."""
    shelf = {slug: ("en", pages) for slug, pages in {"core": RULES, **booklets}.items()}
    library = FakeLibrary(shelf, kinds=KINDS, amends=amends or {})
    return find(library, Question(text, Stack("go"), limit=limit), Profile())[2]


def places(evidence: Evidence) -> list[str]:
    return [f"{item.passage.ref.booklet}:{item.passage.ref.page}" for item in evidence.passages]


def pairs(evidence: Evidence) -> set[tuple[str, str]]:
    return {(each.rule.partition("/")[2], each.by.partition("/")[2]) for each in evidence.amendments}


def test_an_erratum_comes_right_after_the_rule_whose_page_it_names() -> None:
    """Its own words rank low: it says neither fortress nor owner."""
    evidence = asked("What does the owner of a fortress get each round?", errata=ERRATA, limit=5)
    assert places(evidence)[:2] == ["core:3", "errata:1"]
    assert ("core:3#0", "errata:1#0") in pairs(evidence)
    assert evidence.amended_by(evidence.passages[1].passage) == (1,)


def test_a_rule_that_is_read_brings_its_erratum_and_a_faq_only_to_the_first() -> None:
    """Eight passages are shown: a rule among the last of them does not stand uncorrected."""
    assert FIRST[BookletKind.ERRATA] >= SHOWN > FIRST[BookletKind.FAQ]


def test_an_erratum_that_is_found_brings_its_rule() -> None:
    """Asked in the erratum's words, the rule stands beside it, and no rule of the erratum's other rows."""
    evidence = asked("Printed: one ship; should read: two ships?", errata=ERRATA, limit=3)
    assert places(evidence)[:2] == ["errata:1", "core:6"]
    assert pairs(evidence) == {("core:6#0", "errata:1#0")}


def test_a_faq_comes_with_the_rule_that_it_explains() -> None:
    """By likeness, without a word of where the rule stands."""
    evidence = asked("How many cards does each player draw at the start and are they secret?", faq=FAQ)
    assert set(places(evidence)[:2]) == {"core:1", "faq:1"}
    assert pairs(evidence) == {("core:1#0", "faq:1#0")}


def test_what_names_another_page_amends_nothing_else() -> None:
    """The same words on a page that is not named are another matter."""
    wrong = [page("Page 9: a fortress gives its owner three points at the end of every round.", section="Errata")]
    assert pairs(asked("What does a fortress give its owner?", errata=wrong)) == set()


def test_what_amends_one_booklet_amends_no_other() -> None:
    """`amends` of game.toml decides."""
    twin = [page("A fortress gives its owner three points at the end of every round.", section="Fortresses")]
    fix = [page("Fortresses: a fortress gives its owner four points every round.", section="Errata")]
    question = "What does a fortress give its owner every round?"
    for booklet, amended in (("more", "more:1#0"), ("core", "core:3#0")):
        evidence = asked(question, more=twin, errata=fix, amends={"errata": booklet})
        assert {rule for rule, _ in pairs(evidence)} == {amended}


@pytest.mark.parametrize(
    "question",
    ["Who wins a tie for the crown?", "When do knights return to their castle?", "Where may I trade with a player?"],
)
def test_rules_that_nothing_amends_are_left_alone(question: str) -> None:
    """They stay first, with nothing of errata and FAQ beside them."""
    with_errata, without = asked(question, errata=ERRATA, faq=FAQ), asked(question)
    rule = without.passages[0].passage.key
    assert places(with_errata)[0] == places(without)[0]
    assert rule not in {each.rule for each in with_errata.amendments}
    assert pairs(with_errata) <= {("core:3#0", "errata:1#0"), ("core:6#0", "errata:1#0"), ("core:1#0", "faq:1#0")}


def test_only_what_is_shown_is_said_to_amend() -> None:
    """A pair whose one half was cut off is none."""
    assert pairs(asked("What does the owner of a fortress get each round?", errata=ERRATA, limit=1)) == set()


def test_entries_are_rows_and_questions_with_their_answers() -> None:
    """The number under "Page" is a page; a question that stands alone is followed by its answer."""
    table = passage(ROWS)
    rows = entries(type(table)(**{**vars(table), "type": ChunkType.TABLE}))
    assert [sorted(row.pages) for row in rows] == [["3"], ["6"]]
    told = entries(passage("May I pass?\nNo.\nQ: And on page 4? A: Yes.\nA last word."))
    assert [entry.text for entry in told] == ["May I pass? No.", "Q: And on page 4? A: Yes.", "A last word."]

from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.contracts import PageRef
from oracle.contracts import Verified
from oracle.grammar import GAP
from oracle.verify import verify
from tests.oracle.records import passage

CORE = (
    "On your turn, roll two dice and draw 15 cards. You may trade with the bank. A game is for 2–5 players.\n"
    "The Golden Dragon costs {icon:3f2a} 7 coins. Players must not move the robber into the desert."
)
EXTRA = "With the module, roll one more die and gain three points."
SENT = (
    passage(CORE, icons=(("3f2a", "Gold"),)),
    passage(EXTRA, "extra:2", ordinal=1),
)
PROOF = "It says “roll two dice” [[1]]."


def check(said: str, asked: str = "", seen: PageRef | None = None) -> Verified:
    return verify(f"VERDICT: says\n{PROOF}\n{said}", SENT, lambda _: (), seen, asked)


def struck(verified: Verified) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text) for piece in verified.struck]


@pytest.mark.parametrize(
    "said",
    [
        "You roll 2 dice [[1]].",
        "Vous lancez deux dés [[1]].",
        "Four may play too [[1]].",
        "You draw fifteen [[1]].",
        "You roll two dice, and one more with the module: 3 in all [[1]] [[2]].",
        "You draw 15, so that makes 17 with the two of before [[1]].",
        "1. You roll one die [[1]].",
        "Two passages say so [[1]].",
        "It is on page 4 [[1]].",
        "The price is {icon:3f2a} 7 [[1]].",
        "It costs 7 ⟨Gold⟩ [[1]].",
    ],
)
def test_numbers_that_something_gives_stand(said: str) -> None:
    """The cited passage in figures or words, a range that holds it, or a sum that the reader can do again."""
    assert struck(check(said)) == []


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("You roll 4 dice for 9 coins [[2]].", ["4", "9"]),
        ("You draw sixteen [[1]].", ["sixteen"]),
        ("Vous piochez vingt-deux cartes [[1]].", ["vingt-deux"]),
        ("You gain 15 points [[2]].", ["15"]),
        ("The sixth turn is special [[1]].", ["sixth"]),
        ("You roll 3 dice [[1]].", []),
        ("You draw VI cards, or a dozen, or ³⁰, or l2 [[1]].", ["VI", "dozen", "³⁰", "l2"]),
        ("It is worth sextuple, or 15.000 of them [[1]].", ["sextuple", "15.000"]),
        ("That is 15 + 2 = 30 [[1]].", ["30"]),
        ("That is 15 + 2 = 17, and 1 + 15 + 2 = 18 [[1]].", []),
    ],
)
def test_a_number_that_nothing_gives_is_struck(said: str, number: list[str]) -> None:
    """It may not come from a passage that its sentence does not cite, nor be worked out of sight."""
    verified = check(said)
    assert struck(verified) == [("said_number", each) for each in number]
    assert all(GAP in verified.text for _ in number)


def test_the_players_own_numbers_and_names_need_no_passage() -> None:
    """What was asked may be repeated, and worked with."""
    asked = "I have 41 coins and Maximilian wants 11 of them"
    assert struck(check("With 41 coins, giving Maximilian 11 of them, you have 30 left [[1]].", asked)) == []
    assert struck(check("With 41 coins you pay for Maximilian [[1]].")) == [
        ("said_number", "41"),
        ("said_name", "Maximilian"),
    ]


def test_a_name_that_no_passage_has_is_struck() -> None:
    """A term in capitals, an icon; how a sentence begins is no name, nor is a name in lower case."""
    assert struck(check("You pay for the Golden Dragon, a dragon of the Bank [[1]].")) == []
    assert struck(check("It reads “draw 15 cards.” Then Players go on [[1]], because The rest is free")) == []
    assert struck(check("You pay for the Silver Griffin [[1]].")) == [("said_name", "Silver"), ("said_name", "Griffin")]
    assert struck(check("Take ⟨Silver⟩ and {icon:beef} [[1]].")) == [
        ("said_name", "⟨Silver⟩"),
        ("said_name", "{icon:beef}"),
    ]


def test_names_in_another_language_may_be_translated() -> None:
    """A French answer from an English book says the names in French."""
    french = "Vous payez pour le Griffon d’Argent de la Banque [[1]]."
    assert struck(check(french)) == []
    sent = tuple(replace(each, language="fr") for each in SENT)
    text = f"VERDICT: says\n{PROOF}\n{french}"
    assert [kind for kind, _ in struck(verify(text, sent, lambda _: ()))] == ["said_name"] * 3


@pytest.mark.parametrize(
    "said",
    [
        "On your turn, do not roll two dice and draw 15 cards [[1]].",
        "Players must move the robber into the desert [[1]].",
        "With the module, never roll one more die and gain three points [[2]].",
    ],
)
def test_a_sentence_of_the_book_turned_round_is_struck(said: str) -> None:
    """The book's own words but for a "not" are shown to nobody as the book's rule."""
    verified = check(said)
    assert [kind for kind, _ in struck(verified)] == ["said_negation"]
    assert verified.text == PROOF


@pytest.mark.parametrize(
    "said",
    [
        "No: on your turn, roll two dice and draw 15 cards [[1]].",
        "You may not move the robber into the desert, players must stay out [[1]].",
        "The bank is not closed [[1]].",
        "No, the bank is not part of the game at all [[1]].",
        "Players must not move the robber into the desert [[1]].",
    ],
)
def test_paraphrase_is_free(said: str) -> None:
    """An answer that begins with "no", or says a rule in other words, contradicts nothing."""
    assert struck(check(said)) == []


def test_where_two_booklets_differ_the_words_of_either_may_be_said() -> None:
    """A sentence that cites both contradicts only one of them."""
    sent = (
        passage("Each player rolls two wooden dice every turn."),
        passage("Each player does not roll two wooden dice every turn.", "extra:2", ordinal=1),
    )
    said = (
        "VERDICT: says\n“Each player rolls two wooden dice” [[1]]. Each player does not roll two wooden dice every turn"
    )
    one, both = (verify(f"{said} {markers}.", sent, lambda _: ()) for markers in ("[[1]]", "[[1]] [[2]]"))
    assert [[kind for kind, _ in struck(each)] for each in (one, both)] == [["said_negation"], []]


def test_what_only_the_picture_shows_is_not_counted_against_the_text() -> None:
    """A sentence about the page that was looked at may name what is seen there."""
    assert struck(check("The picture shows 9 red Griffin cards [[1]].", seen=SENT[0].ref)) == []
    assert len(struck(check("The picture shows 9 red Griffin cards [[2]].", seen=SENT[0].ref))) == 2


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("The Golden Dragon costs {icon:3f2a} 7 coins", True),
        ("The Golden Dragon costs ⟨Gold⟩ 7 coins", True),
        ("The Golden Dragon costs ⟨gold⟩ 7", True),
        ("The Golden Dragon costs 7 coins", True),
        ("The Golden Dragon costs ⟨Silver⟩ 7 coins", False),
        ("The Golden Dragon costs {icon:beef} 7 coins", False),
        ("The Golden Dragon ⟨Gold⟩ costs 7 coins", False),
        ("The Golden Dragon costs 7 coins ⟨Gold⟩", False),
    ],
)
def test_an_icon_in_a_quotation_is_the_one_that_stands_there(quote: str, stands: bool) -> None:
    """By its id or its name, at its place; one that is a mere ornament may be left out."""
    assert bool(struck(check(f"It says “{quote}” [[1]]."))) is not stands


def test_an_icon_after_a_number_is_never_left_out() -> None:
    """It is what is counted: 2 coins or 3 logs are not 2 or 3."""
    sent = (passage("Pay 2 {icon:aaaa} or 3 {icon:bbbb} to build"),)
    for quote, stands in (
        ("Pay 2 or 3 to build", False),
        ("Pay 2 {icon:aaaa} or 3 {icon:bbbb} to build", True),
        ("Pay 2 {icon:bbbb} or 3 {icon:aaaa} to build", False),
    ):
        assert verify(f"VERDICT: says\n“{quote}” [[1]].", sent, lambda _: ()).withheld is not stands

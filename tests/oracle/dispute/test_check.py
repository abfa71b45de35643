"""Both readings against the pages, from models that mean it well, badly, or not at all."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.contracts import BookletKind, PageRef
from oracle.contracts import Amendment, Difference, Evidence, Ranked, Verdict, Verified, Zone
from oracle.dispute.check import overlooked, verify_dispute
from oracle.proof.repair import repair_request
from oracle.texts import Texts
from tests.oracle.records import passage

DRAW = "On your turn you may draw two cards from the pile."
LIMIT = "You never hold more than five cards in your hand."
HOUSE = "We draw as many cards as we like on Sundays."
ERRATUM = "On your turn you draw one card from the pile."
SENT = (
    passage(DRAW, "core:4"),
    passage(LIMIT, "core:7"),
    passage(HOUSE, "house:1", BookletKind.HOUSE),
    passage(ERRATUM, "errata:1", BookletKind.ERRATA),
)
ONE = f"READING 1: You may draw with five cards in hand.\nThe turn says so: “{DRAW}” [[1]]"
OTHER = f"READING 2: You may not draw with five cards in hand.\nThe hand has a limit: “{LIMIT}” [[2]]"
FOR_TWO = f"DECIDED: 2\n“{LIMIT}” [[2]]"
FAKE = "Whoever holds five cards draws no more of them."


def found(**beside: object) -> Evidence:
    return Evidence(tuple(Ranked(each, 1.0, {}) for each in SENT), Zone.NORMAL, None, **beside)  # type: ignore[arg-type]


def checked(*lines: str, evidence: Evidence | None = None, seen: PageRef | None = None) -> Verified:
    texts = {each.ref: [each.text] for each in SENT}
    return verify_dispute("\n".join(lines), SENT, texts.__getitem__, evidence or found(), Texts("en"), seen, "Draw?")


def kinds(told: Verified) -> list[str]:
    return [piece.kind for piece in told.struck]


def test_both_readings_stand_and_a_sentence_of_the_book_decides() -> None:
    """Each under what has become of it, with its quotations; the decision is a verified quotation."""
    told = checked(ONE, OTHER, FOR_TWO)
    assert told.dispute and told.dispute.holds == 1
    assert (told.verdict, told.withheld, told.struck) == (Verdict.SAYS, False, ())
    assert [each.carried for each in told.dispute.readings] == ["book", "book"]
    assert told.dispute.deciding == f"“{LIMIT}” [[2]]"
    assert [(each.n, each.verified) for each in told.citations] == [(1, True), (2, True)]
    heads = ["The deciding sentence:", "Reading 1, which does not hold:", "Reading 2, which holds:"]
    assert [told.text.index(head) for head in heads] == sorted(told.text.index(head) for head in heads)
    assert repair_request(told) is None


def test_nothing_decides_where_the_model_says_so() -> None:
    """Both readings are open; that is an answer, not a failure."""
    told = checked(ONE, OTHER, "DECIDED: nothing")
    assert told.dispute and (told.dispute.holds, told.dispute.deciding) == (None, "")
    assert (told.verdict, told.withheld, told.struck) == (Verdict.SILENT, False, ())
    assert "Reading 1:" in told.text and "holds" not in told.text.replace("hold more", "")


@pytest.mark.parametrize(
    "deciding",
    [
        f"DECIDED: 2\n“{FAKE}” [[2]]",
        "DECIDED: 2\nThe limit of five cards decides [[2]].",
        "DECIDED: 2",
        f"DECIDED: 2\n“{LIMIT.replace('five', 'six')}” [[2]]",
        f"DECIDED: 2\n“{LIMIT}” [[9]]",
        f"DECIDED: 2\n“{HOUSE}” [[3]]",
        f"DECIDED: 1\n{FOR_TWO}",
        f"DECIDED: 3\n“{LIMIT}” [[2]]",
        f"DECIDED: yes\n“{LIMIT}” [[2]]",
    ],
    ids=["fake", "own-words", "bare", "number", "marker", "house", "two", "third", "no-number"],
)
def test_a_decision_without_a_sentence_of_the_book_is_none(deciding: str) -> None:
    """The code says then that the book does not settle it, whatever the model says; the readings stand."""
    told = checked(ONE, OTHER, deciding)
    assert told.dispute and (told.dispute.holds, told.dispute.deciding) == (None, "")
    assert told.verdict is Verdict.SILENT and not told.withheld
    assert {"verdict", "reading"} & set(kinds(told))
    assert FAKE not in told.text


def test_a_sentence_that_only_the_other_side_quotes_decides_nothing() -> None:
    """Sides that were swapped: the sentence speaks for the reading that is said to fall."""
    told = checked(ONE, OTHER, f"DECIDED: 1\n“{LIMIT}” [[2]]")
    assert told.dispute and told.dispute.holds is None
    assert kinds(told) == ["verdict"]
    both = checked(f"{ONE} Yet “{LIMIT}” [[2]]", OTHER, f"DECIDED: 1\n“{LIMIT}” [[2]]")
    assert both.dispute and both.dispute.holds == 0


def test_the_order_of_the_parts_is_not_what_counts() -> None:
    """A model that writes the second reading first, or the decision, is read by its labels."""
    told = checked(FOR_TWO, OTHER, ONE)
    assert told.dispute and told.dispute.holds == 1 and told.struck == ()
    assert told.dispute.readings[0].claim == "You may draw with five cards in hand."


def test_false_quotations_on_one_side_leave_a_claim_without_reasons() -> None:
    """Struck and counted; the other side keeps what it quotes, and may win."""
    told = checked(f"READING 1: You may draw with five cards in hand.\nIt says “{FAKE}” [[1]]", OTHER, FOR_TWO)
    assert told.dispute and told.dispute.holds == 1
    one, other = told.dispute.readings
    assert (one.claim, one.why, one.carried) == ("You may draw with five cards in hand.", "", "nothing")
    assert other.carried == "book" and kinds(told) == ["quote"]
    assert "Reading 1, which no verified quotation carries:" in told.text
    assert "quotations" in (repair_request(told) or "")


def test_where_nothing_stands_it_is_withheld() -> None:
    """Two sides of nothing but false quotations, even when the model then says that nothing decides."""
    sides = [f"READING {n}: You may {word}.\nIt says “{FAKE}” [[1]]" for n, word in ((1, "draw"), (2, "not draw"))]
    assert checked(*sides, f"DECIDED: 1\n“{FAKE}” [[1]]").withheld
    assert checked(*sides, "DECIDED: nothing").withheld
    assert checked("Just no.").withheld


def test_two_bare_claims_and_an_honest_silence_may_be_shown() -> None:
    """Nothing was invented, and the players learn that the book has nothing."""
    told = checked("READING 1: You may draw.", "READING 2: You may not draw.", "DECIDED: nothing")
    assert not told.withheld and told.statements == () and told.citations == ()


@pytest.mark.parametrize("text", [(ONE, FOR_TWO), (OTHER, FOR_TWO), (ONE, "READING 2:", FOR_TWO)])
def test_with_one_reading_there_is_nothing_to_decide(text: tuple[str, ...]) -> None:
    """The one that is there is shown, the other is said to be missing and asked for."""
    told = checked(*text)
    assert told.dispute and told.dispute.holds is None
    assert "was not given" in told.text
    assert '"missing"' in (repair_request(told) or "")


def test_a_decision_that_is_missing_is_asked_for() -> None:
    """Both readings stand meanwhile, and nothing is decided."""
    told = checked(ONE, OTHER)
    assert told.dispute and told.dispute.holds is None and not told.withheld
    assert (kinds(told), [piece.text for piece in told.struck]) == (["verdict"], [""])
    assert '"missing": ["DECIDED:"]' in (repair_request(told) or "")


def test_more_than_two_readings_are_two() -> None:
    """What is too much is struck, whole: a third one, a second one of the same number, what stands before."""
    told = checked("Well then!", ONE, OTHER, f"READING 3: Draw all.\n“{DRAW}” [[1]]", "READING 1: Or not.", FOR_TWO)
    assert told.dispute and told.dispute.holds == 1
    assert kinds(told) == ["reading"] * 3
    assert "Draw all" not in told.text and "Or not" not in told.text and "Well then" not in told.text


def test_markup_and_control_codes_pose_as_nothing() -> None:
    """Labels may be bold; links, tags, escapes and addresses go, and are counted."""
    told = checked(
        f"**READING 1:** You may [draw](http://evil.example) \x1b]52;c;aGk=\x07now.\nIt says “{DRAW}” [[1]]",
        f"## Reading 2: <b>You may not</b> draw, see https://evil.example\n“{LIMIT}” [[2]]",
        f"**DECIDED: 2**\n“{LIMIT}” [[2]]",
    )
    assert told.dispute and told.dispute.holds == 1
    assert {"markup", "control", "url"} <= set(kinds(told))
    assert not any(bad in told.text for bad in ("evil", "\x1b", "<b>", "](", "**", "##"))


def test_a_label_inside_a_comment_is_no_label() -> None:
    """What is struck is gone before the text is cut."""
    told = checked(ONE, f"<!--\nREADING 2: Hidden.\n“{LIMIT}” [[2]]\n-->", OTHER, FOR_TWO)
    assert told.dispute and told.dispute.readings[1].claim.startswith("You may not")


def test_numbers_and_names_of_a_claim_are_checked_too() -> None:
    """A claim needs no quotation, but invents nothing."""
    told = checked("READING 1: You may draw 9 cards.\nIt says “" + DRAW + "” [[1]]", OTHER, FOR_TWO)
    assert told.dispute and "9" not in told.dispute.readings[0].claim
    assert "said_number" in kinds(told)


def test_a_house_rule_is_the_tables_and_never_the_books() -> None:
    """It carries a reading as what it is, decides nothing, and stands below, labelled."""
    ours = f"READING 1: You may draw.\nOur table says “{HOUSE}” [[3]]"
    told = checked(ours, OTHER, f"DECIDED: nothing\n“{HOUSE}” [[3]]")
    assert told.dispute and (told.dispute.holds, told.dispute.table) == (None, f"“{HOUSE}” [[3]]")
    assert told.dispute.readings[0].carried == "house"
    assert "only a house rule of this table" in told.text
    assert "A house rule of this table, not the book:" in told.text
    assert told.verdict is Verdict.SILENT


@pytest.mark.parametrize(
    "beside",
    [
        {"amendments": (Amendment(SENT[0].key, SENT[3].key),)},
        {"differences": (Difference(SENT[3].key, SENT[0].key, ERRATUM, DRAW, SENT[3].key),)},
    ],
    ids=["amended", "differs"],
)
def test_precedence_decides_between_booklets(beside: dict[str, object]) -> None:
    """A sentence of the core rules decides nothing against the erratum that the other side alone quotes."""
    core = f"READING 1: Two cards.\n“{DRAW}” [[1]]"
    erratum = f"READING 2: One card.\n“{ERRATUM}” [[4]]"
    decided = f"DECIDED: 1\n“{DRAW}” [[1]]"
    told = checked(core, erratum, decided, evidence=found(**beside))
    assert told.dispute and told.dispute.holds is None and kinds(told) == ["verdict"]
    other = checked(core, erratum, f"DECIDED: 2\n“{ERRATUM}” [[4]]", evidence=found(**beside))
    assert other.dispute and other.dispute.holds == 1
    without = checked(core, erratum, decided)
    assert without.dispute and without.dispute.holds == 0


def test_an_erratum_that_nobody_quotes_is_named() -> None:
    """The sentence that decides may be amended by another passage: whoever reads it must know."""
    amended = found(amendments=(Amendment(SENT[1].key, SENT[3].key),))
    told = checked(ONE, OTHER, FOR_TWO, evidence=amended)
    (note,) = overlooked(told, SENT, amended)
    assert note.facts == {"where": "Errata, p. 1"}
    assert overlooked(told, SENT, found()) == ()
    assert overlooked(replace(told, dispute=None), SENT, amended) == ()


def test_a_page_that_was_looked_at_carries_a_reading_but_decides_nothing() -> None:
    """What only a picture shows cannot be quoted, and the deciding sentence must be."""
    told = checked(ONE, "READING 2: It is red.\nThe picture shows it [[2]].", "DECIDED: 2\nThe picture [[2]].",
                   seen=SENT[1].ref)  # fmt: skip
    assert told.dispute and told.dispute.readings[1].carried == "book" and told.dispute.holds is None


WORDS = st.sampled_from(
    [
        "READING 1:", "READING 2:", "READING 3:", "DECIDED: 1", "DECIDED: 2", "DECIDED: nothing", "\n", "\n", " ",
        f"“{DRAW}” [[1]]", f"“{LIMIT}” [[2]]", f"“{HOUSE}” [[3]]", f"“{FAKE}” [[1]]", f"“{LIMIT}”", "[[2]]", "You may.",
        "[x](http://evil.example)", "\x1b]0;x\x07", "<b>", "**", "“", "”", "7",
    ]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(WORDS, max_size=24))
def test_whatever_a_model_writes_only_a_sentence_of_the_book_decides(pieces: list[str]) -> None:
    """A reading holds by a verified quotation of the book; no false one is shown, and nothing steers a screen."""
    told = checked("".join(pieces))
    assert told.dispute and len(told.dispute.readings) == 2
    assert FAKE not in told.text and not any(bad in told.text for bad in ("\x1b", "http", "<b>", "]("))
    if told.dispute.holds is None:
        assert (told.verdict, told.dispute.deciding) == (Verdict.SILENT, "")
    else:
        book = [each for each in told.citations if each.verified and each.passage.kind is not BookletKind.HOUSE]
        assert any(each.quote and each.quote in told.dispute.deciding for each in book)
        assert all(each.claim for each in told.dispute.readings)
    for each in told.dispute.readings:
        assert each.carried != "nothing" or not each.why
    assert told.withheld or told.citations or "DECIDED: nothing" in "".join(pieces)

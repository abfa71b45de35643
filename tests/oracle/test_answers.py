from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ingest.contracts import BookletKind, Note, PageRef, TextSource
from oracle.answers import answer_json, ending, passages_text, place, prompt_json
from oracle.app.phrase import found as found_line
from oracle.contracts import (
    Amendment,
    Answer,
    Completion,
    Difference,
    Evidence,
    GateResult,
    Question,
    Ranked,
    Stack,
    Understood,
    Zone,
)
from oracle.errors import Withheld
from oracle.shapes import evidence_text
from oracle.texts import LANGUAGES, Texts
from oracle.verify import verify
from tests.golden import agrees
from tests.oracle.records import passage

SENT = (
    passage("On your turn, roll two dice.\nThen move.", printed="3"),
    passage("Roll three dlce on your turn.", "errata:1", BookletKind.ERRATA, source=TextSource.OCR, section=()),
    passage("We always reroll ones at this table.", "house:1", BookletKind.HOUSE),
)
SAID = """VERDICT: says
House first: “always reroll ones” [[3]].
You roll three dice: “Roll three dlce on your turn” [[2]], not two: “On your turn, roll two dice” [[1]].
And you win: “Everyone who rolls wins at once” [[7]]. See https://evil.example."""


def answer(text: str | None = SAID, *, zone: Zone = Zone.NORMAL, passages: tuple[int, ...] = (0, 1, 2)) -> Answer:
    ranked = tuple(Ranked(SENT[at], 1.0 / (at + 1), {"content": at}) for at in passages)
    question = Question("How many dice?", Stack("dice"))
    understood = Understood("How many dice?", "How many dice?", "en", ("en",))
    amendments = (Amendment(SENT[0].key, SENT[1].key),) if {0, 1} <= set(passages) else ()
    evidence = Evidence(ranked, zone, None, amendments=amendments)
    base = Answer(question, understood, GateResult(), evidence, ms={"total": 6200})
    if text is None:
        return base
    verified = verify(text, SENT, lambda ref: [p.text for p in SENT if p.ref == ref])
    done = Completion(text, "scripted-1", False, (), {"input": 9}, {})
    failure = Withheld("ask.withheld") if verified.withheld else None
    return replace(base, verified=verified, completion=done, failure=failure)


def shown(given: Answer, language: str = "en", *, streamed: bool = True, connected: bool = True) -> str:
    say = Texts(language)
    return ending(given, say, say, streamed=streamed, connected=connected)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_player_reads_is_what_was_reviewed(language: str) -> None:
    """Passages with booklet, kind and both page numbers; what stands, its citations, and what was struck."""
    found = passages_text(answer().evidence, Texts(language), 80)
    agrees(f"ask/answer.{language}.txt", f"{found}\n\n{shown(answer(), language)}\n")


def test_what_a_program_reads_is_what_was_reviewed() -> None:
    """The shape of the issue, field by field."""
    agrees("ask/answer.json", json.dumps(answer_json(answer(), Texts("en")), indent=2, ensure_ascii=False) + "\n")


def test_an_answer_that_stands_whole_is_not_printed_twice() -> None:
    """After the stream only the state, the citations: ✓."""
    good = answer("VERDICT: says\nTwo: “On your turn, roll two dice” [[1]].")
    assert "Two:" not in shown(good)
    assert shown(good).startswith("✓ 6.2 s · 1 quotation verified")
    assert shown(good, streamed=False).startswith("The book says:\nTwo: “On your turn, roll two dice” [1].")


def test_the_verdict_comes_first_and_in_the_answers_language() -> None:
    """Whatever the language of the program."""
    silent = answer("VERDICT: silent")
    assert ending(silent, Texts("en"), Texts("fr"), streamed=False, connected=True).startswith(
        "Le livret n’en dit rien."
    )


def test_a_withheld_answer_shows_what_was_struck_and_nothing_else() -> None:
    """Neither text nor JSON carries its sentences."""
    bad = answer("VERDICT: says\nYou win: “Everyone who rolls wins at once” [[1]].")
    assert "You win" not in shown(bad, streamed=False)
    assert shown(bad).startswith("✗")
    record = answer_json(bad, Texts("en"))
    assert record["answer"] == ""
    assert record["degraded"] == ["The answer is withheld: nothing of it could be verified."]


def test_without_a_machine_it_is_said_plainly() -> None:
    """The passages are the answer, whether nobody is connected or nobody was wanted."""
    assert "passages are the answer" in shown(answer(None), connected=False)
    unwanted = replace(answer(None), question=replace(answer(None).question, model=False))
    assert "passages are the answer" in shown(unwanted)


def test_weak_evidence_is_said_before_the_passages() -> None:
    """And no evidence too."""
    cautious = passages_text(answer(None, zone=Zone.CAUTIOUS).evidence, Texts("en"), 80)
    assert cautious.splitlines()[1].startswith("It is not clear that the booklets speak of this")
    assert passages_text(Evidence((), Zone.ABSTAIN, None), Texts("en"), 80).startswith("Nothing in the booklets")


def test_passages_that_are_not_printed_are_counted_and_their_markers_still_lead_somewhere() -> None:
    """Claude is sent more than anybody reads: the number of a citation need not stand in the list above it."""
    cited = answer("VERDICT: says\nHouse: “always reroll ones at this table” [[3]]. Two: “roll two dice” [[1]].")
    found = passages_text(cited.evidence.first(1), Texts("en"), 80, more=2)
    assert "[2]" not in found
    assert found.endswith("2 more passages are close to it; -n 3 shows them all.")
    assert "[3] House" in shown(cited)
    assert cited.evidence.first(1).amendments == ()


def test_what_was_degraded_is_said_in_both() -> None:
    """Never hidden."""
    worse = replace(answer(), degraded=(Note("ask.could_not_look", {"page": PageRef("dice", "core", 4)}),))
    assert "could not look at the page" in shown(worse)
    assert answer_json(worse, Texts("en"))["degraded"] == ["could not look at the page"]


def test_a_closed_gate_has_its_own_answer() -> None:
    """In text and JSON, with its reason."""
    closed = replace(answer(None, passages=()), gate=GateResult("gate.empty"))
    record = answer_json(closed, Texts("en"))
    assert record["gate"] == "gate.empty"
    assert record["answer"] == shown(closed)


def test_no_prompt_is_an_empty_dry_run() -> None:
    """A closed gate sends nothing."""
    assert prompt_json(None, ()) == {"argv": [], "system_prompt": "", "messages": [], "view": None}


def test_what_stands_on_no_paper_is_cited_by_its_heading() -> None:
    """A page number of a text or a web page would lead nowhere: the heading does."""
    faq = replace(passage("Two cards.", "faq:1", BookletKind.FAQ, section=("FAQ", "How many cards?")), on_paper=False)
    bare = replace(passage("Three.", "notes:1", section=()), on_paper=False)
    evidence = Evidence((Ranked(faq, 1.0, {}), Ranked(bare, 0.5, {})), Zone.NORMAL, None)
    found = passages_text(evidence, Texts("en"), 80)
    assert found.splitlines()[0].endswith("faq § How many cards?, notes")
    assert "[1] Faq (FAQ) · FAQ > How many cards?" in found
    assert "p. 1" not in found
    assert place(faq, Texts("en")) == "Faq (FAQ), § How many cards?"
    assert evidence_text(evidence.passages).startswith("[Faq, § How many cards?]\nTwo cards.")
    assert found_line(Texts("en"), evidence, booklet=False) == "2 passages · § How many cards?"


def test_booklets_that_differ_stand_side_by_side() -> None:
    """Each with its booklet, its kind and its page, and which of them wins."""
    base, more = SENT[0], passage("Roll four dice.", "more:4", BookletKind.EXPANSION)
    ranked = tuple(Ranked(each, 1.0, {}) for each in (base, more))
    differ = Difference(base.key, more.key, "Roll two dice.", "Roll four dice.", more.key)
    found = Evidence(ranked, Zone.NORMAL, None, differences=(differ,))
    assert passages_text(found, Texts("en"), 300).splitlines()[-1] == (
        "The booklets differ. [1] Core (core rules), p. 4 (printed 3): “Roll two dice.” / "
        "[2] More (expansion), p. 4: “Roll four dice.” ([2] wins)"
    )
    said = passages_text(replace(found, differences=(replace(differ, wins=None),)), Texts("fr"), 300)
    assert said.endswith("(aucun ne passe avant l’autre)")


def test_a_booklet_is_named_once_before_its_pages() -> None:
    """On a phone its name would fill the line again and again."""
    found = (
        passage("One.", "core:4"),
        passage("Two.", "core:7"),
        passage("Three.", "faq:1"),
        passage("Four.", "core:9"),
    )
    evidence = Evidence(tuple(Ranked(each, 1.0, {}) for each in found), Zone.NORMAL, None)
    first = passages_text(evidence, Texts("en"), 100).splitlines()[0]
    assert first == "4 passages found · core p. 4, p. 7, p. 9, faq p. 1"
    assert all(len(line) <= 40 for line in passages_text(evidence, Texts("en"), 40).split("\n\n")[0].splitlines())

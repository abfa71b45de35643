from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from textual.widgets import Markdown

from ingest.contracts import Note, PageRef
from oracle.app.widgets.talk import Talk
from oracle.contracts import (
    Amendment,
    Answer,
    Difference,
    Evidence,
    GateResult,
    LookedAt,
    Question,
    Repairing,
    Restarted,
    Struck,
    StruckKind,
    Verdict,
    Verified,
    Zone,
)
from oracle.errors import ClaudeError, Withheld
from tests.fakes.table import QUOTE, FakeLibrary, FakeParts, Gate, answered, deltas, evidence, found, only_passages
from tests.oracle.app.stage import NARROW, NORMAL, SIZES, Stage, play
from vm.errors import Unreachable

SAID = f"VERDICT: says\nYes, you discard half: “{QUOTE}” [[1]]."


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_passages_stand_on_the_screen_before_the_answer(tmp_path: Path, size: tuple[int, int]) -> None:
    """Right after Enter: what was found, the passages, a list that leads to their pages; the model still works."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await gate.reached()
        await stage.pilot.pause()
        assert "2 passages · p. 1, p. 2" in stage.conversation
        assert QUOTE in stage.conversation
        assert "Claude is reading" in stage.conversation
        assert len(stage.rows) == 2
        assert stage.box == ""
        gate.open()
        await stage.settle()

    play(scene, tmp_path, [found(), gate, answered], size=size)


def test_more_is_sent_than_stands_on_the_screen(tmp_path: Path) -> None:
    """A player reads eight passages; the twelfth is there when the answer cites it."""
    sent = found(what=evidence(*(f"Rule {n} of the robber." for n in range(1, 12)), QUOTE))

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await gate.reached()
        await stage.pilot.pause()
        assert "8 passages" in stage.conversation
        assert len(stage.rows) == 8
        gate.open()
        await stage.settle()
        assert stage.rows[0].startswith("[12] ✓") and "half" in stage.rows[0]

    def ended(question: Question) -> Answer:
        answer = answered(question, sent.evidence, f"Yes: “{QUOTE}” [[12]].")
        assert answer.verified
        cited = replace(answer.verified.citations[0], n=12, passage=sent.evidence.passages[11].passage)
        return replace(answer, verified=replace(answer.verified, citations=(cited,)))

    gate = Gate()
    play(scene, tmp_path, [sent, gate, ended])


def test_what_a_rewrite_found_takes_the_place_of_what_was_found_at_once(tmp_path: Path) -> None:
    """The passages are there at once; when they change, the screen says what was also searched for."""
    first, second = Gate(), Gate()
    more = found(what=evidence("Half of them go.", "You may trade.", "The robber moves."))
    rewritten = replace(more, understood=replace(more.understood, rewrites=("discarding on a seven [b]x[/b]",)))

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await first.reached()
        await stage.pilot.pause()
        assert "2 passages" in stage.conversation and "Also searched for" not in stage.conversation
        first.open()
        await second.reached()
        await stage.pilot.pause()
        assert "3 passages" in stage.conversation
        assert "Also searched for: discarding on a seven [b]x[/b]" in stage.conversation
        assert "Half of them go." in stage.conversation and QUOTE not in stage.conversation
        assert len(stage.rows) == 3
        second.open()
        await stage.settle()

    play(scene, tmp_path, [found(), first, rewritten, second, answered])


def test_the_answer_streams_with_its_verdict_first(tmp_path: Path) -> None:
    """The model's words appear as they come: verdict in the answer's language, markers as plain numbers."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await gate.reached()
        await stage.pilot.pause()
        assert stage.shown(".verdict") == "Le livret le dit :"
        shown = stage.app.screen.query_one(Markdown).source
        assert shown.startswith("Yes, you discard")
        assert "[1] and" in shown
        assert stage.shown(".passage") == ""
        gate.open()
        await stage.settle()

    play(scene, tmp_path, [found(language="fr"), *deltas(f"{SAID} [[1]] and more"), gate, answered])


def test_a_verified_answer_replaces_what_streamed(tmp_path: Path) -> None:
    """At the end: verdict, verified text with links to citations, the state line; the passages make room."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert stage.app.screen.query_one(Markdown).source == rf"Yes, you discard half: “{QUOTE}” [\[1\]](cite:1)."
        assert stage.shown(".verdict") == "The book says:"
        assert stage.shown(".state") == "✓ 6.2 s · 1 quote verified · no picture looked at"
        assert stage.shown(".passage") == ""
        assert stage.rows == [f"[1] ✓ p. 1 (printed 3)  « {QUOTE} »"]

    play(scene, tmp_path, [found(), *deltas("VERDICT: says\nSomething never verified"), answered])


def test_an_answer_begun_again_forgets_what_was_shown(tmp_path: Path) -> None:
    """When the model restarts, the first words are void."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await gate.reached()
        await stage.pilot.pause()
        assert "first" not in stage.conversation
        assert "second try" in stage.conversation
        gate.open()
        await stage.settle()

    steps = [found(), *deltas("VERDICT: says\nfirst try "), Restarted(), *deltas("VERDICT: says\nsecond try "), gate]
    play(scene, tmp_path, [*steps, answered])


@pytest.mark.parametrize("stopped", [False, True])
def test_an_answer_that_is_written_again_says_so_and_can_be_stopped(tmp_path: Path, stopped: bool) -> None:
    """The first words are void and the notice says why; Esc leaves the answer that was checked, not an empty screen."""
    told, gate = Gate(), Gate()

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await told.reached()
        await stage.pilot.pause()
        assert "first" not in stage.conversation and QUOTE in stage.shown(".passage")
        assert "writing it once more" in stage.shown(".notice")
        if stopped:
            await stage.press("escape")
        else:
            told.open()
            await gate.reached()
            await stage.pilot.pause()
            assert "second try" in stage.conversation and "once more" not in stage.conversation
            assert stage.shown(".passage") == ""
            gate.open()
        await stage.settle()
        assert "1 quote verified" in stage.shown(".state")
        assert "Cancelled" not in stage.conversation
        assert stage.box == ""

    again = [] if stopped else deltas("VERDICT: says\nsecond try ")
    steps = [found(), *deltas("VERDICT: says\nfirst try "), Repairing(), told, *again, *([] if stopped else [gate])]
    play(scene, tmp_path, [*steps, answered])


def test_claims_of_its_own_that_were_struck_are_counted(tmp_path: Path) -> None:
    """Numbers, names and negations beside quotations: the answer is not as it should be."""

    def struck(question: Question) -> Answer:
        answer = answered(question)
        assert answer.verified is not None
        kinds: tuple[StruckKind, ...] = ("number", "said_number", "said_name", "said_negation")
        return replace(answer, verified=replace(answer.verified, struck=tuple(Struck(kind, "nine") for kind in kinds)))

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert stage.shown(".state").startswith("⚠ 6.2 s · 1 quote verified · 1 not verified · 3 claims struck")

    play(scene, tmp_path, [found(), struck])


def test_the_page_that_was_looked_at_is_said(tmp_path: Path) -> None:
    """While the model looks at a picture and after, the state names the page."""
    gate = Gate()
    looked = PageRef("islands", "rules", 1)

    def with_picture(question: Question) -> Answer:
        answer = answered(question)
        return Answer(
            question, answer.understood, answer.gate, answer.evidence, answer.verified, looked, answer.completion,
            degraded=(Note("ask.ocr_text", {"booklet": "Rules of play", "pages": "1"}),), ms=answer.ms,
        )  # fmt: skip

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await gate.reached()
        await stage.pilot.pause()
        assert "looking at the picture of p. 1" in stage.shown(".notice")
        gate.open()
        await stage.settle()
        assert "picture of p. 1 (printed 3) looked at" in stage.shown(".state")
        assert "OCR" in stage.shown(".state")

    play(scene, tmp_path, [found(), LookedAt(looked), gate, with_picture])


def test_escape_cancels_and_gives_the_question_back(tmp_path: Path) -> None:
    """Esc stops the pipeline at once; what it still says is not shown."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question("May I steal?", settle=False)
        await gate.reached()
        await stage.press("escape")
        assert "Cancelled" in stage.conversation
        assert stage.box == "May I steal?"
        await stage.settle()
        assert stage.ask.cancelled == ["May I steal?"]
        assert "never heard" not in stage.conversation

    play(scene, tmp_path, [found(), gate, *deltas("VERDICT: says\nnever heard"), answered])


def test_a_search_that_was_cancelled_is_no_longer_said_to_go_on(tmp_path: Path) -> None:
    """Before anything was found."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question("May I steal?", settle=False)
        await gate.reached()
        assert "Looking in the rulebooks" in stage.conversation
        await stage.press("escape")
        assert "Cancelled" in stage.conversation and "Looking" not in stage.conversation

    play(scene, tmp_path, [gate, found(), answered])


def test_a_cancelled_question_does_not_hold_up_the_next(tmp_path: Path) -> None:
    """After Esc another question runs at once."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question("first", settle=False)
        await gate.reached()
        await stage.press("escape")
        gate.open()
        await stage.question("second")
        assert [question.text for question in stage.ask.history] == ["first", "second"]
        assert stage.shown(".state").count("quote verified") == 1

    play(scene, tmp_path, [found(), gate, answered])


def test_questions_run_one_at_a_time(tmp_path: Path) -> None:
    """Enter while an answer comes keeps the text in the box and says why; typing goes on."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question("first", settle=False)
        await gate.reached()
        await stage.question("second", settle=False)
        assert stage.box == "second"
        assert any("One question at a time" in notice for notice in stage.notices)
        await stage.press("!")
        assert stage.box == "second!"
        gate.open()
        await stage.settle()
        assert len(stage.ask.history) == 1

    play(scene, tmp_path, [found(), gate, answered])


def test_a_machine_that_fails_leaves_the_passages_and_the_question(tmp_path: Path) -> None:
    """The failure of the answer is one line with a hint; the passages stay, the question is in the box again."""

    def failing(question: Question) -> Answer:
        answer = only_passages(question)
        return Answer(
            question, answer.understood, answer.gate, answer.evidence, failure=Unreachable("never_heard_of", host="vm")
        )

    async def scene(stage: Stage) -> None:
        await stage.question("May I?")
        assert "vm.never_heard_of" in stage.shown(".notice")
        assert QUOTE in stage.conversation
        assert stage.box == "May I?"

    play(scene, tmp_path, [found(), *deltas("VERDICT: says\nhalf an ans"), failing])


@pytest.mark.parametrize("error", [ClaudeError("ask.withheld", struck=1), RuntimeError("a [bold]bug[/] \x1b[31m")])
def test_an_error_of_the_pipeline_is_a_message_not_a_crash(tmp_path: Path, error: Exception) -> None:
    """Whatever is raised becomes words; the app goes on and the question is given back."""

    async def scene(stage: Stage) -> None:
        await stage.question("May I?")
        state = stage.shown(".notice")
        assert "⚠" in state
        assert "\x1b" not in state
        assert "back in the box" in state
        assert stage.box == "May I?"
        assert stage.app.is_running

    play(scene, tmp_path, [error])


def test_a_question_being_typed_is_not_overwritten_by_one_that_failed(tmp_path: Path) -> None:
    """Giving a question back respects what is in the box."""
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question("first", settle=False)
        await gate.reached()
        await stage.press("n", "e", "w")
        gate.open()
        await stage.settle()
        assert stage.box == "new"

    play(scene, tmp_path, [found(), gate, ClaudeError("ask.withheld", struck=1)])


def test_without_claude_the_passages_are_the_answer(tmp_path: Path) -> None:
    """Passages only: said plainly, no waiting, more of their text."""
    long = evidence("Every player pays. " * 30)

    async def scene(stage: Stage) -> None:
        assert stage.shown("#title-status") == "passages only"
        assert "no Claude is connected" in stage.conversation
        await stage.question()
        assert stage.shown(".notice") == "✓ 0.3 s · passages only"
        assert stage.shown(".passage").count("Every player pays.") == 30
        assert stage.box == ""

    parts = FakeParts(FakeLibrary(tmp_path / "home"), claude=None)
    play(scene, tmp_path, [found(what=long), lambda q: only_passages(q, long)], parts=parts)


def test_what_was_struck_is_shown_crossed_out_with_its_reason(tmp_path: Path) -> None:
    """An invented quotation never passes silently."""

    def invented(question: Question) -> Answer:
        struck = (Struck("quote", "Seven is lucky [red]"), Struck("marker", "[[9]]"), Struck("verdict", ""))
        answer = answered(question)
        assert answer.verified
        verified = Verified(Verdict.SAYS, "Yes […] ⚠", (), answer.verified.citations, struck, withheld=False)
        return Answer(question, answer.understood, answer.gate, answer.evidence, verified, completion=answer.completion)

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert "Seven is lucky [red]" in stage.shown(".struck")
        assert "[[9]]" in stage.shown(".struck")
        assert "1 not verified" in stage.shown(".state")
        assert "A sentence marked ⚠" in stage.shown(".state")

    play(scene, tmp_path, [found(), invented])


def test_the_picture_worth_a_look_is_a_row_of_its_own(tmp_path: Path) -> None:
    """A visual question without a model: the state names the page, and a row opens its picture."""
    visual = Evidence(evidence().passages, Zone.NORMAL, PageRef("islands", "rules", 2))

    async def scene(stage: Stage) -> None:
        await stage.question("What is the red square?")
        assert "look at the picture of p. 2 (printed 4)" in stage.shown(".notice")
        assert stage.rows[0] == "▣  p. 2 (printed 4)  picture to look at"
        assert not stage.page.showing_picture
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        assert stage.page.showing_picture
        await stage.press("escape", "1")
        await stage.settle()
        assert not stage.page.showing_picture

    parts = FakeParts(FakeLibrary(tmp_path / "home"), claude=None)
    play(scene, tmp_path, [found(what=visual), lambda q: only_passages(q, visual)], parts=parts)


def test_a_withheld_answer_shows_passages_and_no_word_of_it(tmp_path: Path) -> None:
    """When nothing stands, nothing of the model's text stays on the screen but what was struck."""

    def withheld(question: Question) -> Answer:
        answer = only_passages(question)
        verified = Verified(None, "Trust me.", (), (), (Struck("quote", "made up words"),), withheld=True)
        return Answer(
            question, answer.understood, answer.gate, answer.evidence, verified, failure=Withheld("ask.withheld")
        )

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert "Trust me" not in stage.conversation
        assert "made up words" in stage.shown(".struck")
        assert "nothing of it could be verified" in stage.shown(".notice")
        assert QUOTE in stage.shown(".passage")

    play(scene, tmp_path, [found(), *deltas("VERDICT: says\nTrust me. "), withheld])


def test_a_book_that_is_silent_is_said_above_what_is_nearest_in_it(tmp_path: Path) -> None:
    """On a phone's screen too the verdict is read without scrolling; the passages stand below."""

    def silent(question: Question) -> Answer:
        verified = Verified(Verdict.SILENT, "", (), (), (), withheld=False)
        return replace(answered(question), verified=verified)

    async def scene(stage: Stage) -> None:
        await stage.question()
        verdict, passages = (stage.app.screen.query_one(f".{name}") for name in ("verdict", "passages"))
        assert verdict.display and passages.display
        assert verdict.region.bottom <= passages.region.y

    play(scene, tmp_path, [found(), silent], size=NARROW)


def test_a_closed_gate_gives_its_fixed_answer(tmp_path: Path) -> None:
    """A question that must not go further gets the gate's own words and no passages."""

    def closed(question: Question) -> Answer:
        answer = only_passages(question)
        return Answer(question, answer.understood, GateResult("app.found.nothing"), evidence(), ms={"total": 1})

    async def scene(stage: Stage) -> None:
        await stage.question("Ignore all rules")
        assert "Nothing in these rulebooks speaks of this." in stage.conversation
        assert stage.shown(".passage") == ""

    play(scene, tmp_path, [closed])


@pytest.mark.parametrize(
    ("zone", "words"), [(Zone.CAUTIOUS, "not clear that"), (Zone.ABSTAIN, "looks like this question")]
)
def test_doubt_stands_above_the_passages(tmp_path: Path, zone: Zone, words: str) -> None:
    """When the books may not speak of the question, the passages say so first."""
    doubtful = evidence(zone=zone)

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert words in stage.conversation

    play(scene, tmp_path, [found(what=doubtful), lambda q: only_passages(q, doubtful)], size=NARROW)


def test_a_follow_up_carries_what_was_said(tmp_path: Path) -> None:
    """The next question knows the last answers; a new talk forgets them."""

    async def scene(stage: Stage) -> None:
        await stage.question("first")
        await stage.question("and with eight cards?")
        assert [turn.question for turn in stage.ask.history[1].history] == ["first"]
        assert QUOTE in stage.ask.history[1].history[0].answer
        await stage.press("ctrl+n")
        await stage.question("third")
        assert stage.ask.history[2].history == ()

    play(scene, tmp_path, [found(), answered])


def test_up_in_an_empty_box_brings_questions_back(tmp_path: Path) -> None:
    """Up recalls the last question, again the one before it; never over a text being typed."""

    async def scene(stage: Stage) -> None:
        await stage.question("first")
        await stage.question("second")
        await stage.press("up")
        assert stage.box == "second"
        await stage.press("up")
        assert stage.box == "first"
        await stage.press("x", "up")
        assert stage.box == "firstx"

    play(scene, tmp_path, [found(), answered])


def test_leaving_cancels_what_runs(tmp_path: Path) -> None:
    """Quitting tells the pipeline to stop, so that nothing goes on elsewhere."""
    gate = Gate()
    stages: list[Stage] = []

    async def scene(stage: Stage) -> None:
        stages.append(stage)
        await stage.question("first", settle=False)
        await gate.reached()
        await stage.press("ctrl+q")

    play(scene, tmp_path, [found(), gate, answered])
    assert stages[0].ask.cancelled == ["first"]


def test_what_amends_and_what_differs_is_said_with_the_passages(tmp_path: Path) -> None:
    """The erratum under the rule that it amends, and two booklets side by side with the one that wins."""
    ranked = evidence("Each player draws five cards.", "Each player draws seven cards.").passages
    one, other = (item.passage.key for item in ranked)
    beside = Evidence(
        ranked,
        Zone.NORMAL,
        None,
        amendments=(Amendment(one, other),),
        differences=(Difference(one, other, "draws five cards", "draws seven cards", other),),
    )

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert "amends 1" in stage.conversation
        assert "“draws five cards” / [2]" in stage.conversation
        assert "“draws seven cards” ([2] wins)" in stage.conversation

    play(scene, tmp_path, [found(what=beside), partial(only_passages, found=beside)])


def test_a_second_answer_streams_in_sight(tmp_path: Path) -> None:
    """At 80 columns its first words are too short to fill the window: its question rises as it grows."""
    begun, midway = Gate(), Gate()
    text = deltas("VERDICT: says\n" + "Each sentence of the answer says one thing more. " * 12)

    async def scene(stage: Stage) -> None:
        await stage.question("first")
        stage.ask.steps = [found(), *text[:4], begun, *text[4:], midway, answered]
        await stage.question("second", settle=False)
        await begun.reached()
        await stage.pilot.pause(0.2)
        begun.open()
        await midway.reached()
        await stage.pilot.pause(0.2)
        answer, talk = stage.app.screen.query(".answer").last(), stage.app.screen.query_one(Talk)
        assert answer.size.height > 5
        assert answer.region.y < talk.region.y + 8, "its question is at the top"
        midway.open()
        await stage.settle()

    play(scene, tmp_path, [found(), answered], size=NORMAL)

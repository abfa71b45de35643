"""The one turn after an answer of which something failed, with a Claude that says what it is told to say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from oracle.answers import answer_json, ending, notes_text
from oracle.app.phrase import state
from oracle.contracts import Answer, Delta, Repairing
from oracle.errors import Cancelled, ClaudeError
from oracle.given import GivenAnswer
from oracle.grammar import SILENCE, VERDICT_LABEL
from oracle.record import Run, Runs
from oracle.texts import Texts
from oracle.timeline import outcome, run_text, usd
from tests.fakes.claude import ScriptedClaude
from tests.oracle.test_ask import ICON, TRUE, Table, notes
from vm.errors import Unreachable

HALF = f"{TRUE} Then “take every coin of the bank” [[core:1]]."
NOTHING = f"{VERDICT_LABEL} says\nYou win: “whoever rolls first wins it all” [[core:1]]."
QUESTION = "How many dice do I roll on my turn?"
SAY = Texts("en")


@pytest.fixture
def table(home: Path) -> Table:
    return Table(home, repairs=True)


@dataclass(frozen=True)
class Case:
    """What Claude says first and when it is told what failed; what must be shown, with which exit code."""

    name: str
    first: str
    again: str | BaseException
    shown: str
    repaired: bool
    exit: int = 0
    note: str = ""


CASES = (
    Case("mended", HALF, TRUE, "Two dice", True),
    Case("from nothing", NOTHING, TRUE, "Two dice", True),
    Case("as bad again", HALF, HALF, "Two dice", True),
    Case("worse", HALF, NOTHING, "Two dice", False, note="ask.repaired_no_better"),
    Case("silent instead of quoting", HALF, SILENCE, "Two dice", False, note="ask.repaired_no_better"),
    Case("silent instead of nothing", NOTHING, SILENCE, "", True),
    Case("nothing twice", NOTHING, NOTHING, "", True, 8),
    Case("machine lost", HALF, Unreachable("cut", where="vm", why=""), "Two dice", False, note="ask.not_repaired"),
    Case(
        "machine lost after nothing", NOTHING, Unreachable("cut", where="vm", why=""), "", False, 8, "ask.not_repaired"
    ),
    Case("deadline", HALF, ClaudeError("claude.too_slow", seconds=9), "Two dice", False, note="ask.not_repaired"),
    Case("refusal", HALF, ClaudeError("claude.refused"), "Two dice", False, note="ask.not_repaired"),
    Case("stopped", HALF, Cancelled("claude.cancelled"), "Two dice", False, note="ask.not_repaired"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_better_answer_is_shown_and_the_first_is_never_lost(case: Case, table: Table) -> None:
    """Whatever becomes of the repair, what is shown was checked, and is no worse than what stood before it."""
    claude = ScriptedClaude(case.first, again=case.again)
    answer = table.ask(QUESTION, claude)
    assert answer.verified is not None and answer.repair is not None
    assert (len(claude.history), len(claude.told)) == (1, 1)
    assert (case.shown in answer.verified.text, answer.repaired, answer.exit_code) == (True, case.repaired, case.exit)
    assert [note for note in notes(answer) if "repaired" in note] == ([case.note] if case.note else [])
    record = answer_json(answer, SAY)
    assert (record["repaired"], bool(record["struck_before"])) == (case.repaired, True)
    assert ("every coin" in str(record["struck_before"])) is (case.first == HALF)


def test_a_tool_that_is_tried_while_it_is_written_again_is_said(table: Table) -> None:
    """The turn is over, the first answer stands, and the note names the call."""
    tried = ClaudeError("claude.other_tool", tool="Bash(ls /etc)")
    answer = table.ask(QUESTION, ScriptedClaude(HALF, again=tried))
    assert (answer.exit_code, answer.repaired) == (0, False)
    assert "Bash(ls /etc)" in " ".join(notes_text(answer.degraded, SAY))


def test_what_was_heard_is_void_once_a_repair_is_asked_for(table: Table) -> None:
    """One event says so, between the words of the two answers; the request holds what failed, and nothing else did."""
    claude = ScriptedClaude(HALF, again=TRUE)
    table.ask(QUESTION, claude)
    at = table.heard.index(Repairing())
    before, after = (
        "".join(event.text for event in part if isinstance(event, Delta))
        for part in (table.heard[:at], table.heard[at:])
    )
    assert "every coin" in before and "every coin" not in after and "Two dice" in after
    assert '"quotations": ["take every coin of the bank"]' in claude.told[0]
    assert Repairing() not in table.heard[at + 1 :]


@pytest.mark.parametrize(
    "claude", [ScriptedClaude(TRUE), ScriptedClaude(f"{TRUE} See [[9]]."), ScriptedClaude(SILENCE)]
)
def test_an_answer_that_stands_is_not_asked_for_twice(table: Table, claude: ScriptedClaude) -> None:
    """Nor one of which only a marker failed."""
    answer = table.ask(QUESTION, claude)
    assert (claude.told, answer.repair, Repairing() in table.heard) == ([], None, False)
    assert answer_json(answer, SAY)["repaired"] is False


def test_never_means_never(table: Table) -> None:
    """As the configuration says; an answer of which something failed is shown struck."""
    table.repairs = False
    claude = ScriptedClaude(HALF, again=TRUE)
    answer = table.ask(QUESTION, claude)
    assert (claude.told, answer.repair) == ([], None)
    assert answer.verified and answer.verified.struck


def test_a_repaired_answer_about_a_picture_was_looked_at_once(table: Table) -> None:
    """The picture of the first turn is that of both."""
    page = table.picture(2)
    said = f"{VERDICT_LABEL} says\nThe picture shows a closed gate [[core:2]]."
    answer = table.ask(ICON, ScriptedClaude(f"{said} “It is red as blood” [[core:2]].", looks=True, again=said))
    assert (answer.page_read, answer.repaired, answer.exit_code) == (page, True, 0)
    assert "ask.could_not_look" not in notes(answer)


def test_the_answer_kept_is_printed_whole_and_the_screens_say_that_it_was_written_again(table: Table) -> None:
    """Where the first one stands after all, the words that stand last on the screen are not its."""
    mended = table.ask(QUESTION, ScriptedClaude(HALF, again=TRUE))
    assert "written again after the check" in ending(mended, SAY, SAY, streamed=True, connected=True)
    assert "written again after the check" in state(SAY, mended, 1.0, connected=True).plain
    kept = table.ask(QUESTION, ScriptedClaude(HALF, again=NOTHING))
    shown = ending(kept, SAY, SAY, streamed=False, connected=True)
    assert "Two dice" in shown and "that was no better" in shown


def recorded(table: Table, claude: ScriptedClaude) -> tuple[Answer, Run]:
    answer = table.ask(QUESTION, claude)
    return answer, Runs(table.home / "runs.db").newest(1)[0]


def test_the_record_tells_both_turns_apart(table: Table) -> None:
    """Each with its words, tokens, cost and check; the outcome is that of the answer that was shown."""
    answer, run = recorded(table, ScriptedClaude(NOTHING, again=TRUE))
    names = [step.name for step in run.steps]
    assert names[names.index("claude") :] == ["claude", "verify", "repair"]
    assert run.facts("verify")["withheld"] is True
    repair = run.facts("repair")
    assert repair["used"] is True and repair["verified"]["withheld"] is False
    assert (repair["tokens"], repair["usd"]) == ({"input": 100, "output": 20}, 0.01)
    assert [what for _, what, _ in run.facts("claude")["events"]] == ["first_words", "last_words"]
    assert [what for _, what, _ in repair["events"]] == ["repairing", "first_words", "last_words"]
    assert (outcome(run), usd(run), run.exit) == ("says", 0.02, 0)
    assert "Two dice" in run.answer
    assert answer_json(answer, SAY)["tokens"] == {"input": 200, "output": 40}
    told = run_text(run, SAY, 200)
    assert "written again" in told and "this one was shown" in told and "asked to write it again" in told


def test_the_record_of_a_repair_that_failed_says_why_and_names_no_machine(table: Table) -> None:
    """The first answer is the outcome."""
    _, run = recorded(table, ScriptedClaude(HALF, again=Unreachable("cut", where="secret.example", why="")))
    assert run.facts("repair")["failure"] == {"key": "vm.cut", "facts": {}}
    assert (outcome(run), usd(run)) == ("says", 0.01)
    told = run_text(run, SAY, 200)
    assert "the first one was shown" in told and "secret.example" not in told


def test_control_c_while_it_is_written_again_is_recorded_with_what_was_checked(table: Table) -> None:
    """As stopped, and once."""
    with pytest.raises(KeyboardInterrupt):
        table.ask(QUESTION, ScriptedClaude(HALF, again=KeyboardInterrupt()))
    (run,) = Runs(table.home / "runs.db").newest(9)
    assert (outcome(run), run.exit, run.facts("verify")["verdict"]) == ("stopped", 130, "says")
    assert "repairing" in [what for _, what, _ in run.facts("repair")["events"]]
    assert run_text(run, SAY, 200)


def test_a_given_answer_is_as_it_is(table: Table) -> None:
    """Whoever asks it again hears the same; the command never does (`oracle.cli.ask`)."""
    answer = table.ask(QUESTION, GivenAnswer(NOTHING))
    assert answer.exit_code == 8

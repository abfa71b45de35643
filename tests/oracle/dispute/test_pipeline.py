"""A dispute through the pipeline: what is handed on, what is asked, what is left where nobody answers."""

from __future__ import annotations

import threading

import pytest

from ingest.contracts import BookletKind
from oracle.ahead import foresee
from oracle.ask import ask
from oracle.contested import Contest
from oracle.contracts import Answer, Question, Repairing, Stack, Verdict
from oracle.dispute.asking import contested, disputed, draft_ruling
from oracle.errors import ClaudeError
from oracle.grammar import SILENCE
from oracle.parts import Parts
from oracle.profile import Profile
from oracle.prompt import dispute_text, system_text
from oracle.record import Runs
from tests.fakes.claude import ScriptedClaude
from tests.fakes.library import page
from tests.fakes.waiter import Waiter
from tests.oracle.test_ask import TRUE, Shelf, Table, notes, table
from vm.errors import Unreachable

__all__ = ["table"]

DICE = "How many dice do I roll on my turn?"
TWO, THREE = "On your turn roll two dice and move your pawn", "On your turn roll three dice with this module"
ARGUED = (
    f"READING 1: You roll two dice.\nIt says “{TWO}” [[core:1]].\n"
    f"READING 2: You roll three dice.\nThe module says “{THREE}” [[extra:1]].\nDECIDED: 2\n“{THREE}” [[extra:1]]"
)


def asked(table: Table, question: Question, claude: ScriptedClaude, rewriter: ScriptedClaude | None = None) -> Answer:
    """The question through the pipeline, with somebody who would put it into the book's words."""
    parts = Parts(
        table.library, Profile(), claude, table.home / "views", Runs(table.home / "runs.db"), rewriter=rewriter
    )
    return ask(question, parts, table.heard.append, threading.Event())


def test_the_answer_that_is_contested_goes_along_and_both_readings_come_back(table: Table) -> None:
    """One more call with a system text of its own, nobody rewrites again, and no talk is gone on from there."""
    first = table.ask(DICE, ScriptedClaude(TRUE))
    claude, rewriter = ScriptedClaude(ARGUED), ScriptedClaude("SEARCH: dice")
    answer = asked(table, contested(first, Stack("go")), claude, rewriter)
    (prompt,) = claude.history
    assert prompt.system == dispute_text("en") and prompt.thread is None and prompt.view is None
    assert '"contested": {"answer": "' in prompt.message and "[[" not in prompt.message.split('"game"')[0]
    assert (rewriter.history, claude.told) == ([], [])
    assert answer.verified and answer.verified.dispute
    assert (answer.verified.dispute.holds, answer.verified.verdict) == (1, Verdict.SAYS)
    assert draft_ruling(answer) == f"{DICE} You roll three dice."
    assert (answer.exit_code, "dispute.unargued" in notes(answer)) == (0, False)


def test_an_answer_that_found_nothing_is_no_reading(table: Table) -> None:
    """Both readings are looked for then; nobody said anything that one could accept or not."""
    silent = table.ask(DICE, ScriptedClaude(f"{SILENCE}\nThe nearest: “{TWO}” [[core:1]]."))
    assert contested(silent, Stack("go")).contest == Contest("", ())


def test_what_was_written_beside_the_question_is_searched_again_without_asking(table: Table) -> None:
    """As it was found the first time; the record says so."""
    rewriter = ScriptedClaude("SEARCH: coins of each player")
    question = Question(DICE, Stack("go"), contest=Contest("Two.", ("each player starts with seven coins",)))
    answer = asked(table, question, ScriptedClaude(ARGUED), rewriter)
    assert answer.understood.rewrites == ("each player starts with seven coins",)
    assert rewriter.history == [] and "find_again" not in answer.ms
    run = Runs(table.home / "runs.db").named(answer.run)
    assert run.facts("asked")["contest"] == {"answer": "Two.", "rewrites": ["each player starts with seven coins"]}


def test_what_fails_is_mended_once(table: Table) -> None:
    """The repair has the labels, and the first answer is kept where the second is no better."""
    table.repairs = True
    broken = ARGUED.replace("DECIDED: 2\n“On your", "DECIDED: 2\n“On his")
    mended = ScriptedClaude(broken, again=ARGUED)
    answer = table.ask(DICE, mended, contest=Contest())
    assert answer.repaired and answer.verified and answer.verified.dispute and answer.verified.dispute.holds == 1
    assert any(isinstance(event, Repairing) for event in table.heard)
    assert "DECIDED: nothing" in mended.told[0] and len(mended.told) == 1
    worse = table.ask(DICE, ScriptedClaude(broken, again="No."), contest=Contest())
    assert not worse.repaired and worse.verified and worse.verified.dispute
    assert [each.carried for each in worse.verified.dispute.readings] == ["book", "book"]


def test_where_nothing_stands_it_is_withheld(table: Table) -> None:
    """Exit 8; the passages are there."""
    sides = "READING 1: Four.\n“Roll four of them” [[1]].\nREADING 2: Five.\n“Roll five of them” [[1]].\n"
    fake = f"{sides}DECIDED: 1\n“Roll four of them” [[1]]"
    answer = table.ask(DICE, ScriptedClaude(fake), contest=Contest())
    assert (answer.exit_code, answer.evidence.passages != ()) == (8, True)
    assert draft_ruling(answer) == DICE


@pytest.mark.parametrize(
    ("error", "code"), [(Unreachable("idle", seconds=1), 6), (ClaudeError("claude.empty"), 7), (None, 0)]
)
def test_without_an_argument_the_passages_stand_and_that_is_said(
    table: Table, error: Exception | None, code: int
) -> None:
    """Nothing is invented for either side: a machine that is away, a Claude that fails, or none at all."""
    claude = ScriptedClaude("READING 1: Two", error=error) if error else None
    answer = table.ask(DICE, claude, contest=Contest())
    assert (answer.exit_code, answer.verified) == (code, None)
    assert answer.evidence.passages and "dispute.unargued" in notes(answer)
    plain = table.ask(DICE, claude)
    assert "dispute.unargued" not in notes(plain)


def test_an_answer_that_saw_a_page_is_disputed_with_the_same_page(table: Table) -> None:
    """One look, as before; a question that nobody answered is argued from what can be quoted."""
    table.picture(2)
    icon = "What does the red icon on the board mean?"
    seen = table.ask(icon, ScriptedClaude("VERDICT: says\nThe picture shows a gate [[core:2]].", looks=True))
    assert seen.page_read
    claude = ScriptedClaude("READING 1: A gate.\nThe picture shows it [[core:2]].\nREADING 2: No.\nDECIDED: nothing")
    asked(table, contested(seen, Stack("go")), claude)
    assert claude.history[0].view and claude.history[0].view.ref == seen.page_read
    other = ScriptedClaude("READING 1: A gate.\nREADING 2: No.\nDECIDED: nothing")
    asked(table, disputed(Question(icon, Stack("go"))), other)
    assert other.history[0].view is None


def test_a_house_rule_on_the_table_is_never_the_book(table: Table) -> None:
    """It is sent as what it is, stands below as the table's, and decides nothing."""
    shelf = Shelf(
        {
            "core": ("en", [page("On your turn roll two dice and move your pawn.", section="Turn")]),
            "house": ("en", [page("We roll as many dice as we like on a turn.", section="House rule 1")]),
        },
        kinds={"house": BookletKind.HOUSE},
    )
    table = Table(table.home, shelf)
    rule = "We roll as many dice as we like on a turn"
    sides = f"READING 1: Two.\n“{TWO}” [[core:1]].\nREADING 2: Any.\n“{rule}” [[house:1]].\n"
    said = f"{sides}DECIDED: 2\n“{rule}” [[house:1]]"
    answer = table.ask("How many dice do we roll on a turn?", ScriptedClaude(said), contest=Contest())
    assert answer.verified and answer.verified.dispute
    told = answer.verified.dispute
    assert (told.holds, told.table != "", answer.verified.verdict) == (None, True, Verdict.SILENT)


def test_a_process_is_started_ahead_for_what_will_be_asked() -> None:
    """With the system text of a dispute, in no talk."""
    waiter = Waiter()
    question = Question("How many dice do I roll?", Stack("go"))
    foresee(disputed(question), waiter, ("en",))
    foresee(question, waiter, ("en",))
    assert [each[0] for each in waiter.history] == [dispute_text("en"), system_text("en")]
    assert waiter.history[0][3] is None

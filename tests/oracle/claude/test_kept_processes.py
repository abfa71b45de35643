"""Where the process of a question comes from and what becomes of it, on a machine of fakes that keep a history."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.contracts import PageRef
from oracle.claude.client import Claude
from oracle.claude.pool import Pool
from oracle.claude.ready import CHARACTERS, QUESTIONS, Heard, Idle, Kind
from oracle.claude.running import Running
from oracle.config import ClaudeConfig
from oracle.contracts import Completion, Prompt, View
from oracle.errors import Cancelled, ClaudeError
from oracle.talks import Origin, Thread, Turn
from tests.fakes.machines import COST, FakeClaude, FakeMachine, result, text
from vm.contracts import Program
from vm.errors import Unreachable, VmUsage

NEVER = threading.Event()
VIEW = View(PageRef("hex", "base", 4), Path("page.png"), "0" * 64)
SYSTEM = "Answer in English."


class Table:
    """One conversation: what is asked goes on from what was answered, as `oracle.ask` does it."""

    def __init__(self, machine: FakeMachine, place: str = "talk 1", claude: Claude | None = None) -> None:
        self.machine, self.place = machine, place
        self.claude = claude or Claude(machine, ClaudeConfig())
        self.turns: tuple[Turn, ...] = ()

    def prompt(self, asked: str, *, view: View | None = None, system: str = SYSTEM) -> Prompt:
        thread = Thread(self.place, self.turns[-4:], asked, f"follow {asked}")
        return Prompt(system, f"whole {asked}", (), view=view, thread=thread)

    def ask(self, asked: str, *, view: View | None = None, keep: bool = True, system: str = SYSTEM) -> Completion:
        prompt = self.prompt(asked, view=view, system=system)
        with self.claude.talk(prompt, lambda event: None, timeout=20, cancel=NEVER) as talk:
            done = talk.answer()
            if keep:
                talk.keep(done.text)
        self.turns = (*self.turns, Turn(asked, done.text))
        return done


def settled(wanted: Callable[[], bool]) -> bool:
    """Whether it comes true within two seconds."""
    until = time.monotonic() + 2
    while not wanted() and time.monotonic() < until:
        time.sleep(0.005)
    return wanted()


def asked_of(machine: FakeMachine) -> list[list[str]]:
    return [process.asked for process in machine.started]


def test_a_conversation_goes_on_in_one_process_that_is_told_each_thing_once() -> None:
    """The first message tells all, those after it only themselves; each costs what it cost."""
    table = Table(FakeMachine())
    done = [table.ask(each) for each in ("one", "two", "three")]
    assert asked_of(table.machine) == [["whole one", "follow two", "follow three"]]
    assert [each.origin for each in done] == [Origin.COLD, Origin.WARM, Origin.WARM]
    assert [each.usd for each in done] == [COST] * 3


def test_a_process_serves_one_conversation() -> None:
    """Not another one, nor the same at another table, nor one whose history is not what it heard."""
    table = Table(FakeMachine())
    table.ask("one")
    other = Table(table.machine, "talk 2", table.claude)
    other.turns = table.turns
    assert other.ask("one").origin is Origin.COLD
    table.turns = (Turn("one", "what was never said"),)
    assert table.ask("two").origin is Origin.COLD
    table.turns = ()
    assert table.ask("three").origin is Origin.COLD
    assert asked_of(table.machine) == [["whole one"], ["whole one"], ["whole two"], ["whole three"]]


@pytest.mark.parametrize("view", [None, VIEW], ids=["text", "view"])
def test_what_is_not_to_be_kept_ends_with_its_question(view: View | None) -> None:
    """An answer that does not stand is not gone on from; a process that was offered a picture never is."""
    table = Table(FakeMachine())
    table.ask("one", view=view, keep=view is not None)
    assert table.machine.running == []
    assert table.ask("two").origin is Origin.COLD
    with pytest.raises(ValueError, match="picture"):
        Idle(running(table.machine.started[0]), Kind(Program(()), look=True), 0.0, Heard("talk 1", ()))


def running(process: FakeClaude) -> Running:
    return Running(process, may_look=False, command="claude", where="fake", idle=5)


def test_after_a_picture_the_conversation_goes_on_in_a_new_process() -> None:
    """With our own summary of all of it; the one that did not hear of the picture is ended."""
    table = Table(FakeMachine())
    for asked, view in (("one", None), ("two", VIEW), ("three", None), ("four", None)):
        table.ask(asked, view=view)
    assert asked_of(table.machine) == [["whole one"], ["whole two"], ["whole three", "follow four"]]
    assert settled(lambda: table.machine.running == table.machine.started[2:])


def fails(*said: dict[str, object]) -> Callable[[FakeClaude], object]:
    def prepare(process: FakeClaude) -> None:
        process.says = lambda message: [process.init(), *said]

    return prepare


@pytest.mark.parametrize(
    "prepare",
    [
        fails(result(0.1, is_error=True, api_error_status=529)),
        fails(result(0.1)),
        lambda process: setattr(process, "says", lambda message: process.die() or ()),
    ],
    ids=["failed", "empty", "died"],
)
def test_a_process_that_failed_is_not_used_again(prepare: Callable[[FakeClaude], object]) -> None:
    """The next question has a new one, and works."""
    table = Table(FakeMachine(prepare=prepare))
    with pytest.raises(ClaudeError):
        table.ask("one")
    assert table.machine.running == []
    table.machine.prepare = lambda process: None
    assert table.ask("two").origin is Origin.COLD


def test_a_question_that_is_stopped_ends_its_process() -> None:
    """Interrupted first; it is not used again, though it may have been kept from the question before."""
    table, cancel = Table(FakeMachine()), threading.Event()
    table.ask("one")
    process = table.machine.started[0]

    def stopped(message: str) -> Sequence[dict[str, object]]:
        cancel.set()
        return [process.init()]

    process.says = stopped
    prompt = table.prompt("two")
    with (
        pytest.raises(Cancelled),
        table.claude.talk(prompt, lambda event: None, timeout=20, cancel=cancel) as talk,
    ):
        talk.answer()
    assert process.closed
    assert process.heard[-1]["request"] == {"subtype": "interrupt"}
    assert table.ask("two").origin is Origin.COLD


@pytest.mark.parametrize("lost", ["die", "freeze", "murmur"])
def test_one_that_was_lost_while_it_waited_is_replaced_and_nobody_hears_of_it(lost: str) -> None:
    """Dead, mute, or with something to say still about what was before: the new one is told all."""
    machine = FakeMachine()
    table = Table(machine, claude=Claude(machine, ClaudeConfig(), sign=0.1))
    table.ask("one")
    process = table.machine.started[0]
    if lost == "die":
        process.die()
    elif lost == "freeze":
        process.frozen = True
    else:
        process.say(text("a word too late"))
    done = table.ask("two")
    assert (done.text, done.origin) == ("answer 1", Origin.COLD)
    assert asked_of(table.machine)[1] == ["whole two"]
    assert settled(lambda: process.closed)


def test_one_that_is_late_has_its_time_and_no_second_one_is_tried() -> None:
    """A machine that says nothing costs one deadline, whoever started there."""
    machine = FakeMachine(prepare=lambda process: setattr(process, "frozen", True))
    table = Table(machine, claude=Claude(machine, ClaudeConfig(), idle=0.1))
    table.claude.foresee(SYSTEM)
    with pytest.raises(Unreachable):
        table.ask("one")
    assert len(machine.started) == 1


def test_an_answer_of_another_model_is_not_gone_on_from() -> None:
    """Nor is one that the process was not asked for."""

    def prepare(process: FakeClaude) -> None:
        other = {**text("Two."), "message": {**text("Two.")["message"], "model": "other-2"}}
        process.says = lambda message: [process.init(), other, result(0.1)]

    table = Table(FakeMachine(prepare=prepare))
    assert [note.key for note in table.ask("one").notes] == ["claude.other_model"]
    assert table.machine.running == []


def test_how_much_one_process_hears_is_bounded() -> None:
    """So many questions, and so many characters; then our own summary takes over."""
    heard = Heard("talk 1", (Turn("a", "b"),), QUESTIONS - 1, CHARACTERS - 3)
    thread = Thread("talk 1", (Turn("a", "b"),), "c", "123")
    assert heard.leads_to(thread)
    assert not heard.leads_to(replace(thread, message="1234"))
    assert not replace(heard, questions=QUESTIONS).leads_to(thread)
    table = Table(FakeMachine())
    for n in range(QUESTIONS + 1):
        table.ask(str(n))
    assert [len(asked) for asked in asked_of(table.machine)] == [QUESTIONS, 1]


def test_a_process_started_ahead_waits_for_its_kind_of_question() -> None:
    """It has been asked nothing; another language or a picture is another kind."""
    table = Table(FakeMachine())
    table.claude.foresee(SYSTEM)
    table.claude.foresee(SYSTEM)
    assert [len(process.heard) for process in table.machine.started] == [1]
    assert table.ask("one", system="Répondez.").origin is Origin.COLD
    assert table.ask("two", view=VIEW).origin is Origin.COLD
    assert table.ask("three").origin is Origin.AHEAD
    table.claude.foresee(SYSTEM, look=True)
    assert table.ask("four", view=VIEW).origin is Origin.AHEAD
    assert len(table.machine.started) == 4


def test_where_the_talk_goes_on_in_its_own_process_none_is_started_ahead() -> None:
    """For a new talk one is."""
    table = Table(FakeMachine())
    table.ask("one")
    thread = Thread("talk 1", table.turns, "")
    table.claude.foresee(SYSTEM, thread=thread)
    assert len(table.machine.started) == 1
    table.claude.foresee(SYSTEM, thread=replace(thread, told=()))
    assert len(table.machine.started) == 2


def test_a_question_claims_what_is_on_its_way() -> None:
    """It does not start a second one; if that fails for want of a machine, it is not tried twice."""
    machine = FakeMachine(gate=threading.Event())
    for error in (None, Unreachable("timed_out", host="h", port=1, seconds=10)):
        table = Table(machine)
        machine.error, machine.tries = error, 0
        assert machine.gate
        machine.gate.clear()
        ahead = threading.Thread(target=table.claude.foresee, args=(SYSTEM,))
        ahead.start()
        assert settled(lambda: machine.tries == 1)
        threading.Timer(0.1, machine.gate.set).start()
        if error:
            with pytest.raises(Unreachable):
                table.ask("one")
        else:
            assert table.ask("one").origin is Origin.AHEAD
        ahead.join()
        assert machine.tries == 1


def test_a_start_ahead_that_fails_says_nothing_and_a_later_question_tries_again() -> None:
    """A passphrase that nobody was asked for is asked for by the question itself."""
    machine = FakeMachine(error=VmUsage("key_has_passphrase"))
    table = Table(machine)
    table.claude.foresee(SYSTEM)
    machine.error = None
    assert table.ask("one").origin is Origin.COLD


def test_those_that_wait_give_way() -> None:
    """Three at most are there; a question that needs a place has it at once, and one that waits is ended."""
    table = Table(FakeMachine(places=3))
    for n in range(3):
        Table(table.machine, f"other {n}", table.claude).ask("one")
    begun = time.monotonic()
    table.ask("one")
    assert time.monotonic() - begun < 1
    assert table.machine.most == 3
    assert len(table.machine.running) == 3
    for system in "abcd":
        table.claude.foresee(system)
    assert len(table.machine.running) == 3


def test_many_at_once_find_places() -> None:
    """Twelve talks of two questions each: nobody starves because of those that are kept."""
    machine = FakeMachine(places=3)
    claude = Claude(machine, ClaudeConfig())

    def talk(n: int) -> None:
        table = Table(machine, f"talk {n}", claude)
        table.ask("one")
        table.ask("two")

    threads = [threading.Thread(target=talk, args=(n,)) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not any(thread.is_alive() for thread in threads)
    assert sum(len(asked) for asked in asked_of(machine)) == 24
    assert machine.most == 3


def test_none_waits_for_ever_and_none_outlives_the_end() -> None:
    """Each is ended when it has waited long enough, the rest with the pool; what comes late is ended too."""
    machine, kind = FakeMachine(), Kind(Program(("claude",)))
    pool = Pool(lambda kind, waiting: running(machine.start(kind.program)), lasting=0.1)  # type: ignore[arg-type]
    before = threading.active_count()
    pool.foresee(kind)
    assert settled(lambda: machine.running == [])
    assert settled(lambda: threading.active_count() <= before)
    pool.foresee(kind)
    lent = pool.lend(Kind(Program(("other",))), None, None)
    pool.close()
    assert machine.running == machine.started[2:]
    lent.back(Heard("talk", ()))
    pool.foresee(kind)
    assert machine.running == []

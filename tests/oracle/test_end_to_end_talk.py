"""Talks of several questions, and processes that wait, with the real CLI behind a real sshd."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from oracle.ahead import foresee
from oracle.ask import ask
from oracle.claude.client import Claude
from oracle.config import load
from oracle.contracts import Answer, Completion, Prompt, Question, Stack
from oracle.grammar import VERDICT_LABEL
from oracle.parts import Parts, open_parts
from oracle.prompt import system_text
from oracle.talks import Origin, Thread, Turn
from tests.fakes.scripted_model import Asked, ScriptedModel, Step, Use
from tests.guarded import Guarded
from tests.oracle.claude.sent import message, offered
from tests.oracle.commands import oracle
from tests.oracle.test_end_to_end import connected, running_clis
from tests.sshd import Sshd
from vm.machine import Machine

__all__ = ["connected"]
DICE, ICON = "How many dice do I roll on my turn?", "What does the red icon on the board mean?"
COINS = "How many coins does each player take?"
SILENT = Step(f"{VERDICT_LABEL} silent")


def spoken(asked: Asked) -> Step:
    """Looks where it may and has not yet; then the book is silent."""
    last = asked.body["messages"][-1]["content"]
    fresh = not any(isinstance(block, dict) and block.get("type") == "tool_result" for block in last)
    if asked.tools and fresh:
        return Step(tools=(Use("Read", {"file_path": offered(asked)}),))
    return SILENT


@pytest.fixture
def parts(connected: Path, scripted_model: ScriptedModel) -> Iterator[Parts]:
    """The real parts, for several questions."""
    scripted_model.play(spoken)
    with open_parts(load({}, home=connected)) as opened:
        yield opened


def talk(parts: Parts, *questions: str) -> list[Answer]:
    """Each goes on from what was answered before."""
    turns: tuple[Turn, ...] = ()
    answers = []
    for text in questions:
        question = Question(text, Stack("gates", ("core",)), turns, conversation="c1")
        answers.append(ask(question, parts, lambda event: None, threading.Event()))
        assert answers[-1].failure is None and answers[-1].verified is not None
        turns = (*turns, Turn(text, answers[-1].verified.text))
    return answers


def origins(answers: list[Answer]) -> list[Origin | None]:
    return [each.completion.origin if each.completion else None for each in answers]


def within(seconds: float, wanted: Callable[[], bool]) -> bool:
    """Whether it comes true in that time."""
    until = time.monotonic() + seconds
    while not wanted() and time.monotonic() < until:
        time.sleep(0.05)
    return wanted()


def test_no_request_of_a_talk_ever_holds_two_pictures(
    parts: Parts, connected: Path, scripted_model: ScriptedModel
) -> None:
    """Text, picture, text, picture, text, text: those without a picture go on in one process until one comes between.

    The process after a picture begins with our summary of all that was said; what goes on is told nothing twice.
    """
    answers = talk(parts, DICE, ICON, COINS, ICON, DICE, COINS)
    looked = [asked.images for asked in scripted_model.history]
    assert looked == [0, 0, 1, 0, 0, 1, 0, 0]
    assert origins(answers)[-1] is Origin.WARM
    assert [bool(each.page_read) for each in answers] == [False, True, False, True, False, False]
    whole, following = scripted_model.history[-2:]
    assert len(message(whole)["conversation"]) == 4
    assert [len(asked.body["messages"]) for asked in (whole, following)] == [2, 4]
    assert following.text.count('"earlier_messages"') == 1
    assert following.text.count('"conversation": [],') == 1
    shown = oracle("log", "show", oracle("log", "--json").json["runs"][0]["id"]).out
    assert "kept from the question before" in " ".join(shown.split())
    parts.close()
    assert within(3, lambda: not running_clis(connected))


def test_the_lines_of_a_chat_go_on_in_one_process(connected: Path, scripted_model: ScriptedModel) -> None:
    """What was said is told once; whoever else was started for what might come next is ended unasked."""
    scripted_model.play(SILENT)
    lines = f"{DICE}\n{COINS}\n".encode()
    command = (sys.executable, "-c", "from oracle.cli import run; run()", "chat", "-g", "gates")
    ran = subprocess.run(command, input=lines, capture_output=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert [len(asked.body["messages"]) for asked in scripted_model.history] == [2, 4]
    assert within(3, lambda: not running_clis(connected))


def test_a_process_started_ahead_asks_nothing_and_serves_the_question(
    parts: Parts, scripted_model: ScriptedModel
) -> None:
    """With a picture and without."""
    assert parts.ahead is not None
    for text in (DICE, ICON):
        question = Question(text, Stack("gates", ("core",)))
        guessed = foresee(question, parts.ahead, ("en",))
        assert guessed is not None and guessed.look == (text == ICON)
        assert scripted_model.history == []
        answer = ask(question, parts, lambda event: None, threading.Event())
        assert origins([answer]) == [Origin.AHEAD]
        scripted_model.play(spoken)


def test_one_that_waits_is_replaced_when_the_line_was_cut(
    parts: Parts, scripted_model: ScriptedModel, sshd: Sshd
) -> None:
    """Nobody hears of it: the talk goes on in a new one, over a new connection, with our summary."""
    answers = talk(parts, DICE)
    sshd.cut()
    assert answers[0].verified is not None
    turns = (Turn(DICE, answers[0].verified.text),)
    question = Question(COINS, Stack("gates", ("core",)), turns, conversation="c1")
    answer = ask(question, parts, lambda event: None, threading.Event())
    assert (answer.failure, answer.degraded) == (None, ())
    assert answer.completion is not None and answer.completion.origin is not Origin.WARM
    assert len(message(scripted_model.history[-1])["conversation"]) == 1


def test_a_question_that_finds_nothing_asks_nobody(
    connected: Path, scripted_model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Claude was started beside finding, and is ended without a word."""
    monkeypatch.setenv("ORACLE_CLAUDE_REWRITE", "never")
    ran = oracle("ask", "-g", "gates", "--type", "table", DICE)
    assert ran.code == 0
    assert scripted_model.history == []
    assert within(3, lambda: not running_clis(connected))


def test_the_guard_of_our_key_lets_a_talk_go_on(
    narrow: Machine, guarded: Guarded, scripted_model: ScriptedModel
) -> None:
    """One that waits, and one that is gone on with, pass the closed list as any other."""
    claude = Claude(narrow, load({}, home=guarded.home).claude)
    scripted_model.play(SILENT)
    thread = Thread("talk", (), "one")
    claude.foresee(system_text("en"))
    assert said(claude, Prompt(system_text("en"), '{"asked": 1}', (), thread=thread)).origin is Origin.AHEAD
    thread = Thread("talk", (Turn("one", "told"),), "two", '{"asked": 2}')
    assert said(claude, Prompt(system_text("en"), '{"whole": 2}', (), thread=thread)).origin is Origin.WARM
    assert '{"asked": 2}' in scripted_model.history[-1].text


def said(claude: Claude, prompt: Prompt) -> Completion:
    """The answer, of which the player was told "told"."""
    with claude.talk(prompt, lambda event: None, timeout=60, cancel=threading.Event()) as talk:
        done = talk.answer()
        talk.keep("told")
    return done


WAITS = """
import sys, time
from pathlib import Path
from oracle.ahead import foresee
from oracle.config import load
from oracle.contracts import Question, Stack
from oracle.parts import open_parts
parts = open_parts(load({}, home=Path(sys.argv[1])))
foresee(Question("How many dice do I roll?", Stack("gates")), parts.ahead, ("en",))
print("waits", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=str)
def test_nothing_that_waits_outlives_us(connected: Path, end: signal.Signals) -> None:
    """However we end: three seconds later nothing runs there."""
    ours = subprocess.Popen((sys.executable, "-c", WAITS, str(connected)), stdout=subprocess.PIPE)
    assert ours.stdout is not None
    assert ours.stdout.readline() == b"waits\n"
    assert within(5, lambda: bool(running_clis(connected)))
    ours.send_signal(end)
    ours.wait(5)
    assert within(3, lambda: not running_clis(connected))
    ours.stdout.close()

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from oracle.app.widgets.ask_box import SOON
from oracle.prompt import dispute_text, system_text
from tests.fakes.table import FakeLibrary, FakeParts, Gate, answered, thumbnails
from tests.fakes.waiter import Waiter
from tests.oracle.app.stage import Stage, play


def table(tmp_path: Path, waiter: Waiter | None) -> FakeParts:
    if not (tmp_path / "home").exists():
        thumbnails(tmp_path / "home")
    return FakeParts(FakeLibrary(tmp_path / "home"), ahead=waiter)


async def came(waiter: Waiter) -> None:
    assert await asyncio.to_thread(waiter.came.acquire, timeout=20), "nothing was foreseen"


def test_while_somebody_types_claude_starts_and_the_box_waits_for_nothing(tmp_path: Path) -> None:
    """From the second word on, by what is typed by then; it changes with the kind of question."""
    waiter = Waiter(gate=threading.Event())

    async def scene(stage: Stage) -> None:
        await stage.press(*"how", "space", *"many")
        await came(waiter)
        await stage.press("space", *"dice")
        assert stage.box == "how many dice"
        assert waiter.gate is not None
        waiter.gate.set()
        await came(waiter)
        await stage.press("ctrl+u", *"quelle", "space", *"icone", "space", *"rouge")
        await came(waiter)
        await stage.settle()

    play(scene, tmp_path, [answered], parts=table(tmp_path, waiter))
    systems = [system for system, *_ in waiter.history]
    assert systems[0] == system_text("en")
    assert systems[-1] == system_text("fr")
    assert waiter.history[-1][1], "an icon is looked at"


def test_a_question_that_comes_back_is_no_draft(tmp_path: Path) -> None:
    """After Esc nothing is started there, until somebody types on."""
    gate, waiter = Gate(), Waiter()

    async def scene(stage: Stage) -> None:
        await stage.question("How many dice?", settle=False)
        await gate.reached()
        await stage.pilot.pause(2 * SOON)
        before = len(waiter.history)
        await stage.press("escape")
        assert stage.box == "How many dice?"
        await stage.pilot.pause(2 * SOON)
        assert len(waiter.history) == before
        await stage.press("space", *"now")
        await came(waiter)

    play(scene, tmp_path, [gate, answered], parts=table(tmp_path, waiter))


def test_a_word_is_no_draft_and_without_a_machine_there_is_nothing_to_start(tmp_path: Path) -> None:
    """Nothing is foreseen, and the app does as ever."""
    waiter = Waiter()

    async def one_word(stage: Stage) -> None:
        await stage.press(*"hello")
        await stage.settle()

    async def question(stage: Stage) -> None:
        await stage.question("How many dice?")
        assert "The book says:" in stage.conversation

    play(one_word, tmp_path, [answered], parts=table(tmp_path, waiter))
    assert waiter.history == []
    play(question, tmp_path, [answered], parts=table(tmp_path, None))


def test_while_the_cost_of_a_dispute_is_read_claude_starts_for_it(tmp_path: Path) -> None:
    """With the system text of a dispute; Esc costs a start and asks nothing."""
    waiter = Waiter()

    async def scene(stage: Stage) -> None:
        await stage.press(*"Twice?", "ctrl+d")
        await came(waiter)
        await stage.press("escape")
        assert stage.ask.history == []

    play(scene, tmp_path, [answered], parts=table(tmp_path, waiter))
    assert waiter.history[-1][0] == dispute_text("en")

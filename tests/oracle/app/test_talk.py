"""A conversation of any length costs what is near what is seen: the rest is folded, and back when it is looked at."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import ClassVar
from weakref import WeakSet

import pytest
from textual.app import App, ComposeResult
from textual.events import MouseScrollUp
from textual.pilot import Pilot
from textual.widgets import Markdown, Static

from oracle.app.widgets.answer_text import AnswerText
from oracle.app.widgets.exchange import Exchange
from oracle.app.widgets.folding import Foldable
from oracle.app.widgets.talk import LATEST, Talk
from tests.fakes.table import QUOTE, Gate, Step, answered, deltas, found, only_passages
from tests.oracle.app.stage import NARROW, WIDE, Stage, play

ROWS = 6
LONG = "\n\n".join(["Yes [[1]]."] + [f"Line {n} of a long answer." for n in range(12)])
SCRIPT: tuple[Step, ...] = (found(), lambda question: answered(question, text=f"{question.text} {LONG}"))


class Said(Foldable):
    """A question and an answer of as many rows as `ROWS`, without a pipeline."""

    made: ClassVar[WeakSet[Static]] = WeakSet()

    def __init__(self, n: int) -> None:
        super().__init__("exchange")
        self.n = n

    def compose(self) -> ComposeResult:
        """One line, then the others."""
        line = Static(f"Question {self.n}")
        self.made.add(line)
        yield line
        yield AnswerText("\n\n".join(["word"] * ((ROWS - 1) // 2)))


class Table(App[None]):
    """A conversation alone."""

    CSS = ".exchange { height: auto; margin: 1 0 0 0; } Markdown { padding: 0; } MarkdownBlock { margin: 0 0 1 0; }"

    def compose(self) -> ComposeResult:
        """The conversation."""
        yield Talk()

    @property
    def talk(self) -> Talk:
        """The conversation."""
        return self.query_one(Talk)

    @property
    def parts(self) -> int:
        """Widgets of the conversation that are not exchanges."""
        return len(self.talk.query("*")) - len(self.talk.children)


async def quiet(pilot: Pilot[None]) -> None:
    """Until nothing is folded or unfolded any more."""
    for _ in range(3):
        await pilot.pause()
        await pilot.app.workers.wait_for_complete()


async def say(pilot: Pilot[None], first: int, last: int) -> None:
    """So many exchanges more, the last of them seen."""
    app = pilot.app
    assert isinstance(app, Table)
    for n in range(first, last + 1, 20):
        await app.talk.mount_all([Said(each) for each in range(n, min(n + 20, last + 1))])
        await quiet(pilot)
        app.talk.scroll_end(animate=False, immediate=True)
        await quiet(pilot)


def on_table(scene: Callable[[Table, Pilot[None]], Awaitable[None]], size: tuple[int, int] = (40, 12)) -> None:
    """Play a scene on an empty conversation."""
    app = Table()

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await scene(app, pilot)

    asyncio.run(run())


def test_what_is_mounted_and_laid_out_is_the_same_with_twenty_and_two_hundred_answers() -> None:
    """Neither the widgets, nor what is laid out with every frame, nor what memory holds of those that went, grows."""

    async def scene(app: Table, pilot: Pilot[None]) -> None:
        counts = []
        for first, last in ((1, 20), (21, 200)):
            await say(pilot, first, last)
            gc.collect()
            counts.append((app.parts, len(app.talk.displayed_children), len(Said.made)))
        assert len(app.talk.children) == 200
        few, many = counts
        assert many[0] <= few[0] + 2
        assert many[1] <= few[1] + 1
        assert many[2] <= few[2] + 10, "widgets that were folded away are still held"

    on_table(scene)


def test_a_folded_conversation_is_as_long_as_an_unfolded_one() -> None:
    """The room of what is away stays, to the row: the scrollbar tells the truth, and nothing jumps."""

    async def scene(app: Table, pilot: Pilot[None]) -> None:
        await say(pilot, 1, 30)
        assert sum(isinstance(each, Foldable) and each.folded for each in app.talk.children) > 15
        assert app.talk.virtual_size.height == 30 * ROWS
        app.talk.scroll_to(y=10 * ROWS + 1, animate=False, immediate=True)
        await quiet(pilot)
        assert app.talk.virtual_size.height == 30 * ROWS
        assert app.talk.children[10].region.y == app.talk.region.y
        assert str(app.talk.children[10].query_one(Static).content) == "Question 11"

    on_table(scene)


def test_whatever_is_scrolled_to_is_whole_before_it_is_seen() -> None:
    """By page or by a leap: no frame shows a folded exchange."""

    async def scene(app: Table, pilot: Pilot[None]) -> None:
        await say(pilot, 1, 30)
        holes = []

        def look(_: object) -> None:
            window = app.talk.region
            holes.extend(
                each.n
                for each in app.talk.query(Said)
                if each.folded and each.display and each.region.overlaps(window) and not app._batch_count
            )

        app.screen.screen_layout_refresh_signal.subscribe(app.talk, look)
        for y in (150, 140, 130, 0, 90, 30):
            app.talk.scroll_to(y=y, animate=False, immediate=True)
            await quiet(pilot)
        assert holes == []

    on_table(scene)


def test_what_is_selected_or_among_the_last_is_never_folded() -> None:
    """Text that is selected stays selected; the last answers are always there."""

    async def scene(app: Table, pilot: Pilot[None]) -> None:
        await say(pilot, 1, 4)
        first = app.talk.children[0].query_one(Static)
        app.talk.scroll_home(animate=False, immediate=True)
        await quiet(pilot)
        await pilot.double_click(first, offset=(2, 0))
        assert app.screen.get_selected_text()
        await say(pilot, 5, 30)
        assert first.is_attached
        assert app.screen.get_selected_text() == "Question 1"
        app.talk.scroll_home(animate=False, immediate=True)
        await quiet(pilot)
        exchanges = list(app.talk.query(Said))
        assert [each.folded for each in exchanges[-LATEST:]] == [False] * LATEST
        assert exchanges[-LATEST - 1].folded

    on_table(scene)


@pytest.mark.parametrize("size", [(20, 12), (80, 30)], ids=["narrower", "wider"])
def test_the_place_that_is_read_stays_when_the_window_changes(size: tuple[int, int]) -> None:
    """The exchange at the upper edge is there again in another width, though everything above has another height."""

    async def scene(app: Table, pilot: Pilot[None]) -> None:
        words = " ".join(["wrapped"] * 20)
        for n in range(40):
            await app.talk.mount(exchange := Said(n))
            exchange.query_one(Static).update(f"Question {n} {words}")
        await quiet(pilot)
        app.talk.scroll_end(animate=False, immediate=True)
        await quiet(pilot)
        read = app.talk.query(Said)[20]
        app.talk.bring(read, to_top=True)
        await quiet(pilot)
        assert read.region.y == app.talk.region.y
        await pilot.resize_terminal(*size)
        await quiet(pilot)
        assert read.region.y == app.talk.region.y
        assert not read.folded

    on_table(scene)


# --- real exchanges ----------------------------------------------------------------------------------


async def long_talk(stage: Stage, questions: int = 9) -> list[Exchange]:
    """So many questions on a phone, each with an answer that fills it; the exchanges."""
    for n in range(questions):
        await stage.question(f"Question {n}?")
    exchanges = list(stage.app.screen.query(Exchange))
    assert exchanges[0].folded
    assert not exchanges[-1].folded
    return exchanges


async def home(stage: Stage) -> None:
    """To the beginning of the conversation."""
    stage.app.screen.query_one(Talk).scroll_home(animate=False, immediate=True)
    await stage.settle()


def test_an_answer_that_was_folded_is_the_same_answer(tmp_path: Path) -> None:
    """Its question, words, state and links are back, and a link leads to its page."""

    async def scene(stage: Stage) -> None:
        await stage.question("Question 0?")
        before = stage.conversation
        exchanges = list(stage.app.screen.query(Exchange))
        for n in range(1, 9):
            await stage.question(f"Question {n}?")
        assert exchanges[0].folded
        await home(stage)
        assert stage.conversation.startswith(before)
        block = exchanges[0].query_one(Markdown).children[0]
        block.post_message(Markdown.LinkClicked(exchanges[0].query_one(Markdown), "cite:1"))
        await stage.settle()
        assert stage.page.view is not None
        assert QUOTE[:20] in stage.page_text.plain.replace("\n", " ")

    play(scene, tmp_path, SCRIPT, size=NARROW)


def test_the_language_changes_also_in_what_is_folded(tmp_path: Path) -> None:
    """The program's words of an answer that was away are in the new language when it is back."""

    async def scene(stage: Stage) -> None:
        exchanges = await long_talk(stage)
        await stage.press("ctrl+l")
        await stage.settle()
        assert exchanges[0].folded
        assert exchanges[0].listed[0][0].label.plain == exchanges[-1].listed[0][0].label.plain
        await home(stage)
        said = [str(each.query_one(".state", Static).content) for each in (exchanges[0], exchanges[-1])]
        assert said[0] == said[1]
        assert "vérifi" in said[0]

    play(scene, tmp_path, SCRIPT, size=NARROW)


def test_an_earlier_answer_can_be_chosen_and_kept_though_it_is_folded(tmp_path: Path) -> None:
    """Ctrl+Up leads there, it is whole, and the keys are about it."""

    async def scene(stage: Stage) -> None:
        exchanges = await long_talk(stage)
        await stage.press(*["ctrl+up"] * 8)
        await stage.settle()
        assert exchanges[0].has_class("-chosen")
        assert not exchanges[0].folded
        assert exchanges[0].region.overlaps(stage.app.screen.query_one(Talk).region)
        await stage.press("ctrl+y")
        assert "Question 0?" in stage.app.clipboard

    play(scene, tmp_path, SCRIPT, size=NARROW)


@pytest.mark.parametrize(
    "steps",
    [SCRIPT, (found(), *deltas(LONG), Gate()), (found(), ValueError("broken")), (found(), only_passages)],
    ids=["answered", "cancelled", "broken", "passages"],
)
def test_whatever_came_of_a_question_can_be_folded(tmp_path: Path, steps: tuple[Step, ...]) -> None:
    """Every part that an exchange can have is one that can be made again."""

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        if isinstance(gate := steps[-1], Gate):
            await gate.reached()
            await stage.press("escape")
        await stage.settle()
        exchange = stage.app.screen.query_one(Exchange)
        before = stage.conversation
        await exchange.fold()
        assert exchange.folded
        assert not exchange.query("*")
        await exchange.unfold()
        await stage.settle()
        assert stage.conversation == before

    play(scene, tmp_path, steps, size=NARROW)


@pytest.mark.parametrize("by", ["keys", "wheel"])
def test_whoever_scrolls_up_is_left_there_while_the_answer_grows(tmp_path: Path, by: str) -> None:
    """An answer that has not yet room to stand at the top rises only until somebody reads elsewhere."""
    midway = Gate()

    async def scene(stage: Stage) -> None:
        for n in range(4):
            await stage.question(f"Question {n}?")
        stage.ask.steps = [found(), *deltas("Yes. "), midway, *deltas(LONG * 3), answered]
        await stage.question("Last?", settle=False)
        await midway.reached()
        await stage.pilot.pause()
        talk = stage.app.screen.query_one(Talk)
        if by == "keys":
            await stage.press("pageup")
        else:
            talk.post_message(MouseScrollUp(talk, 1, 1, 0, -1, 0, False, False, False))
            await stage.pilot.pause()
        first = talk.scroll_y
        midway.open()
        await stage.settle()
        assert abs(talk.scroll_y - first) <= 3

    play(scene, tmp_path, [found(), only_passages], size=WIDE)


def test_each_press_scrolls_the_conversation_however_fast_they_come(tmp_path: Path) -> None:
    """Two presses before anything is drawn go further than one."""

    async def scene(stage: Stage) -> None:
        for n in range(8):
            await stage.question(f"Question {n}?")
        talk = stage.app.screen.query_one(Talk)
        end, page = talk.scroll_y, talk.size.height - 2
        await stage.press_at_once("pageup", "pageup")
        await stage.settle()
        assert talk.scroll_y < end - page

    play(scene, tmp_path, [found(), only_passages], size=NARROW)

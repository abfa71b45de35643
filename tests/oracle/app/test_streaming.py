"""The words of an answer as they come: drawn a few times a second, and of few widgets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from textual.app import App, ComposeResult
from textual.await_complete import AwaitComplete
from textual.pilot import Pilot

from oracle.app.widgets.answer_text import AnswerText, ListBlock
from oracle.app.widgets.pacing import LONG, PacedStream, pace

LIST = """\
Before it.

- A closed gate stops every pawn, whatever the dice say and whoever threw them. [\\[1\\]](cite:1)
- An *open* one:
  - stops none
  - `costs` nothing

9. Nine
10. Ten

    a quarter of ten
"""


class Counted(AnswerText):
    """Keeps what was appended, piece by piece."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.appended: list[str] = []

    def append(self, markdown: str) -> AwaitComplete:
        """As it is, and written down."""
        self.appended.append(markdown)
        return super().append(markdown)


class Page(App[None]):
    """One answer."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self.answer = Counted(text)

    def compose(self) -> ComposeResult:
        """The answer alone."""
        yield self.answer


def on(page: Page, scene: Callable[[Pilot[None]], Awaitable[None]]) -> None:
    """Play a scene on a page."""

    async def run() -> None:
        async with page.run_test(size=(40, 30)) as pilot:
            await pilot.pause()
            await scene(pilot)

    asyncio.run(run())


def test_the_first_words_are_drawn_at_once_and_the_rest_in_few_steps() -> None:
    """Of a hundred pieces in a burst the first is on the screen before the second comes; all others are one step."""
    page = Page()

    async def scene(pilot: Pilot[None]) -> None:
        stream = PacedStream(page.answer)
        stream.write("word0 ")
        await pilot.pause()
        assert page.answer.appended == ["word0 "]
        for n in range(1, 100):
            stream.write(f"word{n} ")
        await stream.stop()
        assert page.answer.source == "".join(f"word{n} " for n in range(100))
        assert len(page.answer.appended) <= 3

    on(page, scene)


def test_words_of_a_short_answer_do_not_wait_for_one_another() -> None:
    """The next word is drawn well within 50 ms; what a long answer costs to draw is paid eight times a second."""
    assert pace(0) < pace(40) < 0.04
    assert all(pace(n) <= pace(n + 10) for n in range(0, 2 * LONG, 10))
    assert pace(LONG) == pace(10 * LONG) == 0.12


def test_a_stream_that_ends_at_once_is_whole() -> None:
    """What is held when the answer ends is drawn, and a stream of nothing draws nothing."""
    page = Page()

    async def scene(pilot: Pilot[None]) -> None:
        stream = PacedStream(page.answer)
        stream.write("")
        stream.write("all of it")
        await stream.stop()
        assert page.answer.source == "all of it"
        await PacedStream(page.answer).stop()
        assert page.answer.appended == ["all of it"]

    on(page, scene)


def test_a_list_is_one_widget_and_says_all_of_it() -> None:
    """Items, lists within them and paragraphs under them stand behind their own bullets, wrapped under themselves."""
    page = Page(LIST)

    async def scene(pilot: Pilot[None]) -> None:
        lists = list(page.query(ListBlock))
        assert [len(block.children) for block in lists] == [0, 0]
        assert [str(block.content).splitlines() for block in lists] == [
            [
                "A closed gate stops every pawn, whatever the dice say and whoever threw them. [1]",
                "An open one:",
                "stops none",
                "costs nothing",
            ],
            ["Nine", "Ten", "a quarter of ten"],
        ]
        rows = [
            "".join(segment.text for segment in block.render_line(y)).rstrip()
            for block in lists
            for y in range(block.size.height)
        ]
        assert rows == [
            "• A closed gate stops every pawn,",
            "  whatever the dice say and whoever",
            "  threw them. [1]",
            "• An open one:",
            "  ▪ stops none",
            "  ▪ costs nothing",
            " 9. Nine",
            "10. Ten",
            "    a quarter of ten",
        ]

    on(page, scene)


def test_a_list_that_streams_is_not_mounted_again() -> None:
    """The same widget takes every item that comes."""
    page = Page("Before it.\n\n- one")

    async def scene(pilot: Pilot[None]) -> None:
        block = page.query_one(ListBlock)
        for piece in (" and more\n", "- two\n", "- three"):
            await page.answer.append(piece)
        assert page.query_one(ListBlock) is block
        assert str(block.content).splitlines() == ["one and more", "two", "three"]

    on(page, scene)


def test_a_list_can_be_selected_with_the_mouse() -> None:
    """From one item into the next, as in any text."""
    page = Page(LIST)

    async def scene(pilot: Pilot[None]) -> None:
        block = page.query(ListBlock).first()
        await pilot.mouse_down(block, offset=(2, 1))
        await pilot.hover(block, offset=(6, 3))
        await pilot.mouse_up(block, offset=(6, 3))
        selected = page.screen.get_selected_text()
        assert selected is not None
        assert selected.startswith("whatever the dice say")
        assert selected.endswith("[1]\nAn op")

    on(page, scene)

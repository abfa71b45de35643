"""Runs the app without a terminal: waits for its threads and messages, never for a clock."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

from textual.containers import VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Input, Markdown, Static
from textual.worker import WorkerCancelled, WorkerFailed

from oracle.app.apart import finished
from oracle.app.app import OracleApp
from oracle.app.graphics import HALF_BLOCKS, Images
from oracle.app.seams import Examine, LayOut, MakeSheet, real_sheet
from oracle.app.widgets.citations import Citations
from oracle.app.widgets.exchange import Exchange
from oracle.app.widgets.page_pane import PagePane
from oracle.config import Config, VmConfig
from tests.fakes.table import FakeLibrary, FakeParts, ScriptedAsk, Step, thumbnails

WIDE, NORMAL, NARROW = (120, 40), (80, 24), (50, 30)
SIZES = (WIDE, NORMAL, NARROW)


class Stage:
    """The app on stage: press keys, wait until it is quiet, read what it shows."""

    def __init__(self, app: OracleApp, pilot: Pilot[None], parts: FakeParts, ask: ScriptedAsk) -> None:
        self.app, self.pilot, self.parts, self.ask = app, pilot, parts, ask

    async def settle(self) -> None:
        """Until no thread works and no message waits."""
        quiet = 0
        for _ in range(50):
            busy = [worker for worker in self.app.workers if not worker.is_finished]
            for worker in busy:
                with suppress(WorkerFailed, WorkerCancelled):
                    await worker.wait()
            await self.pilot.pause()
            quiet = 0 if busy else quiet + 1
            if quiet == 2:
                return
        raise AssertionError("the app does not come to rest")

    async def press(self, *keys: str) -> None:
        """Keys, then quiet among messages (threads may still work)."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def press_at_once(self, *keys: str) -> None:
        """Keys that come in one read of the terminal: nothing happens between them but what they do."""
        driver = self.app._driver
        assert driver is not None
        for key in keys:
            event = Key(key, key if len(key) == 1 else None)
            event.set_sender(self.app)
            driver.send_message(event)
        await self.pilot.pause()

    async def question(self, text: str = "Do I discard?", *, settle: bool = True) -> None:
        """Type a question and press Enter."""
        box = self.app.screen.query_one("#ask", Input)
        box.value = text
        box.cursor_position = len(text)
        await self.press("enter")
        if settle:
            await self.settle()
            await self._all_ended()

    async def _all_ended(self) -> None:
        """On a busy machine an exchange may begin its thread after everything seemed to rest."""
        for _ in range(200):
            if all(exchange.ended for exchange in self.app.screen.query(Exchange)):
                return
            await self.pilot.pause(0.05)
            await self.settle()
        raise AssertionError("the question does not end")

    def shown(self, selector: str) -> str:
        """The text of every visible widget that `selector` finds on the main screen, one a line."""
        return "\n".join(
            str(widget.content)
            for widget in self.app.screen_stack[0].query(selector).results(Static)
            if visible(widget)
        )

    @property
    def conversation(self) -> str:
        """All that stands in the conversation."""
        talk = self.app.screen_stack[0].query_one("#talk", VerticalScroll)
        texts = [
            widget.source if isinstance(widget, Markdown) else str(widget.content)
            for widget in talk.query("*").results(Widget)
            if isinstance(widget, Static | Markdown) and visible(widget)
        ]
        return "\n".join(texts)

    @property
    def notices(self) -> list[str]:
        """What the app notified."""
        return [notice.message for notice in self.app._notifications]

    @property
    def screen(self) -> str:
        """What a player sees, cell by cell, the screen on top alone."""
        return "\n".join(strip.text.rstrip() for strip in self.app.screen._compositor.render_strips())

    @property
    def box(self) -> str:
        """What stands in the ask box."""
        return self.app.screen_stack[0].query_one("#ask", Input).value

    @property
    def rows(self) -> list[str]:
        """The list under the conversation."""
        cites = self.app.screen_stack[0].query_one(Citations)
        return [place.label.plain for place in cites.places]

    @property
    def page(self) -> PagePane:
        """The page pane."""
        return self.app.screen_stack[0].query_one(PagePane)

    @property
    def page_text(self) -> Content:
        """What the page pane shows as text."""
        content = self.page.query_one("#page-text", Static).content
        assert isinstance(content, Content)
        return content


def visible(widget: Widget) -> bool:
    """Whether neither the widget nor anything around it is hidden."""
    return all(node.display for node in widget.ancestors_with_self if isinstance(node, Widget))


Play = Callable[[Stage], Awaitable[None]]


def play(
    scene: Play,
    tmp_path: Path,
    steps: Sequence[Step] = (),
    *,
    size: tuple[int, int] = WIDE,
    lang: str = "en",
    game: str | None = "islands",
    parts: FakeParts | None = None,
    opener: Callable[[Config], FakeParts] | None = None,
    vm: VmConfig | None = None,
    examine: Examine = lambda config: (),
    images: Images = HALF_BLOCKS,
    sheet: MakeSheet = real_sheet,
    lay_out: LayOut = lambda rules, game, config: None,
    program: type[OracleApp] = OracleApp,
) -> None:
    """Run `scene` on the app with a scripted pipeline, the library open and warm."""
    home = tmp_path / "home"
    if not home.exists():
        thumbnails(home)
    stage_parts = parts or FakeParts(FakeLibrary(home))
    ask = ScriptedAsk(steps)
    opening = threading.Event()

    def open_parts(config: Config) -> FakeParts:
        opening.set()
        return opener(config) if opener else stage_parts

    config = Config(home, home / "config.toml", lang, vm or VmConfig())
    given = {"images": images, "examine": examine, "sheet": sheet, "lay_out": lay_out}
    app = program(config, ask=ask, open_parts=open_parts, game=game, **given)  # type: ignore[arg-type]

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            app.screen.query_one("#ask", Input).cursor_blink = False
            stage = Stage(app, pilot, stage_parts, ask)
            assert await asyncio.to_thread(opening.wait, 20)
            await stage.settle()
            await scene(stage)

    asyncio.run(run())
    assert finished(within=20), "a thread goes on without the app"

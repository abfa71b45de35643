"""Reading rulebooks into the library while one looks on: what is said of each, and how it ended.

Owns no reading: that is a program of its own, which ends when this screen is left.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from oracle.app.apart import apart
from oracle.app.samples import Reading
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar
from oracle.app.widgets.paged import Report
from oracle.display import clean
from oracle.texts import Texts

PUBLISHED_UNREADABLE = 10


class AddingScreen(SpokenScreen[bool]):
    """Ends with whether there is something new to ask about."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "app.key.back", priority=True),
        Binding("enter", "take", "app.key.to_table", key_display="⏎"),
    ]

    @dataclass
    class Said(Message):
        """The program said a line."""

        line: str

    def __init__(self, say: Texts, reading: Reading) -> None:
        super().__init__(say)
        self._reading = reading
        self._stop = threading.Event()
        self._code: int | None = None

    def compose(self) -> ComposeResult:
        """A title, what was said, how it stands."""
        with Report(classes="report"):
            yield Static(classes="report-title")
            yield Static(classes="report-state")
        yield KeyBar(self._say)

    def on_mount(self) -> None:
        """Begin."""
        self._tell()
        self.run_worker(apart(self._run), name="read", exit_on_error=False)

    def _tell(self) -> None:
        self.query_one(".report-title", Static).update(
            Content.styled(self._say("app.adding.title"), "bold $text-accent")
        )
        self.query_one(".report-state", Static).update(self._state())

    def _state(self) -> Content:
        if self._code is None:
            return Content.styled(self._say("app.adding.running"), "dim italic")
        if self._code in (0, PUBLISHED_UNREADABLE):
            return Content.styled(self._say("app.adding.done"), "bold $text-success")
        told = self._say("app.adding.failed", code=self._code, folder=self._reading.folder)
        return Content.styled(told, "bold $text-warning")

    async def retell(self) -> None:
        """How it stands, in the language of now; what the program said stays."""
        self._tell()
        await self.query_one(KeyBar).recompose()

    def _run(self) -> int:
        return self._reading.run(self._relay, self._stop)

    def _relay(self, line: str) -> None:
        self.post_message(self.Said(line))

    async def on_adding_screen_said(self, message: Said) -> None:
        """One more line, and the last ones in sight."""
        report = self.query_one(".report", Report)
        line = Static(Content(clean(message.line, one_line=True)), classes="check")
        await report.mount(line, before=".report-state")
        report.scroll_end(animate=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """It has ended."""
        event.stop()
        if not event.worker.is_finished:
            return
        self._code = event.worker.result if event.state is WorkerState.SUCCESS else 1
        self._tell()
        self.refresh_bindings()
        self.query_one(".report", Report).scroll_end(animate=False)

    def on_unmount(self) -> None:
        """Leaving the app ends the reading too."""
        self._stop.set()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """To the table, once it has ended."""
        return self._code is not None if action == "take" else True

    def action_take(self) -> None:
        """To the table."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Stop, and go back; what was read already can be asked about."""
        self._stop.set()
        self.dismiss(True)

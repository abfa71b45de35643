"""F6: the checks of `oracle doctor`, each on the screen as soon as it is made. They are made in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from oracle.app import phrase
from oracle.app.apart import apart
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar
from oracle.app.widgets.paged import Report
from oracle.display import clean
from oracle.doctor import OF_VM
from oracle.texts import Texts

if TYPE_CHECKING:
    from vm.doctor import Check


class DoctorScreen(SpokenScreen[None]):
    """Read, then Esc; a check that is still running is not waited for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "leave", "app.key.back", priority=True),
        Binding("f6", "leave", "app.key.back", show=False, id="doctor", priority=True),
    ]

    @dataclass
    class Made(Message):
        """A check was made."""

        check: Check

    def __init__(self, say: Texts, examine: Callable[[], Iterable[Check]]) -> None:
        super().__init__(say)
        self._examine = examine
        self._made: list[Check | BaseException] = []
        self._done = False

    def compose(self) -> ComposeResult:
        """A title, the checks, how it stands."""
        with Report(classes="report"):
            yield Static(classes="report-title")
            yield Static(classes="report-state")
        yield KeyBar(self._say)

    def on_mount(self) -> None:
        """Begin."""
        self._tell()
        self.run_worker(apart(self._run), name="examine", exit_on_error=False)

    def _run(self) -> None:
        for check in self._examine():
            self.post_message(self.Made(check))

    async def on_doctor_screen_made(self, message: Made) -> None:
        """One more line."""
        await self._add(message.check)

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """All are made, or one broke."""
        event.stop()
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            await self._add(event.worker.error)
        if event.worker.is_finished:
            self._done = True
            self._tell()

    async def _add(self, made: Check | BaseException) -> None:
        self._made.append(made)
        line = Static(self._line(made), classes="check")
        await self.query_one(".report").mount(line, before=".report-state")

    def _line(self, made: Check | BaseException) -> Content:
        if isinstance(made, BaseException):
            return Content.styled(f"✗ {clean(f'{type(made).__name__}: {made}', one_line=True)}", "$text-error")
        return check_line(self._say, made)

    def _tell(self) -> None:
        self.query_one(".report-title", Static).update(
            Content.styled(self._say("app.doctor.title"), "bold $text-accent")
        )
        self.query_one(".report-state", Static).update(self._state())

    def _state(self) -> Content:
        if not self._done:
            return Content.styled(self._say("app.doctor.running"), "dim italic")
        if all(not isinstance(made, BaseException) and made.ok for made in self._made):
            return Content.styled(self._say("app.doctor.well"), "bold $text-success")
        return Content.styled(self._say("app.doctor.ill"), "bold $text-warning")

    async def retell(self) -> None:
        """Every check and how it stands, in the language of now."""
        self._tell()
        for line, made in zip(self.query(".check").results(Static), self._made, strict=False):
            line.update(self._line(made))
        await self.query_one(KeyBar).recompose()

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


def check_line(say: Texts, made: Check) -> Content:
    """A check in a line, and in another what to type."""
    of_vm, name = made.name.startswith(OF_VM), say(f"check.name.{made.name.removeprefix(OF_VM)}")
    called = say("check.of_vm", name=name) if of_vm else name
    hint = say.hint(made.key, **made.facts) if made.to_type else None
    return Content.assemble(
        ("✓ ", "$text-success") if made.ok else ("✗ ", "bold $text-error"),
        (called, "bold"),
        f"  {phrase.told(say, made.key, **made.facts)}",
        (f"\n  → {clean(hint)}" if hint else "", "bold"),
    )

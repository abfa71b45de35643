"""F6: the checks of `oracle doctor`, each on the screen as soon as it is made. They are made in a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static
from textual.worker import Worker, WorkerState

from oracle.app import phrase
from oracle.app.apart import apart
from oracle.display import clean
from oracle.doctor import OF_VM
from oracle.texts import Texts

if TYPE_CHECKING:
    from vm.doctor import Check


class DoctorScreen(ModalScreen[None]):
    """Read, then Esc; a check that is still running is not waited for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f6,q", "leave", "app.key.back")]

    @dataclass
    class Made(Message):
        """A check was made."""

        check: Check

    def __init__(self, say: Texts, examine: Callable[[], Iterable[Check]]) -> None:
        super().__init__()
        self._say, self._examine = say, examine
        self._ill = False

    def compose(self) -> ComposeResult:
        """A title, the checks, how it stands."""
        with VerticalScroll(classes="report"):
            yield Static(Content.styled(self._say("app.doctor.title"), "bold $text-accent"))
            yield Static(Content.styled(self._say("app.doctor.running"), "dim italic"), classes="report-state")
            yield Static(Content.styled(self._say("app.doctor.keys"), "dim"))

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(apart(self._run), name="examine", exit_on_error=False)

    def _run(self) -> None:
        for check in self._examine():
            self.post_message(self.Made(check))

    async def on_doctor_screen_made(self, message: Made) -> None:
        """One more line."""
        self._ill = self._ill or not message.check.ok
        await self._line(check_line(self._say, message.check))

    async def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """All are made, or one broke."""
        event.stop()
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self._ill = True
            error = event.worker.error
            await self._line(
                Content.styled(f"✗ {clean(f'{type(error).__name__}: {error}', one_line=True)}", "$text-error")
            )
        if event.worker.is_finished:
            told = Content.styled(self._say("app.doctor.ill"), "bold $text-warning")
            well = Content.styled(self._say("app.doctor.well"), "bold $text-success")
            self.query_one(".report-state", Static).update(told if self._ill else well)

    async def _line(self, content: Content) -> None:
        await self.query_one(".report").mount(Static(content, classes="check"), before=".report-state")

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

"""^e: what to take out, and as what."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from oracle.app.past import Export
from oracle.texts import Texts

CHOICES = (Export("answer", "html"), Export("answer", "md"), Export("evening", "html"), Export("evening", "md"))


class ExportScreen(ModalScreen[Export | None]):
    """Ends with what was chosen, or `None`. The evening alone where no answer stands on the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+e", "leave", "app.key.back")]

    def __init__(self, say: Texts, *, answer: bool) -> None:
        super().__init__()
        self._say = say
        self._choices = tuple(each for each in CHOICES if answer or each.which == "evening")

    def compose(self) -> ComposeResult:
        """A title and the choices."""
        with Vertical(id="exporting"):
            yield Static(Content.styled(self._say("app.export.title"), "bold"))
            rows = [Content(self._say(f"app.export.{each.which}_{each.form}")) for each in self._choices]
            yield OptionList(*rows, id="exports", markup=False)
            yield Static(Content.styled(self._say("app.export.hint"), "dim"))

    def on_mount(self) -> None:
        """Ready for Enter."""
        self.query_one("#exports", OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.dismiss(self._choices[event.option_index])

    def action_leave(self) -> None:
        """Take nothing out."""
        self.dismiss(None)

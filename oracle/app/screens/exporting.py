"""^e: what to take out, and as what."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from oracle.app.past import Export
from oracle.app.phrase import excerpt
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar
from oracle.app.widgets.rows import Rows
from oracle.texts import Texts

CHOICES = (Export("answer", "html"), Export("answer", "md"), Export("evening", "html"), Export("evening", "md"))
SHOWN = 120


class ExportScreen(SpokenScreen[Export | None]):
    """Ends with what was chosen, or `None`. Without the `question` of an answer only the evening is offered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "app.key.back", priority=True),
        Binding("ctrl+e", "leave", "app.key.back", show=False, id="export", priority=True),
        Binding("enter", "take", "app.key.write", key_display="⏎", priority=True),
    ]

    def __init__(self, say: Texts, question: str | None) -> None:
        super().__init__(say)
        self._question = question
        self._choices = tuple(each for each in CHOICES if question is not None or each.which == "evening")

    def compose(self) -> ComposeResult:
        """A title and the choices."""
        with Vertical(id="exporting"):
            yield Static(Content.styled(self._say("app.export.title"), "bold"))
            if self._question is not None:
                yield Static(Content.styled(f"❯ {excerpt(self._question, SHOWN)}", "dim"), id="exported")
            rows = [Content(self._say(f"app.export.{each.which}_{each.form}")) for each in self._choices]
            yield Rows(*rows, id="exports", markup=False)
        yield KeyBar(self._say)

    def on_mount(self) -> None:
        """Ready for Enter."""
        self.query_one("#exports", Rows).highlighted = 0

    async def retell(self) -> None:
        """The same choices; the one that is highlighted stays so."""
        row = self.query_one("#exports", Rows).highlighted
        await self.recompose()
        listed = self.query_one("#exports", Rows)
        listed.highlighted = row
        self.set_focus(listed)

    def action_take(self) -> None:
        """What Enter does in a list, where it has a name and can be touched."""
        self.query_one("#exports", Rows).action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.dismiss(self._choices[event.option_index])

    def action_leave(self) -> None:
        """Take nothing out."""
        self.dismiss(None)

"""F1: the keys, how an answer comes about, how to connect Claude and add a rulebook.

The keys are read from the bindings themselves, so this page cannot drift from what they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from oracle.app import phrase
from oracle.app.widgets.key_bar import is_ours
from oracle.texts import Texts, catalogue

Group = tuple[str, Iterable[BindingType]]


class HelpScreen(ModalScreen[None]):
    """Read, then Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "leave", "app.key.back")]

    def __init__(self, say: Texts, groups: Iterable[Group], config_file: Path) -> None:
        super().__init__()
        self._say, self._groups, self._file = say, tuple(groups), config_file

    def compose(self) -> ComposeResult:
        """One text that scrolls."""
        with VerticalScroll(id="help"):
            yield Static(self._text())

    def _text(self) -> Content:
        say = self._say
        parts: list[Content] = [_title(say("app.help.keys"))]
        for name, bindings in self._groups:
            parts.append(Content.styled(say(name), "italic"))
            parts += [key_line(self.app, say, binding) for binding in bindings if isinstance(binding, Binding)]
        parts += [_title(say("app.help.how")), Content(say("app.help.how_text"))]
        parts += [_title(say("app.help.connect")), phrase.connecting(say, self._file)]
        parts += [_title(say("app.help.add")), Content.styled("  " + say("app.welcome.empty.add"), "bold")]
        parts.append(Content.styled("\n" + say("app.help.close"), "dim"))
        return Content("\n").join(part for part in parts if part)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


def _title(text: str) -> Content:
    return Content.styled(f"\n{text}", "bold $text-accent")


def key_line(app: App[object], say: Texts, binding: Binding) -> Content:
    """A key and what it does, in a column each."""
    if not is_ours(binding):
        return Content("")
    first = Binding(binding.key.split(",")[0], binding.action, key_display=binding.key_display)
    about = f"app.key.about.{binding.description.removeprefix('app.key.')}"
    meaning = say(about) if about in catalogue(say.language) else say(binding.description)
    return Content.assemble((f"  {app.get_key_display(first):<8}", "bold"), meaning)

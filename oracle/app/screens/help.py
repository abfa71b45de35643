"""F1: the keys, how an answer comes about, how to connect Claude and add a rulebook.

The keys are read from the bindings themselves, so this page cannot drift from what they do.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from oracle.app import greeting
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar, is_ours
from oracle.texts import Texts, catalogue

Group = tuple[str, Iterable[BindingType]]


class HelpScreen(SpokenScreen[None]):
    """Read, then Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "app.key.back")]

    def __init__(self, say: Texts, groups: Iterable[Group], config_file: Path) -> None:
        super().__init__(say)
        self._groups, self._file = tuple(groups), config_file

    def compose(self) -> ComposeResult:
        """Keys in two columns, then explanations; all of it scrolls."""
        say = self._say
        with VerticalScroll(id="help"):
            yield _title(say("app.help.keys"))
            for name, bindings in self._groups:
                yield Static(Content.styled(say(name), "italic"))
                for binding in bindings:
                    if isinstance(binding, Binding) and is_ours(binding):
                        yield self._key_line(binding)
            yield _title(say("app.help.how"))
            yield Static(Content(say("app.help.how_text")))
            yield _title(say("app.help.connect"))
            yield Static(greeting.connecting(say, self._file))
            yield _title(say("app.help.add"))
            yield Static(Content.styled("  " + say("app.welcome.empty.add"), "bold"))
        yield KeyBar(say)

    def _key_line(self, binding: Binding) -> Horizontal:
        first = Binding(binding.key.split(",")[0], binding.action, key_display=binding.key_display)
        return Horizontal(
            Static(Content(self.app.get_key_display(first)), classes="key-name"),
            Static(Content(meaning(self._say, binding)), classes="key-about"),
            classes="key-line",
        )

    async def retell(self) -> None:
        """The same page, where it was being read."""
        at = self.query_one("#help", VerticalScroll).scroll_y
        await self.recompose()
        self.query_one("#help", VerticalScroll).scroll_to(y=at, animate=False)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


def _title(text: str) -> Static:
    return Static(Content.styled(f"\n{text}", "bold $text-accent"))


def meaning(say: Texts, binding: Binding) -> str:
    """What a key does, in a few words where there are some, else its label."""
    about = f"app.key.about.{binding.description.removeprefix('app.key.')}"
    return say(about) if about in catalogue(say.language) else say(binding.description)

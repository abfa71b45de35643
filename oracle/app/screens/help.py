"""F1: the keys, how an answer comes about, how to connect Claude and add a rulebook.

The keys are read from the bindings themselves, so this page cannot drift from what they do.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from oracle.app import greeting
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar, is_ours
from oracle.app.widgets.paged import Report
from oracle.texts import Texts, catalogue

NAME = 9  # columns for a key: as many as the longest takes in either language
Group = tuple[str, Iterable[BindingType]]


class HelpScreen(SpokenScreen[None]):
    """Read, then Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "leave", "app.key.back", priority=True)]

    def __init__(self, say: Texts, groups: Iterable[Group], config_file: Path) -> None:
        super().__init__(say)
        self._groups, self._file = tuple(groups), config_file

    def compose(self) -> ComposeResult:
        """Keys in two columns, then explanations; all of it scrolls."""
        say = self._say
        with Report(id="help"):
            yield _title(say("app.help.keys"))
            for name, bindings in self._groups:
                yield Static(Content.styled(say(name), "italic"))
                ours = (each for each in bindings if isinstance(each, Binding) and is_ours(each))
                yield KeyLines([self._key_line(binding) for binding in ours])
            yield _title(say("app.help.how"))
            yield Static(Content(say("app.help.how_text")))
            yield _title(say("app.help.connect"))
            yield Static(greeting.connecting(say, self._file))
            yield _title(say("app.help.add"))
            yield Static(Content.styled("  " + say("app.welcome.empty.add"), "bold"))
        yield KeyBar(say)

    def _key_line(self, binding: Binding) -> tuple[str, str]:
        """The keys, as many as there is room for; the first always."""
        first, *others = [self.app.get_key_display(binding.with_key(key)) for key in binding.key.split(",")]
        shown = binding.key_display or first
        for other in others:
            shown = f"{shown} {other}" if len(f"{shown} {other}") < NAME else shown
        return shown, meaning(self._say, binding)

    async def retell(self) -> None:
        """The same page, where it was being read."""
        at = self.query_one("#help", Report).scroll_y
        await self.recompose()
        self.query_one("#help", Report).scroll_to(y=at, animate=False)

    def action_leave(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class KeyLines(Static):
    """Keys and what they do, in two columns: one widget for all, for there are more keys than widgets come quickly."""

    def __init__(self, lines: Sequence[tuple[str, str]]) -> None:
        self._lines = lines
        super().__init__(key_lines(lines, sys.maxsize))

    def on_resize(self) -> None:
        """What a key does wraps beside it."""
        self.update(key_lines(self._lines, self.content_size.width))


def key_lines(lines: Sequence[tuple[str, str]], width: int) -> Content:
    """The lines in so many columns."""
    room = max(NAME, width - NAME)
    shown = []
    for key, about in lines:
        first, *others = textwrap.wrap(about, room) or [""]
        shown.append(Content.assemble((f"{key:<{NAME - 1}} ", "bold"), first))
        shown += [Content(" " * NAME + other) for other in others]
    return Content("\n").join(shown)


def _title(text: str) -> Static:
    return Static(Content.styled(f"\n{text}", "bold $text-accent"))


def meaning(say: Texts, binding: Binding) -> str:
    """What a key does, in a few words where there are some, else its label."""
    about = f"app.key.about.{binding.description.removeprefix('app.key.')}"
    return say(about) if about in catalogue(say.language) else say(binding.description)

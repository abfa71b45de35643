"""The box where a question is typed. Owns its history (Up in an empty box)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input

from oracle.app.widgets.text_box import TextBox
from oracle.display import clean

LONGEST = 2000
SOON = 0.3
"""Seconds from a letter until what is typed by then is told of; not more often, however fast somebody types."""

WORDS = 2
"""With fewer words it is no draft yet."""


class AskBox(TextBox):
    """An input of one line. Typing never waits for anything."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.cancel", "app.key.cancel", show=False, priority=True),
        Binding("tab", "screen.cites", "app.key.cites", show=False, priority=True),
        Binding("up", "recall", "app.key.recall", show=False),
    ]

    @dataclass
    class Asked(Message):
        """The player pressed Enter on something."""

        text: str

    @dataclass
    class Drafted(Message):
        """The player is typing a question; so much of it is there."""

        text: str

    def __init__(self) -> None:
        super().__init__(id="ask", max_length=LONGEST)
        self._asked: list[str] = []
        self._back = 0
        self._told = ""
        self._telling: Timer | None = None

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Hand the question over; the box is emptied by whoever takes it."""
        event.stop()
        text = clean(event.value, one_line=True)
        if text:
            self.post_message(self.Asked(text))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Tell of a draft in a moment, not with each letter."""
        event.stop()
        if self._telling is None:
            self._telling = self.set_timer(SOON, self._tell)

    def _tell(self) -> None:
        self._telling = None
        draft = clean(self.value, one_line=True)
        if draft != self._told and len(draft.split()) >= WORDS and not draft.startswith("/"):
            self._told = draft
            self.post_message(self.Drafted(draft))

    def taken(self, text: str) -> None:
        """The question is being answered: empty the box and remember it."""
        self._asked.append(text)
        self._back = 0
        self.value = ""

    def give_back(self, text: str) -> None:
        """Put a question back, unless something else is being typed. Nobody typed it: it is no draft."""
        if not self.value:
            self._told = clean(text, one_line=True)
            self.value = text
            self.cursor_position = len(text)

    def action_recall(self) -> None:
        """The previous question, and those before it."""
        if not self._asked or (self.value and self.value not in self._asked):
            return
        self._back = self._back + 1 if self.value else 1
        self.value = self._asked[-min(self._back, len(self._asked))]
        self.cursor_position = len(self.value)

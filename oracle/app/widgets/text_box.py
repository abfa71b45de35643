"""A box of one line to type in. Owns what may be pasted into it."""

from __future__ import annotations

from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.widgets import Input

from oracle.display import clean


class TextBox(Input):
    """What is pasted becomes one line, without control characters."""

    @dataclass
    class Cut(Message):
        """More was pasted than the box takes; so many characters are in it."""

        most: int

    def on_paste(self, event: events.Paste) -> None:
        """A paragraph is one line here. Textual refuses a text that does not fit: here as much goes in as does."""
        event.stop()
        event.prevent_default()
        text = clean(event.text, one_line=True)
        room = len(text) if self.max_length is None else max(0, self.max_length - len(self.value))
        self.insert_text_at_cursor(text[:room])
        if room < len(text):
            self.post_message(self.Cut(len(self.value)))

"""A box of one line to type in. Owns what may be pasted into it."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from oracle.display import clean


class TextBox(Input):
    """What is pasted becomes one line, without control characters."""

    def on_paste(self, event: events.Paste) -> None:
        """A paragraph is one line here."""
        event.stop()
        event.prevent_default()
        self.insert_text_at_cursor(clean(event.text, one_line=True))

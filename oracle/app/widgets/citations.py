"""The list under the conversation: first the passages found, then the citations of the answer.

Owns which page each row leads to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList

from ingest.contracts import PageRef
from oracle.app.widgets.rows import Rows
from oracle.pagetext import Mark


@dataclass(frozen=True)
class Place:
    """One row: what it says, the number that picks it, and what to show on which page: its text or its picture.

    `gloss` is what an answer makes of a quotation in another language: a translation.
    """

    label: Content
    ref: PageRef
    mark: Mark
    n: int | None = None
    picture: bool = False
    gloss: str = ""


class Citations(Rows):
    """Rows that lead to pages. 1 to 9 pick a row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "screen.cancel", "app.key.back", priority=True),
    ]

    @dataclass
    class Picked(Message):
        """A row was chosen: its page must be shown. `firmly` = with Enter, a digit or a click."""

        place: Place
        firmly: bool

    def __init__(self) -> None:
        super().__init__(id="cites", markup=False, compact=True)
        self._places: tuple[Place, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The rows as they stand."""
        return self._places

    def show(self, places: Iterable[Place], title: str) -> None:
        """Replace all rows; the first is ready for Enter."""
        self._places = tuple(places)
        self.border_title = Content(title).markup
        self.set_options([place.label for place in self._places])
        self.display = bool(self._places)
        if self._places:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = 0

    def retell(self, places: Iterable[Place], title: str) -> None:
        """The same rows in other words; the one that is highlighted stays so."""
        row = self.highlighted
        self.show(places, title)
        if row is not None and row < len(self._places):
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = row

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click."""
        event.stop()
        self.post_message(self.Picked(self._places[event.option_index], firmly=True))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Moving along the list previews pages where there is room."""
        event.stop()
        if self.has_focus and event.option_index < len(self._places):
            self.post_message(self.Picked(self._places[event.option_index], firmly=False))

    def on_key(self, event: events.Key) -> None:
        """A digit picks its row."""
        row = self._row(event.key)
        if row is not None:
            event.stop()
            self.highlighted = row
            self.post_message(self.Picked(self._places[row], firmly=True))

    def _row(self, key: str) -> int | None:
        """The row of that number; where none has it (the answer cites [14]), the row at that place, from 1."""
        if not (key.isascii() and key.isdigit()):
            return None
        at = int(key) - 1 if 0 < int(key) <= len(self._places) else None
        return next((row for row, place in enumerate(self._places) if place.n == int(key)), at)

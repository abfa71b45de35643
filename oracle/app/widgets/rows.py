"""A list one moves in with the arrows or as in vi."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList


class Rows(OptionList):
    """Enter takes a row; j and k move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "app.key.open", key_display="⏎"),
        Binding("j", "cursor_down", "app.key.down", show=False),
        Binding("k", "cursor_up", "app.key.up", show=False),
    ]

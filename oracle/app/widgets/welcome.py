"""What stands where the conversation will be, until there is one: the booklets, or what is missing."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static


class Welcome(Static):
    """Keeps how it is said, so that it can be said again in another language."""

    def __init__(self) -> None:
        super().__init__(id="welcome")
        self._told: Callable[[], Content] = Content

    def tell(self, told: Callable[[], Content]) -> None:
        """Say something."""
        self._told = told
        self.update(told())

    def retell(self) -> None:
        """Say the same in the language of now."""
        self.update(self._told())

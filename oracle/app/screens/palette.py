"""The command palette in the user's language. Owns only the words that Textual's own says in English."""

from __future__ import annotations

from functools import partial

from textual.command import CommandInput, CommandList, CommandPalette, ProviderSource
from textual.content import Content
from textual.widgets.option_list import Option

from oracle.texts import Texts

PATIENCE = 0.5


class Palette(CommandPalette):
    """Says in our words that nothing matches."""

    def __init__(self, say: Texts, key: str, providers: ProviderSource | None = None) -> None:
        super().__init__(providers, placeholder=say(key))
        self._say, self._key = say, key

    async def retell(self) -> None:
        """What is offered, in the language of now."""
        box = self.query_one(CommandInput)
        box.placeholder = self._say(self._key)
        self._gather_commands(box.value)

    def _start_no_matches_countdown(self, search_value: str) -> None:
        self._stop_no_matches_countdown()
        self._no_matches_timer = self.set_timer(PATIENCE, partial(self._nothing, bool(search_value)))

    def _nothing(self, searched: bool) -> None:
        if searched:
            none = Option(Content(self._say("app.palette.none")), disabled=True, id=self._NO_MATCHES)
            self.query_one(CommandList).add_option(none)
        self._list_visible = searched

"""Choosing the game on the table: a filter and a list, gone as soon as one is chosen."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from ingest.contracts import Game
from oracle.display import clean
from oracle.texts import Texts


class PickerScreen(ModalScreen[Game | None]):
    """Ends with the game that was chosen, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "app.key.back"),
        Binding("down", "move(1)", "app.key.down", show=False),
        Binding("up", "move(-1)", "app.key.up", show=False),
    ]

    def __init__(self, games: Sequence[Game], now: Game | None, say: Texts) -> None:
        super().__init__()
        self._games = tuple(games)
        self._shown = self._games
        self._now, self._say = now, say

    def compose(self) -> ComposeResult:
        """A title, the filter, the games, a reminder of the keys."""
        with Vertical(id="picker"):
            yield Static(Content.styled(self._say("app.picker.title"), "bold"))
            yield Input(placeholder=self._say("app.picker.filter"), id="filter")
            yield OptionList(id="games", markup=False)
            yield Static(Content.styled(self._say("app.picker.hint"), "dim"))

    def on_mount(self) -> None:
        """All the games; the one on the table is highlighted."""
        self._fill(self._games)

    def _fill(self, games: tuple[Game, ...]) -> None:
        self._shown = games
        listed = self.query_one("#games", OptionList)
        listed.set_options([game_line(self._say, game, now=game == self._now) for game in games])
        if games:
            listed.highlighted = games.index(self._now) if self._now in games else 0
        else:
            listed.add_option(Content(self._say("app.picker.none")))
            listed.disable_option_at_index(0)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the games whose name holds every word typed."""
        event.stop()
        self._fill(matching(self._games, event.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter in the filter takes the highlighted game."""
        event.stop()
        self._choose(self.query_one("#games", OptionList).highlighted)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter or a click in the list."""
        event.stop()
        self._choose(event.option_index)

    def _choose(self, row: int | None) -> None:
        if row is not None and row < len(self._shown):
            self.dismiss(self._shown[row])

    def action_move(self, by: int) -> None:
        """Arrows move in the list while the filter keeps the cursor."""
        listed = self.query_one("#games", OptionList)
        if by > 0:
            listed.action_cursor_down()
        else:
            listed.action_cursor_up()

    def action_leave(self) -> None:
        """Choose nothing."""
        self.dismiss(None)


def game_line(say: Texts, game: Game, *, now: bool) -> Content:
    """A game and how many booklets it has."""
    number = len(game.booklets)
    count = say("app.picker.booklets_one") if number == 1 else say("app.picker.booklets", n=number)
    return Content.assemble(
        (clean(game.title, one_line=True), "bold"),
        (f"  {count}", "dim"),
        (f"  · {say('app.picker.now')}" if now else "", "$text-accent"),
    )


def matching(games: Sequence[Game], typed: str) -> tuple[Game, ...]:
    """The games whose title or slug holds every word typed, accents and capitals aside."""
    words = _plain(typed).split()
    return tuple(game for game in games if all(word in _plain(f"{game.title} {game.slug}") for word in words))


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))

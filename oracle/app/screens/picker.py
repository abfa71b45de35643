"""Tonight's stack in one screen: the game, which of its booklets are on the table, how many play.

Owns what is being chosen until it is taken or left. Remembers nothing: whoever opened it does.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from ingest.contracts import Booklet, Game
from oracle.app import greeting, laid, phrase
from oracle.app.choosing import Choice
from oracle.app.screens.spoken import SpokenScreen
from oracle.app.widgets.key_bar import KeyBar
from oracle.app.widgets.rows import Rows
from oracle.app.widgets.text_box import TextBox
from oracle.display import clean
from oracle.texts import Texts
from oracle.tonight import MOST

Remembered = Callable[[Game], Choice]


TAKE = Binding("enter", "screen.take", "app.key.take", key_display="⏎")


class Filter(TextBox):
    """What is typed narrows the list of games."""

    BINDINGS: ClassVar[list[BindingType]] = [TAKE, Binding("tab", "app.focus_next", "app.key.booklets")]


class Booklets(Rows):
    """The booklets of the highlighted game; Space or a click puts one on the table or takes it off."""

    BINDINGS: ClassVar[list[BindingType]] = [
        TAKE,
        Binding("space", "select", "app.key.toggle", key_display="␣"),
        Binding("tab", "app.focus_next", "app.key.players"),
    ]


class Players(Static, can_focus=True):
    """How many play; a click on its halves counts down and up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        TAKE,
        Binding("right,plus,up,l,k", "screen.seat(1)", "app.key.more"),
        Binding("left,minus,down,h,j", "screen.seat(-1)", "app.key.fewer"),
        Binding("tab", "app.focus_next", "app.key.games"),
    ]


class Step(Static):
    """A button of one character that counts players up or down."""

    def __init__(self, sign: str, by: int) -> None:
        super().__init__(Content(f" {sign} "), classes="step")
        self._by = by

    async def on_click(self) -> None:
        """Count."""
        await self.screen.run_action(f"seat({self._by})")


class PickerScreen(SpokenScreen[Choice | None]):
    """Ends with what was chosen, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "app.key.back", priority=True),
        Binding("down", "move(1)", "app.key.down", show=False),
        Binding("up", "move(-1)", "app.key.up", show=False),
    ]
    AUTO_FOCUS = "#filter"

    def __init__(
        self, games: Sequence[Game], now: Game | None, remembered: Remembered, say: Texts, typed: str = ""
    ) -> None:
        super().__init__(say)
        self._typed = typed
        self._games = tuple(games)
        self._shown = self._games
        self._now, self._remembered = now, remembered
        self._choice: Choice | None = None
        self._touched: Game | None = None

    def compose(self) -> ComposeResult:
        """A title, the filter, the games; under them the booklets of one and the players; the keys."""
        with Vertical(id="picker"):
            yield Static(id="picker-title")
            yield Filter(self._typed, id="filter")
            games = OptionList(id="games", markup=False, compact=True)
            games.can_focus = False
            yield games
            with Vertical(id="tonight"):
                yield Static(id="of-game")
                yield Booklets(id="booklets", markup=False, compact=True)
                with Horizontal(id="seats"):
                    yield Static(id="seats-title")
                    yield Step("−", -1)
                    yield Players(id="players")
                    yield Step("+", 1)
            yield Static(id="add-hint")
        yield KeyBar(self._say)

    def on_mount(self) -> None:
        """The games; the one on the table is highlighted."""
        self._tell()
        self._fill(matching(self._games, self._typed), self._now)

    def _tell(self) -> None:
        for name, key, style in (
            ("picker-title", "title", "bold"),
            ("of-game", "booklets_title", "$text-muted"),
            ("seats-title", "players", "$text-muted"),
        ):
            self.query_one(f"#{name}", Static).update(Content.styled(self._say(f"app.picker.{key}"), style))
        self.query_one("#filter", Filter).placeholder = self._say("app.picker.filter")

    async def retell(self) -> None:
        """The same choice, in the language of now."""
        self._tell()
        self._fill(self._shown, self._choice.game if self._choice is not None else None)
        await self.query_one(KeyBar).recompose()

    def _fill(self, games: tuple[Game, ...], wanted: Game | None) -> None:
        self._shown = games
        listed = self.query_one("#games", OptionList)
        listed.set_options([game_line(self._say, game, now=game == self._now) for game in games])
        listed.display = bool(games)
        if games:
            row = games.index(wanted) if wanted in games else 0
            listed.highlighted = row
            self._consider(games[row])
        else:
            self._consider(None)

    def _consider(self, game: Game | None) -> None:
        """A game is highlighted: its booklets and players as they are remembered, or what to type where it has none."""
        if game is None or self._choice is None or self._choice.game != game:
            self._choice = self._remembered(game) if game is not None else None
        ready = game is not None and bool(game.booklets)
        self.query_one("#tonight").display = ready
        hint = self.query_one("#add-hint", Static)
        slug = game.slug if game else None
        hint.update(greeting.how_to_add(self._say, slug, unknown=game is None))
        hint.display = not ready
        self._show_choice()

    def _show_choice(self) -> None:
        choice, rows = self._choice, self.query_one("#booklets", Booklets)
        if choice is None:
            return
        row = rows.highlighted if rows.option_count == len(choice.game.booklets) else None
        rows.set_options([booklet_line(self._say, each, on=choice.has(each)) for each in choice.game.booklets])
        rows.highlighted = row or 0
        number = str(choice.players) if choice.players else "?"
        self.query_one(Players).update(Content.styled(f"{number:^3}", "bold"))

    # --- what is chosen --------------------------------------------------------------------------

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the games whose name holds every word typed."""
        event.stop()
        self._fill(matching(self._games, event.value), self._now)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Another game, other booklets."""
        event.stop()
        if event.option_list.id == "games" and event.option_index < len(self._shown):
            self._consider(self._shown[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A game was clicked, or a booklet is put on the table or taken off."""
        event.stop()
        if event.option_list.id == "games":
            self._clicked(self._shown[event.option_index])
        elif self._choice is not None:
            self._choice = self._choice.toggled(self._choice.game.booklets[event.option_index])
            self._show_choice()

    def _clicked(self, game: Game) -> None:
        """A first click shows what a game has, a second one takes it."""
        if self._touched == game:
            self.action_take()
        self._touched = game

    def action_seat(self, by: int) -> None:
        """One player more or fewer; below one, nobody has said."""
        if self._choice is not None:
            number = max(0, min(MOST, (self._choice.players or 0) + by))
            self._choice = replace(self._choice, players=number or None)
            self._show_choice()

    def action_take(self) -> None:
        """End with what is chosen; a game without booklets cannot be."""
        if self._choice is not None and self._choice.game.booklets:
            self.dismiss(self._choice)

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
    """A game and how many booklets it has; the table's own rules are none of them."""
    return Content.assemble(
        (clean(game.title, one_line=True), "bold"),
        (f"  {laid.there(say, game)}", "dim"),
        (f"  · {say('app.picker.now')}" if now else "", "$text-accent"),
    )


def booklet_line(say: Texts, booklet: Booklet, *, on: bool) -> Content:
    """Whether a booklet is on the table (a sign, never a colour alone), what it is to the game, its title."""
    return Content.assemble(
        ("[✓] ", "$text-success") if on else ("[ ] ", "dim"),
        (phrase.kind_label(say, booklet.kind), "" if on else "dim"),
        (f" · {clean(booklet.title, one_line=True)}", "bold" if on else "dim"),
    )


def matching(games: Sequence[Game], typed: str) -> tuple[Game, ...]:
    """The games whose title or slug holds every word typed, accents and capitals aside."""
    words = _plain(typed).split()
    return tuple(game for game in games if all(word in _plain(f"{game.title} {game.slug}") for word in words))


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in parts if not unicodedata.combining(character))

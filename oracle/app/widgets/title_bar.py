"""The line above: the program, the game, what of it is on the table, and how the library is.

Owns what these say in the language of the moment.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from ingest.contracts import Game
from oracle.app import laid
from oracle.contracts import Stack
from oracle.display import clean
from oracle.texts import Texts


class TitleBar(Horizontal):
    """One line; where it is narrow, the game alone."""

    def __init__(self, say: Texts) -> None:
        super().__init__(id="title")
        self._say = say
        self._key: str | None = None

    def compose(self) -> ComposeResult:
        """The program's name, the game, the state."""
        yield Static(id="title-app")
        yield Static(id="title-game")
        yield Static(id="title-status")

    def tell(self, game: Game | None, stack: Stack | None, players: int | None) -> None:
        """Say which game is on the table, how much of it, and how many play."""
        title = clean(game.title, one_line=True) if game else self._say("app.no_game")
        style = "bold $text-accent" if game else "dim"
        table = laid.told(self._say, game, stack, players) if game and stack else ""
        self.query_one("#title-app", Static).update(Content.styled(self._say("app.name"), "bold"))
        self.query_one("#title-game", Static).update(Content.assemble((title, style), (table, "dim")))
        self.status(self._key)

    def status(self, key: str | None) -> None:
        """Say how the library is, by the key of a text; `None` = as it should be."""
        self._key = key
        status = self.query_one("#title-status", Static)
        status.update(Content(self._say(key) if key else ""))
        status.set_class(key == "app.passages_only", "-lasting")

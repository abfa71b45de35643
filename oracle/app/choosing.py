"""What of a game is on the table and how many play, as the app chooses it.

Owns one choice and that it holds for the evening even where the home cannot keep it. Knows no widget.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ingest.contracts import Booklet, Game
from oracle.contracts import Stack
from oracle.tonight import Tonight, on_table


@dataclass(frozen=True)
class Choice:
    """A game, its booklets on the table (`None`: all, later ones too) and how many play, if anybody said."""

    game: Game
    booklets: tuple[str, ...] | None = None
    players: int | None = None

    def has(self, booklet: Booklet) -> bool:
        """Whether a booklet is on the table."""
        return self.booklets is None or booklet.ref.booklet in self.booklets

    def toggled(self, booklet: Booklet) -> Choice:
        """With one booklet more or less; never without any."""
        name = booklet.ref.booklet
        on = [each.ref.booklet for each in self.game.booklets if self.has(each) != (each.ref.booklet == name)]
        return replace(self, booklets=None if len(on) == len(self.game.booklets) else tuple(on)) if on else self


class Choices:
    """The choices of an evening: those of the home, and those that it could not keep."""

    def __init__(self, tonight: Tonight) -> None:
        self._tonight = tonight
        self._unkept: dict[str, Choice] = {}

    def of(self, game: Game) -> Choice:
        """What was chosen for a game; read anew each time, for another program may have changed it."""
        if game.slug in self._unkept:
            return replace(self._unkept[game.slug], game=game)
        there = {booklet.ref.booklet for booklet in game.booklets}
        kept = tuple(name for name in self._tonight.chosen(game.slug) or () if name in there)
        return Choice(game, kept or None, self._tonight.players(game.slug))

    def stack(self, game: Game) -> Stack:
        """What of a game is on the table."""
        if game.slug in self._unkept:
            return on_table(game, self._unkept[game.slug].booklets)
        return self._tonight.stack(game)

    def keep(self, choice: Choice) -> None:
        """Remember a choice. Where it cannot be, it holds until the app is left and `NotRemembered` is raised."""
        game = choice.game.slug
        self._unkept[game] = choice
        if choice.booklets is None:
            self._tonight.reset(game)
        else:
            self._tonight.choose(game, choice.booklets)
        self._tonight.seat(game, choice.players)
        del self._unkept[game]

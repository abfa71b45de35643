"""The house rules of the game on the table, as the app reads and changes them.

Owns that a change is kept and laid on the shelf in one step, so that the next question knows of it. All of it may take
a moment and is called from threads. Knows no widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.contracts import Game
from oracle.app.seams import Books, LayOut
from oracle.config import Config
from oracle.house import House, HouseRule, check_free, today


@dataclass(frozen=True)
class HouseTable:
    """The rules of one game. `lay_out` publishes those that are on."""

    config: Config
    books: Books
    slug: str
    lay_out: LayOut

    def rules(self) -> tuple[HouseRule, ...]:
        """Those that are kept. Raises `NotKept`."""
        return self._house.rules(self.slug)

    def add(self, text: str) -> tuple[HouseRule, ...]:
        """Keep a new one of today, on the table; all of them. Raises what keeping and publishing raise."""
        game = self.books.game(self.slug)
        check_free(game)
        self._house.add(self.slug, text, today())
        return self._laid_out(self.rules(), game)

    def switch(self, n: int, *, on: bool) -> tuple[HouseRule, ...]:
        """Put one on the table or take it off; all of them."""
        return self._laid_out(self._house.switch(self.slug, on, n), self.books.game(self.slug))

    def remove(self, n: int) -> tuple[HouseRule, ...]:
        """Forget one; those that are left."""
        self._house.remove(self.slug, n)
        return self._laid_out(self.rules(), self.books.game(self.slug))

    @property
    def _house(self) -> House:
        return House(self.config.home)

    def _laid_out(self, rules: Sequence[HouseRule], game: Game) -> tuple[HouseRule, ...]:
        self.lay_out(rules, game, self.config)
        return tuple(rules)

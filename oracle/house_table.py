"""The house rules of a game, as they are read and changed at the table: in the app and on the command line.

Owns that a change is kept and laid on the shelf in one step, so that the next question knows of it. All of it may take
a moment. What is kept is `oracle.house`'s, the booklet made of it `oracle.house_shelf`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ingest.contracts import Game
from oracle.house import House, HouseRule, check_free, today


@dataclass(frozen=True)
class HouseTable:
    """The rules of one game. `find` says how it stands on the shelf now, `lay_out` publishes those that are on."""

    house: House
    slug: str
    find: Callable[[str], Game]
    lay_out: Callable[[Sequence[HouseRule], Game], object]

    def rules(self) -> tuple[HouseRule, ...]:
        """Those that are kept. Raises `NotKept`."""
        return self.house.rules(self.slug)

    def add(self, text: str) -> tuple[HouseRule, ...]:
        """Keep a new one of today, on the table; all of them, it last. Raises what keeping and publishing raise."""
        game = self.find(self.slug)
        check_free(game)
        self.house.add(self.slug, text, today())
        return self._laid_out(self.rules(), game)

    def switch(self, n: int | None, *, on: bool) -> tuple[HouseRule, ...]:
        """Put one on the table or take it off, or all; all of them."""
        return self._laid_out(self.house.switch(self.slug, on, n), self.find(self.slug))

    def remove(self, n: int) -> tuple[HouseRule, ...]:
        """Forget one; those that are left."""
        self.house.remove(self.slug, n)
        return self._laid_out(self.rules(), self.find(self.slug))

    def _laid_out(self, rules: tuple[HouseRule, ...], game: Game) -> tuple[HouseRule, ...]:
        self.lay_out(rules, game)
        return rules

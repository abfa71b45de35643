"""The game that a command is about: the one that is named, else the only one there is."""

from __future__ import annotations

from typing import Protocol

import click

from ingest.contracts import Game
from oracle.errors import UsageError

_NAMED = 12  # games that are listed where one has to be chosen; `oracle games` lists thousands


class Games(Protocol):
    """What is read of a library to know a game."""

    def games(self, slug: str | None = None) -> tuple[Game, ...]:
        """Every game that has a booklet."""

    def game(self, slug: str) -> Game:
        """One game. Raises `UsageError` with the nearest name when there is none."""


def the_game(library: Games, name: str | None, how: str = "-g ") -> Game:
    """The game that is meant. Raises `UsageError` with the command to type where it has to be named and was not.

    `how` stands before the name on the command line of the command that runs.
    """
    if name is not None:
        return library.game(name)
    games = library.games()
    if len(games) == 1:
        return games[0]
    known = [game.slug for game in games[:_NAMED]] + ["…"] * (len(games) > _NAMED)
    command = f"{click.get_current_context().command_path} {how}{known[0]}"
    raise UsageError("ask.no_game", known=", ".join(known), command=command)

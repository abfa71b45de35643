"""Tonight's stack: which booklets of a game are on the table and how many play, chosen once, remembered in the home.

Owns the small file and what a choice means when booklets have come and gone since. Rulebooks are never touched. No
choice means every published booklet, those that come later too. How many play changes no search: it is for whoever
lays a game out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from ingest.contracts import BookletKind, Game, Note, is_slug
from oracle.contracts import Stack
from oracle.errors import OracleError

SCHEMA = 1
MOST = 99
"""Players, at the most."""


class NotRemembered(OracleError):
    """The home cannot be written: the choice is lost, and the question that needs it is not asked."""

    exit_code: ClassVar[int] = 9


@dataclass(frozen=True)
class _Kept:
    """What the file holds, by game."""

    stacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    players: Mapping[str, int] = field(default_factory=dict)


class Tonight:
    """Reads and writes `stacks.json` under the home."""

    def __init__(self, home: Path) -> None:
        self._file = home / "stacks.json"

    def chosen(self, game: str) -> tuple[str, ...] | None:
        """The booklets that were chosen for a game; `None` when none were, or nobody can tell any more."""
        return self._read().stacks.get(game)

    def choose(self, game: str, booklets: Sequence[str]) -> None:
        """Remember these booklets of a game. Raises `NotRemembered`."""
        kept = self._read()
        self._write(replace(kept, stacks={**kept.stacks, game: tuple(booklets)}))

    def reset(self, game: str) -> None:
        """Forget the choice for a game: all of it is on the table again. Raises `NotRemembered`."""
        kept = self._read()
        if game in kept.stacks:
            self._write(replace(kept, stacks={name: each for name, each in kept.stacks.items() if name != game}))

    def players(self, game: str) -> int | None:
        """How many play a game; `None` when nobody said."""
        return self._read().players.get(game)

    def seat(self, game: str, players: int | None) -> None:
        """Remember how many play a game; `None` forgets it. Raises `NotRemembered`."""
        kept = self._read()
        others = {name: each for name, each in kept.players.items() if name != game}
        if players != kept.players.get(game):
            self._write(replace(kept, players={**others, game: players} if players else others))

    def stack(self, game: Game) -> Stack:
        """What is on the table of a game."""
        return on_table(game, self.chosen(game.slug))

    def _read(self) -> _Kept:
        try:
            record = json.loads(self._file.read_text("utf-8"))
            games = record["stacks"].items()
            stacks = {game: _slugs(names) for game, names in games if is_slug(game) and _slugs(names)}
            seats = record.get("players", {}).items()
            players = {game: n for game, n in seats if is_slug(game) and type(n) is int and 0 < n <= MOST}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return _Kept()
        return _Kept(stacks, players)

    def _write(self, kept: _Kept) -> None:
        new = self._file.with_suffix(".new")
        stacks = {game: list(names) for game, names in sorted(kept.stacks.items())}
        record = {"schema": SCHEMA, "stacks": stacks, "players": dict(sorted(kept.players.items()))}
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
            new.replace(self._file)
        except OSError as error:
            raise NotRemembered("stack.not_remembered", file=self._file, why=error.strerror or error) from error


def on_table(game: Game, chosen: Sequence[str] | None) -> Stack:
    """The stack of a choice: what of it is still there, in the game's order, and a word for each that is not."""
    if chosen is None:
        return Stack(game.slug)
    there = [booklet.ref.booklet for booklet in game.booklets]
    gone = [name for name in chosen if name not in there]
    notes = tuple(Note("stack.gone", {"booklet": f"{game.slug}/{name}", "game": game.slug}) for name in gone)
    kept = tuple(name for name in there if name in chosen)
    return Stack(game.slug, () if len(kept) == len(there) else kept, notes=notes)


def holds(stack: Stack, booklet: str) -> bool:
    """Whether a booklet of the game is on the table: it is named, or none is."""
    return not stack.booklets or booklet in stack.booklets


def without_expansions(stack: Stack, game: Game) -> Stack:
    """The same stack without its expansions: those that were chosen for the evening too."""
    expansions = {b.ref.booklet for b in game.booklets if b.kind is BookletKind.EXPANSION}
    left = tuple(name for name in stack.booklets if name not in expansions)
    return replace(stack, booklets=left or stack.booklets, expansions=False)


def _slugs(names: object) -> tuple[str, ...]:
    return tuple(name for name in names if isinstance(name, str) and is_slug(name)) if isinstance(names, list) else ()

"""The flags that say what is searched, the same for `ask` and `search`, and what they are laid over.

Owns their names and help, and that they win over the stack that was chosen for the evening (`oracle.tonight`).
"""

from __future__ import annotations

import functools
import io
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import click

from ingest.cli.known import games
from ingest.contracts import ChunkType, Game
from oracle.cli.meant import Games, the_game
from oracle.cli.output import narrate_line
from oracle.contracts import SHOWN, Stack
from oracle.display import clean
from oracle.errors import UsageError
from oracle.texts import Texts
from oracle.tonight import Tonight, without_expansions

_LONGEST = 10_000


@dataclass(frozen=True)
class Searched:
    """What the flags said. `game` is `None` when it was left out."""

    game: str | None
    every: bool
    booklets: tuple[str, ...]
    exclude: tuple[str, ...]
    sections: tuple[str, ...]
    types: tuple[str, ...]
    expansions: bool
    limit: int | None
    budget: int | None

    def stack(self, library: Games, tonight: Tonight) -> Stack:
        """The stack on the table. A game need not be named where there is only one."""
        table = self._table(the_game(library, self.game), tonight)
        types = tuple(ChunkType(name) for name in self.types)
        return replace(table, exclude=self.exclude, exclude_sections=self.sections, types=types)

    def _table(self, game: Game, tonight: Tonight) -> Stack:
        """What was chosen for the evening, unless this question names its booklets."""
        if self.booklets or self.every:
            return Stack(game.slug, self.booklets, expansions=self.expansions)
        table = tonight.stack(game)
        return table if self.expansions else without_expansions(table, game)


def say_table(stack: Stack, tonight: Tonight, say: Texts) -> None:
    """Where a remembered choice leaves booklets out, that is said: nobody need wonder why one does not answer."""
    if stack.booklets and tonight.chosen(stack.game) is not None:
        left = ", ".join(name for name in stack.booklets if name not in stack.exclude)
        narrate_line(say("stack.in_force", booklets=left, game=stack.game))


def scope_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags; the command receives them as `searched`."""

    @functools.wraps(command)
    def with_scope(*args: Any, **given: Any) -> Any:
        names = ("game", "every", "booklets", "exclude", "sections", "types", "limit", "budget")
        searched = Searched(expansions=not given.pop("no_expansions"), **{name: given.pop(name) for name in names})
        return command(*args, searched=searched, **given)

    for option in reversed(_OPTIONS):
        with_scope = option(with_scope)
    return with_scope


def read_question(argument: str) -> str:
    """The question itself; `-` reads it from standard input. Raises `UsageError` when there is none."""
    return checked_question(read_text(argument))


def read_text(argument: str) -> str:
    """A text as it was given; `-` reads it from standard input."""
    return _standard_input() if argument == "-" else argument


def checked_question(written: str) -> str:
    """A question as it was written, cleaned. Raises `UsageError` for one that says nothing, or far too much."""
    text = clean(written)
    if not text.strip():
        raise UsageError("ask.empty")
    if len(text) > _LONGEST:
        raise UsageError("ask.too_long", most=_LONGEST)
    return text.strip()


def _standard_input() -> str:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin.read(_LONGEST + 1)


_OPTIONS = (
    click.option("-g", "--game", shell_complete=games, help="The game; may be left out when there is only one."),
    click.option("--all", "every", is_flag=True, help="Every booklet of the game, whatever `oracle stack` chose."),
    click.option("-b", "--booklet", "booklets", multiple=True, help="Only this booklet. May be repeated."),
    click.option("--exclude", multiple=True, help="Leave this booklet out. May be repeated."),
    click.option("--exclude-section", "sections", multiple=True, help="Leave this section out. May be repeated."),
    click.option(
        "--type",
        "types",
        multiple=True,
        type=click.Choice([kind.value for kind in ChunkType]),
        help="Only passages of this type. May be repeated.",
    ),
    click.option("--no-expansions", is_flag=True, help="Leave the expansions out."),
    click.option("-n", "--limit", type=click.IntRange(1, 50), help=f"How many passages (default: {SHOWN} are shown)."),
    click.option("--budget", type=click.IntRange(1), help="No more passages than fit this many tokens."),
)

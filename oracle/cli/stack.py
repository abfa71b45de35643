"""`oracle stack`: which booklets of a game are on the table tonight and how many play, shown or chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ingest.cli.known import games
from ingest.contracts import Game
from ingest.naming import heading
from oracle.cli.meant import the_game
from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.state import State
from oracle.errors import UsageError
from oracle.tonight import MOST, Tonight, holds

if TYPE_CHECKING:
    from ingest.library import Library


@click.command()
@click.argument("game", required=False, shell_complete=games)
@click.argument("booklets", metavar="[BOOKLET,…]", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Put every booklet of today on the table, and no later one.")
@click.option("--reset", is_flag=True, help="Forget the choice: every booklet, later ones too.")
@click.option(
    "-p", "--players", type=click.IntRange(1, MOST), metavar="N", help="How many play tonight; no search changes."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def stack(
    state: State,
    game: str | None,
    booklets: tuple[str, ...],
    every: bool,
    reset: bool,
    players: int | None,
    as_json: bool,
) -> None:
    """Show which booklets of GAME are on the table, or choose them: `oracle stack chess rules,faq`.

    The choice is remembered until it is changed; `ask`, `search` and the app keep to it. `-b`, `--exclude`, `--all` and
    `--no-expansions` of `ask` and `search` win over it for one question.
    """
    from ingest.library import Library

    names = tuple(name.strip() for word in booklets for name in word.split(",") if name.strip())
    if sum((bool(names), every, reset)) > 1:
        raise UsageError("stack.one_of")
    tonight = Tonight(state.config.home)
    with Library.open(state.config.settings) as library:
        chosen = _games(library, game, changes=bool(names or every or reset or players))
        _change(library, tonight, chosen[0], names, every=every, reset=reset)
        if players:
            tonight.seat(chosen[0].slug, players)
    if as_json:
        emit_json({"games": [_json(each, tonight) for each in chosen]})
        return
    for each in chosen:
        _show(state, each, tonight)
    if len(chosen) > 1:
        narrate_line(state.say("stack.to_choose", game=chosen[0].slug))
    else:
        key = "stack.chosen" if tonight.chosen(chosen[0].slug) else "stack.everything"
        narrate_line(state.say(key, game=chosen[0].slug))


def _games(library: Library, game: str | None, *, changes: bool) -> Sequence[Game]:
    """The game that is meant; all of them where none is named and nothing is changed."""
    if changes or game is not None:
        return (the_game(library, game, how=""),)
    return library.games()


def _change(
    library: Library, tonight: Tonight, game: Game, names: tuple[str, ...], *, every: bool, reset: bool
) -> None:
    if names:
        library.scope(game.slug, booklets=names)  # says which name is none
    wanted = [b.ref.booklet for b in game.booklets if every or b.ref.booklet in names]
    if reset:
        tonight.reset(game.slug)
        tonight.seat(game.slug, None)
    elif wanted:
        tonight.choose(game.slug, wanted)


def _show(state: State, game: Game, tonight: Tonight) -> None:
    say, table = state.say, tonight.stack(game)
    emit(heading(game))
    for booklet in game.booklets:
        on = holds(table, booklet.ref.booklet)
        kind = say(f"ask.kind.{booklet.kind}")
        key = "stack.on" if on else "stack.off"
        emit("  " + say(key, name=booklet.ref.booklet, title=booklet.title, kind=kind))
    for note in table.notes:
        narrate_line(say("find.degraded", what=say(note.key, **note.facts)))
    if players := tonight.players(game.slug):
        emit("  " + say("stack.players", count=players))


def _json(game: Game, tonight: Tonight) -> dict[str, object]:
    table = tonight.stack(game)
    return {
        "game": game.slug,
        "title": game.title,
        "chosen": tonight.chosen(game.slug) is not None,
        "players": tonight.players(game.slug),
        "gone": [str(note.facts["booklet"]) for note in table.notes],
        "booklets": [
            {
                "booklet": booklet.ref.booklet,
                "title": booklet.title,
                "kind": booklet.kind,
                "on_table": holds(table, booklet.ref.booklet),
            }
            for booklet in game.booklets
        ],
    }

"""`oracle games`: what can be asked about. Owns the layout of the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ingest.naming import heading
from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.state import State
from oracle.tonight import Tonight, holds

if TYPE_CHECKING:
    from ingest.contracts import Booklet, Game
    from oracle.contracts import Stack


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def games(state: State, as_json: bool) -> None:
    """List the games that can be asked about, with their booklets on the table (✓) and off it (–)."""
    from ingest.library import Library

    tonight = Tonight(state.config.home)
    with Library.open(state.config.settings) as library:
        tables = [(game, tonight.stack(game)) for game in library.games()]
    if as_json:
        emit_json({"games": [_json(game, table) for game, table in tables]})
        return
    for game, table in tables:
        emit(heading(game))
        for booklet in game.booklets:
            emit("  " + _line(state, booklet, on=holds(table, booklet.ref.booklet)))
    narrate_line(state.say("games.next", game=tables[0][0].slug))


def _line(state: State, booklet: Booklet, *, on: bool) -> str:
    return state.say(
        "games.on" if on else "games.off",
        name=booklet.ref.booklet,
        title=booklet.title,
        kind=state.say(f"ask.kind.{booklet.kind}"),
        count=booklet.pages,
    )


def _json(game: Game, table: Stack) -> dict[str, object]:
    return {
        "game": game.slug,
        "title": game.title,
        "booklets": [
            {
                "booklet": booklet.ref.booklet,
                "title": booklet.title,
                "kind": booklet.kind,
                "pages": booklet.pages,
                "languages": list(booklet.languages),
                "revision": booklet.revision,
                "on_table": holds(table, booklet.ref.booklet),
            }
            for booklet in game.booklets
        ],
    }

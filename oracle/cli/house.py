"""`oracle house add|list|off|on|rm`: the table's own rulings, dated and apart from the book.

Owns flags and what is said. What a change does is `oracle.house_table`'s.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

import click

from ingest.cli.known import games
from oracle.cli.meant import the_game
from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.scope import read_text
from oracle.cli.state import State

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ingest.contracts import Game
    from oracle.house import House, HouseRule
    from oracle.house_table import HouseTable

_game_option = click.option(
    "-g", "--game", shell_complete=games, help="The game; may be left out when there is only one."
)
_json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


@click.group()
def house() -> None:
    """Keep what your table has ruled where the book does not: dated, labelled, on or off.

    A house rule is found and cited beside the book, never as the book, and decides no verdict about it.
    """


@house.command()
@_game_option
@_json_option
@click.argument("text")
@click.pass_obj
def add(state: State, game: str | None, text: str, as_json: bool) -> None:
    """Keep TEXT as a house rule of today, and put it on the table.

    TEXT may be `-`: it is then read from standard input.
    """
    add_rule(state, _game(state, game), read_text(text), as_json=as_json)


def add_rule(state: State, game: Game, text: str, *, as_json: bool = False) -> None:
    """Keep a rule and lay it out; say so."""
    rule = _table(state, game).add(text)[-1]
    if as_json:
        emit_json({"game": game.slug, "rule": asdict(rule)})
    else:
        emit(state.say("house.added", n=rule.n, game=game.slug, text=rule.text))


@house.command("list")
@_game_option
@_json_option
@click.pass_obj
def list_(state: State, game: str | None, as_json: bool) -> None:
    """List the house rules of a game, or of all: ✓ those on the table, – those off it."""
    from oracle.house import House

    kept = House(state.config.home)
    rules = {name: kept.rules(name) for name in _listed(state, game, kept)}
    if as_json:
        emit_json({"games": [{"game": name, "rules": [asdict(each) for each in rules[name]]} for name in rules]})
        return
    if not any(rules.values()):
        narrate_line(state.say("house.none"))
        state.tell_unfound()
    for name, each in _pairs(rules):
        _say(state, name, each)


@house.command()
@_game_option
@_json_option
@click.argument("number", type=click.IntRange(1), required=False)
@click.pass_obj
def off(state: State, game: str | None, number: int | None, as_json: bool) -> None:
    """Take house rule NUMBER off the table, or all of them; they stay kept."""
    _switch(state, game, number, on=False, as_json=as_json)


@house.command()
@_game_option
@_json_option
@click.argument("number", type=click.IntRange(1), required=False)
@click.pass_obj
def on(state: State, game: str | None, number: int | None, as_json: bool) -> None:
    """Put house rule NUMBER on the table again, or all of them."""
    _switch(state, game, number, on=True, as_json=as_json)


@house.command()
@_game_option
@_json_option
@click.argument("number", type=click.IntRange(1))
@click.pass_obj
def rm(state: State, game: str | None, number: int, as_json: bool) -> None:
    """Forget house rule NUMBER."""
    chosen = _game(state, game)
    _table(state, chosen).remove(number)
    if as_json:
        emit_json({"game": chosen.slug, "removed": number})
    else:
        emit(state.say("house.forgotten", n=number, game=chosen.slug))


def _switch(state: State, game: str | None, number: int | None, *, on: bool, as_json: bool) -> None:
    chosen = _game(state, game)
    rules = _table(state, chosen).switch(number, on=on)
    switched = [each for each in rules if number in (None, each.n)]
    if as_json:
        emit_json({"game": chosen.slug, "rules": [asdict(each) for each in switched]})
        return
    for each in switched:
        _say(state, chosen.slug, each)


def list_rules(state: State, game: str) -> None:
    """The rules of a game, those on the table and those off it."""
    from oracle.house import House

    rules = House(state.config.home).rules(game)
    if not rules:
        narrate_line(state.say("house.none"))
    for each in rules:
        _say(state, game, each)


def _pairs(rules: Mapping[str, tuple[HouseRule, ...]]) -> list[tuple[str, HouseRule]]:
    return [(name, each) for name, owned in rules.items() for each in owned]


def _say(state: State, game: str, rule: HouseRule) -> None:
    key = "house.on" if rule.on else "house.off"
    emit(state.say(key, game=game, n=rule.n, day=rule.day, text=rule.text))


def _table(state: State, game: Game) -> HouseTable:
    from oracle.house import House
    from oracle.house_shelf import lay_out
    from oracle.house_table import HouseTable

    publish = partial(lay_out, settings=state.config.settings, say=state.say)
    return HouseTable(House(state.config.home), game.slug, lambda _: game, publish)


def _listed(state: State, wanted: str | None, kept: House) -> Sequence[str]:
    """The games whose rules are listed: those of a game that was taken off the shelf are still kept."""
    games = kept.games()
    if wanted is None:
        return games
    return (wanted,) if wanted in games else (_game(state, wanted).slug,)


def _game(state: State, wanted: str | None) -> Game:
    from ingest.library import Library

    with Library.open(state.config.settings) as library:
        return the_game(library, wanted)

"""`oracle outcome` and `oracle outcomes`: say whether an answer was good, and see what became of passages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ingest.cli.known import games
from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.state import State

if TYPE_CHECKING:
    from oracle.outcomes import Place


@click.command()
@click.argument("verdict", type=click.Choice(["good", "bad"]))
@click.argument("run", default="")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def outcome(state: State, verdict: str, run: str, as_json: bool) -> None:
    """Say that the last answer was good or bad; RUN names an earlier one, as `oracle log` does.

    It is kept on this machine, for the passages that the answer cited.
    """
    from oracle.errors import UsageError
    from oracle.outcomes import FILE, Kind, Outcomes
    from oracle.record import FILE as RUNS
    from oracle.record import Runs

    kept = Outcomes(state.config.home / FILE)
    name, places = kept.judged(Runs(state.config.home / RUNS).named(run).id if run else "")
    if not places:
        raise UsageError("outcome.no_run", run=run or "–")
    number = kept.add(Kind(verdict), places, name)
    if as_json:
        emit_json({"id": name, "outcome": verdict, "passages": number, "pages": _pages(places)})
        return
    pages = ", ".join(dict.fromkeys(str(place.page) for place in places))
    narrate_line(state.say(f"outcome.kept_{verdict}", n=number, pages=pages))


def _pages(places: Sequence[Place]) -> list[dict[str, object]]:
    pages = dict.fromkeys(place.page for place in places)
    return [{"game": page.game, "booklet": page.booklet, "page": page.page} for page in pages]


@click.command()
@click.argument("game", shell_complete=games)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def outcomes(state: State, game: str, as_json: bool) -> None:
    """Show what became of the passages of GAME: shown, cited, opened, good, bad."""
    from oracle.outcomes import FILE, Kind, Outcomes

    kept = Outcomes(state.config.home / FILE)
    counts = kept.counts(game) or kept.counts(game := _known(state, game))
    rows = [
        {"booklet": place.page.booklet, "page": place.page.page, "chunk_id": place.chunk_id}
        | {kind.value: found.get(kind, 0) for kind in Kind}
        for place, found in counts.items()
    ]
    if as_json:
        emit_json({"game": game, "outcomes": rows})
        return
    if not rows:
        narrate_line(state.say("outcome.none", game=game))
    for row in rows:
        said = ", ".join(state.say(f"outcome.{kind}", n=row[kind]) for kind in map(str, Kind) if row[kind])
        emit(f"{row['booklet']}:{row['page']} {str(row['chunk_id'])[:8]}  {said}")


def _known(state: State, game: str) -> str:
    """The game that is meant, however it is spelt. Raises `UsageError` where there is no such game."""
    from ingest.library import Library

    with Library.open(state.config.settings) as library:
        return library.game(game).slug

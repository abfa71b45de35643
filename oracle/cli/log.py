"""`oracle log`: what was asked on this machine, and how each answer came about.

Owns flags. What is written is `oracle.record`'s, how it is shown `oracle.timeline`'s.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from oracle.cli.output import emit, emit_json, narrate_line, terminal_width
from oracle.cli.state import State

if TYPE_CHECKING:
    from oracle.record import Runs

_WIDEST = 120


@click.group(invoke_without_command=True)
@click.option(
    "-q", "--question", "text", metavar="TEXT", help="Only those in which all these words stand, however spelt."
)
@click.option(
    "-n", "number", type=click.IntRange(1), default=20, show_default=True, help="At most so many, newest first."
)
@click.option("--starred", is_flag=True, help="Only favourites: see `oracle log star`.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def log(context: click.Context, text: str | None, number: int, starred: bool, as_json: bool) -> None:
    """List what was asked, newest first; `oracle log show ID` tells how an answer came about.

    `oracle chat --resume ID` goes on from it, `oracle export ID` takes it out. All is kept on this machine and sent
    nowhere.
    """
    if context.invoked_subcommand is not None:
        return
    from oracle.timeline import list_lines, run_json

    state: State = context.obj
    found = _runs(state).newest(number, words=text or "", starred=starred)
    if as_json:
        emit_json({"runs": [run_json(run) for run in found]})
        return
    if not found:
        narrate_line(state.say("log.none"))
        state.tell_unfound()
    for line in list_lines(found, state.say, _width()):
        emit(line)


@log.command()
@click.argument("id")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def show(state: State, id: str, as_json: bool) -> None:
    """Show the run ID (its first letters are enough) as a timeline."""
    from oracle.timeline import run_text, timeline_json

    run = _runs(state).named(id)
    if as_json:
        emit_json(timeline_json(run))
    else:
        emit(run_text(run, state.say, _width()))


@log.command()
@click.argument("id")
@click.option("--off", is_flag=True, help="Withdraw the mark.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def star(state: State, id: str, off: bool, as_json: bool) -> None:
    """Mark the answer ID as a favourite."""
    runs = _runs(state)
    run = runs.named(id)
    runs.star(run.id, given=not off)
    if as_json:
        emit_json({"id": run.id, "starred": not off})
        return
    narrate_line(state.say("log.unstarred" if off else "log.starred", id=run.short, question=run.question))


def _runs(state: State) -> Runs:
    from oracle.record import FILE, Runs

    return Runs(state.config.home / FILE)


def _width() -> int:
    """That of the terminal; a program reads a run a line."""
    return min(_WIDEST, terminal_width(sys.stdout) or _WIDEST)

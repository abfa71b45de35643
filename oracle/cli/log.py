"""`oracle log`: what was asked on this machine, and how each answer came about.

Owns flags. What is written is `oracle.record`'s, how it is shown `oracle.timeline`'s.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from oracle.cli.output import emit, emit_json, narrate_line
from oracle.cli.state import State

if TYPE_CHECKING:
    from oracle.record import Run, Runs

_WIDEST = 120


@click.group(invoke_without_command=True)
@click.option("-q", "--question", "text", metavar="TEXT", help="Only questions that hold these words, however spelt.")
@click.option(
    "-n", "number", type=click.IntRange(1), default=20, show_default=True, help="At most so many, newest first."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def log(context: click.Context, text: str | None, number: int, as_json: bool) -> None:
    """List what was asked, newest first; `oracle log show ID` tells how an answer came about.

    It is kept on this machine and sent nowhere.
    """
    if context.invoked_subcommand is not None:
        return
    from oracle.timeline import list_lines, run_json

    state: State = context.obj
    found = _runs(state).newest(number, _holding(text))
    if as_json:
        emit_json({"runs": [run_json(run) for run in found]})
        return
    if not found:
        narrate_line(state.say("log.none"))
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


def _runs(state: State) -> Runs:
    from oracle.record import FILE, Runs

    return Runs(state.config.home / FILE)


def _holding(text: str | None) -> Callable[[Run], bool]:
    from oracle.words import fold

    wanted = " ".join(fold(text or "").split())

    def holds(run: Run) -> bool:
        return wanted in " ".join(fold(run.question).split())

    return holds


def _width() -> int:
    return min(_WIDEST, shutil.get_terminal_size().columns)

"""`oracle sheet`: set-up, a turn, scoring or the icons of a game on one A6 page, every line cited.

Owns flags, the order of what is printed, and the file that is written. What is on a sheet is `oracle.sheets`'.
"""

from __future__ import annotations

import shutil
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ingest.cli.known import games
from oracle.cli.asking import language_option, opened, timeout_option
from oracle.cli.failures import narrate
from oracle.cli.output import STDOUT, emit, emit_json, emit_whole, narrate_line
from oracle.cli.passphrase import OnceShown, on_the_terminal
from oracle.cli.scope import Searched, say_table
from oracle.cli.state import State
from oracle.config import VmConfig
from oracle.errors import UsageError
from oracle.tonight import MOST, Tonight

if TYPE_CHECKING:
    from oracle.contracts import Stack
    from oracle.sheets.contracts import Sheet
    from oracle.sheets.make import Wanted

_WIDEST = 100
_KINDS = ("setup", "turn", "scoring", "icons")


@dataclass(frozen=True)
class _Given:
    """What the flags said of the sheet itself."""

    kind: str
    players: int | None
    language: str | None
    no_model: bool
    timeout: float
    fresh: bool


@click.command()
@click.argument("kind", type=click.Choice(_KINDS), metavar="setup|turn|scoring|icons")
@click.option("-g", "--game", shell_complete=games, help="The game; may be left out when there is only one.")
@click.option("--all", "every", is_flag=True, help="Every booklet of the game, whatever `oracle stack` chose.")
@click.option("-b", "--booklet", "booklets", multiple=True, help="Only this booklet. May be repeated.")
@click.option("--exclude", multiple=True, help="Leave this booklet out. May be repeated.")
@click.option("--no-expansions", is_flag=True, help="Leave the expansions out.")
@click.option(
    "-p",
    "--players",
    type=click.IntRange(1, MOST),
    metavar="N",
    help="For this number of players (default: as many as `oracle stack` says).",
)
@click.option("--no-model", is_flag=True, help="The book's own lines: ask no model.")
@language_option("Language of the sheet (default: the program's).")
@timeout_option
@click.option("--fresh", is_flag=True, help="Make it anew, whatever was kept of it.")
@click.option(
    "--html",
    "file",
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="Write one HTML file to print on A6; - is standard output, and nothing else then.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def sheet(
    state: State,
    /,
    game: str | None,
    every: bool,
    booklets: tuple[str, ...],
    exclude: tuple[str, ...],
    no_expansions: bool,
    file: Path | None,
    as_json: bool,
    **given: str | int | float | bool | None,
) -> None:
    """Print a cheat sheet of a game, every line with the page that carries it.

    It holds the book's own lines, or Claude's short ones where a machine is connected, checked like answers. A sheet is
    kept until a booklet changes.
    """
    from oracle.sheets.html import page
    from oracle.sheets.shown import notes, sheet_json, text

    if as_json and file == STDOUT:
        raise UsageError("export.one_output")
    searched = Searched(game, every, booklets, exclude, (), (), not no_expansions, None, None)
    made, stack = _made(state, searched, _Given(**given))  # type: ignore[arg-type]
    if file is not None:
        _write(file, page(made, state.say), state)
    if file == STDOUT:
        return
    if as_json:
        emit_json(sheet_json(made, stack.booklets, state.say))
        return
    emit(text(made, state.say, min(_WIDEST, shutil.get_terminal_size().columns)))
    for note in notes(made, state.say):
        narrate_line(state.say("ask.degraded", what=note))


def _made(state: State, searched: Searched, given: _Given) -> tuple[Sheet, Stack]:
    from oracle.sheets.kept import Kept
    from oracle.sheets.make import make

    asks = not given.no_model and given.kind != "icons"
    config = state.config if asks else replace(state.config, vm=VmConfig())
    passphrase = OnceShown(on_the_terminal(state.say))
    parts, away = opened(config, passphrase)
    with parts:
        if away:
            narrate(away)
        tonight = Tonight(state.config.home)
        stack = searched.stack(parts.library, tonight)
        say_table(stack, tonight, state.say)
        cancel = threading.Event()
        try:
            return make(_wanted(state, stack, given, tonight), parts, cancel, Kept(state.config.home)), stack
        except KeyboardInterrupt:
            cancel.set()
            raise


def _wanted(state: State, stack: Stack, given: _Given, tonight: Tonight) -> Wanted:
    from oracle.sheets.contracts import SheetKind
    from oracle.sheets.make import Wanted

    return Wanted(
        SheetKind(given.kind),
        stack,
        given.players or tonight.players(stack.game),
        given.language or state.say.language,
        model=not given.no_model,
        fresh=given.fresh,
        timeout=given.timeout,
        room=state.config.claude.budget,
    )


def _write(file: Path, html: str, state: State) -> None:
    from oracle.export.files import write

    if file == STDOUT:
        emit_whole(html)
    else:
        narrate_line(state.say("export.written", file=write(file, html)))

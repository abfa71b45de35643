"""`oracle app`, and `oracle` alone: the Textual app. Imports Textual only when it runs."""

from __future__ import annotations

import os
import sys

import click

from ingest.cli.known import games
from oracle.cli.state import State
from oracle.errors import UsageError

PATIENCE = 1.5  # seconds that a cancelled question is given to end what runs for it elsewhere


@click.command()
@click.option(
    "-g", "--game", metavar="GAME", shell_complete=games, help="The game on the table (default: the last one)."
)
@click.pass_obj
def app(state: State, game: str | None = None) -> None:
    """Ask at the table: passages, answers and pages in one screen."""
    if not (sys.stdin.isatty() and (sys.stderr.isatty() or sys.stdout.isatty())):
        raise UsageError("app.no_terminal")
    from oracle.app.apart import finished
    from oracle.app.quiet import log_file, quiet

    with quiet(log_file(state.config.home)):
        from oracle.app.graphics import detect

        terminal = sys.__stdout__ is not None and sys.__stdout__.isatty()
        images = detect(state.config.images, os.environ, terminal=terminal)  # asks the terminal: before the app runs
        from oracle.app.app import OracleApp
        from oracle.app.clipboard import system_clipboard
        from oracle.viewer import system_viewer

        viewer = system_viewer(os.environ, sys.platform)
        clipboard = system_clipboard(os.environ, sys.platform)
        oracle = OracleApp(state.config, game=game, viewer=viewer, images=images, clipboard=clipboard)
        oracle.run()
        stopped = finished(within=PATIENCE)
    code = oracle.return_code or 0
    if not stopped:
        os._exit(code)  # a model is still loading: nothing of it is worth waiting for, and no file is open for writing
    oracle.session.close()
    raise click.exceptions.Exit(code)

"""`oracle app`, and `oracle` alone: the Textual app. Imports Textual only when it runs."""

from __future__ import annotations

import sys

import click

from oracle.cli.state import State
from oracle.errors import UsageError


@click.command()
@click.option("-g", "--game", metavar="GAME", help="The game on the table (default: the last one).")
@click.pass_obj
def app(state: State, game: str | None = None) -> None:
    """Ask at the table: passages, answers and pages in one screen."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise UsageError("app.no_terminal")
    from oracle.app.quiet import log_file, quiet

    with quiet(log_file(state.config.home)):
        from oracle.app.app import OracleApp

        oracle = OracleApp(state.config, game=game)
        try:
            oracle.run()
        finally:
            oracle.session.close()
    if oracle.return_code:
        raise click.exceptions.Exit(oracle.return_code)

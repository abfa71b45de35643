"""`oracle completion SHELL`: the script that makes a shell complete commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from oracle.cli.output import emit_json, emit_whole, narrate_line
from oracle.cli.state import State

_FILES = {"bash": "~/.bashrc", "zsh": "~/.zshrc", "fish": "~/.config/fish/completions/oracle.fish"}


@click.command()
@click.argument("shell", type=click.Choice(list(_FILES)))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def completion(context: click.Context, shell: str, as_json: bool) -> None:
    """Print the script that makes SHELL complete `oracle`; a line on standard error says where it goes."""
    state: State = context.obj
    script = get_completion_class(shell)
    assert script is not None
    root = context.find_root().command
    source = script(root, {}, "oracle", "_ORACLE_COMPLETE").source()
    if as_json:
        emit_json({"shell": shell, "file": _FILES[shell], "script": source})
        return
    emit_whole(source + "\n")
    narrate_line(state.say("completion.how", shell=shell, file=_FILES[shell]))

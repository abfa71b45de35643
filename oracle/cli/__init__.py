"""The `oracle` command: its groups, loaded by name only when they are used.

Owns the root options and the way in. `--help` and completion import no heavy library; a subcommand's
module is light, and imports what is heavy inside the functions that use it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from oracle.cli.arranged import arranged, named_language
from oracle.cli.bare import as_question
from oracle.cli.failures import narrate
from oracle.cli.lazy import LazyGroup
from oracle.cli.output import narrate_line
from oracle.cli.state import State
from oracle.cli.streams import make_fit
from oracle.config import load, nearest
from oracle.errors import ConfigError
from oracle.texts import LANGUAGES

COMMANDS = {
    "ask": "oracle.cli.ask:ask",
    "chat": "oracle.cli.chat:chat",
    "search": "oracle.cli.search:search",
    "show": "oracle.cli.show:show",
    "sheet": "oracle.cli.sheet:sheet",
    "games": "oracle.cli.games:games",
    "stack": "oracle.cli.stack:stack",
    "house": "oracle.cli.house:house",
    "log": "oracle.cli.log:log",
    "export": "oracle.cli.export:export",
    "outcome": "oracle.cli.outcome:outcome",
    "outcomes": "oracle.cli.outcome:outcomes",
    "eval": "oracle.cli.evaluate:evaluate",
    "ingest": "oracle.cli.ingest:ingest",
    "vm": "oracle.cli.vm:vm",
    "config": "oracle.cli.config:config",
    "doctor": "oracle.cli.doctor:doctor",
    "completion": "oracle.cli.completion:completion",
    "app": "oracle.cli.app:app",
}


class _Root(LazyGroup):
    """Tells an error while the configuration is at hand, and so in the language that it names.

    Words that are no command are a question, where they can be nothing else.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As a group does; `--lang` and `--home` may follow the command, and options of `ask` a bare question."""
        rest = super().parse_args(ctx, arranged(args, self, self.loaded))
        if ctx.resilient_parsing:  # a shell completes: nothing runs, and yet names of games are asked for
            ctx.obj = _state(ctx.params.get("home"), ctx.params.get("lang"), mends=True)
        return rest

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As a group does; `oracle can I move twice?` is `oracle ask "can I move twice?"`."""
        return super().resolve_command(ctx, as_question(args, COMMANDS))

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - becomes a sentence and a code
            return narrate(error, None if ctx.obj else ctx.params.get("lang"))


@click.group(cls=_Root, lazy=COMMANDS, invoke_without_command=True)
@click.option(
    "--home",
    type=click.Path(path_type=Path),
    help="Folder of the index (default: ORACLE_HOME, else the user's data folder).",
)
@click.option("--lang", type=click.Choice(LANGUAGES), is_eager=True, help="Language of the program's own words.")
@click.version_option(package_name="rules-oracle", prog_name="oracle")
@click.pass_context
def main(context: click.Context, home: Path | None, lang: str | None) -> None:
    """Find the rule that settles it, in the rulebooks on your table, and prove every sentence.

    Alone, it opens the app.
    """
    context.obj = _state(home, lang, mends=context.invoked_subcommand == "config")
    _tell_ignored(context.obj)
    if context.invoked_subcommand is None:
        command = main.get_command(context, "app")
        assert command is not None
        context.invoke(command)


def _state(home: Path | None, lang: str | None, *, mends: bool) -> State:
    """What the commands receive. Where the file is refused, those that may mend it go without it."""
    try:
        return State(load(os.environ, home=home, lang=lang))
    except ConfigError as error:
        if not mends:
            raise
        return State(load(os.environ, home=home, lang=lang, reads_file=False), refused=error)


def _tell_ignored(state: State) -> None:
    """A setting that is written wrongly is not silently as good as none."""
    for name in state.config.ignored:
        near = nearest(name)
        key = "config.ignored_near" if near else "config.ignored"
        narrate_line(f"⚠ {state.say(key, file=state.config.file, name=name, near=near)}")


def run(arguments: Sequence[str] | None = None) -> NoReturn:
    """The console script: runs the command and exits with the code of DESIGN §8."""
    make_fit()
    try:
        result = main.main(arguments, prog_name="oracle", standalone_mode=False)
    except BaseException as error:  # noqa: BLE001 - the one place where any error becomes a sentence and a code
        sys.exit(narrate(error, named_language(sys.argv[1:] if arguments is None else arguments)))
    sys.exit(result if isinstance(result, int) else 0)

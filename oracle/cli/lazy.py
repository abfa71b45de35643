"""A click group whose commands are imported by name when they are needed.

Owns laziness and the suggestion for a mistyped command.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import click

from oracle.cli.helping import language_of, spoken
from oracle.errors import UsageError

ELSEWHERE = {
    "add": ["ingest add"],
    "remove": ["ingest remove"],
    "setup": ["sheet setup"],
    "turn": ["sheet turn"],
    "scoring": ["sheet scoring"],
    "trust": ["vm trust"],
}
"""Commands below another, which are typed alone; suggested, never obeyed."""


class LazyGroup(click.Group):
    """`lazy` maps a command to `module:attribute`; the module must be light to import."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order they were given."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command and put its help into the language of whoever asks; `None` when there is no such name."""
        command = self.loaded(cmd_name)
        return spoken(command, language_of(ctx)) if command else None

    def loaded(self, name: str) -> click.Command | None:
        """The command as it is written, in English; `None` when there is no such name."""
        if name not in self._lazy:
            return None
        module, attribute = self._lazy[name].split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def get_help(self, ctx: click.Context) -> str:
        """As click does, in the language of whoever asks."""
        told = spoken(self, language_of(ctx))
        formatter = told.context_class.formatter_class(width=ctx.terminal_width, max_width=ctx.max_content_width)
        told.format_help(ctx, formatter)
        return formatter.getvalue().rstrip("\n")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a suggestion when the name is not known."""
        if args and args[0] not in self._lazy and not args[0].startswith("-"):
            near = ELSEWHERE.get(args[0]) or get_close_matches(args[0], self._lazy, n=1)
            raise (
                UsageError("errors.no_such_command", name=args[0], near=near[0])
                if near
                else UsageError("errors.no_such_command_at_all", name=args[0])
            )
        return super().resolve_command(ctx, args)

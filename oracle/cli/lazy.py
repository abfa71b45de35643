"""A click group whose commands are imported by name when they are needed.

Owns laziness and the suggestion for a mistyped command.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import click


class LazyGroup(click.Group):
    """`lazy` maps a command to `module:attribute`; short help comes from `oracle.cli.summaries`."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order they were given."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command, or `None` when there is no such name."""
        if cmd_name not in self._lazy:
            return None
        module, attribute = self._lazy[cmd_name].split(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

"""The options of the commands that ask Claude: in which language, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

timeout_option: Decorator = click.option(
    "--timeout",
    type=click.FloatRange(1, 3600),
    default=180.0,
    show_default=True,
    help="Seconds that the model may take.",
)


def language_option(told: str) -> Decorator:
    """`--lang`, received as `language`; `told` is its help."""
    return click.option("--lang", "language", type=click.Choice(["fr", "en"]), help=told)

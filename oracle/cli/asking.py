"""The options of the commands that ask Claude: in which language, and for how long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from oracle.config import Config, VmConfig
from vm.errors import VmError

if TYPE_CHECKING:
    from oracle.ahead import Ahead
    from oracle.parts import Parts
    from vm.hosts import Passphrase

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


def opened(
    config: Config, passphrase: Passphrase, early: Callable[[Ahead], object] | None = None
) -> tuple[Parts, VmError | None]:
    """The parts, and why no machine is among them though one is configured: then the passages are the answer."""
    from oracle.parts import open_parts

    try:
        return open_parts(config, passphrase, early), None
    except VmError as error:
        return open_parts(replace(config, vm=VmConfig()), passphrase), error

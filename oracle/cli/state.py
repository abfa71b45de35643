"""What every `oracle` command receives: the configuration and the texts in its language."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property

from ingest.settings import IngestContext
from oracle.cli import output
from oracle.config import Config, variable
from oracle.errors import ConfigError
from oracle.homes import unfound
from oracle.texts import Texts


@dataclass(frozen=True)
class State:
    """`ctx.obj` of every command of the root group. `refused`: why the file is not in `config`, where it is not."""

    config: Config
    refused: ConfigError | None = None

    @cached_property
    def say(self) -> Texts:
        """The program's own words, in `config.lang`."""
        return Texts(self.config.lang)

    @property
    def ingest(self) -> IngestContext:
        """What the `ingest` commands receive as their `ctx.obj`."""
        return IngestContext(self.config.settings, self.say, output, self.configure)

    def tell_unfound(self) -> None:
        """Say which home was named, where there is nothing to list because no rulebook is in it."""
        told = unfound(self.config, self.say)
        if told:
            output.narrate_line(f"  ⚠ {told}")

    def configure(self, name: str, value: str) -> bool:
        """Write one key of the configuration; `False` when the environment overrides it."""
        from oracle.cli.config import write

        write(self.config.file, name, value)
        return variable(name) not in os.environ

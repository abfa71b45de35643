"""Everything that `oracle doctor` looks at: this machine, and the one that runs Claude if there is one.

Owns only which checks there are. Importing it costs nothing: what a check needs is imported when it is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oracle.config import Config
    from vm.doctor import Check

OF_VM = "vm."
"""Before the name of a check of the other machine, where both are checked."""


def examine(config: Config) -> Iterator[Check]:
    """Every check, as soon as it is made."""
    from ingest import checks
    from vm.doctor import Check

    for own in checks.examine(config.settings):
        yield Check(own.name, own.ok, own.key, own.facts)
    if config.reranker:
        own = checks.cross_encoder(Path(config.reranker))
        yield Check(own.name, own.ok, own.key, own.facts)
    from oracle.claude.checkup import check_machine

    for check in check_machine(config):
        yield replace(check, name=OF_VM + check.name)

"""`oracle doctor`: is everything here that reading, searching and asking need?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from oracle.cli.checks import OF_VM, check_json, print_check
from oracle.cli.output import emit_json
from oracle.cli.state import State

if TYPE_CHECKING:
    from oracle.config import Config
    from vm.doctor import Check

MISSING = 3


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print {schema, checks: [{name, ok, detail, hint}]}.")
@click.pass_obj
def doctor(state: State, as_json: bool) -> int:
    """Check this machine: poppler, Tesseract and its languages, models, index, disk, and the VM if there is one.

    Exit code 0 when all is well, 3 when something is missing.
    """
    told = []
    for check in _checks(state.config):
        told.append(check_json(check, state.say))
        if not as_json:
            print_check(check, state.say)
    if as_json:
        emit_json({"checks": told})
    return 0 if all(check["ok"] for check in told) else MISSING


def _checks(config: Config) -> Iterator[Check]:
    from ingest.checks import cross_encoder, examine
    from vm.doctor import Check

    for own in examine(config.settings):
        yield Check(own.name, own.ok, own.key, own.facts)
    if config.reranker:
        own = cross_encoder(Path(config.reranker))
        yield Check(own.name, own.ok, own.key, own.facts)
    if config.vm.transport != "none":
        from oracle.claude.checkup import check_machine

        for check in check_machine(config):
            yield replace(check, name=OF_VM + check.name)

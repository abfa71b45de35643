"""`oracle doctor`: is everything here that reading, searching and asking need?"""

from __future__ import annotations

import click

from oracle.cli.checks import check_json, print_check
from oracle.cli.output import emit_json
from oracle.cli.state import State
from oracle.doctor import examine

MISSING = 3


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print {schema, checks: [{name, ok, detail, hint}]}.")
@click.pass_obj
def doctor(state: State, as_json: bool) -> int:
    """Check this machine: poppler, Tesseract and its languages, models, index, disk, and the VM if there is one.

    Exit code 0 when all is well, 3 when something is missing.
    """
    told = []
    for check in examine(state.config):
        told.append(check_json(check, state.say))
        if not as_json:
            print_check(check, state.say)
    if as_json:
        emit_json({"checks": told})
    return 0 if all(check["ok"] for check in told) else MISSING

"""A check of this machine or of the one that runs Claude, as `oracle doctor` and `oracle vm doctor` say it.

Owns one line a check and its JSON. The checks are made by `ingest.checks`, `vm.doctor` and `oracle.claude.checkup`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.cli.output import emit
from oracle.doctor import OF_VM
from oracle.texts import Texts

if TYPE_CHECKING:
    from vm.doctor import Check


def check_json(check: Check, say: Texts) -> dict[str, object]:
    """A check as JSON; `hint` is the command to type, `null` when there is nothing to do."""
    hint = say.hint(check.key, **check.facts) if check.to_type else None
    return {"name": check.name, "ok": check.ok, "detail": say(check.key, **check.facts), "hint": hint}


def print_check(check: Check, say: Texts) -> None:
    """A check for people, in one line, and in another what to type."""
    of_vm, name = check.name.startswith(OF_VM), say(f"check.name.{check.name.removeprefix(OF_VM)}")
    called = say("check.of_vm", name=name) if of_vm else name
    emit(say("check.line", mark="✓" if check.ok else "✗", name=called, told=say(check.key, **check.facts)))
    if check.to_type and (hint := say.hint(check.key, **check.facts)):
        emit(f"  → {hint}")

"""Putting the guard on a machine and taking it away: the plan carried out, then proven by logging in with its key.

Owns the order. What changes is decided by `oracle.wrapper.plan`; a person has agreed before anything here is called.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from oracle.claude.protocol import part
from oracle.wrapper.guard import REFUSED
from oracle.wrapper.plan import Change, Places, There
from vm.errors import Rejected, Unreachable, VmMissing, VmUsage
from vm.machine import Machine, no_word

OLDEST = (3, 7)
_NOT_FOUND = 127
_TIMEOUT = 30.0


def look(machine: Machine, public: str) -> There:
    """What is there now. Changes nothing."""
    told = _run(machine, {"look": list(Places(public).all)})
    if tuple(told["version"]) < OLDEST:
        raise VmMissing("old_python", where=machine.name, found=".".join(map(str, told["version"])))
    files = {name: None if held is None else base64.b64decode(held) for name, held in told["files"].items()}
    return There(told["home"], told["python"], files)


def carry_out(machine: Machine, changes: Sequence[Change]) -> None:
    """Make these changes, all of them or none. Raises a `VmError` when a file is not any more as it was looked at."""
    order = [
        {
            "name": change.name,
            "before": None if change.before is None else hashlib.sha256(change.before).hexdigest(),
            "content": None if change.after is None else base64.b64encode(change.after).decode(),
            "leave": change.leave,
        }
        for change in changes
    ]
    _run(machine, {"change": order})


def prove(machine: Machine, expected: str) -> None:
    """Be sure that this login meets our guard and opens nothing else. Raises `Rejected`."""
    found = machine.facts().get("wrapper")
    if found != expected:
        raise Rejected("setup_unproven", where=machine.name, why="the key does not meet the wrapper")
    if machine.run(("id",)).status != REFUSED:
        raise Rejected("setup_unproven", where=machine.name, why="the wrapper lets other commands through")


def _run(machine: Machine, order: dict[str, object]) -> dict[str, Any]:
    source = (resources.files(__package__) / "there.py").read_text("utf-8")
    done = machine.run(("python3", "-I", "-c", source), stdin=json.dumps(order).encode(), timeout=_TIMEOUT)
    if done.status == REFUSED:
        raise Rejected("setup_guarded", where=machine.name)
    if done.status == _NOT_FOUND:
        raise VmMissing("no_python", where=machine.name)
    told = _report(done.stdout)
    if told is None:
        raise no_word(machine.name, done.stderr.decode("utf-8", "replace").strip()[-300:])
    if odd := part(told, "odd"):
        raise VmUsage("setup_odd", file=odd)
    if changed := part(told, "changed"):
        raise Rejected("setup_changed", file=changed)
    if "failed" in told:
        raise Unreachable("cannot_store", where=machine.name, why=str(part(told, "failed")))
    return told


def _report(stdout: bytes) -> dict[str, object] | None:
    """The last line that is a report: a shell's start-up files may greet before it, or say goodbye."""
    for line in reversed(stdout.splitlines()):
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if isinstance(told, dict):
            return told
    return None


class Remembered:
    """What setting up remembers on this side: which key logged in before there was one made for this only."""

    def __init__(self, file: Path) -> None:
        self._file = file

    @property
    def login(self) -> str | None:
        """The key that was used to log in; `None` when nothing was set up."""
        try:
            told = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return None
        login = told.get("login") if isinstance(told, dict) else None
        return login if isinstance(login, str) else None

    def keep(self, login: str) -> None:
        """Remember it."""
        self._file.write_text(json.dumps({"login": login}) + "\n", "utf-8")

    def forget(self) -> None:
        """Nothing is set up any more."""
        self._file.unlink(missing_ok=True)

"""What a machine must have before questions are sent to it, checked one by one.

Owns the checks that concern any machine; which program runs there is not its business. A check says a text
key and facts; words and commands to type are in `oracle/texts`.
"""

from __future__ import annotations

import stat
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from vm.errors import Rejected, VmError
from vm.machine import Machine

ENOUGH_MB = 200
UNKNOWN = "?"
_SKEW = 120


@dataclass(frozen=True)
class Check:
    """One line of a check-up. `key` names what is said, and what to type when it is not `ok`, or would be `better`."""

    name: str
    ok: bool
    key: str
    facts: Mapping[str, object] = field(default_factory=dict)
    better: bool = False

    @property
    def to_type(self) -> bool:
        """Whether there is something to do about it."""
        return self.better or not self.ok


@dataclass(frozen=True)
class Examined:
    """What was found of a machine. `connect_ms` is `None` when it was not reached."""

    checks: tuple[Check, ...]
    connect_ms: int | None = None
    wrapper: str | None = None
    """The digest of what guards our key there; `UNKNOWN` where it is so old that it knows not even that question."""


def examine(machine: Machine, now: Callable[[], float] = time.time) -> Examined:
    """Host, folder, space and clock. Stops at the first thing without which the rest means nothing."""
    started = time.monotonic()
    try:
        machine.connect()
    except VmError as error:
        return Examined((failed("host", error),))
    ms = round((time.monotonic() - started) * 1000)
    host = Check("host", True, "vm.check.host", {"name": machine.name})
    try:
        facts = machine.facts()
    except Rejected:
        return Examined((host,), ms, wrapper=UNKNOWN)
    except VmError as error:
        return Examined((host, failed("folder", error)), ms)
    found = (
        host,
        Check("folder", True, "vm.check.folder", {"folder": facts.get("folder", "?")}),
        _space(facts.get("free", "")),
        _clock(facts.get("clock", ""), now()),
    )
    return Examined(found, ms, facts.get("wrapper"))


def key_file(path: Path) -> Check:
    """Whether the private key is there and its owner's alone."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except OSError as error:
        return Check("key", False, "vm.key_unreadable", {"file": path, "why": error.strerror or str(error)})
    if mode & 0o077:
        return Check("key", False, "vm.check.key_open", {"file": path, "mode": f"{mode:o}"})
    return Check("key", True, "vm.check.key", {"file": path})


def failed(name: str, error: VmError) -> Check:
    """A check that ended in an error: the error's own words are the detail and the hint."""
    return Check(name, False, error.key, error.facts)


def _space(free_kb: str) -> Check:
    if not free_kb.isdigit():
        return Check("space", False, "vm.check.space_unknown")
    free = int(free_kb) // 1024
    key = "vm.check.space" if free >= ENOUGH_MB else "vm.check.space_short"
    return Check("space", free >= ENOUGH_MB, key, {"free": free, "wanted": ENOUGH_MB})


def _clock(there: str, here: float) -> Check:
    if not there.isdigit():
        return Check("clock", False, "vm.check.clock_unknown")
    skew = round(int(there) - here)
    key = "vm.check.clock" if abs(skew) <= _SKEW else "vm.check.clock_off"
    return Check("clock", abs(skew) <= _SKEW, key, {"seconds": abs(skew)})

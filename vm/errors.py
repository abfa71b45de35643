"""Every error that `vm` lets out.

VmError (6)
├── VmUsage (2)           no host, a bad port, an unreadable key file
├── VmMissing (3)         a program is not there
├── Unreachable (6)       refused, mute, timed out, cut
├── Untrusted (6)         unknown or changed host key
└── Rejected (6)          the login was refused

`key` names message and hint in `oracle/texts` ("vm.unreachable"); `facts` fill them in.
"""

from __future__ import annotations

from typing import ClassVar


class VmError(Exception):
    """Root: `key` and `facts` say what happened; `exit_code` is the process's."""

    exit_code: ClassVar[int] = 6

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = f"vm.{key}"
        self.facts = facts

    def __str__(self) -> str:
        return self.key + "".join(f" {name}={value!r}" for name, value in self.facts.items())


class VmUsage(VmError):
    """The configuration does not describe a machine."""

    exit_code = 2


class VmMissing(VmError):
    """A program that must run there is not there."""

    exit_code = 3


class Unreachable(VmError):
    """Nobody answers, or the line was cut."""


class Untrusted(VmError):
    """The host's key is unknown, or is not the one that was trusted."""


class Rejected(VmError):
    """The machine answered and said no."""

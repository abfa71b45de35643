"""Where a machine is and how it is reached: a host, the keys to show it, the hosts on the way. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vm.deadlines import Deadlines
from vm.known_hosts import place

Passphrase = Callable[[Path, bool], str | None]
"""Asks a person for the passphrase of a key file, `True` when the last one was wrong; `None` when nobody is there."""


def nobody(file: Path, again: bool) -> str | None:
    """There is no person to ask."""
    return None


@dataclass(frozen=True)
class SshHost:
    """Where to connect, as whom, with which keys in order (and the agent's if `agent`), through the hosts of `via`."""

    host: str
    user: str
    port: int
    key: Path | None
    known_hosts: Path
    connect_timeout: float = Deadlines.connect
    more_keys: tuple[Path, ...] = ()
    agent: bool = False
    via: tuple[SshHost, ...] = ()
    passphrase: Passphrase = nobody

    @property
    def name(self) -> str:
        """`user@host`, with the port when it is not 22."""
        return f"{self.user}@{place(self.host, self.port)}"

    @property
    def keys(self) -> tuple[Path, ...]:
        """The key files to try, in order."""
        return (*((self.key,) if self.key else ()), *self.more_keys)

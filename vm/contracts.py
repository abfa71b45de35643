"""The seam between the oracle and a machine. Standard library only.

Owns what a transport must do; `vm.ssh` and `vm.local` do it. A program is started with one constant
command; everything variable (environment, data) travels on its standard input.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Program:
    """A program to run there, in an empty folder made for it and removed after it.

    `argv` is a constant of the release; `env` is everything it gets besides PATH and HOME, and never
    stands in a command line. `beat` is what may be sent to it at any time between two lines and means nothing to it:
    where there is one it is sent all the time, and the program ends when it no longer comes.
    """

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    beat: bytes = b""


@dataclass(frozen=True)
class CommandResult:
    """A finished short command: exit status and what it printed, bytes as they came."""

    status: int
    stdout: bytes
    stderr: bytes


class Process(Protocol):
    """A running program. When our side closes or dies, it dies too, within a second."""

    def send(self, data: bytes) -> None:
        """Write to its standard input. Raises `Unreachable` when it is gone."""

    def lines(self, *, idle: float, total: float) -> Iterator[bytes]:
        """Its standard output line by line, of any length, without the newline.

        Raises `Unreachable("idle")` after `idle` seconds without a byte, `Unreachable("deadline")`
        after `total` seconds in all.
        """

    def wait(self, timeout: float) -> int | None:
        """Its exit status; `None` when it has not ended by then or the line was cut."""

    @property
    def alive(self) -> bool:
        """Whether its standard output is open still, as far as anybody can tell."""

    @property
    def stderr_tail(self) -> str:
        """The last 4 kB that it printed on standard error."""

    def close(self) -> None:
        """End it, and be sure that it ends there too. Safe to call twice, from any thread."""


class Transport(Protocol):
    """A machine. One connection, opened at first use, closed by `close`."""

    @property
    def name(self) -> str:
        """How a person calls it: `user@host`, or `local`."""

    def start(self, program: Program, waiting: Callable[[], object] | None = None) -> Process:
        """Start a program. Raises a `VmError`.

        `waiting` is called now and then while it has to wait for others to end; what it raises gives the start up.
        """

    def run(self, argv: Sequence[str], *, stdin: bytes = b"", timeout: float = 15) -> CommandResult:
        """Run a short command to its end."""

    def put(self, source: Path, digest: str, suffix: str) -> str:
        """Place a file in the content-addressed store there and return its absolute path.

        `digest` is the SHA-256 of `source`, verified after the copy. Nothing is sent when it is there.
        """

    def offer(self, stored: str, name: str) -> str:
        """A fresh folder there that holds only `stored`, under `name`; returns the file's path.

        The folder is removed by `close`, or by the first `offer` after it was withdrawn.
        """

    def withdraw(self, offered: str) -> None:
        """Say that an offer is not needed any more. Asks nothing of the machine."""

    def close(self) -> None:
        """Drop the connection and whatever runs on it."""

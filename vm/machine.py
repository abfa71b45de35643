"""The `Transport` that both ways of reaching a machine share: scripts started by a `Launcher`.

Owns starting programs, short commands and the content-addressed store there. How bytes travel is the
launcher's (`vm.ssh`, `vm.local`).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from vm import shell
from vm.contracts import CommandResult, Process, Program
from vm.deadlines import Deadlines
from vm.errors import Rejected, Unreachable, VmError, VmUsage
from vm.process import PumpedProcess

_STORED = re.compile(r"[0-9a-f]{64}\.[a-z]{1,5}")
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_LAST_WORDS = 1.0
REFUSED = 126
GUARD = "rules-oracle: refused"
"""What the guard of our key says, with that status, of a command that its list does not hold."""

_PIECE = 1 << 18


class Launcher(Protocol):
    """Starts one of the constant scripts of `vm.shell` on a machine."""

    @property
    def name(self) -> str:
        """How a person calls the machine."""

    @property
    def alive(self) -> bool:
        """Whether something can be started without connecting first."""

    def launch(
        self,
        script: str,
        argv: Sequence[str] = (),
        *,
        stays: bool = False,
        waiting: Callable[[], object] | None = None,
    ) -> PumpedProcess:
        """Start it. `stays`: for as long as somebody thinks; `waiting`: see `vm.contracts.Transport.start`.

        Raises a `VmError`.
        """

    def connect(self) -> None:
        """Be ready to start something. Raises a `VmError`."""

    def close(self) -> None:
        """Drop the connection."""


class Machine:
    """A `vm.contracts.Transport`."""

    def __init__(self, launcher: Launcher, deadlines: Deadlines | None = None) -> None:
        self._launcher, self._deadlines = launcher, deadlines or Deadlines()
        self._live: set[str] = set()
        self._stale: set[str] = set()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """How a person calls it."""
        return self._launcher.name

    def connect(self) -> None:
        """Open the connection now, if it is not open; whoever starts something does so too."""
        self._launcher.connect()

    def start(self, program: Program, waiting: Callable[[], object] | None = None) -> Process:
        """Start a program, watched: it ends when our side does."""
        patience = {shell.PATIENCE: str(self._deadlines.patience)} if program.beat else {}
        environment = shell.env_block({**program.env, **patience})
        process = self._launcher.launch(shell.WATCHED, program.argv, stays=True, waiting=waiting)
        try:
            process.send(environment)
        except VmError:
            process.close()
            raise
        if program.beat:
            process.keep_up(program.beat, self._deadlines.beat)
        return process

    def run(self, argv: Sequence[str], *, stdin: bytes = b"", timeout: float = 15) -> CommandResult:
        """Run a short command to its end."""
        return self._run(shell.SHORT, argv, stdin, timeout)

    def put(self, source: Path, digest: str, suffix: str) -> str:
        """Place a file in the store there; nothing is sent when it is there already, whole."""
        name = digest + suffix
        if not _STORED.fullmatch(name):
            raise VmUsage("bad_name", name=name)
        process = self._launcher.launch(shell.PUT)
        try:
            with suppress(Unreachable):  # it may end without reading; the reply, or none, says why
                process.send(f"{name}\n".encode())
            word, path = _exchange(process, self.name, self._deadlines.step)
            if word == "send":
                _send_file(process, source)
                word, path = _exchange(process, self.name, self._deadlines.upload)
            if word != "have":
                raise Unreachable("damaged", file=source.name, where=self.name)
            return path
        finally:
            process.close()

    def offer(self, stored: str, name: str) -> str:
        """A fresh folder there that holds only `stored`, under `name`."""
        if not _FILE.fullmatch(name):
            raise VmUsage("bad_name", name=name)
        path = self._sweep(f"{stored}\n{name}\n")
        with self._lock:
            self._live.add(path)
        return path

    def withdraw(self, offered: str) -> None:
        """An offer is not needed any more. Its folder goes with the next offer or at the end: nobody waits for it."""
        with self._lock:
            self._live.discard(offered)
            self._stale.add(offered)

    def _sweep(self, wanted: str) -> str:
        with self._lock:
            stale = tuple(self._stale)
        folders = "".join(f"{path.rpartition('/')[0]}\n" for path in stale)
        result = self._run(shell.OFFER, (), f"{folders}\n{wanted}".encode(), self._deadlines.step)
        word, _, path = _last_line(result.stdout).partition(" ")
        if result.status != 0 or (wanted and word != "offered"):
            raise _failed(self.name, result.status, _last_line(result.stderr))
        with self._lock:
            self._stale.difference_update(stale)
        return path

    def stored(self) -> frozenset[str]:
        """Names of the whole files in the store there: those whose content is what their name says."""
        listed = self._run(shell.LIST, (), b"", self._deadlines.upload)
        if listed.status != 0:
            raise _failed(self.name, listed.status, _last_line(listed.stderr))
        pairs = (line.split(" ", 1) for line in listed.stdout.decode("utf-8", "replace").splitlines())
        return frozenset(pair[1] for pair in pairs if len(pair) == 2 and pair[1].partition(".")[0] == pair[0])

    def close(self) -> None:
        """Remove what was offered, drop the connection and whatever runs on it."""
        with self._lock:
            self._stale |= self._live
            self._live.clear()
        if self._stale and self._launcher.alive:
            with suppress(VmError):  # it cannot be done now; an offer of an hour's age is swept by any later one
                self._sweep("")
        self._launcher.close()

    def facts(self) -> dict[str, str]:
        """What the store's folder says of itself: `folder`, `free` (KB), `clock` (seconds).

        `wrapper` is the digest of what guards our key there, if something does.
        """
        result = self._run(shell.FACTS, (), b"", self._deadlines.step)
        if result.status != 0:
            raise _failed(self.name, result.status, _last_line(result.stderr))
        pairs = (line.partition(" ") for line in result.stdout.decode("utf-8", "replace").splitlines())
        return {name: value for name, _, value in pairs if name in ("folder", "free", "clock", "wrapper")}

    def _run(self, script: str, argv: Sequence[str], stdin: bytes, timeout: float) -> CommandResult:
        process = self._launcher.launch(script, argv)
        try:
            with suppress(Unreachable):  # it may end without reading; its status says what happened
                process.send(stdin)
                process.end_input()
            output = process.everything(timeout)
            status = process.wait(_LAST_WORDS)
            if status is None:
                raise Unreachable("cut", where=self.name, why=_last_line(process.stderr_tail.encode()))
            return CommandResult(status, output, process.stderr_tail.encode())
        finally:
            process.close()


def _exchange(process: PumpedProcess, where: str, timeout: float) -> tuple[str, str]:
    """The next line that the script there says, as its word and the rest."""
    for line in process.lines(idle=timeout, total=timeout):
        word, _, rest = line.decode("utf-8", "replace").partition(" ")
        if word in ("have", "send", "damaged"):
            return word, rest
    why = _last_line(process.stderr_tail.encode())
    status = process.wait(_LAST_WORDS)
    raise Unreachable("cut", where=where, why=why) if status is None else _failed(where, status, why)


def _failed(where: str, status: int, why: str) -> VmError:
    """Why a script of the store did not do its work: what guards our key refused it, or the machine could not."""
    if status == REFUSED and why.startswith(GUARD):
        return Rejected("not_on_the_list", where=where)
    return no_word(where, why)


def no_word(where: str, why: str) -> Unreachable:
    """What a script could not do there, by its last words; without any, what may have kept it from speaking."""
    return Unreachable("cannot_store", where=where, why=why) if why else Unreachable("shell_mute", where=where)


def _send_file(process: PumpedProcess, source: Path) -> None:
    with source.open("rb") as file, suppress(Unreachable):  # a full disk there closes our end: the reply says why
        while chunk := file.read(_PIECE):
            process.send(chunk)
        process.end_input()


def _last_line(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")

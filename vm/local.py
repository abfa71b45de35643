"""This machine as a `Transport`: the same scripts, started by /bin/sh in a process of its own.

Owns `subprocess`. Used when Claude Code runs here, and by tests that need no SSH.
"""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import IO, TypeVar

from vm.deadlines import Deadlines
from vm.errors import VmMissing
from vm.machine import Machine
from vm.process import PumpedProcess

_LET_GO = 2.0

_Result = TypeVar("_Result")


class LocalLauncher:
    """Starts scripts here. `environ` gives PATH and HOME; nothing else of it is passed on."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = {name: environ[name] for name in ("PATH", "HOME") if name in environ}
        self._running: set[PumpedProcess] = set()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Always `local`."""
        return "local"

    @property
    def alive(self) -> bool:
        """Always true: there is no connection to lose."""
        return True

    def connect(self) -> None:
        """Nothing to do: this machine is here."""

    def launch(
        self,
        script: str,
        argv: Sequence[str] = (),
        *,
        stays: bool = False,
        waiting: Callable[[], object] | None = None,
    ) -> PumpedProcess:
        """Start it in a session of its own, so that it can be ended whole. Nobody waits for a turn here."""
        try:
            popen = subprocess.Popen(
                ("/bin/sh", "-c", script, "oracle", *argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self._environ,
                cwd="/",
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            raise VmMissing("no_shell", why=error.strerror or str(error)) from error
        process = PumpedProcess(_Wire(popen), lambda: self._forget(process))
        with self._lock:
            self._running.add(process)
        return process

    def _forget(self, process: PumpedProcess) -> None:
        with self._lock:
            self._running.discard(process)

    def close(self) -> None:
        """End whatever still runs."""
        with self._lock:
            running = tuple(self._running)
        for process in running:
            process.close()


class Pipe:
    """Our end of one pipe. Its descriptor is let go when nobody uses it any more.

    A thread that was about to read or write a number which is closed under it, and given to the next pipe, would
    take another program's bytes or write into it. So whoever is last lets go: the one who closes, or the one who
    was reading or writing then.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._using = threading.Lock()
        self._over = False

    def read(self, size: int) -> bytes:
        """Some bytes, `b""` at the end. Raises `OSError`."""
        return self._use(lambda number: os.read(number, size)) or b""

    def write(self, data: bytes) -> None:
        """All of `data`. Raises `OSError`, also once it is closed."""
        if self._use(lambda number: _write(number, data)) is None:
            raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))

    def close(self) -> None:
        """Nobody begins to use it from now on."""
        self._over = True
        self._let_go()

    def _use(self, what: Callable[[int], _Result]) -> _Result | None:
        try:
            with self._using:
                return None if self._over else what(self._file.fileno())
        finally:
            self._let_go()

    def _let_go(self) -> None:
        if self._over and self._using.acquire(blocking=False):
            try:
                self._file.close()
            finally:
                self._using.release()


def _write(number: int, data: bytes) -> int:
    view = memoryview(data)
    while view:
        view = view[os.write(number, view) :]
    return len(data)


class _Wire:
    """A `vm.process.Wire` over a `Popen`."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        assert popen.stdin is not None
        assert popen.stdout is not None
        assert popen.stderr is not None
        self._popen = popen
        self._stdin, self._stdout, self._stderr = Pipe(popen.stdin), Pipe(popen.stdout), Pipe(popen.stderr)
        self.recv, self.recv_stderr, self.send = self._stdout.read, self._stderr.read, self._stdin.write
        self.end_input = self._stdin.close

    def wait(self, timeout: float) -> int | None:
        try:
            status = self._popen.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        return 128 - status if status < 0 else status

    def close(self) -> None:
        self._stdin.close()
        if self.wait(_LET_GO) is None:
            with suppress(ProcessLookupError):
                os.killpg(self._popen.pid, signal.SIGKILL)
            self._popen.wait()
        self._stdout.close()
        self._stderr.close()


def local_machine(environ: Mapping[str, str], deadlines: Deadlines | None = None) -> Machine:
    """This machine; `environ` gives PATH and HOME."""
    return Machine(LocalLauncher(environ), deadlines)

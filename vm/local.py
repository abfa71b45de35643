"""This machine as a `Transport`: the same scripts, started by /bin/sh in a process of its own.

Owns `subprocess`. Used when Claude Code runs here, and by tests that need no SSH.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from vm.deadlines import Deadlines
from vm.errors import VmMissing
from vm.machine import Machine
from vm.process import PumpedProcess

_LET_GO = 2.0


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
        process = PumpedProcess(_Pipes(popen), lambda: self._forget(process))
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


class _Pipes:
    """A `vm.process.Wire` over a `Popen`."""

    def __init__(self, popen: subprocess.Popen[bytes]) -> None:
        self._popen = popen
        assert popen.stdin is not None
        assert popen.stdout is not None
        assert popen.stderr is not None
        self._stdin, self._stdout, self._stderr = popen.stdin, popen.stdout, popen.stderr
        self._writing = threading.Lock()

    def recv(self, size: int) -> bytes:
        return os.read(self._stdout.fileno(), size)

    def recv_stderr(self, size: int) -> bytes:
        return os.read(self._stderr.fileno(), size)

    def send(self, data: bytes) -> None:
        with self._writing:
            view = memoryview(data)
            while view:
                view = view[os.write(self._stdin.fileno(), view) :]

    def end_input(self) -> None:
        self._stdin.close()

    def wait(self, timeout: float) -> int | None:
        try:
            status = self._popen.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        return 128 - status if status < 0 else status

    def close(self) -> None:
        with suppress(OSError):
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

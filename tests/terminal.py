"""The real program in a pseudo-terminal, typed to and read like a person does."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path


class Terminal:
    """A program in a pseudo-terminal of 24 lines: `oracle`, or other code that is given the arguments."""

    def __init__(
        self, *arguments: str, home: Path, code: str = "from oracle.cli import run; run()", columns: int = 80
    ) -> None:
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            environ = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
            environ |= {"ORACLE_HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
            os.execve(sys.executable, [sys.executable, "-c", code, *arguments], environ)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.seen = b""

    def type(self, text: str | bytes) -> None:
        """Press these keys."""
        os.write(self._fd, text.encode() if isinstance(text, str) else text)

    def wait_for(self, words: str, within: float = 60, since: int = 0) -> float:
        """Until `words` stand in what was written after `since` bytes, escape sequences aside; when it was seen."""
        deadline = time.monotonic() + within
        while words not in plain(self.seen[since:]):
            assert time.monotonic() < deadline, plain(self.seen)[-2000:]
            self._read()
        return time.monotonic()

    def read(self, seconds: float) -> None:
        """What is written in that time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self._read()

    def leave(self, within: float = 30) -> int:
        """The exit code."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            self._read()
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self._fd)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.pid, signal.SIGKILL)
        raise AssertionError("the program did not end")

    def _read(self) -> None:
        if select.select([self._fd], [], [], 0.1)[0]:
            try:
                self.seen += os.read(self._fd, 65536)
            except OSError:
                return


def plain(screen: bytes) -> str:
    """What was written, without escape sequences."""
    return re.sub(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|.)", "", screen.decode("utf-8", "replace"))

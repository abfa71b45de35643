"""A wire that plays what it is given: chunks as they come, with pauses, then its end or silence."""

from __future__ import annotations

import threading
from collections.abc import Sequence


class ScriptedWire:
    """A `vm.process.Wire`. `silent` = after the chunks nothing comes, and no end either."""

    def __init__(self, chunks: Sequence[bytes], *, errors: Sequence[bytes] = (), silent: bool = False) -> None:
        self._chunks, self._errors, self._silent = list(chunks), list(errors), silent
        self._closed = threading.Event()
        self.sent = b""
        self.history: list[str] = []

    def recv(self, size: int) -> bytes:
        if self._chunks:
            return self._chunks.pop(0)
        if self._silent:
            self._closed.wait()
        return b""

    def recv_stderr(self, size: int) -> bytes:
        return self._errors.pop(0) if self._errors else b""

    def send(self, data: bytes) -> None:
        if self._closed.is_set():
            raise OSError("Socket is closed")
        self.sent += data

    def end_input(self) -> None:
        self.history.append("end of input")

    def wait(self, timeout: float) -> int | None:
        return 0

    def close(self) -> None:
        self.history.append("closed")
        self._closed.set()

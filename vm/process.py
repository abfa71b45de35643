"""A running program seen through two pumping threads: what it prints is kept, in order and within bounds.

Owns deadlines, splitting into lines and ending. Knows no SSH: a `Wire` is a paramiko channel or a local
process (`vm.ssh`, `vm.local`).
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Protocol

from vm.errors import Unreachable

_CHUNK = 1 << 16
_HELD = 64 << 20
_LINE = 64 << 20
_TAIL = 4096
_GRACE = 0.8
_LAG = 0.5
_BROKEN = (OSError, EOFError, ValueError)


class Wire(Protocol):
    """The raw ends of a running program. Reads return `b""` at the end; everything may raise `OSError`."""

    def recv(self, size: int) -> bytes:
        """Some bytes of standard output."""

    def recv_stderr(self, size: int) -> bytes:
        """Some bytes of standard error."""

    def send(self, data: bytes) -> None:
        """All of `data` to standard input."""

    def end_input(self) -> None:
        """End of standard input."""

    def wait(self, timeout: float) -> int | None:
        """The exit status, `None` when unknown by then."""

    def close(self) -> None:
        """Let go of everything."""


class PumpedProcess:
    """A `vm.contracts.Process` over a `Wire`. `released` is called once, at the end of `close`.

    One thread at a time reads; any thread may send or close.
    """

    def __init__(self, wire: Wire, released: Callable[[], None]) -> None:
        self._wire = wire
        self._released = released
        self._output = _Output()
        self._tail = b""
        self._ready: deque[bytes] = deque()
        self._part: list[bytes] = []
        self._closing, self._sending = threading.Lock(), threading.Lock()
        self._over = threading.Event()
        self._closed = False
        self._errors = threading.Thread(target=self._pump_errors, daemon=True)
        self._errors.start()
        threading.Thread(target=self._pump_output, daemon=True).start()

    def send(self, data: bytes) -> None:
        """Write to its standard input."""
        try:
            with self._sending:
                self._wire.send(data)
        except _BROKEN as error:
            raise Unreachable("cut", why=str(error) or type(error).__name__) from error

    def keep_up(self, beat: bytes, every: float) -> None:
        """Send this now and then, until it is closed."""
        threading.Thread(target=self._beat, args=(beat, every), daemon=True).start()

    def _beat(self, beat: bytes, every: float) -> None:
        with suppress(Unreachable):
            while not self._over.wait(every):
                self.send(beat)

    def end_input(self) -> None:
        """Tell it that nothing more comes."""
        try:
            self._wire.end_input()
        except _BROKEN as error:
            raise Unreachable("cut", why=str(error) or type(error).__name__) from error

    def lines(self, *, idle: float, total: float) -> Iterator[bytes]:
        """Its standard output by lines; ends when the output ends. May be called again for the rest."""
        deadline = time.monotonic() + total
        while True:
            while self._ready:
                yield self._ready.popleft()
            chunk = self._output.take(idle, deadline)
            if not chunk:
                break
            self._split(chunk)
        if last := b"".join(self._part):
            self._part = []
            yield last

    def _split(self, chunk: bytes) -> None:
        first, *others = chunk.split(b"\n")
        self._part.append(first)
        for other in others:
            self._ready.append(b"".join(self._part))
            self._part = [other]
        if not others and sum(map(len, self._part)) > _LINE:
            raise Unreachable("line_too_long", limit=_LINE >> 20)

    def everything(self, timeout: float) -> bytes:
        """All that is left of its standard output, as it came."""
        deadline = time.monotonic() + timeout
        chunks = []
        while chunk := self._output.take(timeout, deadline):
            chunks.append(chunk)
        return b"".join(chunks)

    def wait(self, timeout: float) -> int | None:
        """Its exit status; `None` when it has not ended by then or the line was cut."""
        return self._wire.wait(timeout)

    @property
    def alive(self) -> bool:
        """Whether its standard output is open still, as far as anybody can tell."""
        return not self._output.ended

    @property
    def stderr_tail(self) -> str:
        """The last 4 kB that it printed on standard error; all of it, once its output has ended."""
        if self._output.ended:
            self._errors.join(_LAG)
        return self._tail.decode("utf-8", "replace")

    def close(self) -> None:
        """End it: the watcher there ends it at the end of its input; then drop the wire."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
        self._over.set()
        try:
            self._wire.end_input()
            self._wire.wait(_GRACE)
        except _BROKEN:
            pass  # it is gone already, which is what was wanted
        finally:
            self._output.end()
            self._wire.close()
            self._released()

    def _pump_output(self) -> None:
        try:
            while (chunk := self._wire.recv(_CHUNK)) and self._output.give(chunk):
                pass
        except _BROKEN:
            pass  # the end of the output says it
        finally:
            self._output.end()

    def _pump_errors(self) -> None:
        try:
            while chunk := self._wire.recv_stderr(_CHUNK):
                self._tail = (self._tail + chunk)[-_TAIL:]
        except _BROKEN:
            pass  # standard error is a courtesy


class _Output:
    """Chunks between the pump and the reader. The pump waits when the reader is 64 MB behind."""

    def __init__(self) -> None:
        self._chunks: deque[bytes] = deque()
        self._size = 0
        self._ended = False
        self._last = time.monotonic()
        self._changed = threading.Condition()

    def give(self, chunk: bytes) -> bool:
        """Hand a chunk over; false when nobody will read it."""
        with self._changed:
            self._changed.wait_for(lambda: self._size < _HELD or self._ended)
            if self._ended:
                return False
            self._chunks.append(chunk)
            self._size += len(chunk)
            self._last = time.monotonic()
            self._changed.notify_all()
            return True

    @property
    def ended(self) -> bool:
        """Whether nothing more comes."""
        return self._ended

    def end(self) -> None:
        """Nothing more comes."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def take(self, idle: float, deadline: float) -> bytes:
        """The next chunk, `b""` at the end. Raises `Unreachable` past a deadline.

        Silence counts from the last byte or from this call, whichever is later: a reader that was busy
        does not find the program late.
        """
        with self._changed:
            since = time.monotonic()
            while not self._chunks and not self._ended:
                now = time.monotonic()
                until = min(max(self._last, since) + idle, deadline)
                if now >= until:
                    raise Unreachable("deadline" if now >= deadline else "idle", seconds=round(now - since))
                self._changed.wait(until - now)
            if not self._chunks:
                return b""
            chunk = self._chunks.popleft()
            self._size -= len(chunk)
            self._changed.notify_all()
            return chunk

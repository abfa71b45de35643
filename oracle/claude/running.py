"""One Claude Code that runs on a machine: spoken to, listened to, and whose fault it is when that breaks.

Owns what outlives a question: whether it is ready, and what its answers cost so far. Where it comes from and when it
ends is its keeper's (`oracle.claude.client`); what is said is `oracle.claude.dialogue`'s.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from oracle.claude import failures, protocol, versions
from oracle.claude.waiting import Clock
from oracle.display import clean
from oracle.errors import Cancelled, ClaudeError
from vm import shell
from vm.contracts import Process
from vm.deadlines import Deadlines
from vm.errors import Unreachable, VmError

_SHOWN = 80


class Running:
    """A started process. `may_look` as it was started, with a tool or without; `command` and `where` are for errors.

    `idle` is the longest silence that is waited through, in seconds.
    """

    def __init__(self, process: Process, *, may_look: bool, command: str, where: str, idle: float) -> None:
        self._process, self.may_look = process, may_look
        self._command, self._where, self.idle = command, where, idle
        self._ready = False
        self._usd = 0.0
        self._first: protocol.Json | None = None

    @property
    def alive(self) -> bool:
        """Whether it runs still, as far as anybody can tell."""
        return self._process.alive

    def initialize(self) -> None:
        """Tell it what to make ready for; it needs no one to wait for it."""
        self._process.send(protocol.initialize(view=self.may_look))

    def get_ready(self, clock: Clock, cancel: threading.Event) -> None:
        """Wait until it said that it is ready; at once where it has said so before."""
        if self._ready:
            return
        for record in self.records(clock):
            if protocol.replies_to(record, protocol.INITIALIZE):
                _check_ready(record, self.may_look)
                self._ready = True
                return
        raise self.ended(cancel)

    def send(self, line: bytes) -> None:
        """Write a line to it. Raises a `VmError`."""
        self._process.send(line)

    def takes_up(self, line: bytes, clock: Clock, within: float) -> bool:
        """Write a line to it; whether it says something within so many seconds. Raises a `VmError`.

        One that still had something to say about what was said before is out of step: it is told nothing.
        """
        if not all(record["type"] == "system" for record in self._left_over(clock)):
            return False
        self._process.send(line)
        self._first = next(self._said(within, clock), None)
        return self._first is not None

    def records(self, clock: Clock) -> Iterator[protocol.Json]:
        """What it says from here on, until its output ends. Raises a `VmError` past a deadline."""
        first, self._first = self._first, None
        if first is not None:
            yield first
        yield from self._said(self.idle, clock)

    def _said(self, idle: float, clock: Clock) -> Iterator[protocol.Json]:
        for line in self._process.lines(idle=idle, total=clock.left):
            record = protocol.parse(line)
            if record is not None:
                yield record
            elif self._ready and protocol.is_garbled(line) and not self._ended_there():
                raise ClaudeError("claude.garbled", why=clean(line[:_SHOWN].decode("utf-8", "replace"), one_line=True))

    def _ended_there(self) -> bool:
        """Whether its output ended with the line that was just read: then its end says what happened."""
        with suppress(Unreachable):
            return next(self._process.lines(idle=Deadlines.last_words, total=Deadlines.last_words), None) is None
        return False

    def _left_over(self, clock: Clock) -> Iterator[protocol.Json]:
        with suppress(Unreachable):  # it says nothing more, as it should
            yield from self._said(0.0, clock)

    def stop(self) -> None:
        """Interrupt what it does, and end it."""
        with suppress(VmError):
            self._process.send(protocol.interrupt())
        self._process.close()

    def close(self) -> None:
        """End it. Safe to call twice, from any thread."""
        self._process.close()

    def cost(self, so_far: float | None) -> float | None:
        """What its last answer cost, given what it says of all of them together."""
        if so_far is None:
            return None
        last, self._usd = so_far - self._usd, so_far
        return round(last, 6)

    @contextmanager
    def blaming(self, clock: Clock, cancel: threading.Event) -> Iterator[None]:
        """A broken dialogue becomes the error of whoever broke it."""
        try:
            yield
        except VmError as error:
            raise self._blame(error, clock, cancel) from error

    def _blame(self, error: VmError, clock: Clock, cancel: threading.Event) -> Exception:
        """Whose fault it is: ours, the program's, the service's or the line's."""
        if cancel.is_set():
            return Cancelled("claude.cancelled")
        if error.key in ("vm.idle", "vm.deadline"):
            if self._still_answers():
                return ClaudeError(
                    "claude.too_slow" if error.key == "vm.deadline" else "claude.silent", seconds=clock.spent
                )
            return error
        if self._process.wait(Deadlines.last_words) is not None:
            return self.ended(cancel)
        return error

    def ended(self, cancel: threading.Event) -> Exception:
        """It ended without a result: by us, by itself, or the line did when nobody saw it end."""
        if cancel.is_set():
            return Cancelled("claude.cancelled")
        status = self._process.wait(Deadlines.last_words)
        if status is None:
            return Unreachable("cut", where=self._where, why="")
        if status == shell.NO_FOLDER:
            return Unreachable("no_folder", where=self._where, why=failures.last_line(self._process.stderr_tail))
        return failures.from_silence(status, self._process.stderr_tail, self._command)

    def _still_answers(self) -> bool:
        """Whether Claude Code itself is alive: it acknowledges an interrupt."""
        with suppress(VmError):
            self._process.send(protocol.interrupt())
            for line in self._process.lines(idle=Deadlines.probe, total=Deadlines.probe):
                record = protocol.parse(line)
                if record is not None and protocol.replies_to(record, protocol.INTERRUPT):
                    return True
        return False


def _check_ready(record: protocol.Json, guarded: bool) -> None:
    """Nothing is asked of a version that is too old, nor with a view of one that would not wait for our hook."""
    if protocol.part(record, "response", "subtype") != "success":
        raise ClaudeError("claude.no_hook", why=str(protocol.part(record, "response", "error")))
    version = protocol.part(record, "response", "response", "claude_code_version")
    versions.check(version)
    if guarded and protocol.part(record, "response", "response", "hook_on_failure_supported") is not True:
        raise ClaudeError("claude.no_hook", why=f"Claude Code {version or '?'}")

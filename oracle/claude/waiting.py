"""Waiting that can be left: the time a question may take, and blocking work done beside it.

Owns no knowledge of what is waited for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar, cast

from oracle.errors import Cancelled
from vm.errors import Unreachable, VmError

POLL = 0.05
"""How often somebody who waits looks whether the player still wants him to, in seconds."""

_Value = TypeVar("_Value")


class Clock:
    """Time since a question was put: what is left of it, and when each thing happened first."""

    def __init__(self, timeout: float) -> None:
        self._start, self._timeout = time.monotonic(), timeout
        self.ms: dict[str, int] = {}

    def mark(self, name: str) -> None:
        """Note when something happened, the first time."""
        self.ms.setdefault(name, round((time.monotonic() - self._start) * 1000))

    @property
    def left(self) -> float:
        """Seconds that remain."""
        return max(0.0, self._start + self._timeout - time.monotonic())

    @property
    def spent(self) -> int:
        """Whole seconds since the start."""
        return round(time.monotonic() - self._start)


class _Job(Generic[_Value]):
    """Work in a thread of its own that may be left behind; what it brings then is dropped."""

    def __init__(self, work: Callable[[], _Value], drop: Callable[[_Value], object]) -> None:
        self._work, self._drop = work, drop
        self._lock = threading.Lock()
        self._left = False
        self._outcome: _Value | None = None
        self._error: BaseException | None = None
        self.done = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            outcome = self._work()
        except BaseException as error:  # noqa: BLE001 - carried to the thread that waits for it
            self._error = error
        else:
            with self._lock:
                self._outcome = outcome
                unwanted = self._left
            if unwanted:
                with suppress(VmError):
                    self._drop(outcome)
        self.done.set()

    def leave(self) -> None:
        """Nobody waits any more."""
        with self._lock:
            self._left = True
            outcome = self._outcome
        if outcome is not None:
            with suppress(VmError):
                self._drop(outcome)

    def value(self) -> _Value:
        """What it brought, or raised."""
        if self._error is not None:
            raise self._error
        return cast(_Value, self._outcome)


def unless_cancelled(
    cancel: threading.Event,
    work: Callable[[], _Value],
    clock: Clock,
    *,
    drop: Callable[[_Value], object],
    meanwhile: Callable[[], object] | None = None,
) -> _Value:
    """Do blocking work beside us, so that it can be left; what it still brings after that is dropped.

    `meanwhile` is called in this thread each time that we look.
    """
    job = _Job(work, drop)
    try:
        while not job.done.wait(POLL):
            if meanwhile is not None:
                meanwhile()
            if cancel.is_set():
                raise Cancelled("claude.cancelled")
            if clock.left <= 0:
                raise Unreachable("deadline", seconds=clock.spent)
        return job.value()
    except BaseException:
        job.leave()
        raise

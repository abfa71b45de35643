"""Who may open a channel now: four at once, three of them at most for programs that stay.

Owns the counting and the order of those who wait. One place is kept for short commands, so that programs which
stay cannot all wait for a file that nobody may bring them.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from vm.errors import Unreachable

CHANNELS = 4
STAYING = 3
_LOOK = 0.25


class Turnstile:
    """Places on one connection. `patience` is the longest wait for one, in seconds."""

    def __init__(self, patience: float, channels: int = CHANNELS, staying: int = STAYING) -> None:
        self._patience, self._channels, self._most_staying = patience, channels, staying
        self._inside = self._staying = 0
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()

    def enter(self, where: str, *, stays: bool, waiting: Callable[[], object] | None) -> Callable[[], None]:
        """Wait for a place and take it; what is returned gives it back.

        `waiting` is called now and then while there is none; what it raises gives the wait up. Raises
        `Unreachable("busy")` when none came free in time.
        """
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
            try:
                self._await(ticket, stays, where, waiting)
                self._inside += 1
                self._staying += stays
            finally:
                self._queue.remove(ticket)
                self._changed.notify_all()
        return lambda: self._leave(stays)

    def _await(self, ticket: object, stays: bool, where: str, waiting: Callable[[], object] | None) -> None:
        deadline = time.monotonic() + self._patience
        while not self._may_enter(ticket, stays):
            left = deadline - time.monotonic()
            if left <= 0:
                raise Unreachable("busy", where=where, channels=self._channels)
            if waiting is not None:
                waiting()
            self._changed.wait(min(left, _LOOK))

    def _may_enter(self, ticket: object, stays: bool) -> bool:
        """First come, first served; a short command passes those who wait to stay."""
        return self._free(stays) and (not stays or self._queue[0] is ticket)

    def _free(self, stays: bool) -> bool:
        return self._inside < self._channels and not (stays and self._staying >= self._most_staying)

    def _leave(self, stays: bool) -> None:
        with self._changed:
            self._inside -= 1
            self._staying -= stays
            self._changed.notify_all()

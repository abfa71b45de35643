"""A thing of its own for each thread, such as a connection that two threads must not use at once.

Owns what becomes of it when its thread has ended: the next thread that asks takes it over, and what is left of others
that ended is let go. A screen that asks each question in a new thread holds no more than it uses.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

_Thing = TypeVar("_Thing")


class PerThread(Generic[_Thing]):
    """`make` is called in the thread that is the first to need one more, `let_go` in any."""

    def __init__(self, make: Callable[[], _Thing], let_go: Callable[[_Thing], object]) -> None:
        self._make, self._let_go = make, let_go
        self._of: dict[threading.Thread, _Thing] = {}
        self._lock = threading.Lock()

    def get(self) -> _Thing:
        """That of this thread."""
        asks = threading.current_thread()
        with self._lock:
            if asks in self._of:
                return self._of[asks]
            left = self._left()
            if left:
                self._of[asks] = left.pop()
            taken_over = self._of.get(asks)
        for thing in left:
            self._let_go(thing)
        return self._made(asks) if taken_over is None else taken_over

    def close(self) -> None:
        """Let all of them go."""
        with self._lock:
            things = tuple(self._of.values())
            self._of.clear()
        for thing in things:
            self._let_go(thing)

    def _left(self) -> list[_Thing]:
        """What threads had that have ended."""
        return [self._of.pop(thread) for thread in [*self._of] if not thread.is_alive()]

    def _made(self, thread: threading.Thread) -> _Thing:
        thing = self._make()
        with self._lock:
            self._of[thread] = thing
        return thing

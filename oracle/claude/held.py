"""The process of one question: taken, replaced when it turns out to be lost, stopped, and given back or ended.

Owns that a question has one process at a time, and under which conditions the next question may have it too.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from oracle.claude.pool import Lent
from oracle.claude.ready import Heard
from oracle.claude.running import Running
from oracle.talks import Origin, Thread, Turn


class Held:
    """What one question holds. `again` takes another process, a new one, in the place of one that was lost."""

    def __init__(self, lent: Lent, thread: Thread | None, again: Callable[[], Lent]) -> None:
        self._lent, self._thread, self._again = lent, thread, again
        self._stopped = False
        self._lock = threading.Lock()
        self._said: str | None = None
        self._characters = 0
        self._sound = True

    @property
    def running(self) -> Running:
        """The process."""
        return self._lent.process

    @property
    def origin(self) -> Origin:
        """Where it came from."""
        return self._lent.origin

    @property
    def goes_on(self) -> bool:
        """Whether it has heard the conversation so far."""
        return self._lent.heard is not None

    def replace(self) -> None:
        """It is lost: take a new one, which has heard nothing."""
        self._lent.end()
        lent = self._again()
        with self._lock:
            self._lent, stopped = lent, self._stopped
        if stopped:
            self.stop()

    def stop(self) -> None:
        """Interrupt and end it, and any that would take its place."""
        with self._lock:
            self._stopped = True
        self.running.stop()

    # --- what becomes of it ---------------------------------------------------------------------------

    def turn_begins(self) -> None:
        """Something is said to it; until it has answered well, nobody can go on with it."""
        self._sound = False

    def turn_ended(self, characters: int) -> None:
        """It answered as it should; so much was said on both sides."""
        self._sound = True
        self._characters += characters

    def keep(self, said: str) -> None:
        """What the player was told of its answer: the next question may go on from that."""
        self._said = said

    def settle(self) -> None:
        """Give it back where it may be gone on with, else end it."""
        heard = self._heard()
        if heard is None:
            self._lent.end()
        else:
            self._lent.back(heard)

    def end(self) -> None:
        """End it, unless it was given back."""
        self._lent.end()

    def _heard(self) -> Heard | None:
        """All that it has heard now; `None` where it must not be gone on with."""
        if self._thread is None or self._said is None or not self._sound or self._stopped or self._lent.kind.look:
            return None
        before = self._lent.heard or Heard(self._thread.place, self._thread.told)
        return before.and_then(Turn(self._thread.asked, self._said), self._characters)

"""Who has somebody wait for a question: an `oracle.ahead.Ahead` that remembers for what."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from oracle.talks import Thread


@dataclass
class Waiter:
    """`history` holds the system text, whether a picture and whether brevity was foreseen, and where.

    Nobody goes on while `gate` is there and closed.
    """

    gate: threading.Event | None = None
    history: list[tuple[str, bool, bool, Thread | None]] = field(default_factory=list)
    came: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def foresee(self, system: str, *, look: bool = False, brief: bool = False, thread: Thread | None = None) -> None:
        """Remember it."""
        self.history.append((system, look, brief, thread))
        self.came.release()
        if self.gate:
            self.gate.wait(20)

    def close(self) -> None:
        """Nobody waits really."""

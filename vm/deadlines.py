"""How long anything is waited for. Every wait for a machine, and for who answers on it, is one of these.

Owns the figures; who waits is elsewhere. The whole of a question has its own, which the player gives
(`Question.timeout`). Pure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

_SHORTEST = 2
_BEATS = 5


@dataclass(frozen=True)
class Deadlines:
    """Seconds. Each is the longest that its wait may take, whatever the other side does or does not do."""

    connect: float = 10.0
    """For each host on the way: until it has greeted us, and again until it has let us in."""

    settled: float = 2.5
    """After a wait for nothing: no other attempt to connect is made for that long."""

    idle: float = 90.0
    """Of a program that was asked something: without a byte from it."""

    orphan: float = 15.0
    """Of ours, before a program there ends by itself; it may last twice as long, and never longer than `idle` does."""

    rewrite: float = 20.0
    """For the question in the book's words."""

    queue: float = 300.0
    """For a channel, while others are under way."""

    step: float = 20.0
    """For a short command there."""

    upload: float = 120.0
    """For a file to arrive there, or the files there to be counted."""

    ping: float = 3.0
    """For a sign of life of a host on whose connection something did not end."""

    sign: float = 8.0
    """For a first word about a question from a program that has waited for one; then another is started."""

    probe: float = 1.0
    """For a sign of life of a program that went silent."""

    last_words: float = 2.0
    """For the exit status of a program whose output has ended."""

    @property
    def patience(self) -> int:
        """Whole seconds, for a shell to sleep."""
        return max(_SHORTEST, math.ceil(min(self.orphan, self.idle)))

    @property
    def beat(self) -> float:
        """How often something is sent to a program that must not think us gone."""
        return self.patience / _BEATS

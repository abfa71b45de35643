"""What is heard while a question runs, kept with its time and passed on. Owns no decision about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from oracle.contracts import (
    Delta,
    Event,
    Found,
    Listener,
    LookedAt,
    Repairing,
    Restarted,
    Tried,
    Waiting,
)
from oracle.heard import Heard, HeardKind

MOST = 200
"""Events kept: a model that tries a tool a thousand times is told apart from one that tries it once all the same."""


@dataclass
class _Turn:
    """What was heard of one answer: the moments of its words, how many pieces they came in, and everything else."""

    kept: list[Heard] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    pieces: int = 0

    def say(self, at: int) -> None:
        self.pieces += 1
        self.words = [*self.words[:1], at]

    @property
    def heard(self) -> list[Heard]:
        first, last = self.words[:1], self.words[-1:]
        spoken = [
            *(Heard(at, "first_words") for at in first),
            *(Heard(at, "last_words", str(self.pieces)) for at in last),
        ]
        return sorted([*self.kept, *spoken], key=lambda heard: heard.at)


class Listening:
    """A listener in front of another. `now` gives the milliseconds since the question was put."""

    def __init__(self, hear: Listener, now: Callable[[], int]) -> None:
        self._hear, self._now = hear, now
        self._turns = [_Turn()]

    def __call__(self, event: Event) -> None:
        """Keep when it came, and pass it on: nobody waits for the record."""
        match event:
            case Delta():
                self._turns[-1].say(self._now())
            case Found():
                self._keep("found")
            case Waiting():
                self._keep("waiting")
            case Restarted():
                self._keep("restarted")
            case Repairing():
                self._turns.append(_Turn())
                self._keep("repairing")
            case LookedAt(ref):
                self._keep("looked_at", str(ref))
            case Tried(call, allowed):
                self._keep("allowed" if allowed else "denied", call)
        self._hear(event)

    @property
    def so_far(self) -> tuple[Heard, ...]:
        """Everything but the words themselves, in the order in which it came."""
        return tuple(heard for turn in self._turns for heard in turn.heard)

    def _keep(self, what: HeardKind, detail: str = "") -> None:
        if sum(len(turn.kept) for turn in self._turns) < MOST:
            self._turns[-1].kept.append(Heard(self._now(), what, detail))

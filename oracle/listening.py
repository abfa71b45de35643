"""What is heard while a question runs, kept with its time and passed on. Owns no decision about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from oracle.contracts import Delta, Event, Found, Heard, Listener, LookedAt, Restarted, Tried, Waiting

MOST = 200
"""Events kept: a model that tries a tool a thousand times is told apart from one that tries it once all the same."""


class Listening:
    """A listener in front of another. `now` gives the milliseconds since the question was put."""

    def __init__(self, hear: Listener, now: Callable[[], int]) -> None:
        self._hear, self._now = hear, now
        self._kept: list[Heard] = []
        self._words: list[int] = []
        self._pieces = 0

    def __call__(self, event: Event) -> None:
        """Keep when it came, and pass it on: nobody waits for the record."""
        match event:
            case Delta():
                self._delta()
            case Found():
                self._keep(Heard(self._now(), "found"))
            case Waiting():
                self._keep(Heard(self._now(), "waiting"))
            case Restarted():
                self._keep(Heard(self._now(), "restarted"))
            case LookedAt(ref):
                self._keep(Heard(self._now(), "looked_at", str(ref)))
            case Tried(call, allowed):
                self._keep(Heard(self._now(), "allowed" if allowed else "denied", call))
        self._hear(event)

    @property
    def so_far(self) -> tuple[Heard, ...]:
        """Everything but the words themselves, in the order in which it came."""
        return tuple(sorted([*self._kept, *self._spoken()], key=lambda heard: heard.at))

    def _spoken(self) -> Iterator[Heard]:
        if self._words:
            yield Heard(self._words[0], "first_words")
            yield Heard(self._words[-1], "last_words", str(self._pieces))

    def _delta(self) -> None:
        self._pieces += 1
        self._words = [*self._words[:1], self._now()]

    def _keep(self, heard: Heard) -> None:
        if len(self._kept) < MOST:
            self._kept.append(heard)

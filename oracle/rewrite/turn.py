"""One short turn of the connected model beside the search, and what became of it.

Owns the thread that it runs in and what is said when it brought nothing. Never fails the question: what goes wrong
here is a note.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ingest.contracts import Note
from ingest.errors import IngestError
from oracle.contracts import Completion, Event, Listener, Prompt, Rewrite
from oracle.errors import ClaudeError, Misbehaved
from oracle.rewrite.grammar import parse
from vm.deadlines import Deadlines
from vm.errors import VmError

DEADLINE = Deadlines.rewrite
"""Seconds that a player waits for it."""

_GRACE = 5.0
"""Seconds more for the model's side to end by itself when its time is up."""

_POLL = 0.05
_TOO_LATE = frozenset({"claude.too_slow", "claude.silent", "vm.deadline", "vm.idle"})


class Asks(Protocol):
    """Whoever answers a prompt: `oracle.parts.ClaudeSeam`."""

    def answer(self, prompt: Prompt, hear: Listener, *, timeout: float, cancel: threading.Event) -> Completion:
        """The whole answer, or a `VmError` or `ClaudeError`."""


@dataclass(frozen=True)
class Outcome:
    """What was sent and came back, if it was; and what a person must know about it."""

    rewrite: Rewrite | None
    note: Note | None = None


class Turn:
    """A rewrite on its way. `prompt` is composed in the thread too, since it reads the booklets' words."""

    def __init__(self, model: Asks, prompt: Callable[[], Prompt], deadline: float = DEADLINE) -> None:
        self._model, self._prompt, self._deadline = model, prompt, deadline
        self._left = threading.Event()
        self._sent: Prompt | None = None
        self._done: Completion | None = None
        self._error: Exception | None = None
        self._until = time.monotonic() + deadline + _GRACE
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._sent = self._prompt()
            self._done = self._model.answer(self._sent, _silent, timeout=self._deadline, cancel=self._left)
        except Exception as error:  # noqa: BLE001 - carried to the thread that waits for it
            self._error = error

    def outcome(self, cancel: threading.Event) -> Outcome:
        """What came of it, waited for until its time is up or the question is cancelled.

        Raises what is a fault of ours.
        """
        while self._thread.is_alive() and not cancel.is_set() and time.monotonic() < self._until:
            self._thread.join(_POLL)
        if self._error is not None:
            return Outcome(self._tried(), _failed(self._error, self._deadline))
        if self._done is not None and self._sent is not None:
            return judged(self._done, self._sent)
        return Outcome(self._tried(), None if cancel.is_set() else _slow(self._deadline))

    def leave(self) -> None:
        """Nobody waits any more."""
        self._left.set()

    def _tried(self) -> Rewrite | None:
        return Rewrite((), self._sent) if self._sent else None


def judged(done: Completion, sent: Prompt) -> Outcome:
    """The phrases of what the model said, or that it said none."""
    phrases = () if done.refused else parse(done.text)
    rewrite = Rewrite(phrases, sent, done)
    return Outcome(rewrite, None if phrases else Note("ask.rewrite_unusable"))


def _failed(error: Exception, deadline: float) -> Note:
    if not isinstance(error, VmError | ClaudeError | IngestError):
        raise error
    if isinstance(error, Misbehaved):
        return Note(error.key, error.facts)
    return _slow(deadline) if error.key in _TOO_LATE else Note("ask.rewrite_failed")


def _slow(deadline: float) -> Note:
    return Note("ask.rewrite_slow", {"seconds": round(deadline)})


def _silent(event: Event) -> None:
    """Nothing of a rewrite is shown before it is whole."""

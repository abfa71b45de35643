"""One question to one Claude Code, and what may still be said about its answer: turns of one process.

Owns the order of things said, and that the one look at a picture is one for all turns together. What the stream means
is `oracle.claude.hearing`'s; the process is `oracle.claude.running`'s.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable

from oracle.claude import protocol
from oracle.claude.argv import expected_tools
from oracle.claude.hearing import Hearing
from oracle.claude.held import Held
from oracle.claude.hook import OneRead
from oracle.claude.likeness import shows
from oracle.claude.running import Running
from oracle.claude.waiting import Clock
from oracle.contracts import Completion, Delta, LookedAt, Prompt, Restarted, Tried, Waiting
from oracle.errors import Cancelled, ClaudeError
from oracle.talks import Origin
from vm.deadlines import Deadlines
from vm.errors import VmError

Hear = Callable[[Delta | Restarted | LookedAt | Tried | Waiting], None]

VIEW_PATH = "{view_path}"
_LATE = frozenset({"vm.idle", "vm.deadline", "claude.silent", "claude.too_slow"})


class Dialogue:
    """An `oracle.parts.Talk`. `path` is where the prompt's view lies on the machine, `None` where there is none.

    `model` is the one that was asked for, if one was. `hear` is called in the thread that asks, as it comes. `sign` is
    how long a process that has waited may take to show that it heard the question, once it is ready.
    """

    def __init__(
        self,
        held: Held,
        prompt: Prompt,
        path: str | None,
        hear: Hear,
        clock: Clock,
        cancel: threading.Event,
        *,
        model: str = "",
        sign: float = Deadlines.sign,
    ) -> None:
        self._held, self._prompt, self._path, self._hear = held, prompt, path, hear
        self._clock, self._cancel, self._model, self._sign = clock, cancel, model, sign
        self._hook = OneRead(path, lambda data: prompt.view is not None and shows(data, prompt.view))
        self._noted = False

    def answer(self) -> Completion:
        """The whole answer to the prompt.

        Raises:
            VmError: the machine was lost.
            ClaudeError: Claude Code or its service failed; `Cancelled` when the player stopped it.
        """
        self._held.turn_begins()
        if self._held.origin is not Origin.COLD and not self._taken_up():
            self._held.replace()
        if self._held.origin is Origin.COLD:
            with self._running.blaming(self._clock, self._cancel):
                self._running.get_ready(self._clock, self._cancel)
                self._clock.mark("ready")
                self._running.send(protocol.user(self._message))
        return self._heard_out(self._message, self._clock)

    def again(self, message: str) -> Completion:
        """The whole answer to one more message, in the time that is left of the question. Raises as `answer` does."""
        if not self._clock.left:
            raise ClaudeError("claude.too_slow", seconds=self._clock.spent)
        clock = Clock(self._clock.left)
        self._held.turn_begins()
        with self._running.blaming(clock, self._cancel):
            self._running.send(protocol.user(message))
        return self._heard_out(message, clock)

    def keep(self, said: str) -> None:
        """The answer stands, and the player was told `said` of it: the next question may go on from there."""
        if not (self._hook.refused or self._noted):
            self._held.keep(said)

    @property
    def _running(self) -> Running:
        return self._held.running

    @property
    def _message(self) -> str:
        """The user message for who is asked: who has heard the conversation is not told it again."""
        if self._held.goes_on and self._prompt.thread:
            return self._prompt.thread.message
        return _with_path(self._prompt.message, self._path)

    def _taken_up(self) -> bool:
        """Whether a process that has waited is there still, and shows that it heard the question.

        One that says nothing from its start on is not lost, but late: it has its time like any other.
        """
        try:
            with self._running.blaming(self._clock, self._cancel):
                self._running.get_ready(self._clock, self._cancel)
        except (VmError, ClaudeError) as error:
            if self._cancel.is_set() or error.key in _LATE:
                raise
            return False
        self._clock.mark("ready")
        try:
            return self._running.takes_up(protocol.user(self._message), self._clock, self._sign)
        except VmError:
            if self._cancel.is_set():
                raise Cancelled("claude.cancelled") from None
            return False

    def _heard_out(self, message: str, clock: Clock) -> Completion:
        """The answer to what was said, to its end."""
        refused_before = len(self._hook.refused)
        hearing = self._hearing(clock)
        with self._running.blaming(clock, self._cancel):
            self._listen(hearing, clock)
        if self._cancel.is_set():
            raise Cancelled("claude.cancelled")
        if not hearing.finished:
            raise self._running.ended(self._cancel)
        usd = self._running.cost(hearing.usd)
        text = hearing.text()
        self._held.turn_ended(len(message) + len(text))
        self._noted = self._noted or bool(hearing.notes())
        clock.mark("total")
        return Completion(
            text=text,
            model=hearing.model,
            image_sent=self._hook.seen,
            refused=self._hook.refused[refused_before:],
            tokens=hearing.tokens,
            ms=clock.ms,
            notes=hearing.notes(),
            usd=usd,
            origin=self._held.origin,
        )

    def _hearing(self, clock: Clock) -> Hearing:
        ref = self._prompt.view.ref if self._prompt.view else None
        tools = expected_tools(self._path is not None)
        return Hearing(self._hook, ref, tools, self._hear, lambda: min(clock.left, self._running.idle), self._model)

    def _listen(self, hearing: Hearing, clock: Clock) -> None:
        """What is said, until the result or the end of the output."""
        for record in self._running.records(clock):
            if reply := hearing.hear(record):
                self._running.send(reply)
            if hearing.begun:
                clock.mark("first_text")
            if hearing.finished:
                return


def _with_path(message: str, path: str | None) -> str:
    """The user message with the view's path put in, as the inside of a JSON string."""
    return message.replace(VIEW_PATH, json.dumps(path)[1:-1]) if path else message

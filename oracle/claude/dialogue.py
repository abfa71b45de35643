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
from oracle.claude.hook import OneRead
from oracle.claude.running import Running
from oracle.claude.waiting import Clock
from oracle.contracts import Completion, Delta, LookedAt, Prompt, Restarted, Tried, Waiting
from oracle.errors import Cancelled, ClaudeError

Hear = Callable[[Delta | Restarted | LookedAt | Tried | Waiting], None]

VIEW_PATH = "{view_path}"


class Dialogue:
    """An `oracle.parts.Talk`. `path` is where the prompt's view lies on the machine, `None` where there is none.

    `model` is the one that was asked for, if one was. `hear` is called in the thread that asks, as it comes.
    """

    def __init__(
        self,
        running: Running,
        prompt: Prompt,
        path: str | None,
        hear: Hear,
        clock: Clock,
        cancel: threading.Event,
        *,
        model: str = "",
    ) -> None:
        self._running, self._prompt, self._path, self._hear = running, prompt, path, hear
        self._clock, self._cancel, self._model = clock, cancel, model
        self._hook = OneRead(path)

    def answer(self) -> Completion:
        """The whole answer to the prompt.

        Raises:
            VmError: the machine was lost.
            ClaudeError: Claude Code or its service failed; `Cancelled` when the player stopped it.
        """
        with self._running.blaming(self._clock, self._cancel):
            self._running.get_ready(self._clock, self._cancel)
        self._clock.mark("ready")
        return self._turn(_message(self._prompt, self._path), self._clock)

    def again(self, message: str) -> Completion:
        """The whole answer to one more message, in the time that is left of the question. Raises as `answer` does."""
        if not self._clock.left:
            raise ClaudeError("claude.too_slow", seconds=self._clock.spent)
        return self._turn(message, Clock(self._clock.left))

    def _turn(self, message: str, clock: Clock) -> Completion:
        refused_before = len(self._hook.refused)
        hearing = self._hearing(clock)
        with self._running.blaming(clock, self._cancel):
            self._running.send(protocol.user(message))
            self._listen(hearing, clock)
        if self._cancel.is_set():
            raise Cancelled("claude.cancelled")
        if not hearing.finished:
            raise self._running.ended(self._cancel)
        usd = self._running.cost(hearing.usd)
        text = hearing.text()
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
        )

    def _hearing(self, clock: Clock) -> Hearing:
        ref = self._prompt.view.ref if self._prompt.view else None
        tools = expected_tools(self._path is not None)
        return Hearing(self._hook, ref, tools, self._hear, lambda: clock.left, self._model)

    def _listen(self, hearing: Hearing, clock: Clock) -> None:
        """What is said, until the result or the end of the output."""
        for record in self._running.records(clock):
            if reply := hearing.hear(record):
                self._running.send(reply)
            if hearing.begun:
                clock.mark("first_text")
            if hearing.finished:
                return


def _message(prompt: Prompt, path: str | None) -> str:
    """The user message with the view's path put in, as the inside of a JSON string."""
    return prompt.message.replace(VIEW_PATH, json.dumps(path)[1:-1]) if path else prompt.message

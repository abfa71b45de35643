"""Claude Code on a machine as a function: a prompt in, a whole answer out, or an error. Never part of an answer.

Owns where a process comes from and goes to, the view that it is offered and the stopping. The machine is a
`vm.contracts.Transport`; what is said to a process is `oracle.claude.dialogue`'s.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

from oracle.claude import protocol
from oracle.claude.argv import asked_model, build_argv, build_env
from oracle.claude.dialogue import Dialogue, Hear
from oracle.claude.running import Running
from oracle.claude.waiting import POLL, Clock, unless_cancelled
from oracle.config import ClaudeConfig
from oracle.contracts import Completion, Prompt, View, Waiting
from oracle.errors import Cancelled
from vm.contracts import Process, Program, Transport
from vm.deadlines import Deadlines
from vm.errors import VmError


class Claude:
    """Answers prompts, one process each. `idle` is the longest silence that is waited through, in seconds."""

    def __init__(self, transport: Transport, config: ClaudeConfig, *, idle: float = Deadlines.idle) -> None:
        self._transport, self._config, self._idle = transport, config, idle

    def answer(self, prompt: Prompt, hear: Hear, *, timeout: float, cancel: threading.Event) -> Completion:
        """The whole answer to a prompt about which nothing more is said. Raises as `talk` and its `answer` do."""
        with self.talk(prompt, hear, timeout=timeout, cancel=cancel) as talk:
            return talk.answer()

    @contextmanager
    def talk(
        self, prompt: Prompt, hear: Hear, *, timeout: float, cancel: threading.Event, conversation: str = ""
    ) -> Iterator[Dialogue]:
        """A process that is ready for the prompt, for as long as something may be said about it.

        `hear` is called in the thread that asks, as it comes. `timeout` is for all of it together.

        Raises:
            VmError: the machine could not be reached, or was lost.
            ClaudeError: Claude Code failed; `Cancelled` when `cancel` was set.
        """
        clock = Clock(timeout)
        with (
            self._running(prompt, hear, clock, cancel) as running,
            self._offered(prompt.view, clock, cancel) as path,
        ):
            yield Dialogue(running, prompt, path, hear, clock, cancel, model=asked_model(self._config))

    @contextmanager
    def _running(self, prompt: Prompt, hear: Hear, clock: Clock, cancel: threading.Event) -> Iterator[Running]:
        """A process for this prompt that was told to make itself ready; it starts up while the view is brought to it.

        The one place that says where a process comes from and what becomes of it afterwards.
        """
        may_look = prompt.view is not None
        argv = build_argv(self._config, system=prompt.system, view=may_look, brief=prompt.brief)
        process = self._started(Program(argv, build_env(self._config, brief=prompt.brief)), hear, clock, cancel)
        clock.mark("start")
        try:
            with _stopping(process, cancel):
                running = Running(
                    process,
                    may_look=may_look,
                    command=self._config.command,
                    where=self._transport.name,
                    idle=self._idle,
                )
                with running.blaming(clock, cancel):
                    running.initialize()
                yield running
        finally:
            process.close()

    def _started(self, program: Program, hear: Hear, clock: Clock, cancel: threading.Event) -> Process:
        """The program, once a channel is free; that it has to wait for one is heard."""
        queued = threading.Event()

        def tell() -> None:
            if queued.is_set() and "queued" not in clock.ms:
                clock.mark("queued")
                hear(Waiting())

        def wait() -> None:
            queued.set()
            if cancel.is_set() or clock.left <= 0:
                raise Cancelled("claude.cancelled")  # to nobody: whoever asked has left

        start = partial(self._transport.start, program, wait)
        return unless_cancelled(cancel, start, clock, drop=Process.close, meanwhile=tell)

    @contextmanager
    def _offered(self, view: View | None, clock: Clock, cancel: threading.Event) -> Iterator[str | None]:
        """The path of the view on the machine, in a folder of its own that is removed afterwards."""
        if view is None:
            yield None
            return
        path = unless_cancelled(cancel, lambda: self._offer(view), clock, drop=self._transport.withdraw)
        clock.mark("view")
        try:
            yield path
        finally:
            self._transport.withdraw(path)

    def _offer(self, view: View) -> str:
        stored = self._transport.put(view.file, view.digest, ".png")
        return self._transport.offer(stored, "page.png")


@contextmanager
def _stopping(process: Process, cancel: threading.Event) -> Iterator[None]:
    """Watch `cancel` beside a blocking dialogue: interrupt and close, so that the dialogue ends."""
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            if cancel.wait(POLL):
                with suppress(VmError):
                    process.send(protocol.interrupt())
                process.close()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()

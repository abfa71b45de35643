"""Claude Code on a machine as a function: a prompt in, a whole answer out, or an error. Never part of an answer.

Owns the order in which a process is had and a view offered to it, the time of all of it, and the stopping. The machine
is a `vm.contracts.Transport`; where processes come from is `oracle.claude.pool`'s, what is said to one
`oracle.claude.dialogue`'s.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from oracle.claude import protocol
from oracle.claude.argv import asked_model, build_argv, build_env
from oracle.claude.dialogue import Dialogue, Hear
from oracle.claude.held import Held
from oracle.claude.pool import Lent, Pool
from oracle.claude.ready import Kind
from oracle.claude.running import Running
from oracle.claude.waiting import POLL, Clock, unless_cancelled
from oracle.config import ClaudeConfig
from oracle.contracts import Completion, Prompt, View, Waiting
from oracle.errors import Cancelled
from oracle.talks import Thread
from vm.contracts import Program, Transport
from vm.deadlines import Deadlines
from vm.errors import VmError


class Claude:
    """Answers prompts. `idle` is the longest silence that is waited through, in seconds.

    `sign` is how long one that has waited may take to show that it heard a question.
    """

    def __init__(
        self,
        transport: Transport,
        config: ClaudeConfig,
        *,
        idle: float = Deadlines.idle,
        sign: float = Deadlines.sign,
    ) -> None:
        self._transport, self._config, self._idle, self._sign = transport, config, idle, sign
        self._pool = Pool(self._start)

    def answer(self, prompt: Prompt, hear: Hear, *, timeout: float, cancel: threading.Event) -> Completion:
        """The whole answer to a prompt about which nothing more is said. Raises as `talk` and its `answer` do."""
        with self.talk(prompt, hear, timeout=timeout, cancel=cancel) as talk:
            return talk.answer()

    @contextmanager
    def talk(self, prompt: Prompt, hear: Hear, *, timeout: float, cancel: threading.Event) -> Iterator[Dialogue]:
        """A process that is ready for the prompt, for as long as something may be said about it.

        `hear` is called in the thread that asks, as it comes. `timeout` is for all of it together.

        Raises:
            VmError: the machine could not be reached, or was lost.
            ClaudeError: Claude Code failed; `Cancelled` when `cancel` was set.
        """
        clock = Clock(timeout)
        with (
            self._held(prompt, hear, clock, cancel) as held,
            self._offered(prompt.view, clock, cancel) as path,
        ):
            yield Dialogue(held, prompt, path, hear, clock, cancel, model=asked_model(self._config), sign=self._sign)

    def foresee(self, system: str, *, look: bool = False, brief: bool = False, thread: Thread | None = None) -> None:
        """Have a process wait for a prompt like this, if there is room for it. Asks nothing; what fails is not said.

        `thread` is where it will stand in its conversation. Blocks while the process is started.
        """
        self._pool.foresee(self._kind(system, look=look, brief=brief), thread)

    def close(self) -> None:
        """End what waits."""
        self._pool.close()

    def _kind(self, system: str, *, look: bool, brief: bool) -> Kind:
        argv = build_argv(self._config, system=system, view=look, brief=brief)
        return Kind(Program(argv, build_env(self._config, brief=brief), protocol.NOTHING), look)

    def _start(self, kind: Kind, waiting: Callable[[], object] | None) -> Running:
        """A process that was told to make itself ready; that it ended instead is found out by who uses it."""
        process = self._transport.start(kind.program, waiting)
        where, command = self._transport.name, self._config.command
        running = Running(process, may_look=kind.look, command=command, where=where, idle=self._idle)
        with suppress(VmError):
            running.initialize()
        return running

    @contextmanager
    def _held(self, prompt: Prompt, hear: Hear, clock: Clock, cancel: threading.Event) -> Iterator[Held]:
        """A process for this prompt, which makes itself ready while the view is brought to it.

        It is given back where the question ends well, and ended otherwise.
        """
        kind = self._kind(prompt.system, look=prompt.view is not None, brief=prompt.brief)
        lend = partial(self._lent, kind, prompt.thread, hear, clock, cancel)
        held = Held(lend(), prompt.thread, partial(lend, fresh=True))
        clock.mark("start")
        try:
            with _stopping(held, cancel):
                yield held
            held.settle()
        finally:
            held.end()

    def _lent(
        self,
        kind: Kind,
        thread: Thread | None,
        hear: Hear,
        clock: Clock,
        cancel: threading.Event,
        *,
        fresh: bool = False,
    ) -> Lent:
        """A process, once there is one; that it has to wait for a free channel is heard."""
        queued = threading.Event()

        def tell() -> None:
            if queued.is_set() and "queued" not in clock.ms:
                clock.mark("queued")
                hear(Waiting())

        def wait() -> None:
            queued.set()
            if cancel.is_set() or clock.left <= 0:
                raise Cancelled("claude.cancelled")  # to nobody: whoever asked has left

        lend = partial(self._pool.lend, kind, thread, wait, fresh=fresh)
        return unless_cancelled(cancel, lend, clock, drop=Lent.end, meanwhile=tell)

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
def _stopping(held: Held, cancel: threading.Event) -> Iterator[None]:
    """Watch `cancel` beside a blocking dialogue: stop the process, so that the dialogue ends."""
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            if cancel.wait(POLL):
                held.stop()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        done.set()

"""Claude Code on a machine as a function: a prompt in, a whole answer out, or an error. Never part of an answer.

Owns the order of things, the deadlines and the stopping. The machine is a `vm.contracts.Transport`; what the
stream means is `oracle.claude.hearing`'s.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial

from oracle.claude import failures, protocol
from oracle.claude.argv import build_argv, build_env, expected_tools
from oracle.claude.hearing import Hearing
from oracle.claude.hook import OneRead
from oracle.claude.waiting import POLL, Clock, unless_cancelled
from oracle.config import ClaudeConfig
from oracle.contracts import Completion, Delta, LookedAt, Prompt, Restarted, Tried, View, Waiting
from oracle.errors import Cancelled, ClaudeError
from vm.contracts import Process, Program, Transport
from vm.errors import Unreachable, VmError

Hear = Callable[[Delta | Restarted | LookedAt | Tried | Waiting], None]

VIEW_PATH = "{view_path}"
IDLE = 90.0
_LAST_WORDS = 2.0
_PROBE = 1.0


class Claude:
    """Answers prompts, one process each. `idle` is the longest silence that is waited through, in seconds."""

    def __init__(self, transport: Transport, config: ClaudeConfig, *, idle: float = IDLE) -> None:
        self._transport, self._config, self._idle = transport, config, idle

    def answer(self, prompt: Prompt, hear: Hear, *, timeout: float, cancel: threading.Event) -> Completion:
        """The whole answer. `hear` is called in this thread, as it comes.

        Raises:
            VmError: the machine could not be reached, or was lost.
            ClaudeError: Claude Code or its service failed; `Cancelled` when `cancel` was set.
        """
        clock = Clock(timeout)
        argv = build_argv(self._config, system=prompt.system, view=prompt.view is not None, brief=prompt.brief)
        program = Program(argv, build_env(self._config, brief=prompt.brief))
        process = self._started(program, hear, clock, cancel)
        clock.mark("start")
        try:
            with _stopping(process, cancel):
                return self._converse(process, prompt, hear, clock, cancel)
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

    def _converse(
        self, process: Process, prompt: Prompt, hear: Hear, clock: Clock, cancel: threading.Event
    ) -> Completion:
        """It starts up while the view is brought to it; then the question is put."""
        with self._blaming(process, clock, cancel):
            process.send(protocol.initialize(view=prompt.view is not None))
        with self._offered(prompt.view, clock, cancel) as path:
            hook = OneRead(path)
            ref = prompt.view.ref if prompt.view else None
            hearing = Hearing(hook, ref, expected_tools(path is not None), hear, lambda: clock.left)
            with self._blaming(process, clock, cancel):
                self._listen(process, hearing, _message(prompt, path), clock)
            if cancel.is_set():
                raise Cancelled("claude.cancelled")
            if not hearing.finished:
                raise self._ended(process)
        text = hearing.text()
        clock.mark("total")
        return Completion(
            text=text,
            model=hearing.model,
            image_sent=hearing.image_sent,
            refused=hook.refused,
            tokens=hearing.tokens,
            ms=clock.ms,
            notes=hearing.notes(self._config.model),
            usd=hearing.usd,
        )

    def _listen(self, process: Process, hearing: Hearing, message: str, clock: Clock) -> None:
        """The dialogue, until the result or the end of the output."""
        for line in process.lines(idle=self._idle, total=clock.left):
            record = protocol.parse(line)
            if record is None:
                continue
            if protocol.replies_to(record, protocol.INITIALIZE):
                _check_ready(record, hearing.may_look)
                clock.mark("ready")
                process.send(protocol.user(message))
            elif reply := hearing.hear(record):
                process.send(reply)
            if hearing.begun:
                clock.mark("first_text")
            if hearing.finished:
                return

    @contextmanager
    def _blaming(self, process: Process, clock: Clock, cancel: threading.Event) -> Iterator[None]:
        """A broken dialogue becomes the error of whoever broke it."""
        try:
            yield
        except VmError as error:
            raise self._blame(error, process, clock, cancel) from error

    def _blame(self, error: VmError, process: Process, clock: Clock, cancel: threading.Event) -> Exception:
        """Whose fault it is: ours, the program's, the service's or the line's."""
        if cancel.is_set():
            return Cancelled("claude.cancelled")
        if error.key in ("vm.idle", "vm.deadline"):
            if _still_answers(process):
                return ClaudeError(
                    "claude.too_slow" if error.key == "vm.deadline" else "claude.silent", seconds=clock.spent
                )
            return error
        if process.wait(_LAST_WORDS) is not None:
            return self._ended(process)
        return error

    def _ended(self, process: Process) -> Exception:
        """It ended without a result: the program's own end, or the line's when nobody saw it end."""
        status = process.wait(_LAST_WORDS)
        if status is None:
            return Unreachable("cut", where=self._transport.name, why="")
        return failures.from_silence(status, process.stderr_tail, self._config.command)


def _message(prompt: Prompt, path: str | None) -> str:
    """The user message with the view's path put in, as the inside of a JSON string."""
    return prompt.message.replace(VIEW_PATH, json.dumps(path)[1:-1]) if path else prompt.message


def _check_ready(record: protocol.Json, guarded: bool) -> None:
    """With a view on offer, a version that would not wait for our hook is not asked anything."""
    if protocol.part(record, "response", "subtype") != "success":
        raise ClaudeError("claude.no_hook", why=str(protocol.part(record, "response", "error")))
    if guarded and protocol.part(record, "response", "response", "hook_on_failure_supported") is not True:
        version = protocol.part(record, "response", "response", "claude_code_version")
        raise ClaudeError("claude.no_hook", why=f"Claude Code {version or '?'}")


def _still_answers(process: Process) -> bool:
    """Whether Claude Code itself is alive: it acknowledges an interrupt."""
    with suppress(VmError):
        process.send(protocol.interrupt())
        for line in process.lines(idle=_PROBE, total=_PROBE):
            record = protocol.parse(line)
            if record is not None and protocol.replies_to(record, protocol.INTERRUPT):
                return True
    return False


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

"""A machine on which every program is a Claude Code that answers at once: a `vm.contracts.Transport` with a history.

What it can do wrong it does when told so: die, freeze (it takes what it is sent and says nothing), take its time to
start, be out of reach.
"""

from __future__ import annotations

import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from vm.contracts import CommandResult, Process, Program
from vm.errors import Unreachable, VmError

Json = dict[str, Any]
COST = 0.25
"""What every answer costs."""


class FakeClaude:
    """A `vm.contracts.Process`. `asked` holds the user messages that it got, `heard` every line."""

    def __init__(self, program: Program, released: Callable[[], None]) -> None:
        self.program = program
        self.asked: list[str] = []
        self.heard: list[Json] = []
        self.frozen = self.closed = False
        self.says: Callable[[str], Sequence[Json]] = self._answer
        self._released = released
        self._out: queue.Queue[bytes | None] = queue.Queue()
        self._ended = False
        self._cost = 0.0

    @property
    def tools(self) -> list[str]:
        """What it was started with."""
        return ["Read"] if "Read" in self.program.argv else []

    def send(self, data: bytes) -> None:
        if self.closed or self._ended:
            raise Unreachable("cut", why="closed")
        for line in data.splitlines():
            self._told(json.loads(line))

    def _told(self, record: Json) -> None:
        self.heard.append(record)
        if self.frozen:
            return
        if record["type"] == "control_request":
            told = {"hook_on_failure_supported": True}
            response = {"subtype": "success", "request_id": record["request_id"], "response": told}
            self.say({"type": "control_response", "response": response})
        elif record["type"] == "user":
            self.asked.append(record["message"]["content"])
            for said in self.says(self.asked[-1]):
                self.say(said)

    def _answer(self, message: str) -> Sequence[Json]:
        self._cost += COST
        return (self.init(), text(f"answer {len(self.asked)}"), result(self._cost))

    def init(self) -> Json:
        """The line that begins every answer."""
        return {"type": "system", "subtype": "init", "model": "fake-1", "tools": self.tools, "mcp_servers": []}

    def say(self, record: Json) -> None:
        """Print a line."""
        self._out.put(json.dumps(record).encode())

    def die(self) -> None:
        """End, whatever it does."""
        self._ended = True
        self._out.put(None)

    @property
    def alive(self) -> bool:
        return not (self._ended or self.closed)

    def lines(self, *, idle: float, total: float) -> Iterator[bytes]:
        until = time.monotonic() + total
        while True:
            try:
                line = self._out.get(timeout=max(0.0, min(idle, until - time.monotonic())))
            except queue.Empty:
                raise Unreachable("idle", seconds=idle) from None
            if line is None:
                self._out.put(None)
                return
            yield line

    def wait(self, timeout: float) -> int | None:
        return 1 if self._ended else None

    @property
    def stderr_tail(self) -> str:
        return ""

    def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._out.put(None)
            self._released()


def text(said: str) -> Json:
    """A whole message of the model."""
    return {
        "type": "assistant",
        "message": {"id": said, "model": "fake-1", "content": [{"type": "text", "text": said}]},
    }


def result(cost: float, **more: object) -> Json:
    """The line that ends an answer; `cost` is that of all answers of the process."""
    return {"type": "result", "subtype": "success", "is_error": False, "total_cost_usd": cost, "usage": {}, **more}


@dataclass
class FakeMachine:
    """A `vm.contracts.Transport`. `started` are its programs in order; `most` ran at once.

    With `places`, whoever finds none waits for one. `gate` is waited for before anything starts, `error` raised then.
    """

    places: int | None = None
    gate: threading.Event | None = None
    error: VmError | None = None
    prepare: Callable[[FakeClaude], object] = lambda process: None
    started: list[FakeClaude] = field(default_factory=list)
    tries: int = 0
    most: int = 0
    name: str = "fake"
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def running(self) -> list[FakeClaude]:
        """Those that run still."""
        return [process for process in self.started if not process.closed]

    def start(self, program: Program, waiting: Callable[[], object] | None = None) -> Process:
        self.tries += 1
        if self.gate:
            assert self.gate.wait(20)
        if self.error:
            raise self.error
        while self.places is not None and len(self.running) >= self.places:
            if waiting:
                waiting()
            time.sleep(0.005)
        with self._lock:
            process = FakeClaude(program, lambda: None)
            self.prepare(process)
            self.started.append(process)
            self.most = max(self.most, len(self.running))
        return process

    def run(self, argv: Sequence[str], *, stdin: bytes = b"", timeout: float = 15) -> CommandResult:
        return CommandResult(0, b"", b"")

    def put(self, source: Path, digest: str, suffix: str) -> str:
        return f"/store/{digest}{suffix}"

    def offer(self, stored: str, name: str) -> str:
        return f"/offers/1/{name}"

    def withdraw(self, offered: str) -> None:
        """Nothing was offered really."""

    def close(self) -> None:
        for process in self.running:
            process.close()


def env_of(process: FakeClaude) -> Mapping[str, str]:
    """What it was started with."""
    return process.program.env

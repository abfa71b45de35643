"""A Messages API on loopback that answers as scripted and remembers what it was asked.

A script is a list of steps, or of functions that make a step from the request. The step is chosen by how
many assistant messages the request already holds, so that retries meet the same step again, unless
`by_request` takes the next step each time (the last repeats).
"""

from __future__ import annotations

import json
import re
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Json = dict[str, Any]

_EMPTY: dict[str, Json] = {"text": {"text": ""}, "tool_use": {"input": {}}}
"""What a block begins as; any other kind begins whole."""


@dataclass(frozen=True)
class Use:
    """A tool that the model asks for. `id` names the call, if the script has a name for it."""

    name: str
    input: object
    id: str = ""


@dataclass(frozen=True)
class Step:
    """One response. Without `status` it streams `text`, then `tools`, then `blocks` as they are.

    `pause` is waited after each piece, `cut_after` pieces the socket closes, `hang` seconds pass before the
    first byte. Each piece of `holds`, counted from 0, waits until its event is set.
    """

    text: str = ""
    tools: tuple[Use, ...] = ()
    blocks: tuple[Json, ...] = ()
    stop: str | None = None
    pause: float = 0.0
    cut_after: int | None = None
    hang: float = 0.0
    holds: Mapping[int, threading.Event] = field(default_factory=dict)
    status: int = 200
    error: str = "api_error"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """One request as it came, `at` a time of `time.monotonic`. `images` counts the pictures in it."""

    body: Json
    images: int
    authorized: bool
    at: float = 0.0

    @property
    def tools(self) -> tuple[str, ...]:
        """Names of the tools on offer."""
        return tuple(tool["name"] for tool in self.body.get("tools", ()))

    @property
    def text(self) -> str:
        """Every text of the user's messages, joined."""
        blocks = (b for m in self.body["messages"] if m["role"] == "user" for b in _blocks(m["content"]))
        return "\n".join(block["text"] for block in blocks if block.get("type") == "text")


Scripted = Step | Callable[[Asked], Step]


class ScriptedModel:
    """The server. Set `script`, point ANTHROPIC_BASE_URL at `url`, read `history`."""

    def __init__(self) -> None:
        self.history: list[Asked] = []
        self.spoken: list[tuple[str, float]] = []
        """Each word that was written, and when, by `time.monotonic`."""
        self._script: tuple[Scripted, ...] = (Step("Hello from the scripted model."),)
        self._by_request = False
        self._lock = threading.Lock()
        self.stopping = threading.Event()
        self._server = _Server(self)
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def url(self) -> str:
        """What ANTHROPIC_BASE_URL must be."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def play(self, *script: Scripted, by_request: bool = False) -> None:
        """Answer with these steps from now on, with an empty history."""
        with self._lock:
            self._script, self._by_request = script, by_request
            self.history.clear()
            self.spoken.clear()

    def answer(self, body: Json, authorized: bool, at: float) -> Step:
        """Remember a request; the step that answers it."""
        with self._lock:
            asked = Asked(body, _count_images(body), authorized, at)
            self.history.append(asked)
            done = sum(message["role"] == "assistant" for message in body["messages"])
            index = len(self.history) - 1 if self._by_request else done
            scripted = self._script[min(index, len(self._script) - 1)]
            return scripted if isinstance(scripted, Step) else scripted(asked)

    def is_set(self, held: threading.Event) -> bool:
        """Wait for an event; false where the model is closed first."""
        while not held.wait(0.05):
            if self.stopping.is_set():
                return False
        return True

    @property
    def images_sent(self) -> int:
        """The most pictures that any request held."""
        return max((asked.images for asked in self.history), default=0)

    def close(self) -> None:
        """Stop listening; responses under way end."""
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, model: ScriptedModel) -> None:
        self.model = model
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self._json(200, {})

    def do_POST(self) -> None:
        at = time.monotonic()
        body = json.loads(self.rfile.read(int(self.headers["content-length"] or 0)))
        if "count_tokens" in self.path:
            return self._json(200, {"input_tokens": 100})
        if "/v1/messages" not in self.path:
            return self._json(404, {})
        known = any(self.headers.get(name) for name in ("x-api-key", "authorization"))
        step = self.server.model.answer(body, known, at)
        self.server.model.stopping.wait(step.hang)
        if step.status != 200:
            error = {"type": "error", "error": {"type": step.error, "message": step.text or "scripted error"}}
            return self._json(step.status, error, step.headers)
        message = _message(step, body)
        return self._stream(step, message) if body.get("stream") else self._json(200, message)

    def _stream(self, step: Step, message: Json) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        for sent, event in enumerate(_events(message)):
            if step.cut_after is not None and sent >= step.cut_after:
                return
            if sent in step.holds and not self.server.model.is_set(step.holds[sent]):
                return
            if event["type"] == "content_block_delta" and "text" in event["delta"]:
                self.server.model.spoken.append((event["delta"]["text"], time.monotonic()))
            self.wfile.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()
            if step.pause and self.server.model.stopping.wait(step.pause):
                return

    def _json(self, status: int, record: Json, headers: Mapping[str, str] | None = None) -> None:
        content = json.dumps(record).encode() if self.command != "HEAD" else b""
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


def _message(step: Step, body: Json) -> Json:
    content: list[Json] = [{"type": "text", "text": step.text}] if step.text else []
    content += [
        {"type": "tool_use", "id": use.id or f"toolu_{uuid.uuid4().hex[:20]}", "name": use.name, "input": use.input}
        for use in step.tools
    ]
    content += step.blocks
    return {
        "id": f"msg_{uuid.uuid4().hex[:20]}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": step.stop or ("tool_use" if step.tools else "end_turn"),
        "stop_sequence": None,
        "usage": {
            "input_tokens": 11,
            "cache_creation_input_tokens": 5000,
            "cache_read_input_tokens": 100,
            "output_tokens": 42,
        },
    }


def _events(message: Json) -> Iterator[Json]:
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        empty = {**block, **_EMPTY.get(block["type"], {})}
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None},
        "usage": {"output_tokens": 42},
    }
    yield {"type": "message_stop"}


def _deltas(block: Json) -> Iterator[Json]:
    if block["type"] == "text":
        for word in re.findall(r"\S+\s*|\s+", block["text"]):
            yield {"type": "text_delta", "text": word}
    elif block["type"] == "tool_use":
        yield {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}


def _blocks(content: str | Sequence[Json]) -> Sequence[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _count_images(node: object) -> int:
    if isinstance(node, dict):
        return (node.get("type") == "image") + sum(_count_images(child) for child in node.values())
    return sum(_count_images(child) for child in node) if isinstance(node, list) else 0


@pytest.fixture
def scripted_model() -> Iterator[ScriptedModel]:
    """A scripted Messages API; its script is set by the test."""
    model = ScriptedModel()
    yield model
    model.close()

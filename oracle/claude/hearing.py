"""One answer as it comes in, line by line: its text, what the model tried, and how it ended.

Owns the state of a stream; does no I/O. `hear` takes a record and gives the line to send back, if any; what
the player should know at once goes to the listener. `finished` once the `result` line came. A tool call that may
not happen is an error: whoever listens ends the process.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from ingest.contracts import Note, PageRef
from oracle.claude import failures
from oracle.claude.calls import Calls
from oracle.claude.hook import OneRead
from oracle.claude.protocol import Json, blocks, number, part
from oracle.claude.start import check_start, is_asked, is_work
from oracle.contracts import Delta, LookedAt, Restarted, Tried
from oracle.display import clean
from oracle.errors import ClaudeError, Misbehaved

LONGEST = 100_000
"""Characters of an answer at most: no answer to a question about rules has twenty pages."""

_SYNTHETIC = "<synthetic>"
_CONTINUES = "max_tokens"
_LONGEST_WAIT = 366 * 24 * 3600
_FATAL = frozenset({401, 403})
_TOKENS = {
    "input": "input_tokens",
    "output": "output_tokens",
    "cache_read": "cache_read_input_tokens",
    "cache_write": "cache_creation_input_tokens",
}


class Hearing:
    """The state of one answer. `ref` is the page of the view, `None` when there is none.

    `patience` gives the seconds that may still pass. `model` is the one asked for, empty where any will do.
    """

    def __init__(
        self,
        hook: OneRead,
        ref: PageRef | None,
        tools: tuple[str, ...],
        listen: Callable[[Delta | Restarted | LookedAt | Tried], None],
        patience: Callable[[], float],
        model: str = "",
    ) -> None:
        self._hook, self._ref, self._tools, self._model = hook, ref, tools, model
        self._listen, self._patience = listen, patience
        self._before = ""
        self._text = ""
        self._streamed: str | None = None
        self._whole: str | None = None
        self._stop: str | None = None
        self._category: str | None = None
        self._wait: float | None = None
        self._result: Json | None = None
        self._calls = Calls(hook, tools, listen)
        self._started = False
        self._spoke = ""
        self.model = ""

    @property
    def finished(self) -> bool:
        """Whether the `result` line came."""
        return self._result is not None

    @property
    def image_sent(self) -> bool:
        """Whether the image was seen as the result of the call that was allowed."""
        return self._hook.seen

    @property
    def begun(self) -> bool:
        """Whether any text of the answer came."""
        return bool(self._before or self._text)

    def hear(self, record: Json) -> bytes | None:
        """Take a record in; the line to send back, if it asks for one. Raises `ClaudeError`."""
        if self._calls.ending:
            self._calls.heard_of_it(record)
        if not self._started and is_work(record):
            raise Misbehaved("claude.no_start")
        main = record.get("parent_tool_use_id") is None
        match record["type"]:
            case "control_request":
                return self._calls.asked(str(record.get("request_id")), part(record, "request") or {})
            case "system":
                self._system(record)
            case "rate_limit_event":
                self._limited(part(record, "rate_limit_info"))
            case "stream_event":
                return self._streaming(part(record, "event") or {}, main)
            case "assistant":
                self._assistant(record, main)
            case "user":
                self._tool_results(record)
            case "result":
                self._result = record
        return None

    def text(self) -> str:
        """The answer. Raises the error that the result reported, or that an empty answer is."""
        assert self._result is not None
        if self._result.get("is_error"):
            raise failures.from_result(self._result, self._category, self._wait)
        told = self._result.get("result")
        whole = self._before + self._text or (told if isinstance(told, str) else "")
        if not whole.strip():
            raise ClaudeError("claude.empty")
        _short_enough(len(whole))
        return whole

    @property
    def tokens(self) -> Mapping[str, int]:
        """What the whole answer took, as the service counted."""
        return {ours: int(number(part(self._result, "usage", theirs)) or 0) for ours, theirs in _TOKENS.items()}

    @property
    def usd(self) -> float | None:
        """What it cost, as the CLI says: of all that its process answered so far."""
        return number(part(self._result, "total_cost_usd"))

    def notes(self) -> tuple[Note, ...]:
        """What did not go as asked."""
        asked = self._model or self.model
        other = self._spoke and not is_asked(self._spoke, asked)
        return (Note("claude.other_model", {"asked": asked, "got": self._spoke}),) if other else ()

    # --- what it tells ---------------------------------------------------------------------------

    def _system(self, record: Json) -> None:
        if record.get("subtype") == "init":
            self._check_start(record)
        elif record.get("subtype") == "api_retry":
            self._retrying(record)

    def _check_start(self, record: Json) -> None:
        check_start(record, self._tools, self._model)
        self._started = True
        self.model = str(record.get("model") or "")

    def _limited(self, info: object) -> None:
        """An account that used up its share is told when it has one again."""
        until = number(part(info, "resetsAt"))
        if part(info, "status") == "rejected" and until is not None and until < time.time() + _LONGEST_WAIT:
            self._wait = max(0.0, until - time.time())

    def _retrying(self, record: Json) -> None:
        """No use in waiting for a refused login, nor for longer than the player would."""
        status, delay = record.get("error_status"), number(record.get("retry_delay_ms"))
        status = status if isinstance(status, int) else None
        self._category = str(record.get("error") or "") or None
        self._wait = None if delay is None else delay / 1000
        if status in _FATAL or (self._wait or 0) > self._patience():
            raise failures.from_status(status, self._category, self._wait, "")

    def _streaming(self, event: Json, main: bool) -> bytes | None:
        match event.get("type"):
            case "content_block_start":
                return self._calls.begins(event.get("content_block"))
            case "message_start" if main:
                self._spoke = str(part(event, "message", "model") or self._spoke)
                self._begin(part(event, "message", "id"))
            case "content_block_delta" if main and part(event, "delta", "type") == "text_delta":
                self._more(str(part(event, "delta", "text") or ""))
            case "message_delta" if main:
                self._stop = part(event, "delta", "stop_reason")
        return None

    def _begin(self, message_id: str | None) -> None:
        """A new message goes on with the answer only where the last one stopped for its length."""
        if self._stop == _CONTINUES:
            self._before += self._text
        elif self.begun:
            self._before = ""
            self._listen(Restarted())
        self._text, self._stop, self._streamed = "", None, message_id

    def _more(self, text: str) -> None:
        self._text += text
        _short_enough(len(self._before) + len(self._text))
        if shown := clean(text):
            self._listen(Delta(shown))

    def _assistant(self, record: Json, main: bool) -> None:
        content = blocks(record)
        self._calls.made(content)
        if not main:
            return
        model = str(part(record, "message", "model") or "")
        if model == _SYNTHETIC:  # the CLI's own words about a failure
            self._category = str(record.get("error") or "") or self._category
            return
        self._spoke = model or self._spoke
        message_id = part(record, "message", "id")
        if isinstance(message_id, str) and message_id != self._streamed:
            self._unstreamed(message_id, content)
            self._stop = part(record, "message", "stop_reason")

    def _unstreamed(self, message_id: str, content: list[Json]) -> None:
        """The CLI gave up streaming: the message comes whole, a block a line."""
        if message_id != self._whole:
            self._begin(None)
            self._whole = message_id
        self._more("".join(str(block.get("text") or "") for block in content if block.get("type") == "text"))

    def _tool_results(self, record: Json) -> None:
        for block in blocks(record):
            if block.get("type") == "tool_result" and self._calls.came_back(block) and self._ref is not None:
                self._listen(LookedAt(self._ref))


def _short_enough(characters: int) -> None:
    if characters > LONGEST:
        raise Misbehaved("claude.too_long", characters=LONGEST)

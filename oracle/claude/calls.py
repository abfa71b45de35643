"""The tool calls of one answer: what may happen is let happen, anything else is the error that ends the process.

Owns what is answered to a call and what is told of it. Which call may happen is `oracle.claude.hook`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from oracle.claude import protocol
from oracle.claude.hook import SHOWN, TOOL, OneRead, is_call, tool_calls, tool_name
from oracle.claude.protocol import Json, blocks_of, part
from oracle.contracts import Tried
from oracle.errors import Misbehaved

GRANTED = "This page, once."
DENIED = "Not allowed. Answer now, from what you have."


@dataclass
class _Unwanted:
    """A call that began and may not happen, for as long as it is heard what it would have been."""

    tool: str
    call: str
    given: str = ""


class Calls:
    """What becomes of the calls. `tools` are the names on offer; what was tried is told to `listen`."""

    def __init__(self, hook: OneRead, tools: tuple[str, ...], listen: Callable[[Tried], None]) -> None:
        self._hook, self._tools, self._listen = hook, tools, listen
        self._told: set[str] = set()
        self._unwanted: _Unwanted | None = None

    @property
    def ending(self) -> bool:
        """Whether a call began that may not happen: it was asked to stop, and `heard_of_it` says the rest."""
        return self._unwanted is not None

    def begins(self, block: object) -> bytes | None:
        """A block of the model's begins. One that cannot become the one call is stopped before it is complete."""
        if not isinstance(block, dict) or not is_call(block):
            return None
        name = tool_name(block)
        if block.get("type") == TOOL and name in self._tools and self._hook.chosen is None:
            return None
        self._unwanted = _Unwanted(name, str(block.get("id")))
        return protocol.interrupt()

    def heard_of_it(self, record: Json) -> None:
        """Take in what is still told of the unwanted call. Raises the error that it is, once nothing more comes."""
        assert self._unwanted is not None
        more = part(record, "event", "delta", "partial_json")
        if isinstance(more, str) and len(self._unwanted.given) < SHOWN:
            self._unwanted.given += more
            return
        self._hook.may(self._unwanted.tool, protocol.value(self._unwanted.given), self._unwanted.call)
        raise self._refusal(self._unwanted.call)

    def made(self, content: list[Json]) -> None:
        """The calls of a message, complete. Raises for any but the one that may happen."""
        for tool, given, call in tool_calls(content):
            if not self._hook.may(tool, given, call):
                raise self._refusal(call)

    def asked(self, request_id: str, request: Json) -> bytes:
        """What our hook or a permission is asked for: one yes, to the one call. Raises for any other."""
        match request.get("subtype"):
            case "hook_callback":
                given = part(request, "input")
                call = str(part(given, "tool_use_id") or request.get("tool_use_id"))
                if not self._hook.decide(str(part(given, "tool_name")), part(given, "tool_input"), call):
                    raise self._refusal(call)
                self._tried(call, allowed=True)
                return protocol.hook_answer(request_id, True, GRANTED)
            case "can_use_tool":  # our hook was passed by: nothing is read then
                call = str(request.get("tool_use_id"))
                if not self._hook.fits(str(request.get("tool_name")), request.get("input"), call):
                    raise self._refusal(call)
                self._tried(call, allowed=False)
                return protocol.permission_denied(request_id, DENIED)
            case other:
                return protocol.cannot(request_id, f"not supported: {other}")

    def came_back(self, block: Json) -> bool:
        """A tool's result; whether it is the image. Raises for another image, and for a call that was not to happen."""
        call, failed = str(block.get("tool_use_id")), bool(block.get("is_error"))
        if not failed and (call != self._hook.granted or self._hook.seen):
            raise Misbehaved("claude.tool_ran", tool=self._hook.name(call))
        if call not in (self._hook.chosen, self._hook.granted):
            raise self._refusal(call)
        self._tried(call, allowed=False)
        pictures = [part(item, "source", "data") for item in blocks_of(block) if item.get("type") == "image"]
        if len(pictures) > 1 or not all(map(self._hook.shows, pictures)):
            raise Misbehaved("claude.other_image")
        self._hook.seen = self._hook.seen or bool(pictures)
        return bool(pictures)

    def _refusal(self, call: str) -> Misbehaved:
        """The error that a call is which may not happen; it is told first, also where its name was told already."""
        self._listen(Tried(self._hook.name(call), allowed=False))
        return Misbehaved("claude.other_tool", tool=self._hook.name(call))

    def _tried(self, call: str, *, allowed: bool) -> None:
        """Tell of a call once, whoever decided it: us, or the CLI."""
        if call not in self._told:
            self._told.add(call)
            self._listen(Tried(self._hook.name(call), allowed))

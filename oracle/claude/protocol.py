"""The lines of Claude Code's stream-json protocol: those we write, and how one that we read becomes a record.

Pure. Owns the shapes; decides nothing (`oracle.claude.hook`) and remembers nothing (`oracle.claude.hearing`).
"""

from __future__ import annotations

import json
from typing import Any

Json = dict[str, Any]

INITIALIZE = "oracle-initialize"
INTERRUPT = "oracle-interrupt"
_HOLDS = {
    "stream_event": "event",
    "assistant": "message",
    "user": "message",
    "control_request": "request",
    "control_response": "response",
}
NOTHING = b"\n"
"""A line that means nothing to it."""

_HOOK = "one-read"
_HOOK_SECONDS = 20
_MOST = 1e15


def initialize(view: bool) -> bytes:
    """The first line: with a view, our hook is asked before every tool, and no answer from it means no."""
    hooks = {
        "PreToolUse": [{"matcher": None, "hookCallbackIds": [_HOOK], "onFailure": "block", "timeout": _HOOK_SECONDS}]
    }
    return _request(INITIALIZE, {"subtype": "initialize", **({"hooks": hooks} if view else {})})


def user(text: str) -> bytes:
    """The user's message as it is: `client_composed` keeps `@/path` in it from being expanded."""
    return _line(
        {
            "type": "user",
            "client_composed": True,
            "parent_tool_use_id": None,
            "session_id": "default",
            "message": {"role": "user", "content": text},
        }
    )


def interrupt() -> bytes:
    """Ask it to stop what it is doing."""
    return _request(INTERRUPT, {"subtype": "interrupt"})


def hook_answer(request_id: str, allowed: bool, reason: str) -> bytes:
    """Our hook's decision."""
    decision = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "allow" if allowed else "deny",
        "permissionDecisionReason": reason,
    }
    return _response(request_id, {"hookSpecificOutput": decision})


def permission_denied(request_id: str, reason: str) -> bytes:
    """No, to a request for permission."""
    return _response(request_id, {"behavior": "deny", "message": reason})


def cannot(request_id: str, what: str) -> bytes:
    """We do not do what it asks for."""
    return _line(
        {"type": "control_response", "response": {"subtype": "error", "request_id": request_id, "error": what}}
    )


def is_garbled(line: bytes) -> bool:
    """Whether a line that is no record began as one."""
    return line.lstrip().startswith(b"{")


def parse(line: bytes) -> Json | None:
    """The record of a line; `None` for what is not one (a login shell's greeting, a warning)."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or not isinstance(record.get("type"), str):
        return None
    held = _HOLDS.get(record["type"])
    return record if held is None or isinstance(record.get(held), dict) else None


def value(text: str) -> object:
    """The JSON value that a text is; the text itself where it is none, or a part of one."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def number(told: object) -> float | None:
    """What was told, if it is a number that can be counted with."""
    if isinstance(told, bool) or not isinstance(told, int | float) or not -_MOST < told < _MOST:
        return None
    return told


def part(record: object, *names: str) -> Any:
    """`record[a][b]…`, `None` where any of them is not there."""
    for name in names:
        record = record.get(name) if isinstance(record, dict) else None
    return record


def blocks(record: Json) -> list[Json]:
    """The content blocks of an `assistant` or `user` line."""
    return blocks_of(part(record, "message"))


def blocks_of(record: object) -> list[Json]:
    """The content blocks of a message, or of a tool's result."""
    content = part(record, "content")
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def replies_to(record: Json, request_id: str) -> bool:
    """Whether it answers our control request."""
    return record["type"] == "control_response" and bool(part(record, "response", "request_id") == request_id)


def _request(request_id: str, request: Json) -> bytes:
    return _line({"type": "control_request", "request_id": request_id, "request": request})


def _response(request_id: str, response: Json) -> bytes:
    return _line(
        {
            "type": "control_response",
            "response": {"subtype": "success", "request_id": request_id, "response": response},
        }
    )


def _line(record: Json) -> bytes:
    return json.dumps(record).encode() + b"\n"

"""A program in place of Claude Code that speaks its protocol at once: for many questions in little time.

Started by a line that names this file; `HANG`, `SLOW`, `FAIL`, `DIE` and `NOISE` in a message say what it does with
it. Offered a view it reads it once. Standard library only, and imports nothing of ours: it runs where the machine is.
"""

import base64
import json
import re
import sys
import time
from typing import Any

HANG, SLOW, FAIL, DIE, NOISE = "(hang)", "(slow)", "(fail)", "(die)", "(noise)"
SAID = "VERDICT: silent\nNothing of it stands in the passages."
MODEL = "scripted-1"
_USAGE = {"input_tokens": 10, "output_tokens": 5}


def program(python: str) -> str:
    """The text of an executable file that runs it."""
    return f'#!/bin/sh\nexec {python} -I -S {__file__} "$@"\n'


def say(record: dict[str, Any]) -> None:
    """A line of output."""
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


def hear() -> dict[str, Any]:
    """The next line of input that says something; at its end the program ends."""
    line = "\n"
    while line == "\n":
        line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    record: dict[str, Any] = json.loads(line)
    return record


def picture(path: str) -> str:
    """What the view holds, as it goes to the model."""
    with open(path, "rb") as file:  # noqa: PTH123 - imports little: it starts a hundred times
        return base64.b64encode(file.read()).decode()


def event(record: dict[str, Any]) -> None:
    """A line of a message that is streamed."""
    say({"type": "stream_event", "parent_tool_use_id": None, "event": record})


def words(text: str, pause: float = 0.0) -> None:
    """A text message, word by word."""
    begin("text")
    for word in re.findall(r"\S+\s*", text):
        event({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": word}})
        time.sleep(pause)
    assistant({"type": "text", "text": text})
    end("end_turn")


def begin(kind: str) -> None:
    """The head of a message of one block."""
    event({"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "model": MODEL, "content": []}})
    block = {"type": "text", "text": ""} if kind == "text" else {"type": "tool_use", "id": "t1", "name": "Read"}
    event({"type": "content_block_start", "index": 0, "content_block": block})


def assistant(block: dict[str, Any]) -> None:
    """The message as a whole, which comes before its end."""
    message = {"id": "msg_1", "role": "assistant", "model": MODEL, "content": [block]}
    say({"type": "assistant", "parent_tool_use_id": None, "message": message})


def end(stop: str) -> None:
    """The tail of a message."""
    event({"type": "content_block_stop", "index": 0})
    event({"type": "message_delta", "delta": {"stop_reason": stop}})
    event({"type": "message_stop"})


def look(message: str) -> None:
    """Read the view that a message offers, when our hook lets it."""
    path = re.search(r'"(/[^"]*\.png)"', message)
    if path is None:
        return
    given = {"file_path": path[1]}
    begin("tool_use")
    assistant({"type": "tool_use", "id": "t1", "name": "Read", "input": given})
    end("tool_use")
    asked = {"subtype": "hook_callback", "callback_id": "one-read", "tool_use_id": "t1"}
    hook = {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": given, "tool_use_id": "t1"}
    say({"type": "control_request", "request_id": "h1", "request": {**asked, "input": hook}})
    answer = hear()["response"]["response"]["hookSpecificOutput"]["permissionDecision"]
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture(path[1])}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": [image], "is_error": answer != "allow"}
    say({"type": "user", "parent_tool_use_id": None, "message": {"role": "user", "content": [result]}})


def answer(message: str, tools: list[str]) -> None:
    """One turn."""
    start = {"tools": tools, "mcp_servers": [], "model": MODEL, "permissionMode": "default", "plugins": []}
    say({"type": "system", "subtype": "init", "cwd": "/", "session_id": "s", **start})
    if HANG in message:
        words("word " * 10_000, pause=0.01)
    if FAIL in message:
        failed = {"is_error": True, "result": "API Error: Overloaded", "api_error_status": 529}
        say({"type": "result", "subtype": "success", **failed})
        return
    if DIE in message:
        sys.stderr.write("no more\n")
        sys.exit(3)
    if NOISE in message:
        sys.stderr.write("noise " * 50_000)
    if tools:
        look(message)
    words(SAID, pause=0.1 if SLOW in message else 0.0)
    done = {"is_error": False, "result": SAID, "usage": _USAGE, "total_cost_usd": 0.0}
    say({"type": "result", "subtype": "success", **done})


def main() -> None:
    """Turns, until the input ends."""
    tools = [tool for tool in sys.argv[sys.argv.index("--tools") + 1].split(",") if tool]
    while True:
        record = hear()
        if record["type"] == "control_request":
            told = {"hook_on_failure_supported": True, "claude_code_version": "2.1.332"}
            reply = {"subtype": "success", "request_id": record["request_id"], "response": told}
            say({"type": "control_response", "response": reply})
        elif record["type"] == "user":
            answer(record["message"]["content"], tools)


if __name__ == "__main__":
    main()

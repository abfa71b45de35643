"""A program in place of Claude Code, for what the real one cannot be made to do, and where its start takes too long.

Run as `cli.py BEHAVIOUR ANSWER`, with standard input and output as Claude Code has them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]
VERSION = "2.1.332"
MEGABYTE = 1 << 20


def say(record: Json) -> None:
    write(json.dumps(record) + "\n")


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def event(record: Json) -> None:
    say({"type": "stream_event", "parent_tool_use_id": None, "event": record})


def words(text: str) -> None:
    Path(os.environ["SPOKE"]).touch()
    event({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}})


def begin() -> None:
    tools = [name for name in sys.argv[sys.argv.index("--tools") + 1].split(",") if name]
    model = os.environ.get("ANTHROPIC_MODEL", "claude-fake-1")
    say({"type": "system", "subtype": "init", "tools": tools, "mcp_servers": [], "model": model})
    event({"type": "message_start", "message": {"id": "msg_1", "model": model}})


def result(text: str, **more: object) -> None:
    say({"type": "result", "subtype": "success", "is_error": False, "result": text, "num_turns": 1, **more})


def whole(answer: str) -> None:
    words(answer)
    result(answer)


def half_then(end: Callable[[], object]) -> Callable[[str], None]:
    """Half of the answer, then something else."""

    def play(answer: str) -> None:
        words(answer[: len(answer) // 2])
        end()

    return play


def garbled() -> None:
    write('{"type":"stream_event","event":{"type":"content_bl\n')
    result("this is no answer")


def endless() -> None:
    while True:
        write("x" * MEGABYTE)


def long_line(answer: str) -> None:
    say({"type": "system", "subtype": "informational", "filling": "x" * (8 * MEGABYTE)})
    whole(answer)


def complain() -> None:
    for _ in range(6):
        sys.stderr.write("complaint " * (MEGABYTE // 10) + "\n")
    sys.stderr.write("and that was all\n")
    sys.exit(1)


def too_many_turns() -> None:
    say({"type": "result", "subtype": "error_max_turns", "is_error": True, "num_turns": 16, "result": None})


PLAYS: dict[str, Callable[[str], None]] = {
    "whole": whole,
    "half": half_then(lambda: None),
    "garbled": half_then(garbled),
    "endless": half_then(endless),
    "long": long_line,
    "complain": half_then(complain),
    "turns": half_then(too_many_turns),
}


def main(behaviour: str, answer: str) -> None:
    """Greet, then play for each question; a request to stop is granted."""
    if behaviour == "option":
        sys.exit("error: unknown option '--safe-mode'")
    for line in sys.stdin:
        record = json.loads(line) if line.strip() else {}
        if record.get("type") == "control_request":
            told = {
                "claude_code_version": "2.0.14" if behaviour == "old" else VERSION,
                "hook_on_failure_supported": True,
            }
            granted = {"subtype": "success", "request_id": record["request_id"], "response": told}
            say({"type": "control_response", "response": granted})
        elif record.get("type") == "user":
            begin()
            PLAYS[behaviour](answer)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])

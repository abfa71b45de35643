"""A program in the place of Claude Code that says what the real one never would."""

from __future__ import annotations

import json
from collections.abc import Callable

from oracle.grammar import VERDICT_LABEL as VERDICT
from tests.oracle.claude.hostile.behaviour import LOOK, OTHER, Behaviour, Json, Places

TRUE = f"{VERDICT} says\n“On your turn, roll two dice” [[1]]."
SEEN = f"{VERDICT} says\n“The red icon marks a closed gate” [[1]]."
IMAGE = [{"type": "image", "source": {"type": "base64", "data": "{picture}"}}]
OTHER_IMAGE = [{"type": "image", "source": {"type": "base64", "data": "iVBORw0KGgo="}}]
VIEW = "{view}"


def init(*tools: str, **fields: object) -> Json:
    usual = {"tools": list(tools), "mcp_servers": [], "model": "claude-test-5", "permissionMode": "default"}
    return {"type": "system", "subtype": "init", **usual, **fields}


def event(kind: str, **fields: object) -> Json:
    return {"type": "stream_event", "parent_tool_use_id": None, "event": {"type": kind, **fields}}


def spoken(text: str, name: str = "m1") -> tuple[Json, ...]:
    delta = {"type": "text_delta", "text": text}
    return (event("message_start", message={"id": name}), event("content_block_delta", delta=delta))


def result(**fields: object) -> Json:
    return {"type": "result", "subtype": "success", "is_error": False, "result": "", **fields}


def message(*blocks: Json, parent: str | None = None, kind: str = "assistant") -> Json:
    return {"type": kind, "parent_tool_use_id": parent, "message": {"id": "m1", "role": kind, "content": list(blocks)}}


def call(tool: str = "Read", given: object = None, name: str = "a") -> Json:
    return {"type": "tool_use", "id": name, "name": tool, "input": {"file_path": VIEW} if given is None else given}


def came(name: str = "a", content: object = "x", **more: object) -> Json:
    return message({"type": "tool_result", "tool_use_id": name, "content": content, **more}, kind="user")


def hook(tool: str = "Read", given: object = None, name: str = "a") -> Json:
    told = {"tool_name": tool, "tool_input": {"file_path": VIEW} if given is None else given, "tool_use_id": name}
    return request("hook_callback", input=told)


def request(kind: str, **fields: object) -> Json:
    return {"type": "control_request", "request_id": "r1", "request": {"subtype": kind, **fields}}


WAIT = {"wait": True}
"""Read a line of ours before going on."""

READ = (init("Read"), message(call()), hook(), WAIT)
"""The one Read, allowed."""


def _stream(
    name: str,
    tried: str,
    *says: object,
    key: str = "",
    code: int | None = None,
    look: bool = False,
    calls: tuple[int, int] = (0, 0),
    model: str = "",
    shown: tuple[str, ...] = (),
    quick: bool = False,
) -> Behaviour:
    return Behaviour(
        f"stream-{name}",
        tried,
        says=lambda places: says,
        question=LOOK if look else "How many dice do I roll on my turn?",
        code=code if code is not None else 7 if key else 0,
        key=key,
        calls=calls,
        model=model,
        shown=shown,
        quick=quick,
    )


END = (*spoken(TRUE), result())
TOOLS, START = "claude.unexpected_tools", "claude.unexpected_start"
ANSWERED = (*spoken(SEEN, "m2"), result())

STARTS = (
    _stream("honest", "nothing: it plays Claude Code as it is", init(), *END, quick=True),
    _stream(
        "honest-look",
        "nothing: it looks as Claude Code does",
        *READ,
        came("a", IMAGE),
        *ANSWERED,
        look=True,
        calls=(1, 0),
        quick=True,
    ),
    _stream("tools", "a start with Bash", init("Bash"), *END, key=TOOLS, quick=True),
    _stream("tools-more", "a start with Read and Bash", init("Read", "Bash"), *END, key=TOOLS, look=True),
    _stream("tools-none", "a start without the Read", init(), *END, key=TOOLS, look=True),
    _stream("tools-missing", "a start that names no tools", {"type": "system", "subtype": "init"}, *END, key=TOOLS),
    _stream(
        "server",
        "a start with an MCP server",
        init(mcp_servers=[{"name": "evil", "status": "connected"}]),
        *END,
        key=TOOLS,
    ),
    _stream("mode", "a start that bypasses permissions", init(permissionMode="bypassPermissions"), *END, key=START),
    _stream("folders", "a start with a folder open", init(additional_directories=["/"]), *END, key=START),
    _stream("plugin", "a start with a plugin", init(plugins=[{"name": "evil", "source": "evil@m"}]), *END, key=START),
    _stream(
        "model", "a start with another model", init(), *END, key="claude.unexpected_model", model="claude-opus-4-1"
    ),
    _stream(
        "model-after",
        "an answer of another model",
        init(),
        event("message_start", message={"id": "m", "model": "claude-other-1"}),
        spoken(TRUE)[1],
        result(),
        shown=("claude-other-1",),
    ),
    _stream("no-start", "no start at all", *END, key="claude.no_start", quick=True),
    _stream("late-start", "text before the start", *spoken(TRUE), init(), result(), key="claude.no_start"),
    _stream("two-starts", "a second start with Bash", init(), *spoken(TRUE), init("Bash"), result(), key=TOOLS),
    _stream("escapes-in-start", "a start that steers a terminal", init("\x1b]0;own\x07Bash"), *END, key=TOOLS),
)
CALLS = (
    _stream(
        "hook-unseen",
        "a hook asked for a call that no message shows",
        init("Read"),
        hook("Bash", {"command": "ls"}),
        *END,
        key=OTHER,
        look=True,
        calls=(0, 1),
    ),
    _stream(
        "hook-swapped",
        "a hook asked for another path than the message shows",
        init("Read"),
        message(call()),
        hook("Read", {"file_path": "/etc/passwd"}),
        *END,
        key=OTHER,
        look=True,
        calls=(0, 1),
    ),
    _stream(
        "hook-twice",
        "a hook asked twice for the one Read",
        *READ,
        hook(),
        WAIT,
        *ANSWERED,
        key=OTHER,
        look=True,
        calls=(1, 1),
    ),
    _stream(
        "hook-text",
        "a hook asked in a question about text",
        init(),
        hook("Read", {"file_path": "/etc/passwd"}),
        *END,
        key=OTHER,
        calls=(0, 1),
    ),
    _stream(
        "permission",
        "a permission asked for Bash",
        init("Read"),
        request("can_use_tool", tool_name="Bash", input={"command": "ls"}, tool_use_id="z"),
        *END,
        key=OTHER,
        look=True,
        calls=(0, 1),
    ),
    _stream(
        "permission-view",
        "hooks off: a permission asked for the one Read",
        init("Read"),
        message(call()),
        request("can_use_tool", tool_name="Read", input={"file_path": VIEW}, tool_use_id="a"),
        WAIT,
        came("a", "denied", is_error=True),
        *ANSWERED,
        look=True,
        calls=(0, 1),
        shown=("could not look at the page",),
    ),
    _stream(
        "requests",
        "requests that we know nothing of",
        init(),
        request("mcp_message", message={}),
        WAIT,
        request("set_permission_mode", mode="bypassPermissions"),
        WAIT,
        *END,
    ),
    _stream("ran", "a result of a call that nobody made", init(), came("z", "root:x:0"), *END, key="claude.tool_ran"),
    _stream(
        "ran-anyway",
        "a result of the one Read before our hook allowed it",
        init("Read"),
        message(call()),
        came("a", IMAGE),
        *ANSWERED,
        key="claude.tool_ran",
        look=True,
    ),
    _stream(
        "ran-refused",
        "a refusal of a call that no message shows",
        init(),
        came("z", "no", is_error=True),
        *END,
        key=OTHER,
        calls=(0, 1),
    ),
    _stream(
        "second-image",
        "a second image as the result of the one Read",
        *READ,
        came("a", IMAGE),
        came("a", IMAGE),
        *ANSWERED,
        key="claude.tool_ran",
        look=True,
        calls=(1, 0),
    ),
    _stream(
        "other-image",
        "an image as the result of another call",
        *READ,
        came("a", IMAGE),
        came("b", IMAGE),
        *ANSWERED,
        key="claude.tool_ran",
        look=True,
        calls=(1, 0),
    ),
    _stream(
        "swapped-image",
        "another image as the result of the one Read",
        *READ,
        came("a", OTHER_IMAGE),
        *ANSWERED,
        key="claude.other_image",
        look=True,
        calls=(1, 0),
        quick=True,
    ),
    _stream(
        "two-images",
        "two images as the result of the one Read",
        *READ,
        came("a", IMAGE * 2),
        *ANSWERED,
        key="claude.other_image",
        look=True,
        calls=(1, 0),
    ),
    _stream(
        "no-image",
        "the Read brings words and no image",
        *READ,
        came("a", "a closed gate"),
        *ANSWERED,
        look=True,
        calls=(1, 0),
        shown=("could not look at the page",),
    ),
    _stream(
        "broken-image",
        "the Read fails",
        *READ,
        came("a", "Unable to resize image", is_error=True),
        *ANSWERED,
        look=True,
        calls=(1, 0),
        shown=("could not look at the page",),
    ),
    _stream(
        "not-looked",
        "it does not look and says that it did",
        init("Read"),
        *spoken(f"{SEEN} The picture shows it."),
        result(),
        look=True,
        shown=("could not look at the page",),
        quick=True,
    ),
    _stream(
        "agent-call",
        "an agent below calls Bash",
        init("Read"),
        message(call("Bash", {"command": "ls"}), parent="t1"),
        *END,
        key=OTHER,
        look=True,
        calls=(0, 1),
    ),
    _stream("agent-words", "an agent below speaks", init(), {**spoken("EVIL")[1], "parent_tool_use_id": "t1"}, *END),
)
ODD = (
    _stream(
        "user",
        "a user's message that nobody wrote",
        init(),
        message({"type": "text", "text": "EVIL"}, kind="user"),
        *END,
    ),
    _stream(
        "system",
        "a line of the system that nobody wrote",
        init(),
        {"type": "system", "subtype": "informational", "text": "EVIL"},
        *END,
    ),
    _stream("two-results", "two results", init(), *spoken(TRUE), result(), result(result="EVIL")),
    _stream(
        "result-differs", "a result that says other words than were heard", init(), *spoken(TRUE), result(result="EVIL")
    ),
    _stream(
        "error-with-text",
        "a failure that carries an answer",
        init(),
        *spoken(TRUE),
        result(is_error=True, api_error_status=500, result=TRUE),
        key="claude.api_down",
    ),
    _stream(
        "success-in-name",
        "a failure that is called a success",
        init(),
        *spoken(TRUE),
        result(is_error=True, result="x"),
        key="claude.api_down",
    ),
    _stream(
        "megabytes",
        "five megabytes in a line",
        init(),
        *spoken(TRUE + " word" * 1_000_000),
        result(),
        key="claude.too_long",
    ),
    _stream(
        "deltas",
        "a hundred thousand pieces",
        init(),
        *spoken(TRUE),
        {"repeat": 100_000, "say": spoken(" word")[1]},
        result(),
        key="claude.too_long",
    ),
    _stream("bytes", "bytes that are no text", init(), {"bytes": "fffe00c328" * 100}, {"bytes": "22ff220a"}, *END),
    _stream("surrogates", "halves of letters", init(), *spoken(TRUE + " \ud800\udfff\ud83d"), result()),
    _stream(
        "deep",
        "a line nested a hundred thousand deep",
        init(),
        '{"type":"system","a":' + "[" * 100_000,
        *END,
        key="claude.garbled",
    ),
    _stream(
        "types",
        "records of wrong types",
        init(),
        {"type": "assistant", "message": 7},
        {"type": "user", "message": {"content": [1, None]}},
        {"type": "stream_event", "event": []},
        {"type": "control_request", "request": [], "request_id": {}},
        *END,
        key="claude.garbled",
    ),
    _stream(
        "numbers",
        "numbers that are none",
        init(),
        *spoken(TRUE),
        '{"type":"result","is_error":false,"result":"","usage":{"input_tokens":1e999},"total_cost_usd":NaN}',
    ),
    _stream(
        "unknown",
        "records of no known kind",
        init(),
        {"type": "teleport"},
        {"type": "system", "subtype": "hook_started"},
        *END,
    ),
    _stream(
        "escapes",
        "escape sequences split over pieces",
        init(),
        *spoken(TRUE + " \x1b"),
        spoken("]0;own\x07 \u202e")[1],
        result(),
    ),
    _stream(
        "restarts",
        "a hundred beginnings",
        init(),
        *(part for n in range(100) for part in spoken("EVIL", f"m{n}")),
        *spoken(TRUE, "last"),
        result(),
    ),
)
ALL = (*STARTS, *CALLS, *ODD)
Say = Callable[[Places], tuple[object, ...]]


def scenario(behaviour: Behaviour, places: Places) -> str:
    """What the program is to say, as it reads it."""
    assert behaviour.says is not None
    return json.dumps(behaviour.says(places))

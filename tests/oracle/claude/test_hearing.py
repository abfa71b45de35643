"""What a stream means, record by record, with no process."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from ingest.contracts import PageRef
from oracle.claude.hearing import Hearing
from oracle.claude.hook import OneRead
from oracle.claude.protocol import Json, parse, user
from oracle.contracts import Delta, LookedAt, Restarted, Tried
from oracle.errors import ClaudeError

VIEW = "/offers/abc/page.png"
PAGE = PageRef("hex", "base", 4)
IMAGE = [{"type": "image", "source": {"type": "base64", "data": "…"}}]


class Listening:
    """A hearing, and what was heard."""

    def __init__(self, patience: float = 60.0) -> None:
        self.heard: list[Delta | Restarted | LookedAt | Tried] = []
        self.hook = OneRead(VIEW)
        self.hearing = Hearing(self.hook, PAGE, ("Read",), self.heard.append, lambda: patience)

    def play(self, *records: Json) -> list[Json]:
        """Feed records; what was sent back."""
        replies = [reply for record in records if (reply := self.hearing.hear(record))]
        return [json.loads(reply) for reply in replies]


def event(kind: str, **fields: object) -> Json:
    return {"type": "stream_event", "parent_tool_use_id": None, "event": {"type": kind, **fields}}


def start(name: str = "m1") -> Json:
    return event("message_start", message={"id": name})


def delta(text: str) -> Json:
    return event("content_block_delta", delta={"type": "text_delta", "text": text})


def stop(reason: str) -> Json:
    return event("message_delta", delta={"stop_reason": reason})


def result(**fields: object) -> Json:
    return {"type": "result", "subtype": "success", "is_error": False, "result": "", **fields}


def asks(call: str, path: str = VIEW, tool: str = "Read") -> Json:
    given = {"tool_name": tool, "tool_input": {"file_path": path}, "tool_use_id": call}
    return {"type": "control_request", "request_id": call, "request": {"subtype": "hook_callback", "input": given}}


def tool_result(call: str, content: object, *, is_error: bool = False) -> Json:
    block = {"type": "tool_result", "tool_use_id": call, "content": content, "is_error": is_error}
    return {"type": "user", "message": {"role": "user", "content": [block]}}


def failure(listening: Listening, *records: Json) -> ClaudeError:
    with pytest.raises(ClaudeError) as caught:
        listening.play(*records)
        listening.hearing.text()
    return caught.value


@pytest.mark.parametrize(
    ("records", "text", "restarts"),
    [
        ([start(), delta("a"), delta("b"), stop("end_turn")], "ab", 0),
        ([start(), delta("a"), start("m2"), delta("b"), stop("end_turn")], "b", 1),
        ([start(), delta("a"), stop("max_tokens"), start("m2"), delta("b"), stop("end_turn")], "ab", 0),
        ([start(), delta("a"), stop("max_tokens"), start("m2"), delta("b"), start("m3"), delta("c")], "c", 1),
        ([start(), delta("look"), stop("tool_use"), start("m2"), delta("b"), stop("end_turn")], "b", 1),
        ([start(), stop("tool_use"), start("m2"), delta("b"), stop("end_turn")], "b", 0),
        ([start(), delta("no"), stop("refusal"), start("m2"), delta("b"), stop("end_turn")], "b", 1),
    ],
)
def test_a_new_message_begins_again_unless_the_last_was_too_long(
    records: Sequence[Json], text: str, restarts: int
) -> None:
    """What was shown of the earlier one is void, and the listener is told."""
    listening = Listening()
    listening.play(*records, result(result="the last piece only"))
    assert listening.hearing.text() == text
    assert listening.heard.count(Restarted()) == restarts


def whole(text: str, name: str = "m2") -> Json:
    message = {"id": name, "content": [{"type": "text", "text": text}], "stop_reason": None}
    return {"type": "assistant", "parent_tool_use_id": None, "message": message}


def test_a_message_that_was_not_streamed_is_heard_once() -> None:
    """Its blocks come as lines of their own; a streamed message's whole copy adds nothing."""
    listening = Listening()
    listening.play(start("m1"), delta("cut"), whole("cut", "m1"), whole("b"), whole("c"), result())
    assert listening.hearing.text() == "bc"
    assert listening.heard == [Delta("cut"), Restarted(), Delta("b"), Delta("c")]


def test_what_an_agent_below_says_is_not_the_answer() -> None:
    """Only the main conversation is heard."""
    listening = Listening()
    below = {**delta("aside"), "parent_tool_use_id": "toolu_1"}
    listening.play(start(), delta("a"), below, result())
    assert listening.hearing.text() == "a"


def test_an_image_counts_only_when_it_comes_as_the_granted_calls_result() -> None:
    """Granting is not sending; an error is no image."""
    listening = Listening()
    listening.play(asks("a"))
    assert listening.hearing.image_sent is False
    listening.play(tool_result("a", "File does not exist", is_error=True))
    assert listening.hearing.image_sent is False
    listening.play(tool_result("a", IMAGE))
    assert listening.hearing.image_sent is True
    assert listening.heard == [Tried(f"Read({VIEW})", allowed=True), LookedAt(PAGE)]


def test_every_call_is_told_with_what_was_decided() -> None:
    """Allowed once, then denied, each as it was made."""
    listening = Listening()
    listening.play(asks("a"), asks("b"), asks("c", "/etc/passwd"))
    calls = [(each.call, each.allowed) for each in listening.heard if isinstance(each, Tried)]
    assert calls == [(f"Read({VIEW})", True), (f"Read({VIEW})", False), ("Read(/etc/passwd)", False)]


def test_a_call_that_the_cli_refused_by_itself_is_told_too() -> None:
    """Once, when its refusal comes back; one that our hook refused is not told again."""
    listening = Listening()
    block = {"type": "tool_use", "id": "x", "name": "Bash", "input": {"command": "ls"}}
    listening.play({"type": "assistant", "parent_tool_use_id": None, "message": {"id": "m1", "content": [block]}})
    listening.play(tool_result("x", "No such tool", is_error=True), asks("a", "/etc/passwd"))
    listening.play(tool_result("a", "denied", is_error=True))
    assert listening.heard == [Tried("Bash(ls)", allowed=False), Tried("Read(/etc/passwd)", allowed=False)]


def test_the_cost_is_what_the_service_says() -> None:
    """Nothing where it says nothing."""
    listening = Listening()
    assert listening.hearing.usd is None
    listening.play(start(), delta("a"), result(total_cost_usd=0.0123))
    assert listening.hearing.usd == 0.0123


def test_a_tool_that_ran_without_our_leave_ends_everything() -> None:
    """A result that is no error, of a call that nobody granted: the guard is broken."""
    call = {"type": "tool_use", "id": "b", "name": "Bash", "input": {"command": "ls"}}
    said = {"type": "assistant", "parent_tool_use_id": None, "message": {"id": "m1", "content": [call]}}
    error = failure(Listening(), start(), said, tool_result("b", "files"))
    assert (error.key, error.facts) == ("claude.tool_ran", {"tool": "Bash(ls)"})


@pytest.mark.parametrize(
    ("tools", "servers"), [([], []), (["Read", "Bash"], []), (["Read"], [{"name": "x"}]), (None, None)]
)
def test_a_start_with_other_tools_is_refused(tools: object, servers: object) -> None:
    """Exactly the tools that were given, and no server."""
    record = {"type": "system", "subtype": "init", "tools": tools, "mcp_servers": servers, "model": "m"}
    assert failure(Listening(), record).key == "claude.unexpected_tools"


def test_permission_is_denied_and_the_unknown_is_not_supported() -> None:
    """Our hook is the only way in: whoever asks otherwise hears no."""
    requests = [
        {"type": "control_request", "request_id": str(n), "request": {"subtype": kind, "tool_name": "Read"}}
        for n, kind in enumerate(("can_use_tool", "mcp_message", "something new"))
    ]
    replies = Listening().play(*requests)
    assert replies[0]["response"]["response"]["behavior"] == "deny"
    assert [reply["response"]["subtype"] for reply in replies[1:]] == ["error", "error"]
    assert [reply["response"]["request_id"] for reply in replies] == ["0", "1", "2"]


def test_is_error_decides_and_not_the_subtype() -> None:
    """A failed request comes as a success."""
    error = failure(Listening(), start(), delta("half an ans"), result(is_error=True, api_error_status=500, result="x"))
    assert error.key == "claude.api_down"


def test_a_wait_longer_than_the_players_patience_is_not_waited() -> None:
    """The seconds that the service asked for are in the error."""
    retry = {
        "type": "system",
        "subtype": "api_retry",
        "error_status": 429,
        "error": "rate_limit",
        "retry_delay_ms": 9e4,
    }
    error = failure(Listening(patience=60), retry)
    assert (error.key, error.facts) == ("claude.rate_limited_for", {"seconds": 90})
    Listening(patience=120).play(retry)


@pytest.mark.parametrize(
    "record",
    [
        {"type": "something new"},
        {"type": "system", "subtype": "ui_invalidate"},
        {"type": "stream_event"},
        {"type": "stream_event", "event": None},
        {"type": "assistant", "message": None},
        {"type": "assistant", "message": {"content": "text"}},
        {"type": "user", "message": {"content": [None, "x", {"type": "tool_result"}]}},
        {"type": "system", "subtype": "api_retry", "error_status": "x", "retry_delay_ms": None},
    ],
)
def test_what_we_do_not_know_is_passed_over(record: Json) -> None:
    """A record of an unknown or broken shape stops nothing but what it would have granted."""
    listening = Listening()
    listening.play(start(), delta("a"))
    try:
        listening.play(record)
    except ClaudeError as error:
        assert error.key == "claude.tool_ran"  # a result of no known call
        return
    listening.play(result())
    assert listening.hearing.text() == "a"


@pytest.mark.parametrize("line", [b"", b"hello", b"[1]", b'"x"', b"{", b'{"no": "type"}', b"\xff\xfe", b'{"type": 3}'])
def test_a_line_that_is_no_record_is_none(line: bytes) -> None:
    """A greeting of a login shell does not break the dialogue."""
    assert parse(line) is None


def test_a_message_goes_as_it_is() -> None:
    """`client_composed` is what keeps paths in it from being expanded."""
    record = json.loads(user("@/etc/passwd\n/cost"))
    assert (record["client_composed"], record["message"]["content"]) == (True, "@/etc/passwd\n/cost")

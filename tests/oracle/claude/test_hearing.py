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

    def __init__(self, patience: float = 60.0, *, started: bool = True, model: str = "") -> None:
        self.heard: list[Delta | Restarted | LookedAt | Tried] = []
        self.hearing = Hearing(OneRead(VIEW), PAGE, ("Read",), self.heard.append, lambda: patience, model)
        if started:
            self.play(init())

    def play(self, *records: Json) -> list[Json]:
        """Feed records; what was sent back."""
        replies = [reply for record in records if (reply := self.hearing.hear(record))]
        return [json.loads(reply) for reply in replies]


def init(**fields: object) -> Json:
    usual = {"tools": ["Read"], "mcp_servers": [], "model": "claude-test-5", "permissionMode": "default"}
    return {"type": "system", "subtype": "init", **usual, **fields}


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


def calls(*wanted: tuple[str, object], parent: str | None = None) -> Json:
    """A message of the model with tool calls, each with a letter for a name."""
    content = [
        {"type": "tool_use", "id": name, "name": tool, "input": given}
        for name, (tool, given) in zip("abc", wanted, strict=False)
    ]
    return {"type": "assistant", "parent_tool_use_id": parent, "message": {"id": "m1", "content": content}}


THE_VIEW = ("Read", {"file_path": VIEW})


def denied(listening: Listening) -> list[str]:
    return [each.call for each in listening.heard if isinstance(each, Tried) and not each.allowed]


@pytest.mark.parametrize(
    ("records", "call"),
    [
        ([calls(("Bash", {"command": "ls"}))], "Bash(ls)"),
        ([calls(("Read", {"file_path": "/etc/passwd"}))], "Read(/etc/passwd)"),
        ([calls(THE_VIEW, THE_VIEW)], f"Read({VIEW})"),
        ([calls(THE_VIEW), asks("a"), calls(THE_VIEW)], f"Read({VIEW})"),
        ([calls(THE_VIEW), asks("a"), asks("a")], f"Read({VIEW})"),
        ([asks("a"), asks("b")], f"Read({VIEW})"),
        ([asks("a", "/etc/passwd")], "Read(/etc/passwd)"),
        ([asks("a", tool="Write")], f"Write({VIEW})"),
        ([calls(("Bash", {"command": "ls"}), parent="toolu_1")], "Bash(ls)"),
        ([{"type": "control_request", "request_id": "1", "request": {"subtype": "can_use_tool"}}], "None(null)"),
    ],
)
def test_any_other_call_is_told_and_ends_it(records: Sequence[Json], call: str) -> None:
    """Whether the stream shows it, our hook or a permission is asked for it, or an agent made it."""
    listening = Listening()
    error = failure(listening, *records)
    assert (error.key, error.exit_code, error.facts["tool"]) == ("claude.other_tool", 7, call)
    assert denied(listening) == [call]


@pytest.mark.parametrize("kind", ["server_tool_use", "mcp_tool_use", "web_search_tool_result"])
def test_a_call_of_another_kind_is_none_of_ours_whatever_its_name(kind: str) -> None:
    """What the service would do by itself ends it too."""
    block = {"type": kind, "id": "a", "name": "Read", "input": {"file_path": VIEW}}
    record = {"type": "assistant", "parent_tool_use_id": None, "message": {"id": "m1", "content": [block]}}
    assert failure(Listening(), record).facts["tool"] == f"{kind} Read({VIEW})"


def begins(name: str, call: str = "a") -> Json:
    return event("content_block_start", content_block={"type": "tool_use", "id": call, "name": name, "input": {}})


def given(text: str) -> Json:
    return event("content_block_delta", delta={"type": "input_json_delta", "partial_json": text})


@pytest.mark.parametrize("before", [[begins("Bash")], [calls(THE_VIEW), asks("a"), begins("Read", "b")]])
def test_a_call_that_cannot_be_the_one_is_stopped_before_it_is_complete(before: Sequence[Json]) -> None:
    """An interrupt goes back at its first line; what it would have been is told as far as it came."""
    listening = Listening()
    reply = listening.play(*before)[-1]
    assert reply["request"]["subtype"] == "interrupt"
    error = failure(listening, given('{"command": "touch'), given(' x"}'), event("content_block_stop"))
    assert error.key == "claude.other_tool"
    assert str(error.facts["tool"]).endswith("(touch x)")


def test_an_endless_call_is_not_heard_to_its_end() -> None:
    """A few hundred characters tell what it is."""
    listening = Listening()
    listening.play(begins("Bash"))
    error = failure(listening, *[given("x" * 90)] * 5)
    assert str(error.facts["tool"]) == f"Bash({'x' * 200}…)"


def test_the_one_call_is_told_once() -> None:
    """The stream shows it, the hook allows it, its result comes back."""
    listening = Listening()
    replies = listening.play(begins("Read"), given("{}"), calls(THE_VIEW), asks("a"), tool_result("a", IMAGE))
    assert [reply["response"]["response"]["hookSpecificOutput"]["permissionDecision"] for reply in replies] == ["allow"]
    assert listening.heard == [Tried(f"Read({VIEW})", allowed=True), LookedAt(PAGE)]


def test_a_second_image_ends_it() -> None:
    """Whatever call it is said to be the result of."""
    for call in "ab":
        error = failure(Listening(), calls(THE_VIEW), asks("a"), tool_result("a", IMAGE), tool_result(call, IMAGE))
        assert error.key == "claude.tool_ran"


def test_where_our_hook_is_passed_by_nothing_is_read() -> None:
    """A permission for the view itself is denied, and the answer goes on without it."""
    listening = Listening()
    request = {"subtype": "can_use_tool", "tool_name": "Read", "input": {"file_path": VIEW}, "tool_use_id": "a"}
    listening.play(calls(THE_VIEW), {"type": "control_request", "request_id": "1", "request": request})
    listening.play(tool_result("a", "denied", is_error=True), start("m2"), delta("b"), result())
    assert (listening.hearing.text(), listening.hearing.image_sent) == ("b", False)
    assert denied(listening) == [f"Read({VIEW})"]


def test_the_cost_is_what_the_service_says() -> None:
    """Nothing where it says nothing."""
    listening = Listening()
    assert listening.hearing.usd is None
    listening.play(start(), delta("a"), result(total_cost_usd=0.0123))
    assert listening.hearing.usd == 0.0123


@pytest.mark.parametrize("told", [float("inf"), float("nan"), 1e300, "12", None, True, [1]])
def test_what_is_no_number_counts_for_nothing(told: object) -> None:
    """Neither tokens nor costs nor waits are counted with it."""
    listening = Listening()
    listening.play({"type": "system", "subtype": "api_retry", "error_status": told, "retry_delay_ms": told})
    listening.play(start(), delta("a"), result(total_cost_usd=told, usage={"input_tokens": told}))
    assert (listening.hearing.text(), listening.hearing.usd, listening.hearing.tokens["input"]) == ("a", None, 0)


def test_an_answer_without_end_is_stopped() -> None:
    """In pieces, in one, over several messages, or in the result alone."""
    piece = "word " * 5_000
    for records in (
        [start(), *[delta(piece)] * 5],
        [start(), delta(piece * 5)],
        [start(), delta(piece * 3), stop("max_tokens"), start("m2"), delta(piece * 3)],
        [result(result=piece * 5)],
    ):
        assert failure(Listening(), *records).key == "claude.too_long"


def test_a_tool_that_ran_without_our_leave_ends_everything() -> None:
    """A result that is no error, of a call that nobody granted or showed: the guard is broken."""
    error = failure(Listening(), start(), calls(THE_VIEW), tool_result("a", "files"))
    assert (error.key, error.facts) == ("claude.tool_ran", {"tool": f"Read({VIEW})"})
    assert failure(Listening(), start(), tool_result("b", "files")).key == "claude.tool_ran"
    assert failure(Listening(), start(), tool_result("b", "no", is_error=True)).key == "claude.other_tool"


def test_what_comes_before_it_said_what_it_started_with_ends_it() -> None:
    """No word, call or answer counts then; a failure is told as what it is."""
    for record in (start(), calls(THE_VIEW), asks("a"), tool_result("a", IMAGE), result()):
        assert failure(Listening(started=False), record).key == "claude.no_start"
    failed = result(is_error=True, result="Not logged in", error="authentication_failed")
    assert failure(Listening(started=False), failed).key == "claude.api_down"


def test_a_second_start_is_held_against_what_was_asked_too() -> None:
    """It is told again with every message."""
    listening = Listening()
    assert failure(listening, start(), delta("a"), init(tools=["Read", "Bash"])).key == "claude.unexpected_tools"


def test_an_answer_of_another_model_than_it_started_with_is_said() -> None:
    """The model is asked for again with each message: what spoke is what counts."""
    for asked, told in (("", ["claude.other_model"]), ("test", []), ("claude-test-5", ["claude.other_model"])):
        listening = Listening(model=asked)
        message = {"id": "m1", "model": "claude-test-9"}
        listening.play(event("message_start", message=message), delta("a"), result())
        assert [note.key for note in listening.hearing.notes()] == told


def test_the_unknown_is_not_supported() -> None:
    """Who asks for something else is told that we cannot."""
    requests = [
        {"type": "control_request", "request_id": str(n), "request": {"subtype": kind, "tool_name": "Read"}}
        for n, kind in enumerate(("mcp_message", "something new"))
    ]
    replies = Listening().play(*requests)
    assert [reply["response"]["subtype"] for reply in replies] == ["error", "error"]
    assert [reply["response"]["request_id"] for reply in replies] == ["0", "1"]


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
    assert (error.key, error.facts) == ("claude.rate_limited_for", {"seconds": 90, "wait": "90 s"})
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

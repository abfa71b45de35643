"""Whatever Claude Code says that is JSON, of whatever shape: it is understood, passed over, or an error of ours."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.claude import protocol
from oracle.claude.hearing import Hearing
from oracle.claude.hook import OneRead
from oracle.errors import ClaudeError

NAMES = (
    *("subtype", "event", "message", "request", "response", "content", "delta", "text", "name", "input", "id", "model"),
    *("result", "is_error", "errors", "usage", "tools", "mcp_servers", "plugins", "source", "tool_use_id", "tool_name"),
    *("tool_input", "content_block", "stop_reason", "api_error_status", "error", "error_status", "retry_delay_ms"),
    *("rate_limit_info", "resetsAt", "status", "total_cost_usd", "request_id", "parent_tool_use_id", "input_tokens"),
    *("partial_json", "num_turns", "permissionMode", "additional_directories", "file_path"),
)
TYPES = (
    *("system", "stream_event", "assistant", "user", "result", "control_request", "control_response"),
    *("rate_limit_event", "something new"),
)
WORDS = (
    *("init", "api_retry", "hook_callback", "can_use_tool", "text_delta", "message_start", "content_block_start"),
    *(
        "content_block_delta",
        "message_delta",
        "tool_use",
        "tool_result",
        "image",
        "text",
        "Read",
        "rejected",
        "success",
    ),
    *("error_max_turns", "refusal", "max_tokens", "<synthetic>", "/v/page.png", "", "\ud800", "\x1b[31m"),
)
figures = st.sampled_from([float("inf"), float("nan"), -1, 1e300, 10**400, 429, 403, 1.5])
scalars = st.none() | st.booleans() | st.integers() | figures | st.sampled_from(WORDS)
keys = st.sampled_from((*NAMES, "type"))
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5), max_leaves=12
)
records = st.builds(
    lambda kind, fields: {**fields, "type": kind}, st.sampled_from(TYPES), st.dictionaries(keys, values, max_size=6)
)
START = {"type": "system", "subtype": "init", "tools": ["Read"], "mcp_servers": [], "model": "m"}


LIMIT = {"type": "result", "is_error": True, "api_error_status": 429}


@pytest.mark.parametrize("until", [float("inf"), float("nan"), -1, 1e300, 10**400, 4e9, "soon", None])
def test_a_limit_that_ends_at_no_time_is_a_limit(until: object) -> None:
    """What is no time is not told as a wait."""
    told = {"type": "rate_limit_event", "rate_limit_info": {"status": "rejected", "resetsAt": until}}
    hearing = Hearing(OneRead(None), None, ("Read",), lambda event: None, lambda: 60.0, "")
    for each in (START, told, LIMIT):
        record = protocol.parse(json.dumps(each).encode())
        assert record is not None
        hearing.hear(record)
    with pytest.raises(ClaudeError) as caught:
        hearing.text()
    assert caught.value.key in ("claude.rate_limited", "claude.rate_limited_for")
    assert len(str(caught.value)) < 100


@settings(max_examples=600, deadline=None)
@given(st.lists(records, max_size=6), st.booleans())
def test_no_record_is_a_bug(said: list[dict[str, object]], started: bool) -> None:
    """An error that is none of ours would be told to the player as a bug of the oracle."""
    hearing = Hearing(OneRead("/v/page.png"), None, ("Read",), lambda event: None, lambda: 60.0, "")
    try:
        for each in [START] * started + said:
            record = protocol.parse(json.dumps(each).encode())
            if record is not None:
                hearing.hear(record)
            if hearing.finished:
                hearing.text(), hearing.tokens, hearing.usd, hearing.notes()
                return
    except ClaudeError as error:
        assert str(error)

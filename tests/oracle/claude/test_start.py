"""What Claude Code says of itself at its start, held against what it was asked to be."""

from __future__ import annotations

import pytest

from oracle.claude.protocol import Json
from oracle.claude.start import check_start, is_asked
from oracle.errors import ClaudeError

BUILT_IN = {"name": "cc-plugin-privacy", "path": "builtin", "source": "cc-plugin-privacy@builtin"}

# As the real one says it (2.1.332), shortened.
INIT: Json = {
    "type": "system",
    "subtype": "init",
    "tools": ["Read"],
    "mcp_servers": [],
    "model": "claude-opus-5-5",
    "permissionMode": "default",
    "slash_commands": [],
    "agents": ["claude", "Explore", "general-purpose", "Plan"],
    "skills": [],
    "plugins": [BUILT_IN],
    "additional_directories": [],
    "sandbox_enabled": False,
}


def failure(record: Json, model: str = "") -> ClaudeError:
    with pytest.raises(ClaudeError) as caught:
        check_start(record, ("Read",), model)
    return caught.value


def test_the_start_of_the_real_one_is_as_it_should_be() -> None:
    """And what a newer or an older one says more or less of itself stops nothing."""
    check_start(INIT, ("Read",), "")
    check_start({**INIT, "something_new": ["x"], "agents": ["another"]}, ("Read",), "opus")
    check_start({"tools": [], "mcp_servers": [], "model": "m"}, (), "")


@pytest.mark.parametrize(
    ("field", "value", "key"),
    [
        ("tools", [], "claude.unexpected_tools"),
        ("tools", ["Read", "Bash"], "claude.unexpected_tools"),
        ("tools", None, "claude.unexpected_tools"),
        ("tools", "Read", "claude.unexpected_tools"),
        ("mcp_servers", [{"name": "x", "status": "failed"}], "claude.unexpected_tools"),
        ("mcp_servers", "x", "claude.unexpected_tools"),
        ("permissionMode", "bypassPermissions", "claude.unexpected_start"),
        ("permissionMode", "acceptEdits", "claude.unexpected_start"),
        ("additional_directories", ["/etc"], "claude.unexpected_start"),
        ("plugins", [BUILT_IN, {"name": "evil", "path": "/x", "source": "evil@local"}], "claude.unexpected_start"),
        ("plugins", ["evil"], "claude.unexpected_start"),
    ],
)
def test_a_start_that_lets_it_do_more_is_refused(field: str, value: object, key: str) -> None:
    """Exactly the tools that were given, no server, no folder, no plugin of the machine's own, every tool asked for."""
    assert failure({**INIT, field: value}).key == key


def test_what_it_says_is_shown_clean_and_short() -> None:
    """It may be no Claude Code at all."""
    error = failure({**INIT, "permissionMode": "a\x1b[2J\n" + "b" * 5000})
    assert str(error.facts["what"]).startswith("a[2J b") and len(str(error.facts["what"])) == 200


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("", "anything"),
        ("claude-opus-5-5", "claude-opus-5-5"),
        ("claude-opus-5-5[1m]", "claude-opus-5-5"),
        ("claude-sonnet-4-5", "claude-sonnet-4-5-20250929"),
        ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5"),
        ("claude-sonnet-4-5", "us.anthropic.claude-sonnet-4-5-20250929-v1:0"),
        ("claude-haiku-4-5@20251001", "claude-haiku-4-5"),
        ("claude-3-5-haiku-latest", "claude-3-5-haiku-20241022"),
        ("Claude-Opus-5-5", "claude-opus-5-5"),
        ("sonnet", "claude-sonnet-5-5"),
        ("sonnet[1m]", "claude-sonnet-5-5"),
        ("haiku", "claude-3-5-haiku-20241022"),
        ("default", "claude-opus-5-5"),
        ("best", "claude-opus-5-5"),
        ("opusplan", "claude-sonnet-5-5"),
        ("somebody/else", "somebody/else"),
    ],
)
def test_a_model_may_be_named_in_several_ways(asked: str, got: str) -> None:
    """By family, by version, with or without its date, or as somebody who resells it calls it."""
    assert is_asked(got, asked)


@pytest.mark.parametrize(
    ("asked", "got"),
    [
        ("claude-opus-4-1", "claude-opus-5-5"),
        ("claude-opus-4-1-20250805", "claude-opus-5-5"),
        ("claude-opus-4", "claude-opus-4-1"),
        ("claude-opus-4-1", "claude-opus-4"),
        ("claude-sonnet-4-5-20250929", "claude-sonnet-4-5-20260101"),
        ("opus", "claude-sonnet-5-5"),
        ("opus-4-8", "claude-opus-5-5"),
        ("sonne", "claude-sonnet-5-5"),
        ("mine", "claude-opus-5-5"),
        ("claude-opus-5-5", ""),
        ("sonnet", ""),
    ],
)
def test_another_model_than_asked_for_ends_it(asked: str, got: str) -> None:
    """An older version that it no longer has is not silently another; the command to type is said."""
    error = failure({**INIT, "model": got}, asked)
    assert (error.key, error.facts) == ("claude.unexpected_model", {"asked": asked, "got": got or "?"})

"""`oracle vm doctor --live` holds the start of Claude Code to what a question holds it to."""

from __future__ import annotations

from typing import Any

import pytest

from oracle.claude.checkup import check_claude
from oracle.config import ClaudeConfig
from tests.fakes.machines import FakeClaude, FakeMachine, result, text

Json = dict[str, Any]
SILENT: Json = {}
"""It answers without a word of how it started."""


def live(asked: str = "", started: Json | None = None) -> dict[str, tuple[bool, str]]:
    """The last checks of a program that starts so: whether each is well, and what is said of it."""

    def prepare(process: FakeClaude) -> None:
        said = [] if started == SILENT else [{**process.init(), **(started or {})}]
        process.says = lambda message: (*said, text("yes"), result(0.0))

    checks = check_claude(FakeMachine(prepare=prepare), ClaudeConfig(model=asked), live=True)
    return {check.name: (check.ok, check.key) for check in checks if check.name in ("start", "live")}


def test_a_start_as_it_must_be_is_said() -> None:
    """With the model; then the question is answered."""
    assert live() == {"start": (True, "claude.check.start"), "live": (True, "claude.check.live")}


@pytest.mark.parametrize(
    ("started", "key"),
    [
        ({"tools": ["Read", "Bash"]}, "claude.unexpected_tools"),
        ({"mcp_servers": [{"name": "other"}]}, "claude.unexpected_tools"),
        ({"permissionMode": "bypassPermissions"}, "claude.unexpected_start"),
        ({"model": "other-1"}, "claude.unexpected_model"),
        (SILENT, "claude.no_start"),
    ],
)
def test_a_start_that_a_question_would_refuse_is_no_answer(started: Json, key: str) -> None:
    """It is said as a player would be told, and nothing that it says after it counts."""
    assert live("fake-1", started) == {"start": (False, key)}

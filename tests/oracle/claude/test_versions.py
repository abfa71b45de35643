"""Which Claude Code is asked, and how a wait is told."""

from __future__ import annotations

import pytest

from oracle.claude.failures import spelt
from oracle.claude.versions import TESTED, from_complaint, too_old
from oracle.errors import ClaudeError


@pytest.mark.parametrize(
    ("version", "old"),
    [
        *((tested, False) for tested in TESTED),
        ("2.1.331", True),
        ("2.0.999", True),
        ("1.0.128 (Claude Code)", True),
        ("2.1.1000", False),
        ("3.0.0-beta.1", False),
        ("", False),
        ("next", False),
        (None, False),
        (21, False),
    ],
)
def test_only_one_that_says_it_is_older_is_too_old(version: object, old: bool) -> None:
    """Numbers are compared as numbers; one that says nothing is taken as it is."""
    assert too_old(version) is old


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ("error: unknown option '--safe-mode'\n(Did you mean --mode?)\n", "--safe-mode"),
        ("noise\nerror: unknown option --tools\n", "--tools"),
        ("Error: something else", None),
        ("", None),
    ],
)
def test_an_option_that_it_does_not_know_is_heard(said: str, option: str | None) -> None:
    """That is another version, not a broken one."""
    error = from_complaint(said)
    assert (error.facts["option"] if isinstance(error, ClaudeError) else None) == option


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(1, "1 s"), (90, "90 s"), (180, "180 s"), (181, "4 min"), (3600, "1 h"), (5400, "1 h 30 min"), (86399, "24 h")],
)
def test_a_wait_is_told_as_people_count_and_never_too_short(seconds: int, said: str) -> None:
    """Seconds while they are few, then minutes and hours, rounded up."""
    assert spelt(seconds) == said

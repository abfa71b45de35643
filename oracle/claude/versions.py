"""Which versions of Claude Code this release knows. Pure.

An older one than we tested is not asked anything: what it lets through (a path in a question that it would read, a
hook that it would not wait for) is unknown. A newer one is asked, and `oracle vm doctor` says that it is untested.
"""

from __future__ import annotations

import re

from oracle.errors import ClaudeError

TESTED = ("2.1.332",)
"""The versions of Claude Code that this release was tested with, the oldest first."""

_NUMBERS = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_UNKNOWN_OPTION = re.compile(r"unknown option '?(--?[a-zA-Z-]+)")


def too_old(version: object) -> bool:
    """Whether it says that it is older than the oldest that we tested. One that says nothing is not."""
    number = _number(version)
    return number is not None and number < (_number(TESTED[0]) or ())


def check(version: object) -> None:
    """Raise `ClaudeError` for a version that is too old."""
    if too_old(version):
        raise ClaudeError("claude.too_old", version=version, tested=TESTED[0])


def from_complaint(stderr: str) -> ClaudeError | None:
    """The error of one that ended because it does not know an option of ours, if that is what it complains of."""
    found = _UNKNOWN_OPTION.search(stderr)
    return ClaudeError("claude.unknown_option", option=found[1], tested=TESTED[0]) if found else None


def _number(version: object) -> tuple[int, ...] | None:
    found = _NUMBERS.match(version) if isinstance(version, str) else None
    return tuple(map(int, found.groups())) if found else None

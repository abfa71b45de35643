"""What went wrong, from what Claude Code reported, as one error with a key and facts. Pure.

Owns the mapping. `is_error` decides, never `subtype`: a failed request comes as "success".
"""

from __future__ import annotations

import math

from oracle.claude import versions
from oracle.claude.protocol import Json, part
from oracle.display import clean
from oracle.errors import ClaudeError
from vm.machine import GUARD, REFUSED

_NO_LOGIN = frozenset({"authentication_failed", "oauth_org_not_allowed"})
_SHOWN = 300
_IN_SECONDS = 181
NOT_FOUND = 127
KILLED = 128 + 9


def from_result(result: Json, category: str | None, wait: float | None) -> ClaudeError:
    """The error of a `result` line with `is_error`.

    `category` is what the CLI called the failed request, `wait` the seconds that the service asked for.
    """
    status, why = result.get("api_error_status"), _why(result)
    if result.get("subtype") == "error_max_turns":
        return ClaudeError("claude.max_turns", turns=result.get("num_turns"))
    if result.get("stop_reason") == "refusal":
        return ClaudeError("claude.refused")
    return from_status(status if isinstance(status, int) else None, category, wait, why)


def from_status(status: int | None, category: str | None, wait: float | None, why: str) -> ClaudeError:
    """The error of a request to the service that failed with an HTTP status, or with none."""
    if status == 403 or category == "billing_error":  # which the CLI also calls a failed authentication
        return ClaudeError("claude.forbidden", why=why)
    if status == 401 or category in _NO_LOGIN:
        return ClaudeError("claude.not_logged_in", why=why)
    if status == 429 or category == "rate_limit":
        return _limited(wait, why)
    if status == 529 or category == "overloaded":
        return ClaudeError("claude.overloaded")
    if status is not None and 400 <= status < 500:
        return ClaudeError("claude.bad_request", status=status, why=why)
    return ClaudeError("claude.api_down", why=why)


def from_silence(status: int | None, stderr: str, command: str) -> ClaudeError:
    """The error of a process that ended without a `result` line."""
    if status == REFUSED and GUARD in stderr:
        return ClaudeError("claude.not_on_the_list")
    if status == NOT_FOUND:
        return ClaudeError("claude.missing", command=command)
    if status == KILLED:
        return ClaudeError("claude.killed")
    if (strange := versions.from_complaint(stderr)) is not None:
        return strange
    return ClaudeError("claude.died", status="?" if status is None else status, why=last_line(stderr))


def last_line(stderr: str) -> str:
    """What a program complained of last, fit to be shown."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    return clean(lines[-1], one_line=True)[:_SHOWN] if lines else ""


def _limited(wait: float | None, why: str) -> ClaudeError:
    if wait is None:
        return ClaudeError("claude.rate_limited", why=why)
    seconds = max(1, math.ceil(wait))
    return ClaudeError("claude.rate_limited_for", seconds=seconds, wait=spelt(seconds))


def spelt(seconds: int) -> str:
    """A wait as a person says it, the same in every language: `45 s`, `12 min`, `1 h 30 min`."""
    if seconds < _IN_SECONDS:
        return f"{seconds} s"
    hours, minutes = divmod(math.ceil(seconds / 60), 60)
    return " ".join(filter(None, [f"{hours} h" if hours else "", f"{minutes} min" if minutes else ""]))


def _why(result: Json) -> str:
    errors = part(result, "errors")
    told = result.get("result") or (errors[0] if isinstance(errors, list) and errors else "")
    return clean(str(told), one_line=True)[:_SHOWN]

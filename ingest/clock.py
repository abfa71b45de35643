"""The time of day, for records that people read. Nothing is decided by it, and no corpus file holds it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """This second, UTC, as ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")

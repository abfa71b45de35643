"""Which runs belong together: an evening, the conversation that a question goes on from.

Pure. Owns how long a pause ends an evening, and how many turns are gone on from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from oracle.contracts import Turn
from oracle.record import Run

PAUSE: Final = timedelta(hours=6)
"""Between two questions: a longer pause lies between two evenings."""

TURNS_KEPT: Final = 4


def evening(newest_first: Iterable[Run]) -> Sequence[Run]:
    """The last evening, oldest first: the last run, and those before it that no long pause keeps apart."""
    runs: list[Run] = []
    for run in newest_first:
        if runs and _pause(run, runs[-1]) > PAUSE:
            break
        runs.append(run)
    return runs[::-1]


def _pause(before: Run, after: Run) -> timedelta:
    try:
        return datetime.fromisoformat(after.at) - datetime.fromisoformat(before.at)
    except (TypeError, ValueError):  # a time that cannot be read, or one with a zone and one without
        return timedelta()


def turns(conversation: Iterable[Run]) -> tuple[Turn, ...]:
    """What was said, for the question that comes next."""
    return tuple(Turn(run.question, run.answer) for run in conversation)[-TURNS_KEPT:]

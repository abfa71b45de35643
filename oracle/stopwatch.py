"""Milliseconds of the steps of one question, by name."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Measures steps; `total` runs from the moment it is made."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self._steps: dict[str, int] = {}
        self._began: dict[str, int] = {}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measure what is done inside, also when it fails."""
        begun = time.perf_counter()
        self._began.setdefault(name, self.now)
        try:
            yield
        finally:
            self._steps[name] = _ms(begun)

    @property
    def ms(self) -> dict[str, int]:
        """All steps so far, and the total."""
        return {**self._steps, "total": self.now}

    @property
    def began(self) -> dict[str, int]:
        """When each step was begun first, from the start."""
        return dict(self._began)

    @property
    def now(self) -> int:
        """How long it runs already."""
        return _ms(self._start)


def _ms(since: float) -> int:
    return round((time.perf_counter() - since) * 1000)

"""What takes long to make and nobody changes is made once for all the processes of a test run.

pytest makes a session's fixture in every process of `pytest -n`; this one waits for the process that is making it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path

import pytest


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """The folder `name`, which one process fills by `make`; what that raises, the next one tries again."""
    base = factory.getbasetemp()
    common = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    place, made = common / name, common / f"{name}.made"
    with (common / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            place.mkdir()
            make(place)
            made.touch()
    return place

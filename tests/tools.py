"""Programs that tests need for real. Missing on a user's machine: skip. Missing in CI: fail."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parent.parent


def missing(what: str) -> NoReturn:
    """Skip, or fail where `CI` is set: there everything must be present."""
    if os.environ.get("CI"):
        pytest.fail(f"CI must have {what}", pytrace=False)
    pytest.skip(f"needs {what}")


def program(name: str, *places: str) -> Path:
    """The path of a program on PATH or in `places` (folders such as /usr/sbin)."""
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), *places)))
    if found is None:
        missing(name)
    return Path(found)


def claude_cli() -> Path:
    """The real Claude Code CLI that `make test` installed under `.tools`, outside the project's environment."""
    local = ROOT / ".tools" / "claude" / "node_modules" / ".bin" / "claude"
    return local if local.exists() else program("claude")

"""Golden files: what a change of wording looks like, reviewed as a diff."""

from __future__ import annotations

import difflib
import os
from pathlib import Path

_FOLDER = Path(__file__).parent


def agrees(name: str, text: str) -> None:
    """Compare with a golden file; `GOLDEN=write` writes it instead. What differs is said as a diff."""
    file = _FOLDER / name
    if writing():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    known = reviewed(name)
    assert text == known, f"{file} differs; GOLDEN=write pytest … writes it anew\n{_diff(known, text)}"


def writing() -> bool:
    """Whether golden files are written, not compared with."""
    return os.environ.get("GOLDEN") == "write"


def reviewed(name: str) -> str:
    """A golden file as it was reviewed; empty where there is none yet."""
    file = _FOLDER / name
    return file.read_text("utf-8") if file.exists() else ""


def _diff(reviewed: str, text: str) -> str:
    lines = difflib.unified_diff(reviewed.splitlines(), text.splitlines(), "reviewed", "now", lineterm="", n=1)
    return "\n".join(lines)

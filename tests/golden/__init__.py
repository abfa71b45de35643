"""Golden files: what a change of wording looks like, reviewed as a diff."""

from __future__ import annotations

import os
from pathlib import Path

_FOLDER = Path(__file__).parent


def agrees(name: str, text: str) -> None:
    """Compare with a golden file; `GOLDEN=write` writes it instead."""
    file = _FOLDER / name
    if os.environ.get("GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8"), f"{file} differs; GOLDEN=write pytest … writes it anew"

"""What setting up does on the machine, in one step: look at what is there, or change it as planned.

Runs there by itself: standard library only, Python 3.7 and later; JSON on its standard input and output. Owns nothing
but reading and replacing files of the home folder, whole or not at all; what to write was decided on our side.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import stat
import sys
import tempfile
from pathlib import Path
from typing import Any

MODE = 0o600


def look(home: Path, names: list[str]) -> dict[str, Any]:
    """The files of these names under `home`, as base64; `null` where there is none. A link is not followed."""
    found = {}
    for name in names:
        path = home / name
        if path.is_symlink() or (path.exists() and not path.is_file()):
            return {"odd": str(path)}
        found[name] = base64.b64encode(path.read_bytes()).decode() if path.exists() else None
    return {"home": str(home), "python": sys.executable, "version": list(sys.version_info[:2]), "files": found}


def change(home: Path, wanted: list[dict[str, Any]]) -> dict[str, Any]:
    """Each change: `name`, the digest that the file must have (`before`), its new content; `null` removes it.

    Nothing is changed when any file is not as it was looked at. Folders are made as needed, and left when empty.
    """
    for each in wanted:
        if _digest(home / each["name"]) != each["before"]:
            return {"changed": str(home / each["name"])}
    for each in wanted:
        path = home / each["name"]
        if each["content"] is None:
            path.unlink()
            _leave(path.parent, each["leave"])
        else:
            _write(path, base64.b64decode(each["content"]))
    return {"done": True}


def _digest(path: Path) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


def _write(path: Path, content: bytes) -> None:
    """Replace a file whole, with the mode that it had, else readable by its owner only."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else MODE
    handle, draft = tempfile.mkstemp(dir=str(path.parent), prefix=".rules-oracle.")
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        os.chmod(draft, mode)  # noqa: PTH101
        os.replace(draft, str(path))  # noqa: PTH105
    except OSError:
        os.unlink(draft)  # noqa: PTH108
        raise


def _leave(folder: Path, levels: int) -> None:
    """Remove a folder that is empty now, and as many of those above it."""
    for each in (folder, *folder.parents)[:levels]:
        if any(each.iterdir()):
            return
        each.rmdir()


def main() -> None:
    """One order in, one report out."""
    order = json.load(sys.stdin)
    home = Path(os.environ["HOME"])
    try:
        report = look(home, order["look"]) if "look" in order else change(home, order["change"])
    except OSError as error:
        report = {"failed": str(error)}
    sys.stdout.write(
        "\n" + json.dumps(report) + "\n"
    )  # a line of its own, whatever the shell's start-up files wrote before


if __name__ == "__main__":
    main()

"""The system's picture viewer: whether there is one to see anything in, and starting it.

A terminal over SSH has none, even where a display is forwarded. Nothing that a viewer prints reaches the screen.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


@dataclass(frozen=True)
class Viewer:
    """A program that shows a file when it is named."""

    program: str

    def show(self, file: Path) -> bool:
        """Start it, on its own; `False` when it cannot be started."""
        quiet = subprocess.DEVNULL
        try:
            subprocess.Popen([self.program, str(file)], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
        except OSError:
            return False
        return True


def system_viewer(environ: Mapping[str, str], platform: str) -> Viewer | None:
    """What opens pictures here, `None` where nobody would see them."""
    if environ.get("SSH_CONNECTION"):
        return None
    if platform != "darwin" and not any(environ.get(name) for name in _DISPLAYS):
        return None
    program = shutil.which("open" if platform == "darwin" else "xdg-open", path=environ.get("PATH"))
    return Viewer(program) if program else None

"""The system's clipboard, through the program that fills it where there is one.

A terminal over SSH has none of its own: there the terminal's own way (OSC 52) is the only one. Nothing that such a
program prints reaches the screen.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass

PATIENCE = 3.0


@dataclass(frozen=True)
class Clipboard:
    """A program that takes a text on its standard input."""

    command: tuple[str, ...]
    encoding: str = "utf-8"

    def take(self, text: str) -> bool:
        """Hand the text over; whether it was taken."""
        try:
            done = subprocess.run(
                self.command,
                input=text.encode(self.encoding, "replace"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=PATIENCE,
                start_new_session=True,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0


_DISPLAYS = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
)


def system_clipboard(environ: Mapping[str, str], platform: str) -> Clipboard | None:
    """What fills the clipboard of whoever sits here, `None` where nobody does."""
    if environ.get("SSH_CONNECTION"):
        return None
    if platform == "darwin":
        return _found(("pbcopy",), environ)
    if environ.get("WSL_DISTRO_NAME"):
        return _found(("clip.exe",), environ, "utf-16")
    ways = (_found(command, environ) for variable, command in _DISPLAYS if environ.get(variable))
    return next((way for way in ways if way), None)


def _found(command: tuple[str, ...], environ: Mapping[str, str], encoding: str = "utf-8") -> Clipboard | None:
    program = shutil.which(command[0], path=environ.get("PATH"))
    return Clipboard((program, *command[1:]), encoding) if program else None

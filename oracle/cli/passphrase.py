"""The passphrase of an SSH key, typed by a person on the terminal: never an argument, never a pipe, never kept."""

from __future__ import annotations

import getpass
import os
import threading
from pathlib import Path

from oracle.texts import Texts
from vm.hosts import Passphrase

_TERMINAL = "/dev/tty"


def on_the_terminal(say: Texts) -> Passphrase:
    """Asks on the terminal itself, so that a question may still come by a pipe; `None` where there is no terminal."""

    def ask(file: Path, again: bool) -> str | None:
        if not _has_terminal():
            return None
        prompt = say("vm.passphrase_again", file=file) if again else say("vm.passphrase", file=file)
        try:
            return getpass.getpass(prompt + " ") or None
        except EOFError:
            return None

    return ask


def once(wanted: threading.Event, ask: Passphrase) -> Passphrase:
    """Asks only once it is wanted: whoever connects ahead of a question waits until the player has been shown more."""

    def later(file: Path, again: bool) -> str | None:
        wanted.wait()
        return ask(file, again)

    return later


def _has_terminal() -> bool:
    try:
        os.close(os.open(_TERMINAL, os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True

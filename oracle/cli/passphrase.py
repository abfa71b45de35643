"""The passphrase of an SSH key, typed by a person on the terminal: never an argument, never a pipe, never kept."""

from __future__ import annotations

import getpass
import os
import threading
from pathlib import Path

from oracle.contracts import Event, Found, Listener
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


class OnceShown:
    """Asks only once passages are shown: whoever connects beside finding waits until there is something to read."""

    def __init__(self, ask: Passphrase) -> None:
        self._ask = ask
        self._shown = threading.Event()

    def __call__(self, file: Path, again: bool) -> str | None:
        """The passphrase, as a `Passphrase` gives it."""
        self._shown.wait()
        return self._ask(file, again)

    def hearing(self, hear: Listener) -> Listener:
        """`hear`, with an eye on when passages are shown."""

        def listen(event: Event) -> None:
            hear(event)
            if isinstance(event, Found):
                self._shown.set()

        return listen


def _has_terminal() -> bool:
    try:
        os.close(os.open(_TERMINAL, os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True

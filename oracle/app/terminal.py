"""The terminal as Textual drives it, with what is typed and pasted read by `oracle.app.typed`.

Owns the loop that reads the keyboard. Only where Textual drives a terminal of Unix; elsewhere its own driver serves.
"""

from __future__ import annotations

import os
import selectors
from collections.abc import Iterator
from contextlib import suppress

from textual._parser import ParseError
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from oracle.app.typed import Typed

CHUNK = 4096
MOMENT = 0.1


class Terminal(LinuxDriver):
    """Textual's driver, but a paste is text and a bad byte is a bad letter."""

    def run_input_thread(self) -> None:
        """Until the app is left."""
        parser, typed = XTermParser(self._debug), Typed()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                for message in self._messages(selector, parser, typed):
                    self.process_message(message)
        with suppress(EOFError, ParseError):
            list(parser.feed(""))

    def _messages(self, selector: selectors.BaseSelector, parser: XTermParser, typed: Typed) -> Iterator[Message]:
        """What came within a moment; a key that was begun and not ended in time is one too."""
        if selector.select(MOMENT):
            data = os.read(self.fileno, CHUNK)
            if not data:
                self.exit_event.wait(MOMENT)  # nobody types there any more
            if read := typed.read(data):
                yield from parser.feed(read)
        yield from parser.tick()

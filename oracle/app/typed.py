"""What comes from the terminal's keyboard, before anything is made of it.

Owns that a paste is text and nothing else: Textual reads an escape sequence inside of one as keys. And that a byte
which is no UTF-8 ends nothing. A paste that holds the sequence which ends it is for the terminal to refuse; most do.
"""

from __future__ import annotations

from codecs import getincrementaldecoder
from typing import Final

from oracle.display import clean

BEGIN: Final = "\x1b[200~"
END: Final = "\x1b[201~"


class Typed:
    """Bytes as characters, those of a paste without what could steer anything. Sequences may come in pieces."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._pasting = False
        self._last = ""
        self._held = ""

    def read(self, data: bytes, *, final: bool = False) -> str:
        """What these bytes add."""
        return "".join(map(self._next, self._decode(data, final)))

    def _next(self, character: str) -> str:
        if self._pasting:
            return self._pasted(character)
        self._last = (self._last + character)[-len(BEGIN) :]
        self._pasting = self._last == BEGIN
        return character

    def _pasted(self, character: str) -> str:
        """Only what may become the end is held back, so that it comes whole."""
        held, self._held = self._held + character, ""
        if held == END:
            self._pasting, self._last = False, ""
            return END
        if END.startswith(held):
            self._held = held
            return ""
        if character == END[0]:
            held, self._held = held[:-1], character
        return clean(held)

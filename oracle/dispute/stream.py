"""Both readings as they come, the labels of the model in the player's words. Verifies nothing.

Owns that a line is held back while it may still turn out to begin with a label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from oracle.dispute.grammar import DECIDED, READINGS, reading_label
from oracle.stream import Stream
from oracle.texts import Texts

_LABELS = (*map(reading_label, READINGS), DECIDED)
_LABEL = re.compile(
    r"^[*_#> \t]*(?:READING[ \t]*([12])[*_ \t]*:|DECIDED[*_ \t]*:[*_ \t]*(\w*)[*_.]*)[*_ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_BEFORE = "*_#> \t"


def stream_for(words: Texts, icons: Mapping[str, str] | None = None, *, disputed: bool) -> Stream:
    """What shows an answer as it comes, or both readings of a question."""
    return DisputeStream(words, icons) if disputed else Stream(words, icons)


class DisputeStream(Stream):
    """Feed it pieces, write what it gives, as a `Stream`."""

    def __init__(self, words: Texts, icons: Mapping[str, str] | None = None) -> None:
        super().__init__(words, icons)
        self._new_line = True

    def _ready(self) -> int:
        """As much as is ready, but no beginning of a line that may be a label; a decision only whole."""
        start = self._held.rfind("\n") + 1
        if start == 0 and not self._new_line:
            return super()._ready()
        ready, last = super()._ready(), self._held[start:]
        begun = last.lstrip(_BEFORE).upper()
        label = _LABEL.match(last)
        if begun.startswith(DECIDED[:-1]) or any(each.startswith(begun) for each in _LABELS):
            return min(start, ready)
        return min(start, ready) if label and ready < start + label.end() else ready

    def _worded(self, piece: str) -> str:
        """The labels of a piece in the player's words."""
        going_on, newline, rest = ("", "", piece) if self._new_line else piece.partition("\n")
        self._new_line = piece.endswith("\n") or (self._new_line and not piece)
        return f"{going_on}{newline}{_LABEL.sub(self._said, rest)}"

    def _said(self, label: re.Match[str]) -> str:
        if label[1]:
            return self._words("dispute.reading.open", n=int(label[1])) + " "
        if label[2] in ("1", "2"):
            return self._words("dispute.decided", n=int(label[2])) + " "
        return self._words("dispute.undecided") + " "

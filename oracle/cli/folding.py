"""Lines of ours folded between words at the width of a terminal, which would cut them inside one. Pure."""

from __future__ import annotations

import re
import textwrap

LEAST = 20
"""A terminal that says it is narrower says nothing."""

_COMMAND = "→ "
_BESIDE = "   ("
"""Between a command and what is said of it."""
_NUMBERED = re.compile(r"\s*(?:\[\d+\]|[-•✓✗⚠–]) ")
_TIED = re.compile(r"(?<=[«§]) | (?=[»?!:;])|(?<=\bp\.) (?=\d)")
_PIECE = re.compile(r"[ \t\n]+|[^ \t\n]+")


def folded(text: str, width: int) -> str:
    """The text with its long lines folded, each under its own beginning. A command to be typed stays in one piece."""
    return "\n".join(_folded(line, max(LEAST, width)) for line in text.split("\n"))


def _folded(line: str, width: int) -> str:
    margin = len(line) - len(line.lstrip())
    if len(line) <= width:
        return line
    if line.lstrip().startswith(_COMMAND):
        command, beside, words = line.partition(_BESIDE)
        return "\n".join([command, *([_folded(" " * (margin + 2) + f"({words}", width)] if beside else [])])
    mark = _NUMBERED.match(line)
    hanging = " " * min(len(mark[0]) if mark else margin, width // 2)
    tied = _TIED.sub("\u00a0", line)
    return textwrap.fill(
        tied, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False, tabsize=4
    )


class Folding:
    """Folds a text that comes in pieces. What may still go on is held back: the last word of a piece."""

    def __init__(self, width: int | None) -> None:
        self._width = width and max(LEAST, width)
        self._column = 0
        self._gap = self._word = ""

    def feed(self, text: str) -> str:
        """What may be written now; everything where there is no width to keep."""
        if self._width is None:
            return text
        return "".join(map(self._take, _PIECE.findall(text)))

    def rest(self) -> str:
        """The last word."""
        last, self._word, self._gap = self._placed(), "", ""
        return last

    def _take(self, piece: str) -> str:
        if piece.strip(" \t\n"):
            self._word += piece
            return ""
        out = self._placed()
        if "\n" in piece:
            self._column, self._gap = len(piece) - piece.rindex("\n") - 1, ""
            return out + piece
        self._gap = piece if out else self._gap + piece
        return out

    def _placed(self) -> str:
        """The word that is whole now, behind its gap or on a new line."""
        if not self._word:
            return ""
        gap, word = self._gap, self._word
        assert self._width is not None
        if self._column and self._column + len(gap) + len(word) > self._width:
            gap, self._column = "\n", len(word)
        else:
            self._column += len(gap) + len(word)
        self._gap = self._word = ""
        return gap + word

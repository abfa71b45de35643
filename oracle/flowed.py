"""Text with marked parts, broken into lines no wider than the terminal.

Pure. Owns where lines break: at spaces, and inside a word only where it is wider than the line. A line that fits keeps
its spaces, so columns stay columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

_WORD = re.compile(r"\S+")
_Lettered = list[tuple[str, bool]]


@dataclass(frozen=True)
class Piece:
    """A run of text that is marked, or is not."""

    text: str
    marked: bool


def flowed(text: str, extents: Iterable[tuple[int, int]], width: int, opening: str, closing: str) -> list[list[Piece]]:
    """The lines of `text`, each as its pieces; every extent stands between `opening` and `closing` and is marked."""
    lines = _lines(_lettered(text, sorted(extents), opening, closing))
    return [_pieces(row) for line in lines for row in _rows(line, max(1, width))]


def _lettered(text: str, extents: Sequence[tuple[int, int]], opening: str, closing: str) -> _Lettered:
    letters: _Lettered = []
    at = 0
    for start, end in extents:
        if start < at:
            continue
        letters += [(letter, False) for letter in text[at:start]]
        letters += [(letter, True) for letter in f"{opening}{text[start:end]}{closing}"]
        at = end
    return letters + [(letter, False) for letter in text[at:]]


def _lines(letters: _Lettered) -> Iterator[_Lettered]:
    line: _Lettered = []
    for letter in letters:
        if letter[0] == "\n":
            yield line
            line = []
        else:
            line.append(letter)
    yield line


def _rows(line: _Lettered, width: int) -> Iterator[_Lettered]:
    if len(line) <= width:
        yield line
        return
    row: _Lettered = []
    for word in _words(line, width):
        if row and len(row) + 1 + len(word) > width:
            yield row
            row = []
        row += [(" ", row[-1][1] and word[0][1]), *word] if row else word
    yield row


def _words(line: _Lettered, width: int) -> Iterator[_Lettered]:
    """Words, and slices of those that are too wide. A no-break space holds words together, as it is meant to."""
    text = "".join(letter for letter, _ in line).replace("\u00a0", "_").replace("\u202f", "_")
    for word in _WORD.finditer(text):
        for start in range(word.start(), word.end(), width):
            yield line[start : min(start + width, word.end())]


def _pieces(row: _Lettered) -> list[Piece]:
    runs = groupby(row, key=lambda letter: letter[1])
    return [Piece("".join(letter for letter, _ in run), marked) for marked, run in runs]

"""Where words stand inside a printed line of which only the whole box is known.

Pure. Owns how wide letters are in print, as far as one guess serves all fonts: a line is shared out among its letters
by it. On the layer of real books the edge of a word is met within a fifth of a letter in the median, and
`ROOM` on either side leaves no word out, and covers 90 in 100 to the last stroke (tests/oracle/test_word_boxes.py).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from ingest.contracts import Box

ROOM: Final = 0.6
"""Letters added on either side of what is marked: about as much as the space before the next word."""

_WIDTHS: Final = {
    character: width
    for width, characters in (
        (4, "'’"),
        (6, "ijl,./|\\ "),
        (7, "ftI!()-:;[]`"),
        (9, 'r"*{}'),
        (11, "aceksvxyzJ"),
        (13, "FL+<=>~"),
        (14, "EPSTZ"),
        (15, "BVXY"),
        (16, "wACDHKNRU&"),
        (17, "GOQ"),
        (18, "m"),
        (20, "M%W@—…"),
    )
    for character in characters
}
"""Tenths of a common small letter: means of Helvetica, Helvetica bold and Times."""
_COMMON: Final = 12
_MEAN: Final = 10  # of all characters, spaces too
_ICON: Final = re.compile(r"⟨[^⟩\n]*⟩")
_ICON_WIDTH: Final = 24
_WORD: Final = re.compile(r"⟨[^⟩\n]*⟩|\S+")


def within(text: str, box: Box, start: int, end: int) -> Box:
    """The part of a line's `box` that the words of `text[start:end]` take; the whole where they are all of it.

    Words that are only touched are taken whole. A line that is set upright keeps its box.
    """
    words = [word.span() for word in _WORD.finditer(text)]
    touched = [(first, last) for first, last in words if first < end and start < last]
    if not touched or touched == words or _upright(text, box):
        return box
    edges = list(_edges(text))
    scale = (box[2] - box[0]) / edges[-1]
    room = ROOM * _MEAN * scale
    left = box[0] + edges[touched[0][0]] * scale - room
    right = box[0] + edges[touched[-1][1]] * scale + room
    return (
        box[0] if touched[0] == words[0] else max(box[0], left),
        box[1],
        box[2] if touched[-1] == words[-1] else min(box[2], right),
        box[3],
    )


def _upright(text: str, box: Box) -> bool:
    return len(text) > 3 and box[3] - box[1] > box[2] - box[0]


def _edges(text: str) -> Iterator[float]:
    """Where each character begins, and where the last one ends. An icon is two letters wide, whatever its name."""
    at = 0.0
    icons = {place: found for found in _ICON.finditer(text) for place in range(*found.span())}
    for place, character in enumerate(text):
        yield at
        icon = icons.get(place)
        at += _ICON_WIDTH / (icon.end() - icon.start()) if icon else _width(character)
    yield at


def _width(character: str) -> int:
    return _WIDTHS.get(unicodedata.normalize("NFKD", character)[0], _COMMON)

"""Owns fonts, inline markup and line breaking. Knows no page.

The five faces are those PyMuPDF carries inside itself, so that no file of the machine is needed.
Markup: `**bold**`, `*italic*`; a no-break space is never a place to break.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pymupdf

FACES = {"rm": "tiro", "it": "tiit", "bd": "tibo", "sans": "helv", "head": "hebo"}
_MARKED = re.compile(r"(\*\*.+?\*\*|\*.+?\*)")
_NBSP = "\u00a0"


@dataclass(frozen=True)
class Run:
    """A stretch of text in one face."""

    text: str
    face: str


@dataclass(frozen=True)
class Line:
    """One set line: its runs, and how wide it came out."""

    runs: tuple[Run, ...]
    width: float


@cache
def font(face: str) -> pymupdf.Font:
    """The font of a face."""
    return pymupdf.Font(FACES[face])


def width_of(text: str, face: str, size: float) -> float:
    """How wide `text` is, in points."""
    return size * sum(_advance(character, face) for character in text)


@cache
def _advance(character: str, face: str) -> float:
    return float(font(face).glyph_advance(ord(character)))


def french(text: str) -> str:
    """Put the no-break spaces that French typography wants before high punctuation and inside guillemets."""
    return re.sub(r" (?=[;:!?»%])|(?<=«) ", _NBSP, text)


def runs_of(text: str, face: str = "rm", bold: str = "bd", italic: str = "it") -> list[Run]:
    """Read the inline markup."""
    runs = []
    for piece in filter(None, _MARKED.split(text)):
        if piece.startswith("**"):
            runs.append(Run(piece[2:-2], bold))
        elif piece.startswith("*") and len(piece) > 2:
            runs.append(Run(piece[1:-1], italic))
        else:
            runs.append(Run(piece, face))
    return runs


def plain(text: str) -> str:
    """The text without its markup."""
    return "".join(run.text for run in runs_of(text))


def set_lines(text: str, width: float, size: float, face: str = "rm") -> list[Line]:
    """Break `text` into lines no wider than `width`."""
    italic = "it" if face in {"rm", "bd"} else face
    bold = "bd" if face in {"rm", "it"} else "head"
    lines: list[Line] = []
    current: list[list[Run]] = []
    for word in _words(runs_of(text, face, bold, italic)):
        if current and _measure([*current, word], size) > width:
            lines.append(_line(current, size))
            current = []
        current.append(word)
    return [*lines, _line(current, size)] if current else lines


def _words(runs: list[Run]) -> list[list[Run]]:
    words: list[list[Run]] = [[]]
    for run in runs:
        for number, part in enumerate(run.text.split(" ")):
            if number:
                words.append([])
            if part:
                words[-1].append(Run(part, run.face))
    return [word for word in words if word]


def _joined(words: list[list[Run]]) -> list[Run]:
    merged: list[Run] = []
    for number, word in enumerate(words):
        for place, run in enumerate(word):
            text = (" " if number and not place else "") + run.text
            if merged and merged[-1].face == run.face:
                merged[-1] = Run(merged[-1].text + text, run.face)
            else:
                merged.append(Run(text, run.face))
    return merged


def _measure(words: list[list[Run]], size: float) -> float:
    return sum(width_of(run.text, run.face, size) for run in _joined(words))


def _line(words: list[list[Run]], size: float) -> Line:
    return Line(tuple(_joined(words)), _measure(words, size))

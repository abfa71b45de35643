"""The numbers and bullets that Word writes before paragraphs: they stand in no text, only in `numbering.xml`. Pure.

Owns counting. A number is what a reader sees ("2.1", "c)"), so that a rule can be found by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PLACE: Final = re.compile(r"%([1-9])")
_ROMAN: Final = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


@dataclass(frozen=True)
class Level:
    """How one level of a list is marked."""

    form: str
    text: str
    start: int


class Numbering:
    """The lists of a document; `mark` counts them as paragraphs come."""

    def __init__(self, root: Element | None) -> None:
        self._levels: dict[str, dict[int, Level]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._abstract: dict[str, str] = {}
        if root is not None:
            shapes = {one.get(W + "abstractNumId", ""): dict(_levels(one)) for one in root.iter(W + "abstractNum")}
            for number in root.iter(W + "num"):
                named = value(number.find(W + "abstractNumId"))
                self._abstract[number.get(W + "numId", "")] = named
                self._levels[number.get(W + "numId", "")] = shapes.get(named, {})

    def mark(self, number: str, depth: int) -> str:
        """The mark of the next paragraph of a list at a depth from 0; empty when it has none."""
        level = self._levels.get(number, {}).get(depth)
        if level is None or level.form == "none":
            return ""
        if level.form == "bullet":
            return "•"
        counts = self._counts.setdefault(self._abstract[number], {})
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for deeper in [other for other in counts if other > depth]:
            del counts[deeper]
        return _PLACE.sub(lambda found: self._shown(number, int(found[1]) - 1, counts), level.text)

    def _shown(self, number: str, depth: int, counts: dict[int, int]) -> str:
        level = self._levels[number].get(depth)
        return spelt(counts.get(depth, level.start), level.form) if level else ""


def value(element: Element | None, default: str = "") -> str:
    """The `w:val` of an element."""
    return default if element is None else element.get(W + "val", default)


def _levels(shape: Element) -> Iterator[tuple[int, Level]]:
    for level in shape.iter(W + "lvl"):
        form, text = value(level.find(W + "numFmt"), "decimal"), value(level.find(W + "lvlText"))
        yield whole(level.get(W + "ilvl")), Level(form, text, whole(value(level.find(W + "start")), 1))


def whole(text: str | None, default: int = 0) -> int:
    """A small whole number of a file."""
    return int(text) if text and re.fullmatch(r"-?[0-9]{1,7}", text) else default


def spelt(count: int, form: str) -> str:
    """A count as a list shows it."""
    if form in {"lowerLetter", "upperLetter"} and count > 0:
        letter = chr(ord("a") + (count - 1) % 26) * (1 + (count - 1) // 26)
        return letter if form == "lowerLetter" else letter.upper()
    if form in {"lowerRoman", "upperRoman"} and 0 < count < 40:
        roman = ""
        for size, sign in _ROMAN:
            roman, count = roman + sign * (count // size), count % size
        return roman if form == "lowerRoman" else roman.upper()
    return str(count)

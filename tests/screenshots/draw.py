"""A screenshot of the app as pixels, cell by cell, from the SVG that Textual exports.

Owns fonts and cells, nothing of what is on the screen. An SVG viewer would use a font of its own, of other widths.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as Tree

from PIL import Image, ImageDraw, ImageFont
from rich.cells import cell_len

CELL = (12, 23)
"""Pixels of a cell: DejaVu Sans Mono of 20 pixels leaves no gap in lines that run down."""

MARGIN = 10
COLOURS = 128
_SVG = "{http://www.w3.org/2000/svg}"
_CELL = (12.2, 24.4)
_HALVES = {"▀": (0.0, 0.5), "▄": (0.5, 1.0), "█": (0.0, 1.0)}
_FACES = {(False, False): "", (True, False): "-Bold", (False, True): "-Oblique", (True, True): "-BoldOblique"}


class NoFont(Exception):
    """The machine lacks the font."""


@dataclass(frozen=True)
class Look:
    """How the letters of a run look."""

    fill: str
    bold: bool
    italic: bool
    underlined: bool


def png(svg: str, size: tuple[int, int]) -> Image.Image:
    """The screen of so many cells across and down."""
    root = Tree.fromstring(svg)
    looks = _looks("".join(style.text or "" for style in root.iter(f"{_SVG}style")))
    grounds = _grounds(root)
    image = Image.new("RGB", (size[0] * CELL[0] + 2 * MARGIN, size[1] * CELL[1] + 2 * MARGIN), _most(grounds))
    pen = ImageDraw.Draw(image)
    for rect in grounds:
        _fill(pen, rect)
    for text in root.iter(f"{_SVG}text"):
        look = looks.get((text.get("class") or "").rpartition("-")[2])
        if look and text.text:
            _write(pen, text, look)
    return image.quantize(COLOURS, dither=Image.Dither.NONE)


def _looks(css: str) -> Mapping[str, Look]:
    rules = re.findall(r"\.terminal-\d+-(r\d+) \{([^}]*)\}", css)
    return {
        name: Look(
            (re.search(r"fill: (#\w+)", rule) or ["", "#ffffff"])[1],
            "font-weight: bold" in rule,
            "font-style: italic" in rule,
            "underline" in rule,
        )
        for name, rule in rules
    }


def _grounds(root: Tree.Element) -> list[Tree.Element]:
    """What lies under the letters."""
    return [rect for rect in root.iter(f"{_SVG}rect") if rect.get("shape-rendering") == "crispEdges"]


def _most(grounds: Iterable[Tree.Element]) -> str:
    """The colour of most of the screen, for what is around it."""
    areas: Counter[str] = Counter()
    for rect in grounds:
        areas[rect.get("fill") or "#000000"] += round(float(rect.get("width") or 0))
    return areas.most_common(1)[0][0]


def _fill(pen: ImageDraw.ImageDraw, rect: Tree.Element) -> None:
    left, top = _column(rect.get("x")), _row(rect.get("y"))
    wide = round(float(rect.get("width") or 0) / _CELL[0])
    x, y = MARGIN + left * CELL[0], MARGIN + top * CELL[1]
    if wide:
        pen.rectangle((x, y, x + wide * CELL[0] - 1, y + CELL[1] - 1), rect.get("fill"))


def _write(pen: ImageDraw.ImageDraw, text: Tree.Element, look: Look) -> None:
    """A run of letters, each in its cell."""
    y = MARGIN + _row(str(float(text.get("y") or 0) - 20)) * CELL[1]
    for column, letter in _cells(text.text or "", _column(text.get("x"))):
        x = MARGIN + column * CELL[0]
        if letter in _HALVES:
            top, bottom = (round(part * CELL[1]) for part in _HALVES[letter])
            pen.rectangle((x, y + top, x + CELL[0] - 1, y + bottom - 1), look.fill)
        else:
            pen.text((x, y), letter, look.fill, _font(look))
        if look.underlined:
            pen.line((x, y + CELL[1] - 2, x + CELL[0] - 1, y + CELL[1] - 2), look.fill)


def _cells(text: str, column: int) -> Iterator[tuple[int, str]]:
    for letter in text:
        yield column, letter
        column += cell_len(letter)


def _font(look: Look) -> ImageFont.FreeTypeFont:
    """DejaVu's: it has the signs of the app, and lines that join."""
    try:
        return ImageFont.truetype(f"DejaVuSansMono{_FACES[look.bold, look.italic]}.ttf", 20)
    except OSError as error:
        raise NoFont("DejaVu Sans Mono (apt install fonts-dejavu-core fonts-dejavu-extra)") from error


def _column(x: str | None) -> int:
    return round(float(x or 0) / _CELL[0])


def _row(y: str | None) -> int:
    return round((float(y or 0) - 1.5) / _CELL[1])

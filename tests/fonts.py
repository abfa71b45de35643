"""Fonts built in code: icons drawn as polygons, at the code points that a test asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables._g_l_y_f import Glyph

Polygon = Sequence[tuple[int, int]]
EM = 1000

DIAMOND: Polygon = ((500, 0), (100, 400), (500, 800), (900, 400))
ARROW: Polygon = ((100, 300), (500, 300), (500, 50), (900, 400), (500, 750), (500, 500), (100, 500))
HOUSE: Polygon = ((150, 0), (150, 450), (500, 800), (850, 450), (850, 0))
BOLT: Polygon = ((450, 0), (750, 480), (520, 480), (650, 800), (250, 340), (500, 340))


def icon_font(path: Path, icons: Mapping[int, Polygon], name: str = "TestIcons") -> Path:
    """Write a TrueType font whose glyphs are these polygons; a space, and nothing else."""
    glyphs = {".notdef": _outline(), "space": _outline()}
    glyphs |= {f"icon{number}": _outline(polygon) for number, polygon in enumerate(icons.values())}
    _save(path, glyphs, {0x20: "space", **{code: f"icon{n}" for n, code in enumerate(icons)}}, name, width=EM)
    return path


def _save(path: Path, glyphs: Mapping[str, Glyph], codes: Mapping[int, str], name: str, *, width: int) -> None:
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(dict(codes))
    builder.setupGlyf(dict(glyphs))
    builder.setupHorizontalMetrics({glyph: (300 if glyph == "space" else width, 0) for glyph in glyphs})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)


def _outline(*polygons: Polygon) -> Glyph:
    pen = TTGlyphPen(None)
    for polygon in polygons:
        pen.moveTo(polygon[0])
        for point in polygon[1:]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


_BAR: Polygon = ((100, 0), (260, 0), (260, 700), (100, 700))
_TOP: Polygon = ((100, 560), (600, 560), (600, 700), (100, 700))
_MIDDLE: Polygon = ((100, 290), (560, 290), (560, 420), (100, 420))
_FOOT: Polygon = ((100, 0), (600, 0), (600, 140), (100, 140))
_LETTERS: Mapping[str, Sequence[Polygon]] = {
    "E": (_BAR, _TOP, _MIDDLE, _FOOT),
    "F": (_BAR, _TOP, _MIDDLE),
    "H": (_BAR, _MIDDLE, ((480, 0), (640, 0), (640, 700), (480, 700))),
    "I": (_BAR,),
    "L": (_BAR, _FOOT),
    "T": (_TOP, ((270, 0), (430, 0), (430, 700), (270, 700))),
}


def letter_font(path: Path, name: str = "TestLetters") -> Path:
    """Write a font of a few block letters whose glyphs have the usual numbers (a code less 29)."""
    names = [".notdef", ".null", "return", "space", *(f"g{code}" for code in range(0x21, 0x7F))]
    glyphs = {glyph: _outline() for glyph in names} | {
        f"g{ord(letter)}": _outline(*parts) for letter, parts in _LETTERS.items()
    }
    _save(path, glyphs, {0x20: "space", **{ord(letter): f"g{ord(letter)}" for letter in _LETTERS}}, name, width=700)
    return path

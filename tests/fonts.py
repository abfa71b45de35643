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
    glyphs = {".notdef": _outline(()), "space": _outline(())}
    glyphs |= {f"icon{number}": _outline(polygon) for number, polygon in enumerate(icons.values())}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({0x20: "space", **{code: f"icon{number}" for number, code in enumerate(icons)}})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({glyph: (300 if glyph == "space" else EM, 0) for glyph in glyphs})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)
    return path


def _outline(polygon: Polygon) -> Glyph:
    pen = TTGlyphPen(None)
    if polygon:
        pen.moveTo(polygon[0])
        for point in polygon[1:]:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()

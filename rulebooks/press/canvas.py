"""Owns marks on one page: text, lines, shapes. Knows no layout and no game."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pymupdf

from rulebooks.press.letters import FACES, Line, font, width_of

Colour = tuple[float, float, float]
Point = tuple[float, float]

INK: Colour = (0.13, 0.11, 0.1)
WHITE: Colour = (1, 1, 1)


def rgb(text: str) -> Colour:
    """The colour that `rrggbb` names."""
    red, green, blue = (int(text[place : place + 2], 16) / 255 for place in (0, 2, 4))
    return red, green, blue


class Canvas:
    """A page being drawn; nothing stands on it before `commit`."""

    def __init__(self, page: pymupdf.Page) -> None:
        self.page = page
        self.width, self.height = float(page.rect.width), float(page.rect.height)
        self._shape = page.new_shape()
        for face in FACES:
            page.insert_font(fontname=face, fontbuffer=font(face).buffer)

    def commit(self) -> None:
        """Write everything drawn to the page."""
        self._shape.commit()

    def text(self, x: float, y: float, text: str, *, face: str = "rm", size: float = 10, colour: Colour = INK) -> None:
        """Write `text` with its baseline starting at (x, y)."""
        self._shape.insert_text((x, y), text, fontname=face, fontsize=size, color=colour)

    def centred(
        self, x: float, y: float, text: str, *, face: str = "rm", size: float = 10, colour: Colour = INK
    ) -> None:
        """Write `text` centred on x."""
        self.text(x - width_of(text, face, size) / 2, y, text, face=face, size=size, colour=colour)

    def line_of_text(self, x: float, y: float, line: Line, size: float, colour: Colour = INK) -> None:
        """Write a set line."""
        for run in line.runs:
            self.text(x, y, run.text, face=run.face, size=size, colour=colour)
            x += width_of(run.text, run.face, size)

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        *,
        fill: Colour | None = None,
        edge: Colour | None = None,
        width: float = 0.8,
        radius: float = 0,
    ) -> None:
        """Draw a rectangle; `radius` is a length in points."""
        rounding = min(0.5, radius / min(x1 - x0, y1 - y0)) if radius else None
        self._shape.draw_rect(pymupdf.Rect(x0, y0, x1, y1), radius=rounding)
        self._finish(fill, edge, width)

    def disc(
        self,
        x: float,
        y: float,
        radius: float,
        *,
        fill: Colour | None = None,
        edge: Colour | None = None,
        width: float = 0.8,
    ) -> None:
        """Draw a circle."""
        self._shape.draw_circle((x, y), radius)
        self._finish(fill, edge, width)

    def line(
        self, start: Point, end: Point, *, colour: Colour = INK, width: float = 0.8, dashes: str | None = None
    ) -> None:
        """Draw a straight line."""
        self._shape.draw_line(start, end)
        self._shape.finish(color=colour, width=width, dashes=dashes, lineCap=1)

    def polygon(
        self, points: Sequence[Point], *, fill: Colour | None = None, edge: Colour | None = None, width: float = 0.8
    ) -> None:
        """Draw a closed polygon."""
        self._shape.draw_polyline([*points, points[0]])
        self._finish(fill, edge, width)

    def curve(self, points: Sequence[Point], *, colour: Colour = INK, width: float = 0.8) -> None:
        """Draw an open line through the points."""
        self._shape.draw_polyline(list(points))
        self._shape.finish(color=colour, width=width, closePath=False, lineJoin=1, lineCap=1)

    def arrow(self, start: Point, end: Point, *, colour: Colour = INK, width: float = 1.4, head: float = 5) -> None:
        """Draw a straight arrow whose tip is at `end`."""
        angle = math.atan2(end[1] - start[1], end[0] - start[0])
        neck = (end[0] - head * 0.9 * math.cos(angle), end[1] - head * 0.9 * math.sin(angle))
        self.line(start, neck, colour=colour, width=width)
        wings = [
            (end[0] - head * math.cos(angle + turn), end[1] - head * math.sin(angle + turn)) for turn in (0.5, -0.5)
        ]
        self.polygon([end, *wings], fill=colour)

    def cross(self, x: float, y: float, size: float, *, colour: Colour, width: float = 2) -> None:
        """Draw a refusal: a saltire of half-side `size`."""
        self.line((x - size, y - size), (x + size, y + size), colour=colour, width=width)
        self.line((x - size, y + size), (x + size, y - size), colour=colour, width=width)

    def tick(self, x: float, y: float, size: float, *, colour: Colour, width: float = 2) -> None:
        """Draw an approval: a tick of half-side `size`."""
        points = [(x - size, y + size * 0.1), (x - size * 0.25, y + size * 0.85), (x + size, y - size * 0.8)]
        self.curve(points, colour=colour, width=width)

    def star(self, x: float, y: float, radius: float, points: int, *, fill: Colour, inner: float = 0.45) -> None:
        """Draw a star."""
        corners = []
        for step in range(points * 2):
            reach = radius if step % 2 == 0 else radius * inner
            angle = math.pi * step / points - math.pi / 2
            corners.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
        self.polygon(corners, fill=fill)

    def _finish(self, fill: Colour | None, edge: Colour | None, width: float) -> None:
        self._shape.finish(color=edge, fill=fill, width=width if edge else 0)

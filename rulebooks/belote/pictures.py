"""Owns the drawings of the belote booklet: suits, cards, the table seen from above, the coloured tokens."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rulebooks.press.canvas import INK, WHITE, Canvas, Colour, Point, rgb

RED, BLACK, CLOTH, BACK = rgb("c1121f"), rgb("1b1b1e"), rgb("2f6b4f"), rgb("31508a")
TOKENS = {"red": rgb("d62828"), "green": rgb("2a9d3a"), "blue": rgb("2463c9"), "yellow": rgb("f0b400")}


def suit(canvas: Canvas, x: float, y: float, size: float, kind: str) -> None:
    """Draw a heart, diamond, spade or club of half-height `size`."""
    if kind == "diamond":
        points = [(x, y - size), (x + size * 0.72, y), (x, y + size), (x - size * 0.72, y)]
        canvas.polygon(points, fill=RED)
        return
    if kind == "club":
        for place in ((0, -0.45), (-0.48, 0.2), (0.48, 0.2)):
            canvas.disc(x + size * place[0], y + size * place[1], size * 0.42, fill=BLACK)
    else:
        up = 1 if kind == "heart" else -1
        colour = RED if kind == "heart" else BLACK
        for side in (-0.42, 0.42):
            canvas.disc(x + size * side, y - up * size * 0.32, size * 0.47, fill=colour)
        flank = up * size * 0.12
        canvas.polygon([(x - size * 0.86, y - flank), (x + size * 0.86, y - flank), (x, y + up * size)], fill=colour)
    if kind in {"club", "spade"}:
        canvas.polygon([(x, y), (x - size * 0.35, y + size), (x + size * 0.35, y + size)], fill=BLACK)


def back(canvas: Canvas, x: float, y: float, high: float) -> None:
    """Draw the back of a card whose top left corner is (x, y)."""
    wide = high * 0.66
    canvas.box(x, y, x + wide, y + high, fill=WHITE, edge=INK, width=0.7, radius=3)
    canvas.box(x + 2.5, y + 2.5, x + wide - 2.5, y + high - 2.5, fill=BACK, radius=2)


def face(canvas: Canvas, x: float, y: float, high: float, kind: str, crown: int = 0) -> None:
    """Draw the face of a card; `crown` is the number of points of its crown, none for a plain card."""
    wide = high * 0.66
    canvas.box(x, y, x + wide, y + high, fill=WHITE, edge=INK, width=0.7, radius=3)
    suit(canvas, x + wide / 2, y + high * (0.66 if crown else 0.5), high * 0.17, kind)
    if crown:
        _crown(canvas, x + wide / 2, y + high * 0.28, high * 0.15, crown)


def _crown(canvas: Canvas, x: float, y: float, size: float, points: int) -> None:
    line: list[Point] = [(x - size, y + size * 0.7)]
    for step in range(2 * points - 1):
        across = x - size + 2 * size * step / (2 * points - 2)
        line.append((across, y - size * 0.8 if step % 2 == 0 else y))
    canvas.polygon([*line, (x + size, y + size * 0.7)], fill=TOKENS["yellow"], edge=INK, width=0.6)


def draw_deal(canvas: Canvas, x: float, y: float, width: float) -> None:
    """The packets of the deal, before and after the turned card."""
    groups: Sequence[int] = (3, 2, 0, 3)
    step = width / len(groups)
    for place, count in enumerate(groups):
        middle = x + step * (place + 0.5)
        for card in range(count):
            back(canvas, middle + (card - (count - 1) / 2) * 15 - 17, y, 52)
            canvas.disc(middle + (card - (count - 1) / 2) * 12, y + 66, 3, fill=INK)
        if not count:
            face(canvas, middle - 17, y, 52, "heart")
            canvas.arrow((middle, y + 80), (middle, y + 58), colour=RED, width=2, head=7)
        if place:
            canvas.arrow((x + step * place - 9, y + 26), (x + step * place + 9, y + 26), width=1.6, head=6)


def draw_table(canvas: Canvas, x: float, y: float, width: float) -> None:
    """The four seats from above: partners, the way round, who cuts, who speaks first."""
    middle, radius = (x + width / 2, y + 92), 60.0
    canvas.disc(*middle, radius, fill=CLOTH, edge=INK, width=1.5)
    _round_arrow(canvas, middle, radius * 0.6)
    seats = {"south": (0, 1), "east": (1, 0), "north": (0, -1), "west": (-1, 0)}
    for name, (across, down) in seats.items():
        spot = (middle[0] + across * 78, middle[1] + down * 78)
        canvas.disc(*spot, 13, fill=TOKENS["yellow"] if down else TOKENS["blue"], edge=INK, width=1.2)
        if name == "south":
            for card in range(3):
                back(canvas, spot[0] + 22 + card * 4, spot[1] - 12, 24)
        elif name == "west":
            _scissors(canvas, spot[0] - 34, spot[1])
        elif name == "east":
            _mouth(canvas, spot[0] + 34, spot[1])


def _round_arrow(canvas: Canvas, middle: Point, radius: float) -> None:
    angles = [math.radians(80 - step * 10) for step in range(31)]
    points = [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
    canvas.curve(points, colour=WHITE, width=3)
    canvas.arrow(points[-2], points[-1], colour=WHITE, width=3, head=12)


def _scissors(canvas: Canvas, x: float, y: float) -> None:
    for side in (-1, 1):
        canvas.line((x - 4, y + side * 5), (x + 12, y - side * 7), width=2)
        canvas.disc(x - 8, y + side * 7, 4.5, edge=INK, width=1.8)


def _mouth(canvas: Canvas, x: float, y: float) -> None:
    canvas.box(x - 12, y - 11, x + 14, y + 8, fill=WHITE, edge=INK, width=1.2, radius=6)
    canvas.polygon([(x - 8, y + 6), (x - 16, y + 15), (x + 1, y + 7)], fill=WHITE, edge=INK)
    canvas.centred(x + 1, y + 4, "1", face="head", size=12)


def token(canvas: Canvas, x: float, y: float, colour: Colour) -> None:
    """Draw a token."""
    canvas.disc(x, y, 15, fill=colour, edge=INK, width=1.2)
    canvas.disc(x, y, 10, edge=WHITE, width=1.4)


def draw_tokens(canvas: Canvas, x: float, y: float, width: float) -> None:
    """The four tokens, and what each stands for: no word."""
    for place, (name, sketch) in enumerate(
        (("red", _dealer), ("green", _king_and_queen), ("blue", _scales), ("yellow", _taker))
    ):
        left, top = x + (place % 2) * width / 2, y + (place // 2) * 66
        canvas.box(left + 3, top, left + width / 2 - 3, top + 58, fill=rgb("fbfaf5"), edge=INK, width=0.7, radius=5)
        token(canvas, left + 30, top + 29, TOKENS[name])
        canvas.line((left + 52, top + 25), (left + 62, top + 25), width=1.6)
        canvas.line((left + 52, top + 33), (left + 62, top + 33), width=1.6)
        sketch(canvas, left + 112, top + 29)


def _dealer(canvas: Canvas, x: float, y: float) -> None:
    for card in range(4):
        back(canvas, x - 32 + card * 3, y - 17, 32)
    for turn in (-14, 0, 14):
        canvas.arrow((x + 6, y + turn / 3), (x + 36, y + turn), width=1.6, head=6)


def _king_and_queen(canvas: Canvas, x: float, y: float) -> None:
    face(canvas, x - 28, y - 20, 40, "spade", crown=4)
    face(canvas, x + 4, y - 20, 40, "spade", crown=3)


def _scales(canvas: Canvas, x: float, y: float) -> None:
    canvas.line((x, y - 18), (x, y + 16), width=2)
    canvas.line((x - 26, y - 14), (x + 26, y - 14), width=2)
    canvas.line((x - 10, y + 18), (x + 10, y + 18), width=3)
    for side in (-26, 26):
        canvas.line((x + side, y - 14), (x + side - 10, y + 4))
        canvas.line((x + side, y - 14), (x + side + 10, y + 4))
        canvas.polygon(
            [(x + side - 12, y + 4), (x + side + 12, y + 4), (x + side, y + 12)], fill=TOKENS["blue"], edge=INK
        )


def _taker(canvas: Canvas, x: float, y: float) -> None:
    face(canvas, x - 30, y - 20, 40, "heart")
    canvas.arrow((x + 2, y), (x + 24, y), width=2, head=7)
    canvas.disc(x + 36, y - 8, 6, fill=INK)
    canvas.box(x + 27, y, x + 45, y + 17, fill=INK, radius=7)

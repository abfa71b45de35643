"""Owns the drawings of the game of the goose: its spiral of 63 squares and what is painted on them."""

from __future__ import annotations

import math

from rulebooks.press.canvas import INK, WHITE, Canvas, rgb

COLUMNS, ROWS = 9, 7
GEESE = frozenset({5, 9, 14, 18, 23, 27, 32, 36, 41, 45, 50, 54, 59})
SPECIAL = {6: "bridge", 19: "inn", 31: "well", 42: "maze", 52: "prison", 58: "death", 63: "garden"}
GREY, PALE, DARK = rgb("9a9a9a"), rgb("ededed"), rgb("555555")


def spiral() -> list[tuple[int, int]]:
    """The cells of squares 1 to 63: column and row (from the top), from the bottom left inwards, turning left."""
    cells, seen = [], set()
    column, row, turn = 0, ROWS - 1, 0
    ways = ((1, 0), (0, -1), (-1, 0), (0, 1))
    for _ in range(COLUMNS * ROWS):
        cells.append((column, row))
        seen.add((column, row))
        ahead = (column + ways[turn][0], row + ways[turn][1])
        if ahead in seen or not (0 <= ahead[0] < COLUMNS and 0 <= ahead[1] < ROWS):
            turn = (turn + 1) % 4
        column, row = column + ways[turn][0], row + ways[turn][1]
    return cells


def draw_board(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw the whole board in `width` points; it is 7/9 as high."""
    side = width / COLUMNS
    for number, (column, row) in enumerate(spiral(), 1):
        left, top = x + column * side, y + row * side
        fill = PALE if number in GEESE else rgb("d5d5d5") if number in SPECIAL else WHITE
        canvas.box(left, top, left + side, top + side, fill=fill, edge=INK, width=0.9)
        canvas.text(left + 3, top + 9, str(number), face="head", size=7.5)
        middle = (left + side / 2, top + side * 0.6)
        if number in GEESE:
            goose(canvas, *middle, side * 0.34)
        elif number in SPECIAL:
            special(canvas, *middle, side * 0.3, SPECIAL[number])


def goose(canvas: Canvas, x: float, y: float, size: float) -> None:
    """Draw a goose."""

    def at(*places: tuple[float, float]) -> list[tuple[float, float]]:
        return [(x + size * across, y + size * down) for across, down in places]

    turns = [step * math.pi / 20 for step in range(40)]
    canvas.polygon(at(*((0.9 * math.cos(a), 0.25 + 0.5 * math.sin(a)) for a in turns)), fill=WHITE, edge=INK, width=1)
    canvas.polygon(at((-0.8, 0.1), (-1.25, -0.2), (-0.6, -0.1)), fill=INK)
    canvas.curve(at((0.6, 0), (0.75, -0.5), (0.6, -0.8)), width=size * 0.28)
    canvas.disc(*at((0.66, -0.85))[0], size * 0.24, fill=INK)
    canvas.polygon(at((0.85, -1), (1.3, -0.8), (0.85, -0.7)), fill=DARK)
    for leg in (-0.1, 0.25):
        canvas.line(*at((leg, 0.72), (leg, 1)), width=1)


def special(canvas: Canvas, x: float, y: float, size: float, kind: str) -> None:
    """Draw what a special square shows."""
    sketches = {"bridge": _bridge, "inn": _inn, "well": _well, "maze": _maze, "prison": _prison, "death": _death}
    sketches.get(kind, _garden)(canvas, x, y, size)


def _bridge(canvas: Canvas, x: float, y: float, size: float) -> None:
    arch = [(x + size * math.cos(a / 12 * math.pi), y - size * 0.8 * math.sin(a / 12 * math.pi)) for a in range(13)]
    canvas.curve(arch, width=2.5)
    canvas.line((x - size * 1.2, y - size * 0.75), (x + size * 1.2, y - size * 0.75), width=2)
    for step in (-0.5, 0.5):
        canvas.curve(
            [(x + size * (step + d / 4), y + size * (0.6 + 0.12 * (d % 2))) for d in range(-2, 3)], colour=GREY
        )


def _inn(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.box(x - size * 0.8, y - size * 0.2, x + size * 0.8, y + size * 0.9, fill=WHITE, edge=INK)
    canvas.polygon([(x - size, y - size * 0.2), (x, y - size), (x + size, y - size * 0.2)], fill=DARK)
    canvas.box(x - size * 0.2, y + size * 0.3, x + size * 0.2, y + size * 0.9, fill=INK)


def _well(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.box(x - size * 0.7, y + size * 0.1, x + size * 0.7, y + size * 0.9, fill=GREY, edge=INK)
    for post in (-0.6, 0.6):
        canvas.line((x + size * post, y + size * 0.1), (x + size * post, y - size * 0.7), width=1.6)
    canvas.polygon([(x - size * 0.9, y - size * 0.6), (x, y - size * 1.1), (x + size * 0.9, y - size * 0.6)], fill=DARK)
    canvas.line((x, y - size * 0.6), (x, y + size * 0.1))


def _maze(canvas: Canvas, x: float, y: float, size: float) -> None:
    turns = [(x + size * t / 22 * math.cos(t / 2.6), y + size * t / 22 * math.sin(t / 2.6)) for t in range(1, 24)]
    canvas.curve(turns, width=1.6)


def _prison(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.box(x - size * 0.8, y - size * 0.8, x + size * 0.8, y + size * 0.8, fill=WHITE, edge=INK, width=1.4)
    for bar in (-0.5, -0.17, 0.17, 0.5):
        canvas.line((x + size * bar, y - size * 0.8), (x + size * bar, y + size * 0.8), width=1.8)


def _death(canvas: Canvas, x: float, y: float, size: float) -> None:
    canvas.disc(x, y - size * 0.15, size * 0.75, fill=WHITE, edge=INK, width=1.2)
    canvas.box(x - size * 0.4, y + size * 0.4, x + size * 0.4, y + size * 0.85, fill=WHITE, edge=INK)
    for eye in (-0.3, 0.3):
        canvas.disc(x + size * eye, y - size * 0.2, size * 0.2, fill=INK)


def _garden(canvas: Canvas, x: float, y: float, size: float) -> None:
    for place in range(6):
        angle = place * math.pi / 3
        canvas.disc(
            x + size * 0.55 * math.cos(angle), y + size * 0.55 * math.sin(angle), size * 0.36, fill=WHITE, edge=INK
        )
    canvas.disc(x, y, size * 0.36, fill=DARK)


def draw_signs(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw the three talismans: what each shows is its whole rule."""
    third = width / 3
    for place, (label, sketch) in enumerate((("rond", _round), ("carré", _square), ("triangle", _triangle))):
        middle = x + third * (place + 0.5)
        canvas.box(middle - third * 0.46, y, middle + third * 0.46, y + 74, fill=WHITE, edge=INK, radius=4)
        sketch(canvas, middle, y + 34)
        canvas.centred(middle, y + 68, label, face="it", size=9.5)


def _squares(canvas: Canvas, x: float, y: float) -> None:
    for step in range(4):
        canvas.box(x + step * 15, y - 7, x + step * 15 + 14, y + 7, fill=PALE, edge=INK, width=0.7)


def _round(canvas: Canvas, x: float, y: float) -> None:
    canvas.disc(x - 34, y, 12, fill=DARK, edge=INK)
    _prison(canvas, x + 6, y, 14)
    canvas.arrow((x + 20, y), (x + 46, y), width=2, head=8)


def _square(canvas: Canvas, x: float, y: float) -> None:
    canvas.box(x - 46, y - 12, x - 22, y + 12, fill=DARK, edge=INK)
    for place in (0, 1):
        left = x - 8 + place * 29
        canvas.box(left, y - 11, left + 22, y + 11, fill=WHITE, edge=INK, radius=3)
        for dot in ((-6, -6), (6, 6), (0, 0)) if place else ((0, 0),):
            canvas.disc(left + 11 + dot[0], y + dot[1], 2, fill=INK)
    canvas.cross(x + 3, y, 13, colour=INK, width=2.6)


def _triangle(canvas: Canvas, x: float, y: float) -> None:
    canvas.polygon([(x - 34, y - 13), (x - 20, y + 11), (x - 48, y + 11)], fill=DARK, edge=INK)
    _squares(canvas, x - 11, y + 4)
    canvas.disc(x + 41, y + 4, 5, fill=INK)
    canvas.arrow((x + 41, y - 10), (x - 4, y - 10), width=2, head=8)

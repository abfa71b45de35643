"""Owns the drawings of the tafl boards: positions, small capture diagrams, the key of painted squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rulebooks.press.canvas import INK, WHITE, Canvas, Colour, rgb

WOOD, WOOD_DARK = rgb("e9d3a6"), rgb("8a5a2b")
RED, BLUE, GREEN, GOLD = rgb("b3261e"), rgb("1f4e9c"), rgb("2e7d32"), rgb("d4a017")
YES, NO = rgb("2e7d32"), rgb("c62828")

Place = tuple[int, int]
"""Column and row, both from 0, the row counted from the bottom."""


@dataclass(frozen=True)
class Position:
    """What stands on a board of `side` squares: `pieces` are A, D or K; `signs` are throne, corner or stone."""

    side: int
    pieces: Mapping[Place, str]
    signs: Mapping[Place, str]


def small_signs() -> dict[Place, str]:
    """The painted squares of the 11 by 11 board."""
    corners = {(c, r): "corner" for c in (0, 10) for r in (0, 10)}
    stones = {(c, r): "stone" for c in (2, 8) for r in (2, 8)}
    return {**corners, **stones, (5, 5): "throne"}


def small_start() -> Position:
    """The opening position of the 11 by 11 game."""
    pieces: dict[Place, str] = {(5, 5): "K"}
    for step in (3, 4, 5, 6, 7):
        pieces |= dict.fromkeys([(step, 0), (step, 10), (0, step), (10, step)], "A")
    pieces |= dict.fromkeys([(5, 1), (5, 9), (1, 5), (9, 5)], "A")
    near = [(dc, dr) for dc in range(-2, 3) for dr in range(-2, 3) if 0 < abs(dc) + abs(dr) <= 2]
    pieces |= {(5 + dc, 5 + dr): "D" for dc, dr in near}
    return Position(11, pieces, small_signs())


def great_start() -> Position:
    """The opening position of the 19 by 19 game: 72 attackers, 24 defenders, the king."""
    defenders = _spread([(1, 0), (2, 1), (3, 0), (4, 2)])
    attackers = _spread([(9, 2), (9, 5), (8, 3), (8, 6), (7, 1), (7, 4), (6, 2), (6, 5), (9, 3)])
    pieces: dict[Place, str] = {(9, 9): "K"}
    pieces |= {(9 + dc, 9 + dr): "D" for dc, dr in defenders}
    pieces |= {(9 + dc, 9 + dr): "A" for dc, dr in attackers}
    corners = {(c, r): "corner" for c in (0, 18) for r in (0, 18)}
    return Position(19, pieces, {**corners, (9, 9): "throne"})


def _spread(seeds: Sequence[Place]) -> set[Place]:
    places = set()
    for a, b in seeds:
        for c, r in ((a, b), (b, a)):
            places |= {(c * x, r * y) for x in (1, -1) for y in (1, -1)}
    return places


def piece(canvas: Canvas, x: float, y: float, radius: float, kind: str) -> None:
    """Draw one man, or the king."""
    fill: Colour = {"A": rgb("2b2622"), "D": rgb("fbf8f0"), "K": GOLD}[kind]
    canvas.disc(x, y, radius, fill=fill, edge=INK, width=0.8)
    canvas.disc(x, y, radius * 0.68, edge=WHITE if kind == "A" else INK, width=0.4)
    if kind == "K":
        reach = radius * 0.55
        crown = [(-1, 0.7), (-1, -0.5), (-0.5, 0.1), (0, -0.8), (0.5, 0.1), (1, -0.5), (1, 0.7)]
        canvas.polygon([(x + reach * a, y + reach * b) for a, b in crown], fill=INK)


def sign(canvas: Canvas, x: float, y: float, side: float, kind: str) -> None:
    """Paint a square whose top left corner is (x, y)."""
    colour = {"throne": RED, "corner": BLUE, "stone": GREEN}[kind]
    canvas.box(x, y, x + side, y + side, fill=colour, edge=WOOD_DARK, width=0.6)
    middle, half = (x + side / 2, y + side / 2), side / 2
    if kind == "throne":
        canvas.cross(*middle, half * 0.55, colour=WHITE, width=side / 11)
    elif kind == "corner":
        for reach in (0.72, 0.4):
            canvas.disc(*middle, half * reach, edge=WHITE, width=side / 14)
    else:
        points = [(middle[0], middle[1] - half * 0.7), (middle[0] + half * 0.65, middle[1] + half * 0.55)]
        canvas.polygon([*points, (middle[0] - half * 0.65, middle[1] + half * 0.55)], fill=WHITE)


def draw_board(canvas: Canvas, x: float, y: float, size: float, position: Position, *, names: bool = True) -> None:
    """Draw a board `size` points wide with its men, and the names of lines and files around it."""
    cell = size / position.side
    canvas.box(x - 3, y - 3, x + size + 3, y + size + 3, fill=WOOD_DARK)
    canvas.box(x, y, x + size, y + size, fill=WOOD)
    for place, kind in position.signs.items():
        sign(canvas, x + place[0] * cell, y + size - (place[1] + 1) * cell, cell, kind)
    for step in range(position.side + 1):
        canvas.line((x + step * cell, y), (x + step * cell, y + size), colour=WOOD_DARK, width=0.5)
        canvas.line((x, y + step * cell), (x + size, y + step * cell), colour=WOOD_DARK, width=0.5)
    for (column, row), kind in position.pieces.items():
        piece(canvas, x + (column + 0.5) * cell, y + size - (row + 0.5) * cell, cell * 0.38, kind)
    if names:
        _names(canvas, x, y, size, position.side)


def _names(canvas: Canvas, x: float, y: float, size: float, side: int) -> None:
    cell = size / side
    for step in range(side):
        canvas.centred(x + (step + 0.5) * cell, y + size + 12, "abcdefghijklmnopqrstuvw"[step], face="sans", size=7)
        canvas.centred(x - 9, y + size - (step + 0.5) * cell + 2.5, str(step + 1), face="sans", size=7)


def board_figure(position: Position, size: float) -> Callable[[Canvas, float, float, float], None]:
    """A drawing of a whole board, centred."""

    def drawing(canvas: Canvas, x: float, y: float, width: float) -> None:
        draw_board(canvas, x + (width - size) / 2 + 4, y + 4, size, position)

    return drawing


@dataclass(frozen=True)
class Corner:
    """A small diagram: rows of letters from the top (`.` empty, `A D K`, `r b g` painted), and the move shown."""

    rows: Sequence[str]
    move: tuple[Place, Place] | None = None
    taken: Sequence[Place] = ()


def corner_figure(corners: Sequence[Corner], cell: float = 21) -> Callable[[Canvas, float, float, float], None]:
    """Several small diagrams side by side."""

    def drawing(canvas: Canvas, x: float, y: float, width: float) -> None:
        total = sum(len(corner.rows[0]) * cell for corner in corners)
        space = (width - total) / (len(corners) + 1)
        for corner in corners:
            x += space
            _corner(canvas, x, y + 2, cell, corner)
            x += len(corner.rows[0]) * cell

    return drawing


def _corner(canvas: Canvas, x: float, y: float, cell: float, corner: Corner) -> None:
    for row, letters in enumerate(corner.rows):
        for column, letter in enumerate(letters):
            left, top = x + column * cell, y + row * cell
            canvas.box(left, top, left + cell, top + cell, fill=WOOD, edge=WOOD_DARK, width=0.5)
            if letter in "rbg":
                sign(canvas, left, top, cell, {"r": "throne", "b": "corner", "g": "stone"}[letter])
            elif letter in "ADK":
                piece(canvas, left + cell / 2, top + cell / 2, cell * 0.38, letter)
    for column, row in corner.taken:
        canvas.cross(x + (column + 0.5) * cell, y + (row + 0.5) * cell, cell * 0.3, colour=NO, width=2.2)
    if corner.move:
        (c0, r0), (c1, r1) = corner.move
        start, end = ((x + (c + 0.5) * cell, y + (r + 0.5) * cell) for c, r in ((c0, r0), (c1, r1)))
        canvas.arrow(start, end, colour=RED, width=1.8, head=6)


KEY = {
    "throne": (("K",), ("D", "K"), ("A", "K")),
    "corner": (("K",), (), ("A", "D")),
    "stone": (("A", "D"), ("D", "K"), ("D",)),
}
"""For each painted square: who may stop on it, who may pass over it, who can be captured against it."""


def draw_key(canvas: Canvas, x: float, y: float, width: float) -> None:
    """Draw the key of painted squares: three signs down, three permissions across, no word at all."""
    column, row = (width - 50) / 3, 42.0
    for place, pictogram in enumerate((_stop, _pass, _axe)):
        pictogram(canvas, x + 50 + column * (place + 0.5), y + 14)
    for line, (kind, allowed) in enumerate(KEY.items()):
        top = y + 32 + line * row
        canvas.line((x, top - 3), (x + width, top - 3), colour=WOOD_DARK, width=0.5)
        sign(canvas, x + 8, top + 3, 30, kind)
        for place, who in enumerate(allowed):
            _permissions(canvas, x + 50 + column * (place + 0.5), top + 18, who)


def _permissions(canvas: Canvas, x: float, y: float, allowed: Sequence[str]) -> None:
    for place, kind in enumerate("ADK"):
        middle = x + (place - 1) * 30
        piece(canvas, middle - 4, y, 9, kind)
        if kind in allowed:
            canvas.tick(middle + 9, y + 5, 5, colour=YES)
        else:
            canvas.cross(middle + 9, y + 5, 4, colour=NO)


def _stop(canvas: Canvas, x: float, y: float) -> None:
    canvas.box(x - 10, y - 10, x + 10, y + 10, fill=WOOD, edge=INK)
    canvas.disc(x, y, 5, fill=INK)


def _pass(canvas: Canvas, x: float, y: float) -> None:
    canvas.box(x - 10, y - 10, x + 10, y + 10, fill=WOOD, edge=INK)
    canvas.arrow((x - 22, y), (x + 22, y), width=1.8, head=7)


def _axe(canvas: Canvas, x: float, y: float) -> None:
    canvas.line((x - 8, y + 12), (x + 6, y - 12), colour=WOOD_DARK, width=3)
    blade = [(x - 1, y - 9), (x + 10, y - 14), (x + 15, y - 3), (x + 6, y + 1)]
    canvas.polygon(blade, fill=rgb("9aa5b1"), edge=INK)

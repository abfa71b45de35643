"""Owns the drawings of the backgammon board, its dice and its cube."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebooks.press.canvas import INK, WHITE, Canvas, rgb

FELT, FRAME = rgb("f3e7cf"), rgb("5b2333")
SPIKES = (rgb("b5485d"), rgb("e0b97a"))
LIGHT, DARK = rgb("fdfaf3"), rgb("2a2a33")
ARROW = rgb("1b7f79")


@dataclass(frozen=True)
class Position:
    """Checkers by point, counted from Light's side: 1 is Light's ace point, 25 her bar; 0 is Dark's bar."""

    light: Mapping[int, int]
    dark: Mapping[int, int]
    dice: Sequence[int] = ()
    moves: Sequence[tuple[int, int]] = field(default=())
    cube: str = ""
    track: bool = False


START = Position({24: 2, 13: 5, 8: 3, 6: 5}, {1: 2, 12: 5, 17: 3, 19: 5}, cube="64", track=True)

ENTERING = Position(
    {25: 1, 13: 4, 8: 3, 6: 5, 5: 2}, {1: 2, 12: 4, 17: 3, 19: 4, 21: 2}, dice=(4, 2), moves=((25, 23),)
)
STUCK = Position({24: 1, 6: 5, 5: 5, 4: 4}, {1: 2, 2: 2, 3: 2, 15: 2, 19: 4, 20: 3}, dice=(6, 3))
LEAVING = Position({6: 2, 5: 2, 3: 3, 2: 2}, {24: 2, 23: 4, 20: 3}, dice=(6, 4))


def board_figure(
    position: Position, wide: float = 300, names: bool = True
) -> Callable[[Canvas, float, float, float], None]:
    """A drawing of a whole board, centred; it is 0.62 as high as it is wide, and 30 more for the names."""

    def drawing(canvas: Canvas, x: float, y: float, width: float) -> None:
        Board(canvas, x + (width - wide) / 2, y + 12, wide).draw(position, names=True)

    return drawing


class Board:
    """One board on the canvas."""

    def __init__(self, canvas: Canvas, x: float, y: float, wide: float) -> None:
        self.canvas, self.x, self.y, self.wide, self.high = canvas, x, y, wide, wide * 0.62
        self.step = wide / 13.6

    def draw(self, position: Position, names: bool) -> None:
        """Draw the wood, the spikes, the checkers, and what else the position has."""
        canvas = self.canvas
        canvas.box(self.x - 5, self.y - 5, self.x + self.wide + 5, self.y + self.high + 5, fill=FRAME, radius=4)
        canvas.box(self.x, self.y, self.x + self.wide, self.y + self.high, fill=FELT)
        for point in range(1, 25):
            self._spike(point, names)
        middle = self.x + 6.3 * self.step
        canvas.box(middle, self.y, middle + self.step, self.y + self.high, fill=FRAME)
        for men, fill in ((position.light, LIGHT), (position.dark, DARK)):
            for point, count in men.items():
                self._stack(point, count, fill == LIGHT)
        self._dice(position.dice)
        if position.cube:
            draw_cube(canvas, middle + self.step / 2, self.y + self.high / 2, self.step * 0.8, position.cube)
        if position.track:
            self._track()
        for start, end in position.moves:
            self._move(start, end)

    def centre(self, point: int) -> float:
        """The x of the middle of a point, or of the bar."""
        if point in {0, 25}:
            return self.x + 6.8 * self.step
        column = 13 - point if point <= 12 else point - 12
        return self.x + (column - 0.35 + (0.95 if column > 6 else 0)) * self.step

    def _base(self, point: int) -> tuple[float, int]:
        return (self.y + self.high, -1) if point <= 12 else (self.y, 1)

    def _spike(self, point: int, names: bool) -> None:
        x, (base, up) = self.centre(point), self._base(point)
        tip = (x, base + up * self.high * 0.41)
        corners = [(x - self.step * 0.48, base), tip, (x + self.step * 0.48, base)]
        self.canvas.polygon(corners, fill=SPIKES[point % 2], edge=FRAME, width=0.3)
        if names:
            self.canvas.centred(x, base - up * 7 + (5 if up < 0 else 0), str(point), face="sans", size=7)

    def _stack(self, point: int, count: int, light: bool) -> None:
        radius = self.step * 0.41
        base, up = self._base(point)
        if point in {0, 25}:
            base, up = self.y + self.high * (0.3 if point else 0.7), -1 if point else 1
        for number in range(count):
            y = base + up * radius * (1 + 1.5 * number)
            self.canvas.disc(self.centre(point), y, radius, fill=LIGHT if light else DARK, edge=INK, width=0.7)
            self.canvas.disc(self.centre(point), y, radius * 0.6, edge=INK if light else WHITE, width=0.4)

    def _dice(self, dice: Sequence[int]) -> None:
        for number, pips in enumerate(dice):
            draw_die(self.canvas, self.x + (2.4 + number * 1.3) * self.step, self.y + self.high / 2, self.step, pips)

    def _track(self) -> None:
        right, left = self.x + self.wide - self.step * 0.8, self.x + self.step * 0.8
        top, low = self.y + self.high * 0.455, self.y + self.high * 0.545
        self.canvas.curve([(right, top), (left, top), (left, low)], colour=ARROW, width=2)
        self.canvas.arrow((left, low), (right, low), colour=ARROW, width=2, head=8)
        self.canvas.disc(right, top, self.step * 0.26, fill=LIGHT, edge=INK)

    def _move(self, start: int, end: int) -> None:
        y0, y1 = (self._base(point)[0] + self._base(point)[1] * self.high * 0.3 for point in (start, end))
        if start in {0, 25}:
            y0 = self.y + self.high / 2
        self.canvas.arrow((self.centre(start), y0), (self.centre(end), y1), colour=ARROW, width=2, head=7)


def draw_die(canvas: Canvas, x: float, y: float, side: float, pips: int) -> None:
    """Draw a die showing `pips`."""
    half, third = side / 2, side * 0.27
    canvas.box(x - half, y - half, x + half, y + half, fill=WHITE, edge=INK, width=0.8, radius=side * 0.18)
    places = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)]}
    corners = [(-1, -1), (1, 1), (-1, 1), (1, -1)]
    places |= {4: corners, 5: [*corners, (0, 0)], 6: [*corners, (-1, 0), (1, 0)]}
    for column, row in places[pips]:
        canvas.disc(x + column * third, y + row * third, side * 0.09, fill=INK)


def draw_cube(canvas: Canvas, x: float, y: float, side: float, number: str) -> None:
    """Draw the doubling cube."""
    canvas.box(x - side / 2, y - side / 2, x + side / 2, y + side / 2, fill=WHITE, edge=INK, radius=side * 0.15)
    canvas.centred(x, y + side * 0.2, number, face="head", size=side * 0.55)


def dice_row(pairs: Sequence[tuple[int, int]]) -> Callable[[Canvas, float, float, float], None]:
    """Pairs of dice side by side."""

    def drawing(canvas: Canvas, x: float, y: float, width: float) -> None:
        space = width / len(pairs)
        for number, pair in enumerate(pairs):
            for place, pips in enumerate(pair):
                draw_die(canvas, x + space * (number + 0.5) + (place - 0.5) * 26, y + 14, 21, pips)

    return drawing

"""How the Hnefatafl booklets look."""

from __future__ import annotations

from rulebooks.hnefatafl.board import Position, draw_board
from rulebooks.press.blocks import Look
from rulebooks.press.canvas import WHITE, Canvas, Colour, rgb

CORE = Look("en", accent=rgb("8a3b12"), tint=rgb("fbf1e2"))
GREAT = Look("en", accent=rgb("234a6b"), tint=rgb("e9f1f7"))


def cover(canvas: Canvas, look: Look, position: Position, lines: tuple[str, str, str]) -> None:
    """A full-bleed cover: title, board, subtitle."""
    title, subtitle, note = lines
    canvas.box(0, 0, canvas.width, canvas.height, fill=look.accent)
    canvas.box(18, 18, canvas.width - 18, canvas.height - 18, edge=WHITE, width=1.2, radius=8)
    canvas.centred(canvas.width / 2, 84, title, face="head", size=34, colour=WHITE)
    canvas.centred(canvas.width / 2, 112, subtitle, face="it", size=14, colour=WHITE)
    draw_board(canvas, 70, 150, 280, position, names=False)
    _braid(canvas, 470, WHITE)
    canvas.centred(canvas.width / 2, 530, note, face="sans", size=10, colour=WHITE)


def _braid(canvas: Canvas, y: float, colour: Colour) -> None:
    for step in range(18):
        x = 70 + step * 16.5
        canvas.disc(x, y, 7, edge=colour, width=1.3)
        canvas.disc(x, y, 2, fill=colour)

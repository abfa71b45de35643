"""How the backgammon booklets look."""

from __future__ import annotations

from rulebooks.backgammon.board import FRAME, START, Board
from rulebooks.press.blocks import Look
from rulebooks.press.canvas import WHITE, Canvas, rgb

ENGLISH = Look("en", accent=FRAME, tint=rgb("f8eef0"))
FRENCH = Look("fr", accent=rgb("1f4d3a"), tint=rgb("e9f4ee"), size=10.2, leading=13.2)


def cover(canvas: Canvas, look: Look, subtitle: str, note: str) -> None:
    """A cover with the board across it."""
    canvas.box(0, 0, canvas.width, canvas.height, fill=look.tint)
    canvas.box(0, 0, canvas.width, 170, fill=look.accent)
    canvas.centred(canvas.width / 2, 92, "Backgammon", face="head", size=40, colour=WHITE)
    canvas.centred(canvas.width / 2, 122, subtitle, face="it", size=15, colour=WHITE)
    Board(canvas, 45, 215, 330).draw(START, names=False)
    canvas.box(0, 540, canvas.width, canvas.height, fill=look.accent)
    canvas.centred(canvas.width / 2, 571, note, face="sans", size=10, colour=WHITE)

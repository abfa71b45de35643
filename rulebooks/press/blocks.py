"""Owns the blocks a page is made of: each knows its height in a given width, and draws itself. Knows no page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from rulebooks.press.canvas import INK, Canvas, Colour
from rulebooks.press.letters import french, set_lines, width_of


@dataclass(frozen=True)
class Look:
    """How a booklet looks: language, colours and sizes."""

    language: str
    accent: Colour
    tint: Colour
    size: float = 10.6
    leading: float = 13.8

    def words(self, text: str) -> str:
        """The text as its language spaces it."""
        return french(text) if self.language == "fr" else text


class Block(Protocol):
    """What a page can hold."""

    def height(self, width: float, look: Look) -> float:
        """How high the block is in a column of `width`, with the space that follows it."""
        ...

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """Draw the block with its top left corner at (x, y)."""
        ...


@dataclass(frozen=True)
class Head:
    """A heading of level 1 (opens a page) or 2."""

    text: str
    level: int = 1

    @property
    def _size(self) -> float:
        return 17 if self.level == 1 else 11.5

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        lines = len(set_lines(look.words(self.text), width, self._size, "head"))
        return lines * self._size * 1.2 + (12 if self.level == 1 else 8)

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""
        y += 4 if self.level > 1 else 0
        for line in set_lines(look.words(self.text), width, self._size, "head"):
            y += self._size * 1.2
            canvas.line_of_text(x, y - self._size * 0.25, line, self._size, look.accent)
        if self.level == 1:
            canvas.line((x, y + 3), (x + width, y + 3), colour=look.accent, width=1.4)


@dataclass(frozen=True)
class Para:
    """A paragraph."""

    text: str
    face: str = "rm"
    scale: float = 1.0

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        lines = set_lines(look.words(self.text), width, look.size * self.scale, self.face)
        return len(lines) * look.leading * self.scale + 6

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""
        size = look.size * self.scale
        for line in set_lines(look.words(self.text), width, size, self.face):
            y += look.leading * self.scale
            canvas.line_of_text(x, y - look.leading * self.scale * 0.25, line, size)


@dataclass(frozen=True)
class Items:
    """A list, bulleted or numbered."""

    items: Sequence[str]
    numbered: bool = False

    _indent = 15.0

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        return sum(self._lines(item, width, look) * look.leading + 2 for item in self.items) + 4

    def _lines(self, item: str, width: float, look: Look) -> int:
        return len(set_lines(look.words(item), width - self._indent, look.size))

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""
        for number, item in enumerate(self.items, 1):
            baseline = y + look.leading * 0.75
            mark = f"{number}." if self.numbered else "•"
            canvas.text(x + 2, baseline, mark, face="head", size=look.size * 0.95, colour=look.accent)
            for line in set_lines(look.words(item), width - self._indent, look.size):
                canvas.line_of_text(x + self._indent, y + look.leading * 0.75, line, look.size)
                y += look.leading
            y += 2


@dataclass(frozen=True)
class Box:
    """A boxed sidebar with a title."""

    title: str
    blocks: Sequence[Block]

    _pad = 8.0

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        inner = width - 2 * self._pad
        return sum(block.height(inner, look) for block in self.blocks) + 18 + self._pad + 9

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""
        bottom = y + self.height(width, look) - 9
        canvas.box(x, y, x + width, bottom, fill=look.tint, edge=look.accent, width=0.9, radius=5)
        canvas.text(x + self._pad, y + 15, look.words(self.title), face="head", size=10, colour=look.accent)
        y += 22
        for block in self.blocks:
            block.draw(canvas, x + self._pad, y, width - 2 * self._pad, look)
            y += block.height(width - 2 * self._pad, look)


@dataclass(frozen=True)
class Table:
    """A table, with drawn rules or without any; `shares` are the widths of its columns."""

    rows: Sequence[Sequence[str]]
    shares: Sequence[float]
    ruled: bool = True
    header: bool = True

    _pad = 4.0

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        return sum(self._row_height(number, width, look) for number in range(len(self.rows))) + 9

    def _columns(self, width: float) -> list[float]:
        return [width * share / sum(self.shares) for share in self.shares]

    def _face(self, number: int) -> str:
        return "bd" if self.header and number == 0 else "rm"

    def _row_height(self, number: int, width: float, look: Look) -> float:
        cells = zip(self.rows[number], self._columns(width), strict=True)
        size, face = look.size * 0.95, self._face(number)
        return max(len(set_lines(look.words(c), w - 2 * self._pad, size, face)) for c, w in cells) * look.leading + 4

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""
        for number, row in enumerate(self.rows):
            high = self._row_height(number, width, look)
            left = x
            for cell, wide in zip(row, self._columns(width), strict=True):
                self._cell(canvas, (left, y, left + wide, y + high), cell, number, look)
                left += wide
            y += high

    def _cell(self, canvas: Canvas, at: tuple[float, float, float, float], cell: str, number: int, look: Look) -> None:
        if self.ruled:
            fill = look.tint if self.header and number == 0 else None
            canvas.box(*at, fill=fill, edge=INK, width=0.6)
        baseline = at[1] + look.leading * 0.9
        for line in set_lines(look.words(cell), at[2] - at[0] - 2 * self._pad, look.size * 0.95, self._face(number)):
            canvas.line_of_text(at[0] + self._pad, baseline, line, look.size * 0.95)
            baseline += look.leading


Draw = Callable[[Canvas, float, float, float], None]


@dataclass(frozen=True)
class Figure:
    """A drawing `high` points high, given its top left corner and width; with an optional caption under it."""

    drawing: Draw
    high: float
    caption: str = ""

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        return self.high + len(self._lines(width, look)) * 11 + 9

    def _lines(self, width: float, look: Look) -> list[object]:
        return list(set_lines(look.words(self.caption), width, 8.8, "it")) if self.caption else []

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""
        self.drawing(canvas, x, y, width)
        baseline = y + self.high + 10
        for line in set_lines(look.words(self.caption), width, 8.8, "it") if self.caption else []:
            canvas.line_of_text(x + (width - line.width) / 2, baseline, line, 8.8)
            baseline += 11


@dataclass(frozen=True)
class Contents:
    """A table of contents: (title, printed page)."""

    entries: Sequence[tuple[str, str]]

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        return len(self.entries) * (look.leading + 1) + 8

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""
        dot = width_of(" .", "rm", look.size)
        for title, page in self.entries:
            y += look.leading + 1
            canvas.text(x, y - 3, look.words(title), size=look.size)
            start = x + width_of(look.words(title), "rm", look.size) + 4
            end = x + width - width_of(page, "rm", look.size)
            dots = max(0, int((end - 6 - start) / dot))
            canvas.text(end - 4 - dots * dot, y - 3, " ." * dots, size=look.size, colour=(0.6, 0.6, 0.6))
            canvas.text(end, y - 3, page, size=look.size)


@dataclass(frozen=True)
class Gap:
    """White space."""

    high: float

    def height(self, width: float, look: Look) -> float:
        """See `Block`."""
        return self.high

    def draw(self, canvas: Canvas, x: float, y: float, width: float, look: Look) -> None:
        """See `Block`."""

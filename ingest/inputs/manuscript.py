"""What is written down of a document that has no paper: blocks in order, tables, pictures, page after page.

Owns cleaning its text, placing the cells of a table whose cells span, and keeping pictures as files. Runs inside a
limited worker; knows no format of documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ingest.clean import clean_text
from ingest.contracts import Block, BlockRole, Box, Line, Note, Page, PageStatus, Picture, Table, TextSource
from ingest.inputs import photos
from ingest.layout.rows import LEADERS
from ingest.tables.cells import Cell, readable, to_table

NOWHERE: Final[Box] = (0.0, 0.0, 0.0, 0.0)
_DEEPEST: Final = 6
_WIDEST: Final = 200
_WIDEST_CELL: Final = 50
_TALLEST: Final = 2000
_MOST_CELLS: Final = 100_000
_MOST_PICTURES: Final = 500


@dataclass(frozen=True)
class Span:
    """A cell as documents write it: its text, and how many rows and columns it takes."""

    text: str
    rows: int = 1
    columns: int = 1
    header: bool = False


@dataclass
class Manuscript:
    """One page being written. `into` is where pictures go; the size is in points, 0 where there is no paper."""

    into: Path
    number: int = 1
    width: float = 0.0
    height: float = 0.0
    printed: str | None = None
    _blocks: list[Block] = field(default_factory=list)
    _tables: list[Table] = field(default_factory=list)
    _pictures: list[Picture] = field(default_factory=list)

    def heading(self, text: str, level: int, box: Box = NOWHERE) -> None:
        """A heading on one line; `level` 1 is the highest."""
        if title := clean_text(text):
            self._blocks.append(Block("heading", (Line(title, box),), min(max(level, 1), _DEEPEST)))

    def block(self, text: str, role: BlockRole = "text", box: Box = NOWHERE) -> None:
        """A paragraph, an item or a box; a line break in it stays one."""
        lines = tuple(Line(line, box) for part in text.splitlines() if (line := _told(part)))
        if lines:
            self._blocks.append(Block(role, lines))

    def table(self, rows: Sequence[Sequence[Span]], box: Box = NOWHERE) -> None:
        """A table; one of a single cell is a box drawn around a text."""
        cells = placed(rows)
        filled = [cell for cell in cells if cell.text]
        if len(filled) == 1 and len(cells) <= 2:
            self.block(filled[0].text, "sidebar", box)
        elif filled:
            table = to_table(cells, box)
            self._tables.append(table)
            lines = (Line(text, box) for row in table.rows if (text := readable(row)))
            self._blocks.append(Block("table", tuple(lines)))

    def picture(self, data: bytes, caption: str = "", box: Box = NOWHERE) -> None:
        """A picture, if it can be shown; the same picture twice is one file."""
        if len(self._pictures) < _MOST_PICTURES and (kept := photos.keep_figure(data, self.into)):
            digest, wide, high = kept
            place = box if box != NOWHERE else (0.0, 0.0, wide, high)
            self._pictures.append(Picture(place, digest, f"images/{digest}.png", clean_text(caption)))

    def page(self, notes: Sequence[Note] = ()) -> Page:
        """The page as it was written."""
        return Page(
            number=self.number,
            status=PageStatus.TEXT if self._blocks else PageStatus.BLANK,
            source=TextSource.LAYER if self._blocks else TextSource.NONE,
            width=self.width,
            height=self.height,
            blocks=tuple(self._blocks),
            tables=tuple(self._tables),
            pictures=tuple(self._pictures),
            printed=self.printed,
            notes=tuple(notes),
        )


def _told(text: str) -> str:
    """A line as pages are told: dots that lead the eye to a page number are one sign."""
    return clean_text(LEADERS.sub(" … ", text))


def placed(rows: Sequence[Sequence[Span]]) -> list[Cell]:
    """Where each cell of a table stands, as a browser places them: what spans pushes the others aside."""
    taken: set[tuple[int, int]] = set()
    cells: list[Cell] = []
    for number, row in enumerate(rows[:_TALLEST]):
        column = 0
        for span in row:
            while (number, column) in taken:
                column += 1
            if column >= _WIDEST or len(taken) > _MOST_CELLS:
                break
            high = min(max(span.rows, 1), len(rows) - number)
            wide = min(max(span.columns, 1), _WIDEST_CELL)
            taken.update((number + y, column + x) for y in range(high) for x in range(wide))
            cells.append(Cell(number, column, clean_text(span.text.replace("\n", " ")), high, wide, span.header))
            column += wide
    return cells

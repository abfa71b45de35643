"""Makes pages of sheets: furniture taken away, columns put in order, tables, headings and blocks. Pure.

Owns the order of these steps for a whole book. Opens no file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.contracts import Block, Line, Note, OutlineEntry, Page, PageStatus, Picture, Table, TextSource
from ingest.furniture import find_furniture
from ingest.layout import Atom, arrange
from ingest.rows import Row, rows_of
from ingest.sheet import Sheet, Span
from ingest.structure import Fonts, Setting, blocks_of, learn_fonts, page_body
from ingest.tables import find_tables, readable

_NOTE: Final = "ingest.reading.note."
_REPEATED_SHARE: Final = 0.3
_REPEATED_LEAST: Final = 4


@dataclass(frozen=True)
class Piece:
    """A run of rows, or a table that stands among them."""

    rows: tuple[Row, ...] = ()
    table: Table | None = None


def assemble(sheets: Sequence[Sheet], outline: Sequence[OutlineEntry]) -> tuple[Page, ...]:
    """The pages of a book, in order."""
    readable_sheets = [sheet for sheet in sheets if sheet.failure is None]
    furniture = find_furniture(readable_sheets)
    pieces = {
        sheet.number: _pieces([s for s in sheet.spans if s not in furniture.around.get(sheet.number, ())])
        for sheet in readable_sheets
    }
    fonts = learn_fonts({n: [row for piece in found for row in piece.rows] for n, found in pieces.items()}, outline)
    ornaments = _ornaments(readable_sheets)
    return tuple(_page(sheet, pieces.get(sheet.number, []), fonts, furniture.labels, ornaments) for sheet in sheets)


def _pieces(spans: Sequence[Span]) -> list[Piece]:
    upright = [span for span in spans if span.upright]
    aside = [span for span in spans if not span.upright]
    atoms = [Atom(span.box, i, len(span.text), span) for i, span in enumerate(upright)]
    pieces: list[Piece] = []
    for run in arrange(atoms):
        pieces += _with_tables(rows_of([atom.span for atom in run if atom.span is not None]))
    return pieces + [Piece((Row((span,)),)) for span in aside]


def _with_tables(rows: list[Row]) -> list[Piece]:
    pieces: list[Piece] = []
    done = 0
    for found in find_tables(rows):
        if found.first > done:
            pieces.append(Piece(tuple(rows[done : found.first])))
        pieces.append(Piece(table=found.table))
        done = found.last
    return pieces + ([Piece(tuple(rows[done:]))] if done < len(rows) else [])


def _ornaments(sheets: Sequence[Sheet]) -> frozenset[str]:
    """Pictures that stand on so many pages that they show nothing of their own."""
    pages: dict[str, set[int]] = {}
    for sheet in sheets:
        for figure in sheet.figures:
            pages.setdefault(figure.digest, set()).add(sheet.number)
    least = max(_REPEATED_LEAST, _REPEATED_SHARE * len(sheets))
    return frozenset(digest for digest, numbers in pages.items() if len(numbers) >= least)


def _page(
    sheet: Sheet, pieces: Sequence[Piece], fonts: Fonts, labels: Mapping[int, str], ornaments: frozenset[str]
) -> Page:
    notes = tuple(Note(_NOTE + remark.key, remark.facts) for remark in sheet.remarks)
    if sheet.failure is not None:
        failed = Note(f"ingest.reading.failure.{sheet.failure}", {"page": sheet.number})
        return Page(
            sheet.number, PageStatus.UNREADABLE, TextSource.NONE, sheet.width, sheet.height, notes=(*notes, failed)
        )
    blocks = _blocks(pieces, Setting(fonts, sheet.number, page_body(sheet, fonts)))
    return Page(
        number=sheet.number,
        status=_status(sheet),
        source=TextSource(sheet.source) if blocks else TextSource.NONE,
        width=sheet.width,
        height=sheet.height,
        blocks=tuple(blocks),
        tables=tuple(piece.table for piece in pieces if piece.table is not None),
        pictures=tuple(Picture(f.box, f.digest, f.file) for f in sheet.figures if f.digest not in ornaments),
        image=sheet.image,
        thumb=sheet.thumb,
        dpi=sheet.dpi,
        printed=labels.get(sheet.number),
        confidence=sheet.confidence,
        notes=notes,
    )


def _status(sheet: Sheet) -> PageStatus:
    """A page that shows something and says nothing was looked at by OCR: it is neither text nor blank."""
    if sheet.source == "layer":
        return PageStatus.TEXT
    return PageStatus.BLANK if sheet.blank else PageStatus.OCR


def _blocks(pieces: Sequence[Piece], setting: Setting) -> list[Block]:
    blocks: list[Block] = []
    for piece in pieces:
        if piece.table is not None:
            blocks.append(_table_block(piece.table))
        else:
            blocks += blocks_of(piece.rows, setting)
    return blocks


def _table_block(table: Table) -> Block:
    """A table in the text of its page: one line a row. All lines have the table's box."""
    lines = tuple(Line(text, table.box) for row in table.rows if (text := readable(row)))
    return Block("table", lines)

"""Makes pages of sheets: furniture taken away, columns put in order, tables, headings and blocks. Pure.

Owns the order of these steps for a whole book. Opens no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ingest.captions import with_captions
from ingest.contracts import Block, Line, Note, OutlineEntry, Page, PageStatus, Table, TextSource
from ingest.fonts import Fonts, learn_fonts, page_body
from ingest.furniture import find_furniture
from ingest.headlines import Setting
from ingest.leaves import cut, joined
from ingest.parts import Piece, pieces_of
from ingest.sheet import Sheet
from ingest.structure import blocks_of, box_blocks
from ingest.tables import readable
from ingest.titles import with_true_titles

_NOTE: Final = "ingest.reading.note."
_REPEATED_SHARE: Final = 0.3
_REPEATED_LEAST: Final = 4


def assemble(sheets: Sequence[Sheet], outline: Sequence[OutlineEntry]) -> tuple[Page, ...]:
    """The pages of a book, in order."""
    readable_sheets = [sheet for sheet in sheets if sheet.image is not None]
    book = cut(readable_sheets)
    furniture = find_furniture(book.slots)
    ornaments = _ornaments(readable_sheets)
    around = {leaf.number: {s for slot in leaf.slots for s in furniture.around[slot.number]} for leaf in book.leaves}
    pieces = {
        leaf.number: pieces_of(
            leaf.sheet,
            [span for span in leaf.sheet.spans if span not in around[leaf.number]],
            [figure.box for figure in leaf.sheet.figures if figure.digest not in ornaments],
        )
        for leaf in book.leaves
    }
    rows = {n: [row for piece in found if piece.role != "label" for row in piece.rows] for n, found in pieces.items()}
    fonts = learn_fonts(rows, book.outline(outline))
    read = {leaf.number: _page(leaf.sheet, pieces[leaf.number], fonts, ornaments) for leaf in book.leaves}
    return tuple(
        joined(
            _page(sheet, [], fonts, ornaments),
            [(leaf, read[leaf.number]) for leaf in book.of(sheet.number)],
            furniture.labels,
            imposed=book.imposed,
        )
        for sheet in sheets
    )


def _ornaments(sheets: Sequence[Sheet]) -> frozenset[str]:
    """Pictures that stand on so many pages that they show nothing of their own."""
    pages: dict[str, set[int]] = {}
    for sheet in sheets:
        for figure in sheet.figures:
            pages.setdefault(figure.digest, set()).add(sheet.number)
    least = max(_REPEATED_LEAST, _REPEATED_SHARE * len(sheets))
    return frozenset(digest for digest, numbers in pages.items() if len(numbers) >= least)


def _page(sheet: Sheet, pieces: Sequence[Piece], fonts: Fonts, ornaments: frozenset[str]) -> Page:
    notes = tuple(Note(_NOTE + remark.key, remark.facts) for remark in sheet.remarks)
    if sheet.failure is not None:
        notes = (*notes, Note(f"ingest.reading.failure.{sheet.failure}", {"page": sheet.number}))
    if sheet.image is None:
        return Page(sheet.number, PageStatus.UNREADABLE, TextSource.NONE, sheet.width, sheet.height, notes=notes)
    figures = [figure for figure in sheet.figures if figure.digest not in ornaments]
    blocks = _blocks(pieces, Setting(fonts, sheet.number, page_body(sheet, fonts)))
    blocks = with_true_titles(blocks, [figure.box for figure in figures], sheet.number, fonts)
    return Page(
        number=sheet.number,
        status=_status(sheet),
        source=TextSource(sheet.source) if blocks else TextSource.NONE,
        width=sheet.width,
        height=sheet.height,
        blocks=tuple(blocks),
        tables=tuple(piece.table for piece in pieces if piece.table is not None),
        pictures=with_captions(figures, blocks),
        image=sheet.image,
        thumb=sheet.thumb,
        dpi=sheet.dpi,
        confidence=sheet.confidence,
        notes=notes,
    )


def _status(sheet: Sheet) -> PageStatus:
    """A page that shows something and says nothing was looked at by OCR: it is neither text nor blank.

    A page of which only a part could be read is unreadable; what was read of it is kept.
    """
    if sheet.failure is not None:
        return PageStatus.UNREADABLE
    if sheet.source == "layer":
        return PageStatus.TEXT
    return PageStatus.BLANK if sheet.blank else PageStatus.OCR


def _blocks(pieces: Sequence[Piece], setting: Setting) -> list[Block]:
    blocks: list[Block] = []
    for piece in _rejoined(pieces):
        if piece.table is not None:
            blocks.append(_table_block(piece.table))
        elif piece.role == "label":
            blocks.append(Block("caption", tuple(row.line for row in piece.rows)))
        elif piece.role == "box":
            blocks += box_blocks(piece.rows, setting)
        else:
            blocks += blocks_of(piece.rows, setting)
    return blocks


def _rejoined(pieces: Sequence[Piece]) -> list[Piece]:
    """Runs that only the search for columns divided are one: the second goes on close below the first."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is not None and _goes_on(last, piece):
            joined[-1] = Piece((*last.rows, *piece.rows))
        else:
            joined.append(piece)
    return joined


def _goes_on(last: Piece, piece: Piece) -> bool:
    if not (last.rows and piece.rows and last.role == piece.role == "text"):
        return False
    above, below = last.rows[-1].box, piece.rows[0].box
    return -2.0 <= below[1] - above[3] < 0.5 * (below[3] - below[1]) and abs(below[0] - above[0]) < 3.0


def _table_block(table: Table) -> Block:
    """A table in the text of its page: one line a row. All lines have the table's box."""
    lines = tuple(Line(text, table.box) for row in table.rows if (text := readable(row)))
    return Block("table", lines)

"""Makes the pages of a book by its plan: headings and blocks of what stands on each, its pictures, its notes. Pure.

Owns the order of these steps for one page. What only the whole book tells is learned in `ingest.book_plan`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ingest.book_plan import BookPlan, plan_book
from ingest.chunks.picture_text import lettering_blocks
from ingest.contracts import Block, Line, Note, OutlineEntry, Page, PageStatus, Table, TextSource
from ingest.layout.captions import with_captions
from ingest.layout.flow import with_whole_paragraphs
from ingest.layout.leaves import joined
from ingest.layout.parts import Piece
from ingest.layout.rows import Row
from ingest.page.sheet import Sheet
from ingest.quality import quality_of
from ingest.structure.blocks import blocks_of, box_blocks
from ingest.structure.fonts import page_body
from ingest.structure.headlines import Setting
from ingest.structure.titles import with_true_titles
from ingest.tables.cells import readable
from ingest.tables.table_doubt import with_doubts

_NOTE: Final = "ingest.reading.note."


def assemble(sheets: Collection[Sheet], outline: Sequence[OutlineEntry]) -> tuple[Page, ...]:
    """The pages of a book, in order: planned once, then made one after the other by the plan."""
    return tuple(pages_by(plan_book(sheets, outline), sheets))


def pages_by(plan: BookPlan, sheets: Iterable[Sheet]) -> Iterator[Page]:
    """The pages of any part of a book, by its plan: what the parts give is what the whole book gives."""
    for sheet in sheets:
        leaves = plan.cuts.leaves(sheet) if sheet.image is not None else []
        read = [(leaf, _page(leaf.sheet, plan.layout[leaf.number], plan)) for leaf in leaves]
        page = joined(_page(sheet, [], plan), read, plan.labels, imposed=plan.cuts.imposed)
        page = with_doubts(replace(page, notes=(*plan.left_out(sheet), *page.notes)))
        yield replace(page, quality=quality_of(page))


def _page(sheet: Sheet, pieces: Sequence[Piece], plan: BookPlan) -> Page:
    notes = tuple(Note(_NOTE + remark.key, remark.facts) for remark in sheet.remarks)
    if sheet.failure is not None:
        notes = (*notes, Note(f"ingest.reading.failure.{sheet.failure}", {"page": sheet.number}))
    if sheet.image is None:
        return Page(sheet.number, PageStatus.UNREADABLE, TextSource.NONE, sheet.width, sheet.height, notes=notes)
    figures = plan.figures(sheet)
    blocks = _blocks(pieces, Setting(plan.fonts, sheet.number, page_body(sheet, plan.fonts)))
    blocks = with_true_titles(blocks, [figure.box for figure in figures], sheet.number, plan.fonts)
    blocks = with_whole_paragraphs(blocks)
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
        lettering=lettering_blocks(sheet.lettering),
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
            blocks += _box(piece.rows, setting)
        elif piece.role == "side":
            blocks.append(_side_title(piece.rows, setting))
        else:
            blocks += blocks_of(piece.rows, setting)
    return blocks


def _box(rows: Sequence[Row], setting: Setting) -> list[Block]:
    """The blocks of a box; one that is all in the print of titles is a quotation and heads nothing."""
    found = box_blocks(rows, setting)
    if any(block.role == "sidebar" for block in found):
        return found
    return [Block("sidebar", tuple(row.line for row in rows))]


def _side_title(rows: Sequence[Row], setting: Setting) -> Block:
    """A title at the side of its section, whole."""
    levels = [setting.fonts.level(row, setting.page, setting.body) for row in rows]
    known = [level for level in levels if level is not None]
    return Block("heading", tuple(row.line for row in rows), min(known, default=setting.fonts.below))


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

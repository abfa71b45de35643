"""Makes pages of sheets: furniture taken away, columns put in order, tables, headings and blocks. Pure.

Owns the order of these steps for a whole book. Opens no file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.captions import with_captions
from ingest.contracts import Block, Box, Line, Note, OutlineEntry, Page, PageStatus, Table, TextSource
from ingest.furniture import find_furniture
from ingest.grids import Grid, find_boxes, find_grids
from ingest.layout import Atom, arrange
from ingest.rows import Row, rows_of, with_drop_caps
from ingest.sheet import Sheet, Span
from ingest.stripes import Stripe, find_stripes
from ingest.structure import Fonts, Setting, blocks_of, learn_fonts, page_body
from ingest.tables import find_tables, readable, unwoven

_NOTE: Final = "ingest.reading.note."
_REPEATED_SHARE: Final = 0.3
_REPEATED_LEAST: Final = 4
_LONG_BOX: Final = 1600


@dataclass(frozen=True)
class Piece:
    """A run of rows, or a table that stands among them. `boxed` rows stand in a box of their own."""

    rows: tuple[Row, ...] = ()
    table: Table | None = None
    boxed: bool = False


def assemble(sheets: Sequence[Sheet], outline: Sequence[OutlineEntry]) -> tuple[Page, ...]:
    """The pages of a book, in order."""
    readable_sheets = [sheet for sheet in sheets if sheet.image is not None]
    furniture = find_furniture(readable_sheets)
    pieces = {
        sheet.number: _pieces(sheet, [s for s in sheet.spans if s not in furniture.around.get(sheet.number, ())])
        for sheet in readable_sheets
    }
    fonts = learn_fonts({n: [row for piece in found for row in piece.rows] for n, found in pieces.items()}, outline)
    ornaments = _ornaments(readable_sheets)
    return tuple(_page(sheet, pieces.get(sheet.number, []), fonts, furniture.labels, ornaments) for sheet in sheets)


def _pieces(sheet: Sheet, spans: Sequence[Span]) -> list[Piece]:
    """Everything on a page in reading order; what is turned on its side comes last."""
    upright = with_drop_caps([span for span in spans if span.upright])
    aside = [span for span in spans if not span.upright]
    grids = find_grids(sheet.shapes, upright, sheet.width, sheet.height)
    inside = {span for grid in grids for span in grid.spans}
    stripes = find_stripes(sheet.shapes, [span for span in upright if span not in inside])
    inside |= {span for stripe in stripes for span in stripe.spans}
    free = [span for span in upright if span not in inside]
    boxes = find_boxes(sheet.shapes, free, sheet.width, sheet.height)
    pieces = _ordered(_atoms(upright, free, [*grids, *stripes], boxes))
    return pieces + [Piece((Row((span,)),)) for span in aside]


def _atoms(
    drawn: Sequence[Span], free: Sequence[Span], tables: Sequence[Grid | Stripe], boxes: Sequence[Box]
) -> list[Atom]:
    """Free spans, ruled tables, and boxes with what they hold; each at its place in the drawing order."""
    place = {span: i for i, span in enumerate(drawn)}
    atoms = [Atom(table.box, min(place[s] for s in table.spans), 200, solid=table) for table in tables]
    boxed: set[Span] = set()
    for box in boxes:
        held = [atom for atom in atoms if atom.solid is not None and _holds(box, atom.box)]
        spans = [span for span in free if span not in boxed and _holds(box, span.box)]
        inner = [*held, *(Atom(span.box, place[span], len(span.text), span) for span in spans)]
        boxed.update(spans)
        if inner:
            chars = sum(atom.chars for atom in inner)
            atoms = [atom for atom in atoms if atom not in held]
            atoms.append(Atom(box, min(atom.order for atom in inner), chars, solid=tuple(inner)))
    return atoms + [Atom(span.box, place[span], len(span.text), span) for span in free if span not in boxed]


def _holds(box: Box, other: Box) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _ordered(atoms: Sequence[Atom]) -> list[Piece]:
    pieces: list[Piece] = []
    for run in arrange(atoms):
        loose: list[Span] = []
        for atom in run:
            if atom.span is not None:
                loose.append(atom.span)
                continue
            pieces += _with_tables(rows_of(loose))
            loose = []
            pieces += _solid(atom)
        pieces += _with_tables(rows_of(loose))
    return pieces


def _solid(atom: Atom) -> list[Piece]:
    if isinstance(atom.solid, Grid):
        return [Piece(table=atom.solid.table)]
    if isinstance(atom.solid, Stripe):
        if atom.solid.table is not None:
            return [Piece(table=atom.solid.table)]
        return _with_tables(rows_of(list(atom.solid.spans)))
    return _boxed(atom)


def _boxed(atom: Atom) -> list[Piece]:
    """What a box holds: one block when it is short, a part of the page like any other when it is not."""
    inner = _ordered(atom.solid) if isinstance(atom.solid, tuple) else []
    if atom.chars > _LONG_BOX:
        return inner
    rows = tuple(row for piece in inner for row in piece.rows)
    return ([Piece(rows, boxed=True)] if rows else []) + [piece for piece in inner if piece.table is not None]


def _with_tables(rows: list[Row]) -> list[Piece]:
    pieces: list[Piece] = []
    done = 0
    for found in find_tables(rows):
        pieces += _side_by_side(rows[done : found.first])
        pieces.append(Piece(table=found.table))
        done = found.last
    return pieces + _side_by_side(rows[done:])


def _side_by_side(rows: Sequence[Row]) -> list[Piece]:
    """Rows as they are, but captions that stand side by side are read one after the other."""
    pieces: list[Piece] = []
    for group in unwoven(rows):
        pieces.append(Piece(tuple(group)))
    return pieces


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
        notes = (*notes, Note(f"ingest.reading.failure.{sheet.failure}", {"page": sheet.number}))
    if sheet.image is None:
        return Page(sheet.number, PageStatus.UNREADABLE, TextSource.NONE, sheet.width, sheet.height, notes=notes)
    blocks = _blocks(pieces, Setting(fonts, sheet.number, page_body(sheet, fonts)))
    return Page(
        number=sheet.number,
        status=_status(sheet),
        source=TextSource(sheet.source) if blocks else TextSource.NONE,
        width=sheet.width,
        height=sheet.height,
        blocks=tuple(blocks),
        tables=tuple(piece.table for piece in pieces if piece.table is not None),
        pictures=with_captions([f for f in sheet.figures if f.digest not in ornaments], blocks),
        image=sheet.image,
        thumb=sheet.thumb,
        dpi=sheet.dpi,
        printed=labels.get(sheet.number),
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
    for piece in pieces:
        if piece.table is not None:
            blocks.append(_table_block(piece.table))
        elif piece.boxed:
            blocks.append(Block("sidebar", tuple(row.line for row in piece.rows)))
        else:
            blocks += blocks_of(piece.rows, setting)
    return blocks


def _table_block(table: Table) -> Block:
    """A table in the text of its page: one line a row. All lines have the table's box."""
    lines = tuple(Line(text, table.box) for row in table.rows if (text := readable(row)))
    return Block("table", lines)

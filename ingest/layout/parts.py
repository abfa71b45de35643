"""Puts what stands on one page in reading order: text, tables, boxes, pictures with their labels. Pure.

Owns what is solid on a page, so that columns are found around it. Knows no heading and no book.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ingest.contracts import Box, Table
from ingest.geometry import holds, hull
from ingest.layout.asides import aside_rows, with_stacked
from ingest.layout.atoms import Atom
from ingest.layout.boxes import find_boxes
from ingest.layout.legends import legend_of
from ingest.layout.margins import parts_of
from ingest.layout.order import arrange
from ingest.layout.rows import Row, rows_of, with_drop_caps
from ingest.layout.sides import Side, side_of
from ingest.page.sheet import Sheet, Span
from ingest.tables.aligned import find_tables, printed_on
from ingest.tables.grids import Grid, find_grids
from ingest.tables.joined_tables import goes_on, joined
from ingest.tables.stripes import Stripe, find_stripes
from ingest.tables.woven import unwoven

_LEAST_PICTURE: Final = 0.015
_MOST_LABELS: Final = 40
_EDGE: Final = 16.0
_AXIS: Final = 4
_PAST: Final = 0.4


@dataclass(frozen=True)
class Piece:
    """A run of rows, or a table that stands among them.

    `role` tells the rows of a box, a picture's labels and caption, and a title that is turned on its side.
    """

    rows: tuple[Row, ...] = ()
    table: Table | None = None
    role: Literal["text", "box", "label", "side"] = "text"


@dataclass(frozen=True)
class Labelled:
    """A picture, the words that stand in it or along its edges, and its caption."""

    box: Box
    labels: tuple[Span, ...]
    caption: tuple[Span, ...] = ()

    @property
    def area(self) -> Box:
        """Where it stands with its caption."""
        return hull([self.box, *(span.box for span in self.caption)])

    @property
    def pieces(self) -> list[Piece]:
        """Its words; a table printed on it is a table."""
        table = printed_on(self.labels)
        labels = [Piece(table=table)] if table is not None else _labels(self.labels)
        return labels + _labels(self.caption)


def _labels(spans: Sequence[Span]) -> list[Piece]:
    return [Piece(tuple(rows_of(spans)), role="label")] if spans else []


def pieces_of(sheet: Sheet, spans: Sequence[Span], figures: Sequence[Box]) -> list[Piece]:
    """Everything on a page in reading order; what is turned on its side and heads nothing comes last."""
    spans = with_stacked(spans)
    upright = with_drop_caps([span for span in spans if span.upright])
    aside = [span for span in spans if not span.upright]
    grids = find_grids(sheet.shapes, upright, sheet.width, sheet.height)
    inside = {span for grid in grids for span in grid.spans}
    stripes = [s for s in find_stripes(sheet.shapes, [x for x in upright if x not in inside]) if _is_table(s)]
    inside |= {span for stripe in stripes for span in stripe.spans}
    free = [span for span in upright if span not in inside]
    boxes = find_boxes(sheet.shapes, free, sheet.width, sheet.height, figures)
    pictures = _pictures([figure for figure in figures if figure not in boxes], free, sheet)
    pictures = _with_legends(pictures, free, boxes)
    labels = {span for picture in pictures for span in (*picture.labels, *picture.caption)}
    free = [span for span in free if span not in labels]
    sides = [side_of(rows, upright) for rows in aside_rows(aside)]
    atoms = _atoms(upright, free, [*grids, *stripes], boxes, pictures) + _titles(sides, upright)
    return _with_whole_tables(_ordered(atoms)) + [Piece(side.rows, role="label") for side in sides if side.at is None]


def _is_table(stripe: Stripe) -> bool:
    """Whether something stands in columns there: text on grounds that touch is a box."""
    return stripe.table is not None or bool(find_tables(rows_of(list(stripe.spans))))


def _with_whole_tables(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, a table that goes on in the next one made whole."""
    whole: list[Piece] = []
    for piece in pieces:
        last = whole[-1].table if whole else None
        if last is not None and piece.table is not None and goes_on(last, piece.table):
            whole[-1] = Piece(table=joined(last, piece.table))
        else:
            whole.append(piece)
    return whole


def _atoms(
    drawn: Sequence[Span],
    free: Sequence[Span],
    tables: Sequence[Grid | Stripe],
    boxes: Sequence[Box],
    pictures: Sequence[Labelled],
) -> list[Atom]:
    """Free spans, ruled tables, and boxes with what they hold; each at its place in the drawing order."""
    place = {span: i for i, span in enumerate(drawn)}
    atoms = [Atom(table.box, min(place[s] for s in table.spans), 200, solid=table) for table in tables]
    atoms += [Atom(p.area, _place(p.box, drawn), sum(len(s.text) for s in p.caption), solid=p) for p in pictures]
    boxed: set[Span] = set()
    for box in boxes:
        held = [atom for atom in atoms if atom.solid is not None and holds(box, atom.box)]
        spans = [span for span in free if span not in boxed and holds(box, span.box)]
        inner = [*held, *(Atom(span.box, place[span], len(span.text), span) for span in spans)]
        boxed.update(spans)
        if inner:
            chars = sum(atom.chars for atom in inner)
            atoms = [atom for atom in atoms if atom not in held]
            atoms.append(Atom(box, min(atom.order for atom in inner), chars, solid=tuple(inner)))
    return atoms + [Atom(span.box, place[span], len(span.text), span) for span in free if span not in boxed]


def _titles(sides: Sequence[Side], drawn: Sequence[Span]) -> list[Atom]:
    """Turned titles, each as a thin line above the section that it heads."""
    return [Atom(side.at, _place(side.at, drawn), 1, solid=side) for side in sides if side.at is not None]


def _place(box: Box, drawn: Sequence[Span]) -> int:
    """Where a picture comes in the drawing order: before the first text that stands below its top."""
    return next((i for i, span in enumerate(drawn) if span.box[1] > box[1]), len(drawn))


def _pictures(figures: Sequence[Box], spans: Sequence[Span], sheet: Sheet) -> list[Labelled]:
    """The pictures that text flows around, each with the labels in it and on its edges."""
    found: list[Labelled] = []
    taken: set[Span] = set()
    for box in sorted(figures, key=lambda b: -(b[2] - b[0]) * (b[3] - b[1])):
        large = (box[2] - box[0]) * (box[3] - box[1]) >= _LEAST_PICTURE * sheet.width * sheet.height
        if not large or any(holds(other.box, box) for other in found):
            continue
        held = [span for span in spans if span not in taken and holds(box, span.box)]
        if sum(len(span.text.split()) for span in held) > _MOST_LABELS:
            continue
        edge = (box[0] - _EDGE, box[1] - _EDGE, box[2] + _EDGE, box[3] + _EDGE)
        near = [s for s in spans if s not in taken and s not in held and len(s.text) <= 3 and holds(edge, s.box)]
        near = near if len(near) >= _AXIS else []
        taken.update(held, near)
        found.append(Labelled(box, tuple(held + near)))
    return found


def _with_legends(pictures: Sequence[Labelled], spans: Sequence[Span], boxes: Sequence[Box]) -> list[Labelled]:
    """The pictures with their captions; no line is the caption of two, none comes out of or into a box."""
    found: list[Labelled] = []
    taken = {span for picture in pictures for span in picture.labels}
    for picture in pictures:
        inside = [box for box in boxes if holds(box, picture.box)]
        room = [s for s in spans if s not in taken and [box for box in boxes if holds(box, s.box)] == inside]
        caption = legend_of(picture.box, room)
        taken.update(caption)
        found.append(replace(picture, caption=caption))
    return found


def _ordered(atoms: Sequence[Atom]) -> list[Piece]:
    pieces: list[Piece] = []
    for run in arrange(atoms):
        loose: list[Span] = []
        waiting: list[Labelled] = []
        for atom in run:
            if isinstance(atom.solid, Labelled):
                waiting.append(atom.solid)
                continue
            if atom.span is None or any(_is_past(atom.span, picture, loose) for picture in waiting):
                pieces += [*_column(loose), *(piece for picture in waiting for piece in picture.pieces)]
                loose, waiting = [], []
            if atom.span is None:
                pieces += _solid(atom)
            else:
                loose.append(atom.span)
        pieces += [*_column(loose), *(piece for picture in waiting for piece in picture.pieces)]
    return pieces


def _column(spans: Sequence[Span]) -> Iterator[Piece]:
    """The lines of a column with its tables; a note in its margin is a box."""
    for part in parts_of(spans):
        rows = rows_of(part.spans)
        yield from [Piece(tuple(rows), role="box")] if part.is_note else _with_tables(rows)


def _is_past(span: Span, picture: Labelled, above: Sequence[Span]) -> bool:
    """Whether a line stands below a picture and apart from the text above: there the picture's words are read."""
    last = max((other.box[3] for other in above), default=0.0)
    apart = span.box[1] - last > _PAST * (span.box[3] - span.box[1])
    return bool(picture.pieces) and apart and span.box[1] >= picture.area[3] - 2.0


def _solid(atom: Atom) -> list[Piece]:
    if isinstance(atom.solid, Side):
        return [Piece(atom.solid.rows, role="side")]
    if isinstance(atom.solid, Grid):
        return [Piece(table=atom.solid.table)]
    if isinstance(atom.solid, Stripe):
        if atom.solid.table is not None:
            return [Piece(table=atom.solid.table)]
        return _as_box(_with_tables(rows_of(list(atom.solid.spans))))
    return _as_box(_ordered(atom.solid)) if isinstance(atom.solid, tuple) else []


def _as_box(inner: Sequence[Piece]) -> list[Piece]:
    """What stands in a box: all of it is the box's, however long; a table in it divides it."""
    pieces: list[Piece] = []
    for piece in inner:
        if piece.table is None and pieces and pieces[-1].table is None:
            pieces[-1] = Piece((*pieces[-1].rows, *piece.rows), role="box")
        else:
            pieces.append(piece if piece.table is not None else Piece(piece.rows, role="box"))
    return pieces


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

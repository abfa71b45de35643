"""Puts what stands on one page in reading order: text, tables, boxes, pictures with their labels. Pure.

Owns what is solid on a page, so that columns are found around it. Knows no heading and no book.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ingest.aligned import find_tables
from ingest.asides import aside_rows, with_stacked
from ingest.contracts import Box, Table
from ingest.grids import Grid, find_boxes, find_grids
from ingest.layout import Atom, arrange
from ingest.rows import Row, rows_of, with_drop_caps
from ingest.sheet import Sheet, Span
from ingest.stripes import Stripe, find_stripes
from ingest.woven import unwoven

_LONG_BOX: Final = 1600
_LEAST_PICTURE: Final = 0.015
_MOST_LABELS: Final = 40
_EDGE: Final = 16.0
_AXIS: Final = 4


@dataclass(frozen=True)
class Piece:
    """A run of rows, or a table that stands among them. `role` tells the rows of a box and a picture's labels."""

    rows: tuple[Row, ...] = ()
    table: Table | None = None
    role: Literal["text", "box", "label"] = "text"


@dataclass(frozen=True)
class Labelled:
    """A picture and the words that stand in it or along its edges."""

    box: Box
    labels: tuple[Span, ...]


def pieces_of(sheet: Sheet, spans: Sequence[Span], figures: Sequence[Box]) -> list[Piece]:
    """Everything on a page in reading order; what is turned on its side comes last."""
    spans = with_stacked(spans)
    upright = with_drop_caps([span for span in spans if span.upright])
    aside = [span for span in spans if not span.upright]
    grids = find_grids(sheet.shapes, upright, sheet.width, sheet.height)
    inside = {span for grid in grids for span in grid.spans}
    stripes = find_stripes(sheet.shapes, [span for span in upright if span not in inside])
    inside |= {span for stripe in stripes for span in stripe.spans}
    free = [span for span in upright if span not in inside]
    boxes = find_boxes(sheet.shapes, free, sheet.width, sheet.height)
    pictures = _pictures(figures, free, sheet)
    labels = {span for picture in pictures for span in picture.labels}
    free = [span for span in free if span not in labels]
    pieces = _ordered(_atoms(upright, free, [*grids, *stripes], boxes, pictures))
    return pieces + [Piece(tuple(rows), role="label") for rows in aside_rows(aside)]


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
    atoms += [Atom(picture.box, _place(picture, drawn), 0, solid=picture) for picture in pictures]
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


def _place(picture: Labelled, drawn: Sequence[Span]) -> int:
    """Where a picture comes in the drawing order: before the first text that stands below its top."""
    return next((i for i, span in enumerate(drawn) if span.box[1] > picture.box[1]), len(drawn))


def _pictures(figures: Sequence[Box], spans: Sequence[Span], sheet: Sheet) -> list[Labelled]:
    """The pictures that text flows around, each with the labels in it and on its edges."""
    found: list[Labelled] = []
    taken: set[Span] = set()
    for box in sorted(figures, key=lambda b: -(b[2] - b[0]) * (b[3] - b[1])):
        large = (box[2] - box[0]) * (box[3] - box[1]) >= _LEAST_PICTURE * sheet.width * sheet.height
        if not large or any(_holds(other.box, box) for other in found):
            continue
        held = [span for span in spans if span not in taken and _holds(box, span.box)]
        if sum(len(span.text.split()) for span in held) > _MOST_LABELS:
            continue
        edge = (box[0] - _EDGE, box[1] - _EDGE, box[2] + _EDGE, box[3] + _EDGE)
        near = [s for s in spans if s not in taken and s not in held and len(s.text) <= 3 and _holds(edge, s.box)]
        near = near if len(near) >= _AXIS else []
        taken.update(held, near)
        found.append(Labelled(box, tuple(held + near)))
    return found


def _holds(box: Box, other: Box) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _ordered(atoms: Sequence[Atom]) -> list[Piece]:
    pieces: list[Piece] = []
    for run in arrange(atoms):
        loose: list[Span] = []
        labels: list[Labelled] = []
        for atom in run:
            if atom.span is not None:
                loose.append(atom.span)
                continue
            if isinstance(atom.solid, Labelled):
                labels.append(atom.solid)
                continue
            pieces += _with_tables(rows_of(loose))
            loose = []
            pieces += _solid(atom)
        pieces += _with_tables(rows_of(loose))
        pieces += [Piece(tuple(rows_of(picture.labels)), role="label") for picture in labels if picture.labels]
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
    return ([Piece(rows, role="box")] if rows else []) + [piece for piece in inner if piece.table is not None]


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

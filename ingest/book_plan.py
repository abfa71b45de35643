"""Learns what only the whole book can tell of a page: the plan by which its pages are then read in parts. Pure.

Owns the order of this learning. Goes through the sheets several times, one at a time, and keeps none: a long book's
sheets need never be in memory together. What is done with a page by the plan is `ingest.assemble`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.contracts import Note, OutlineEntry
from ingest.icons.placeholders import MARK
from ingest.layout.furniture import Furniture, find_furniture
from ingest.layout.leaves import Cuts, Leaf, cut
from ingest.layout.parts import Piece, pieces_of
from ingest.layout.rows import Row
from ingest.packed import Again, Packed
from ingest.page.sheet import Figure, Sheet, Span
from ingest.structure.fonts import Fonts, learn_fonts

_NOTE: Final = "ingest.reading.note."
_REPEATED_SHARE: Final = 0.3
_REPEATED_LEAST: Final = 4


@dataclass(frozen=True)
class BookPlan:
    """What a book taught: the parts of its pages, what stands around their text, its ornaments, fonts, layout.

    `layout` holds what stands on each leaf in reading order, by the leaf's number; `around` what stands around it.
    """

    cuts: Cuts
    labels: Mapping[int, str]
    around: Mapping[int, Collection[Span]]
    ornaments: frozenset[str]
    fonts: Fonts
    layout: Mapping[int, Sequence[Piece]]

    def figures(self, sheet: Sheet) -> list[Figure]:
        """The pictures of a page that show something of their own."""
        return [figure for figure in sheet.figures if figure.digest not in self.ornaments]

    def left_out(self, sheet: Sheet) -> Iterator[Note]:
        """What of a page is no text and no picture of its own: running heads and feet, ornaments."""
        spans = {span for number in self.cuts.numbers.get(sheet.number, ()) for span in self.around.get(number, ())}
        if spans:
            texts = (span.text for span in sorted(spans, key=lambda span: (span.box[1], span.box[0])))
            yield Note(_NOTE + "furniture", {"text": MARK.sub("", " · ".join(texts))})
        if ornaments := len(sheet.figures) - len(self.figures(sheet)):
            yield Note(_NOTE + "ornaments", {"count": ornaments})


def plan_book(sheets: Collection[Sheet], outline: Sequence[OutlineEntry]) -> BookPlan:
    """The plan of a book. `sheets` are gone through more than once."""
    shown = Again(lambda: (sheet for sheet in sheets if sheet.image is not None))
    cuts = cut(shown)
    furniture = find_furniture(cuts.slots(shown))
    ornaments = _ornaments(shown)
    layout = Packed[Sequence[Piece]]()
    for sheet in shown:
        for leaf in cuts.leaves(sheet):
            layout[leaf.number] = _pieces(leaf, furniture, ornaments)
    fonts = learn_fonts(_Rows(layout), cuts.outline(outline))
    return BookPlan(cuts, furniture.labels, furniture.around, ornaments, fonts, layout)


def _pieces(leaf: Leaf, furniture: Furniture, ornaments: frozenset[str]) -> list[Piece]:
    return pieces_of(
        leaf.sheet,
        leaf.without(furniture.around),
        [figure.box for figure in leaf.sheet.figures if figure.digest not in ornaments],
    )


class _Rows(Mapping[int, Sequence[Row]]):
    """The rows of each leaf outside tables and pictures, taken from its pieces when they are wanted."""

    def __init__(self, layout: Mapping[int, Sequence[Piece]]) -> None:
        self._layout = layout

    def __getitem__(self, number: int) -> Sequence[Row]:
        return [row for piece in self._layout[number] if piece.role != "label" for row in piece.rows]

    def __iter__(self) -> Iterator[int]:
        return iter(self._layout)

    def __len__(self) -> int:
        return len(self._layout)


def _ornaments(sheets: Collection[Sheet]) -> frozenset[str]:
    """Pictures that stand on so many pages that they show nothing of their own."""
    pages: dict[str, set[int]] = {}
    for sheet in sheets:
        for figure in sheet.figures:
            pages.setdefault(figure.digest, set()).add(sheet.number)
    least = max(_REPEATED_LEAST, _REPEATED_SHARE * len(sheets))
    return frozenset(digest for digest, numbers in pages.items() if len(numbers) >= least)

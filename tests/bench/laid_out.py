"""Sheets put together from pages of a book, as a printer lays them out: records alone, nothing is drawn or read.

Owns where everything of a page stands on its sheet. What is too small on paper to need a region is made to need one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.contracts import Block, Box, Line, Page, PageFacts, PagePart, PageRef, Passage


@dataclass(frozen=True)
class Layout:
    """So many pages across and down; `parted`: the reader saw that they are panels."""

    across: int
    down: int
    parted: bool

    @property
    def each(self) -> int:
        """Pages on a sheet."""
        return self.across * self.down

    def __str__(self) -> str:
        return f"{self.across} x {self.down} {'panels' if self.parted else 'pages'}"


@dataclass(frozen=True)
class Sheet:
    """One sheet and where each of its pages stands on it."""

    facts: PageFacts
    page: Page
    places: dict[int, tuple[float, float]]

    def box(self, number: int, box: Box) -> Box:
        """A box of a page as it stands on the sheet."""
        return _moved(box, self.places[number])

    def passages(self, found: Iterable[Passage]) -> list[Passage]:
        """Those that stand on the sheet, as passages of it."""
        owner = self.facts.ref.owner
        here = [p for p in found if p.ref.owner == owner and p.ref.page in self.places]
        return [replace(p, ref=self.facts.ref, boxes=tuple(self.box(p.ref.page, box) for box in p.boxes)) for p in here]


def sheet_of(pages: Sequence[tuple[PageFacts, Page]], number: int, layout: Layout) -> Sheet:
    """The sheet on which page `number` of a book is printed."""
    first = (number - 1) // layout.each * layout.each
    group = pages[first : first + layout.each]
    wide, high = max(facts.width for facts, _ in group), max(facts.height for facts, _ in group)
    places = {
        facts.ref.page: (n % layout.across * wide, n // layout.across * high) for n, (facts, _) in enumerate(group)
    }
    owner = group[0][0].ref.owner
    parts = tuple(PagePart((x, y, x + wide, y + high), "panel") for x, y in places.values()) if layout.parted else ()
    facts = replace(
        group[0][0],
        ref=PageRef(owner.game, owner.booklet, group[0][0].ref.page),
        width=wide * layout.across,
        height=high * layout.down,
        parts=parts,
    )
    return Sheet(facts, _together([(page, places[facts.ref.page]) for facts, page in group], facts), places)


def _together(placed: Sequence[tuple[Page, tuple[float, float]]], facts: PageFacts) -> Page:
    return replace(
        placed[0][0],
        width=facts.width,
        height=facts.height,
        parts=facts.parts,
        blocks=tuple(_block(block, at) for page, at in placed for block in page.blocks),
        lettering=tuple(_block(block, at) for page, at in placed for block in page.lettering),
        tables=tuple(replace(table, box=_moved(table.box, at)) for page, at in placed for table in page.tables),
        pictures=tuple(replace(each, box=_moved(each.box, at)) for page, at in placed for each in page.pictures),
    )


def _block(block: Block, at: tuple[float, float]) -> Block:
    return replace(block, lines=tuple(Line(line.text, _moved(line.box, at)) for line in block.lines))


def _moved(box: Box, at: tuple[float, float]) -> Box:
    return (box[0] + at[0], box[1] + at[1], box[2] + at[0], box[3] + at[1])

"""Gives the pages of a reading back as they are read: page by page, or part by part in the booklet's order. Pure.

Owns which blocks, tables and pictures of a page belong to which of its parts. Cuts no text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.contracts import Block, Box, Page
from ingest.geometry import shared_area


@dataclass(frozen=True)
class Strand:
    """A page, or one part of it with what stands there. `place` counts from 1 in the order of reading.

    `printed` is what its chunks say: `None` for the page's own number, empty for a part that has none beside one that
    has.
    """

    page: Page
    place: int
    part: int = 0
    printed: str | None = None


def strands(pages: Sequence[Page]) -> list[Strand]:
    """A whole book in the order of reading."""
    found = [strand for page in pages for strand in _of_page(page)]
    if found and all(strand.page.parts for strand in found):
        found.sort(key=lambda strand: strand.page.parts[strand.part].order)
    return [replace(strand, place=place) for place, strand in enumerate(found, 1)]


def _of_page(page: Page) -> Iterator[Strand]:
    if not page.parts:
        yield Strand(page, 0)
        return
    boxes = [part.box for part in page.parts]
    unnumbered = "" if any(part.printed for part in page.parts) else None
    owners = [_owner(block.lines[0].box, boxes) if block.lines else 0 for block in page.blocks]
    tables = [owner for owner, block in zip(owners, page.blocks, strict=True) if block.role == "table"]
    for index, part in enumerate(page.parts):
        held = replace(
            page,
            blocks=tuple(block for block, owner in zip(page.blocks, owners, strict=True) if owner == index),
            tables=tuple(t for t, owner in zip(page.tables, tables, strict=True) if owner == index),
            pictures=tuple(picture for picture in page.pictures if _owner(picture.box, boxes) == index),
            lettering=tuple(block for block in page.lettering if _owner(_box(block), boxes) == index),
        )
        yield Strand(held, 0, index, part.printed or unnumbered)


def _box(block: Block) -> Box:
    return block.lines[0].box


def _owner(box: Box, parts: Sequence[Box]) -> int:
    """The part in which a box begins: what lies across a gutter belongs to the left half."""
    x, y = box[0] + 1.0, (box[1] + box[3]) / 2
    for index, (x0, y0, x1, y1) in enumerate(parts):
        if x0 <= x < x1 and y0 <= y < y1:
            return index
    return max(range(len(parts)), key=lambda index: shared_area(box, parts[index]))

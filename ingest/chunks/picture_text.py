"""What pictures say, as blocks of their page and as passages beside the text that they illustrate. Pure.

Owns how lettering is put together and which section it stands in. What was believed is decided where it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from ingest.contracts import Block, Box, Chunk, Line, Link, Page, Picture
from ingest.geometry import holds, hull
from ingest.page.sheet import Span

_LEAST_WORDS: Final = 2


@dataclass(frozen=True)
class Lettering:
    """The words of one picture, ready to be a passage."""

    text: str
    path: tuple[str, ...]
    boxes: tuple[Box, ...]
    links: tuple[Link, ...]


def lettering_blocks(spans: Sequence[Span]) -> tuple[Block, ...]:
    """One block for each place where a page has lettering, its lines from the top."""
    groups = groupby(sorted(spans, key=lambda span: span.block), key=lambda span: span.block)
    return tuple(
        Block("caption", tuple(Line(s.text, s.box) for s in _from_the_top(list(found)))) for _, found in groups
    )


def _from_the_top(spans: Sequence[Span]) -> list[Span]:
    """Spans side by side are read from the left, lines from the top."""
    ordered: list[Span] = []
    row: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.box[1] + s.box[3]) / 2):
        if row and (span.box[1] + span.box[3]) / 2 > row[0].box[3]:
            ordered += sorted(row, key=lambda s: s.box[0])
            row = []
        row.append(span)
    return ordered + sorted(row, key=lambda s: s.box[0])


def letterings(page: Page, made: Sequence[Chunk]) -> Iterator[Lettering]:
    """The words of each picture of a page, in the section of the passage that stands nearest. One word says nothing."""
    for block in page.lettering:
        text = "\n".join(line.text for line in block.lines)
        if len(text.split()) < _LEAST_WORDS:
            continue
        place = hull(line.box for line in block.lines)
        picture = next((one for one in page.pictures if holds(one.box, place)), None)
        boxes = (picture.box if picture else place,)
        yield Lettering(text, _section(boxes[0], made), boxes, _links(picture))


def _section(box: Box, made: Sequence[Chunk]) -> tuple[str, ...]:
    nearest = min(made, key=lambda chunk: min(_distance(box, other) for other in chunk.boxes), default=None)
    return nearest.section_path if nearest else ()


def _links(picture: Picture | None) -> tuple[Link, ...]:
    return (Link(picture.file or picture.digest, "embeds", picture.digest, 0),) if picture else ()


def _distance(one: Box, other: Box) -> float:
    """The gap between two boxes; what stands below counts twice: a picture comes after its heading."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down, up = max(other[1] - one[3], 0.0), max(one[1] - other[3], 0.0)
    return across + 2 * down + up

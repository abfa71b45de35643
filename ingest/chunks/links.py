"""Joins chunks to the tables and pictures they hold or speak of (`connect_to`). Pure.

Owns where in a text a table or a picture stands, and which one its words point at. A table is named by its chunk, a
picture by its file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from ingest.chunks.references import Reference, references
from ingest.clean import join_lines
from ingest.contracts import Block, Box, Chunk, ChunkType, Link, Page, Picture
from ingest.geometry import hull

LEAST_SIDE: Final = 28.0
_NEAR: Final = 60.0
_MOST: Final = 12
_TAIL: Final = 40
_ABOUT: Final = 15

_Link = tuple[int, Link]
_Found = TypeVar("_Found")


def with_links(made: Sequence[Chunk], page: Page) -> list[Chunk]:
    """The chunks of one page, each with its links: what stands in it, then what it speaks of."""
    links: dict[int, list[Link]] = {}
    for i, link in (*_tables(made, page), *_pictures(made, page), *_spoken_of(made, page)):
        held = links.setdefault(i, [])
        if link.target != made[i].chunk_id and all(link.target != other.target for other in held):
            held.append(link)
    return [replace(c, connect_to=(*c.connect_to, *links.get(i, ())[:_MOST])) for i, c in enumerate(made)]


def _tables(made: Sequence[Chunk], page: Page) -> Iterator[_Link]:
    """Each table in the text that it interrupts or ends, at the place where it stands."""
    boxes = iter(page.tables)
    for place, block in enumerate(page.blocks):
        if block.role != "table":
            continue
        box = next(boxes).box
        parts = [c for c in made if c.type is ChunkType.TABLE and c.boxes and c.boxes[0] == box]
        owner = _text_before(made, page.blocks[:place], parts)
        if owner is not None:
            yield from ((owner[0], Link(part.chunk_id, "embeds", "table", owner[1])) for part in parts)


def _text_before(made: Sequence[Chunk], blocks: Sequence[Block], parts: Sequence[Chunk]) -> tuple[int, int] | None:
    """The text of its section that a table comes after, and how far into it."""
    for block in reversed(blocks):
        if block.role == "heading":
            return None
        words = _words(block)
        if block.role != "table" and not any(words in part.content for part in parts):
            ends = ((i, _end(c, words)) for i, c in enumerate(made) if c.type is ChunkType.TEXT)
            return next(((i, at) for i, at in ends if at), None)
    return None


def _end(chunk: Chunk, words: str) -> int:
    """Where a block ends in a text; 0 where the text does not hold its end."""
    at = chunk.content.find(words)
    if at >= 0:
        return at + len(words)
    tail = words[-_TAIL:]
    return chunk.content.rfind(tail) + len(tail) if tail in chunk.content else 0


def _words(block: Block) -> str:
    return join_lines([line.text for line in block.lines])


def _pictures(made: Sequence[Chunk], page: Page) -> Iterator[_Link]:
    """Each picture in the text that runs around it, or beside the text that stands nearest."""
    for picture in shown(page):
        near = sorted((distance(picture.box, box), i) for i, c in enumerate(made) if _told(c) for box in c.boxes)
        if near and near[0][0] <= _NEAR:
            apart, i = near[0]
            position = _place_in(made[i], picture, page)
            relation = "embeds" if apart <= 0 or 0 < position < len(made[i].content) else "related"
            yield i, Link(target_of(picture), relation, picture.digest, position)  # type: ignore[arg-type]


def _place_in(chunk: Chunk, picture: Picture, page: Page) -> int:
    """How far into a text a picture stands: after the last of its blocks that ends above the picture's middle."""
    middle = (picture.box[1] + picture.box[3]) / 2
    position = 0
    for block in page.blocks:
        if block.lines and _beside_each_other(block, picture) and block.lines[-1].box[3] <= middle:
            position = max(position, _end(chunk, _words(block)))
    return position


def _beside_each_other(block: Block, picture: Picture) -> bool:
    """Whether both stand in one column."""
    box = hull(line.box for line in block.lines)
    return min(box[2], picture.box[2]) > max(box[0], picture.box[0])


def _spoken_of(made: Sequence[Chunk], page: Page) -> Iterator[_Link]:
    """The tables and pictures that a text points at."""
    tables = [c for c in made if c.type is ChunkType.TABLE and c.boxes]
    for i, chunk in enumerate(made):
        if chunk.type is not ChunkType.TEXT or not chunk.boxes:
            continue
        for said in references(chunk.content):
            box = box_at(chunk, said.position, page)
            if said.kind == "table":
                table = _meant(said, box, tables, lambda c: c.boxes[0], lambda c: c.content[:80])
                if table is not None:
                    yield i, Link(table.chunk_id, "related", "table", said.position)
            elif (picture := picture_meant(said, box, page)) is not None:
                yield i, Link(target_of(picture), "related", picture.digest, said.position)


def box_at(chunk: Chunk, position: int, page: Page) -> Box:
    """Where the words at a position of a text stand: the box of their block."""
    words = chunk.content[max(0, position - _ABOUT) : position + _ABOUT].strip()
    blocks = (block for block in page.blocks if words in _words(block))
    block = next(blocks, None)
    return hull(line.box for line in block.lines) if block else hull(chunk.boxes)


def picture_meant(said: Reference, box: Box, page: Page) -> Picture | None:
    """The picture that words in `box` point at."""
    return _meant(said, box, list(shown(page)), lambda picture: picture.box, lambda picture: picture.caption)


def _meant(
    said: Reference, box: Box, able: Sequence[_Found], box_of: Callable[[_Found], Box], name_of: Callable[[_Found], str]
) -> _Found | None:
    if said.number is not None:
        numbered = re.compile(rf"\b{re.escape(said.number)}\b", re.IGNORECASE)
        return next((one for one in able if numbered.search(name_of(one))), None)
    middle = (box[1] + box[3]) / 2
    if said.place == "below":
        able = [one for one in able if box_of(one)[3] > middle]
    elif said.place == "above":
        able = [one for one in able if box_of(one)[1] < middle]
    return min(able, key=lambda one: distance(box, box_of(one)), default=None)


def shown(page: Page) -> Iterator[Picture]:
    """The pictures of a page that are larger than an icon."""
    for picture in page.pictures:
        if min(picture.box[2] - picture.box[0], picture.box[3] - picture.box[1]) >= LEAST_SIDE:
            yield picture


def target_of(picture: Picture) -> str:
    """What names a picture in `connect_to`."""
    return picture.file or picture.digest


def _told(chunk: Chunk) -> bool:
    return chunk.type is not ChunkType.IMAGE and not chunk.connect_to  # lettering has the link of its own picture


def distance(box: Box, other: Box) -> float:
    """How far two boxes stand from each other; 0 where they overlap."""
    across = max(other[0] - box[2], box[0] - other[2], 0.0)
    down = max(other[1] - box[3], box[1] - other[3], 0.0)
    return float(max(across, down))

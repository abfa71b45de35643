"""Joins chunks to the tables and pictures they hold or stand beside (`connect_to`). Pure.

Owns which text speaks of which picture: the one whose boxes it stands nearest to on the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from ingest.contracts import Box, Chunk, ChunkType, Link, Page, Picture

_LEAST_SIDE: Final = 28.0
_NEAR: Final = 60.0
_MOST: Final = 12


def with_links(made: Sequence[Chunk], page: Page) -> list[Chunk]:
    """The chunks of one page, each with its links: tables of its section, pictures that stand in it or by it."""
    links: dict[int, list[Link]] = {}
    for i, chunk in enumerate(made):
        if chunk.type is ChunkType.TABLE:
            links.setdefault(_owner(made, i), []).append(_table_link(made, i))
    for picture in page.pictures:
        for i, link in _picture_links(made, picture):
            links.setdefault(i, []).append(link)
    return [replace(c, connect_to=(*c.connect_to, *links.get(i, ())[:_MOST])) for i, c in enumerate(made)]


def _owner(made: Sequence[Chunk], i: int) -> int:
    """The text before a table in its section; the table itself when nothing introduces it."""
    before = [j for j in range(i) if made[j].type is ChunkType.TEXT and made[j].section_path == made[i].section_path]
    return before[-1] if before else i


def _table_link(made: Sequence[Chunk], i: int) -> Link:
    owner = _owner(made, i)
    if owner == i:
        return Link(made[i].chunk_id, "related", "table", 0)
    return Link(made[i].chunk_id, "embeds", "table", len(made[owner].content))


def _picture_links(made: Sequence[Chunk], picture: Picture) -> Iterator[tuple[int, Link]]:
    if min(picture.box[2] - picture.box[0], picture.box[3] - picture.box[1]) < _LEAST_SIDE:
        return
    near = sorted((_distance(picture.box, box), i) for i, c in enumerate(made) if _told(c) for box in c.boxes)
    if near and near[0][0] <= _NEAR:
        distance, i = near[0]
        target = picture.file or picture.digest
        yield i, Link(target, "embeds" if distance <= 0 else "related", picture.digest, 0)


def _told(chunk: Chunk) -> bool:
    return chunk.type is not ChunkType.IMAGE and not chunk.connect_to  # lettering has the link of its own picture


def _distance(box: Box, other: Box) -> float:
    """How far two boxes stand from each other; 0 where they overlap."""
    across = max(other[0] - box[2], box[0] - other[2], 0.0)
    down = max(other[1] - box[3], box[1] - other[3], 0.0)
    return float(max(across, down))

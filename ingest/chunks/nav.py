"""The table of contents that the chunks themselves give: a tree of sections with what stands in each. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ingest.chunks.summary import summary
from ingest.contracts import Chunk, ChunkType, Page, Picture


@dataclass
class _Node:
    title: str
    level: int
    page: int
    summary: str = ""
    chunks: int = 0
    images: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    children: dict[str, _Node] = field(default_factory=dict)

    def record(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "level": self.level,
            "page": self.page,
            "summary": self.summary,
            "chunk_count": self.chunks,
            "children": [child.record() for child in self.children.values()],
            "assets": {"images": self.images, "tables": self.tables},
        }


@dataclass(frozen=True)
class Section:
    """One section, for the catalogue; `parent` is the number of the one around it."""

    number: int
    parent: int | None
    level: int
    title: str
    page: int


def navigation(
    chunks: Sequence[Chunk], pages: Sequence[Page], tables: Mapping[tuple[int, int], str]
) -> list[dict[str, Any]]:
    """Sections in the order of the book: {title, level, page, summary, chunk_count, children, assets}.

    `chunk_count` counts what stands directly in a section. Chunks before any heading are in no section.
    """
    root = _tree(chunks, tables)
    for page in pages:
        near = [chunk for chunk in chunks if chunk.page == page.number] if page.pictures else []
        for picture in page.pictures:
            owner = _above(picture, near)
            if owner is not None and picture.file is not None:
                _add_image(_find(root, owner.section_path), picture.file)
    return [node.record() for node in root.children.values()]


def sections(chunks: Sequence[Chunk]) -> list[Section]:
    """The same tree, flat, in reading order."""
    return list(_flat(_tree(chunks, {}), None, [0]))


def _tree(chunks: Sequence[Chunk], tables: Mapping[tuple[int, int], str]) -> _Node:
    root = _Node("", 0, 1)
    for chunk in chunks:
        node = root
        for title in chunk.section_path:
            node = node.children.setdefault(title, _Node(title, node.level + 1, chunk.page))
        node.chunks += 1
        if chunk.type is ChunkType.TEXT and not node.summary:
            node.summary = summary(chunk.content)
        if (chunk.page, chunk.ordinal) in tables:
            node.tables.append(tables[chunk.page, chunk.ordinal])
    return root


def _find(root: _Node, path: Sequence[str]) -> _Node:
    node = root
    for title in path:
        node = node.children[title]
    return node


def _above(picture: Picture, chunks: Sequence[Chunk]) -> Chunk | None:
    """The last chunk of the page that begins above a picture, else the first: its section is the picture's."""
    starting = [chunk for chunk in chunks if chunk.boxes and chunk.boxes[0][1] <= picture.box[1]]
    return starting[-1] if starting else next(iter(chunks), None)


def _add_image(node: _Node, file: str) -> None:
    if file not in node.images:
        node.images.append(file)


def _flat(node: _Node, parent: int | None, counter: list[int]) -> Iterator[Section]:
    for child in node.children.values():
        number = counter[0]
        counter[0] += 1
        yield Section(number, parent, child.level, child.title, child.page)
        yield from _flat(child, number, counter)

"""The table of contents that chunks give. Pure."""

from __future__ import annotations

from ingest.chunks.nav import Section, navigation, sections
from ingest.chunks.summary import LENGTH, summary
from ingest.contracts import Box, Chunk, ChunkType, Page, PageStatus, Picture, TextSource


def chunk(page: int, ordinal: int, path: tuple[str, ...], top: float = 0.0) -> Chunk:
    """A paragraph under a heading path, `top` points down its page."""
    text = f"Text {page}.{ordinal}."
    boxes: tuple[Box, ...] = ((0.0, top, 100.0, top + 10.0),)
    return Chunk(f"c{text}", f"e{text}", ChunkType.TEXT, text, page, ordinal, path, boxes, 2)


def page(number: int, *pictures: tuple[str | None, float]) -> Page:
    """A page with pictures, each a file and its top."""
    placed = tuple(Picture((0.0, top, 50.0, top + 20.0), "d", file) for file, top in pictures)
    return Page(number, PageStatus.TEXT, TextSource.LAYER, 300, 400, pictures=placed)


CHUNKS = [
    chunk(1, 0, ()),
    chunk(1, 1, ("A",), 50),
    chunk(1, 2, ("A", "Deep"), 200),
    chunk(2, 0, ("B",)),
    chunk(3, 0, ("A",)),
]


def test_the_tree_nests_and_counts_what_stands_directly() -> None:
    """A section that comes back later is the same one; text before any heading is in none."""
    first, second = navigation(CHUNKS, [], {})
    assert (first["title"], first["level"], first["page"], first["chunk_count"]) == ("A", 1, 1, 2)
    assert [(c["title"], c["level"], c["chunk_count"]) for c in first["children"]] == [("Deep", 2, 1)]
    assert (second["title"], second["summary"]) == ("B", "Text 2.0.")


def test_a_picture_belongs_to_the_section_above_it() -> None:
    """Or to the first one of its page; one without a file, or on an empty page, to none."""
    pages = [page(1, ("images/low.png", 300), ("images/mid.png", 100), (None, 100)), page(2, ("images/b.png", 0))]
    first, second = navigation(CHUNKS, [*pages, page(9, ("images/none.png", 0))], {})
    assert first["assets"]["images"] == ["images/mid.png"]
    assert first["children"][0]["assets"]["images"] == ["images/low.png"]
    assert second["assets"]["images"] == ["images/b.png"]


def test_sections_are_the_tree_laid_flat() -> None:
    """Numbered in reading order, each with the one around it."""
    assert sections(CHUNKS) == [
        Section(0, None, 1, "A", 1),
        Section(1, 0, 2, "Deep", 1),
        Section(2, None, 1, "B", 2),
    ]


def test_a_summary_is_the_first_sentence() -> None:
    """Cut at a word when it is long."""
    assert summary("Roll  two dice.\nThen move.") == "Roll two dice."
    long = summary("word " * 100)
    assert len(long) <= LENGTH
    assert long.endswith("word…")

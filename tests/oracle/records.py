"""Passages, booklets and answers built in code for the tests of this package."""

from __future__ import annotations

from pathlib import Path

from ingest.contracts import (
    Booklet,
    BookletKind,
    BookletRef,
    ChunkType,
    PageRef,
    Passage,
    TextSource,
)


def passage(
    text: str,
    at: str = "core:4",
    kind: BookletKind = BookletKind.CORE,
    *,
    ordinal: int = 0,
    printed: str | None = None,
    source: TextSource = TextSource.LAYER,
    boxes: tuple[tuple[float, float, float, float], ...] = (),
    section: tuple[str, ...] = ("Setup",),
    icons: tuple[tuple[str, str], ...] = (),
) -> Passage:
    """A passage of the game `dice`; `at` is `booklet:page`."""
    booklet, _, page = at.partition(":")
    return Passage(
        row=1,
        ref=PageRef("dice", booklet, int(page)),
        ordinal=ordinal,
        chunk_id=f"id-{booklet}-{page}-{ordinal}",
        type=ChunkType.TEXT,
        text=text,
        section_path=section,
        boxes=boxes,
        printed=printed,
        source=source,
        kind=kind,
        booklet_title=booklet.title(),
        source_file=f"{booklet}.pdf",
        language="en",
        tokens=len(text.split()),
        icons=icons,
    )


def booklet(name: str, kind: BookletKind = BookletKind.CORE) -> Booklet:
    """A booklet of the game `dice`."""
    ref = BookletRef("dice", name)
    return Booklet(ref, name.title(), kind, 1, ("en",), "r1", f"{name}.pdf", 8, 20, Path("books"))

"""The records that `ingest` produces and everyone else may hold.

Owns the identity of games, booklets, pages and passages. Standard library only: importing this module
costs nothing. Pages are 1-based positions in the PDF everywhere; only `ingest.page.pdf` converts them.
Boxes are `(x0, y0, x1, y1)` in points of the upright page's CropBox, origin at the top left.
"""

from __future__ import annotations

from ingest.contracts.chunks import Chunk, Link
from ingest.contracts.identity import (
    BookletKind,
    BookletRef,
    BookletStatus,
    Box,
    ChunkType,
    Note,
    PageRef,
    PageStatus,
    TextSource,
    is_slug,
)
from ingest.contracts.reading import (
    Block,
    BlockRole,
    Icon,
    IconKind,
    Line,
    OutlineEntry,
    Page,
    PagePart,
    PartKind,
    Picture,
    Reading,
    Table,
)
from ingest.contracts.results import AddResult
from ingest.contracts.shelf import Booklet, ChannelHits, Game, Hit, PageFacts, Passage, Revision, Scope, ScopedRevision

__all__ = [
    "AddResult",
    "Block",
    "BlockRole",
    "Booklet",
    "BookletKind",
    "BookletRef",
    "BookletStatus",
    "Box",
    "ChannelHits",
    "Chunk",
    "ChunkType",
    "Game",
    "Hit",
    "Icon",
    "IconKind",
    "Line",
    "Link",
    "Note",
    "OutlineEntry",
    "Page",
    "PageFacts",
    "PagePart",
    "PageRef",
    "PageStatus",
    "PartKind",
    "Passage",
    "Picture",
    "Reading",
    "Revision",
    "Scope",
    "ScopedRevision",
    "Table",
    "TextSource",
    "is_slug",
]

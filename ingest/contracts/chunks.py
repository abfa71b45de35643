"""What chunking produces: pieces of one page's text and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ingest.contracts.identity import Box, ChunkType, TextSource
from ingest.icons.placeholders import spoken


@dataclass(frozen=True)
class Link:
    """`connect_to` of a chunk: the picture or table it holds (`embeds`) or talks about (`related`)."""

    target: str
    relation: Literal["embeds", "related"]
    ref: str
    position: int


@dataclass(frozen=True)
class Chunk:
    """A piece of one page's text and where it stands (its placement).

    `chunk_id` hashes the normalised content alone. `ordinal` counts from 0 within the page. Text is
    embedded and indexed with `section_path` before it; `embed_id` hashes that whole text. `source` says where
    its words came from (OCR for lettering in a picture of a page that has a layer); `printed` is the number of the
    part of the page that it stands in: empty for a part without one beside a part that has one, `None` where the page's
    own counts. `icons` are the names of the icons in it, by their ids.
    """

    chunk_id: str
    embed_id: str
    type: ChunkType
    content: str
    page: int
    ordinal: int
    section_path: tuple[str, ...]
    boxes: tuple[Box, ...]
    tokens: int
    keywords: tuple[str, ...] = ()
    html: str | None = None
    connect_to: tuple[Link, ...] = ()
    source: TextSource = TextSource.LAYER
    printed: str | None = None
    icons: tuple[tuple[str, str], ...] = ()

    @property
    def embed_text(self) -> str:
        """What the embedding models see: the names of icons, where they have one, and nothing else of them."""
        text = "\n".join((" > ".join(self.section_path), self.content)) if self.section_path else self.content
        return spoken(text, dict(self.icons))

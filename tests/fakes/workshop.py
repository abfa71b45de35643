"""A workshop whose reader takes a text file with form feeds between pages: no PDF, no OCR, no model.

Its first line of a page that starts with `#` is a heading. `history` tells what was asked of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ingest.contracts import Block, Chunk, ChunkType, Line, Link, Note, Page, PageStatus, Picture, Reading, TextSource
from ingest.embedders import EmbedderInfo
from ingest.errors import BadRulebook, UsageError
from ingest.settings import OnProgress, Progress, Settings
from ingest.sources import Source, files_of
from ingest.store.fingerprint import AddOrder
from ingest.workshop import Workshop

BOX = (10.0, 10.0, 300.0, 40.0)
DIMENSION = 48


@dataclass
class WordEmbedder:
    """Hashed words; `seed` makes models that disagree."""

    info: EmbedderInfo
    history: list[str] = field(default_factory=list)

    def passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        self.history += texts
        return np.stack([self._vector(text) for text in texts])

    def query(self, text: str) -> NDArray[np.float32]:
        """The vector of a question."""
        return self._vector(text)

    def count_tokens(self, text: str) -> int:
        """Words."""
        return len(text.split())

    def _vector(self, text: str) -> NDArray[np.float32]:
        vector = np.full(DIMENSION, 1e-3, dtype=np.float32)
        for word in text.lower().split():
            digest = hashlib.sha256(f"{self.info.identity}/{word}".encode()).digest()
            vector[digest[0] % DIMENSION] += 1.0 if digest[1] % 2 else -1.0
        return vector / np.float32(np.linalg.norm(vector))


@dataclass
class FakeTools:
    """Counts pages read and texts embedded; `workshop()` hands out the seam."""

    reader: str = "1"
    chunker: str = "1"
    version: str = "1"
    index: str = "1"
    pages_read: int = 0
    embedders: dict[str, WordEmbedder] = field(default_factory=dict)

    def workshop(self) -> Workshop:
        """The seam that `ingest.pipeline` works with."""
        return Workshop(
            reader_version=self.reader,
            chunker_version=self.chunker,
            index_version=self.index,
            inspect=inspect,
            read=self.read,
            chunk=chunk,
            embedder_info=lambda name: self.embedder(name).info,
            open_embedder=self.embedder,
        )

    def embedder(self, name: str) -> WordEmbedder:
        """The model of that name, of the version that this workshop has."""
        if name not in self.embedders:
            info = EmbedderInfo(name, f"fake/{name}@{self.version}/{DIMENSION}/l2", DIMENSION, ("*",), 100, 32)
            self.embedders[name] = WordEmbedder(info)
        return self.embedders[name]

    @property
    def embedded(self) -> int:
        """Texts embedded by all models."""
        return sum(len(embedder.history) for embedder in self.embedders.values())

    def read(self, source: Source, into: Path, order: AddOrder, settings: Settings, progress: OnProgress) -> Reading:
        """Pages, each with a picture on the disk. A page of `?` is unreadable."""
        texts = [text for file in files_of(source) for text in file.read_text("utf-8").split("\f")]
        (into / "pages").mkdir()
        (into / "images").mkdir()
        pages = []
        for number, text in enumerate(texts, 1):
            progress(Progress("ingest.stage.pages", number, len(texts)))
            self.pages_read += 1
            pages.append(_page(number, text, into))
        return Reading(tuple(pages), (), order.languages or ("en",))


@dataclass(frozen=True)
class Facts:
    """Stands for the facts of the real gate."""

    pages: int
    notes: tuple[Note, ...] = ()


def inspect(source: Path) -> Facts:
    """What the real gate would say."""
    if not source.is_file():
        raise UsageError("no_such_file", file=source)
    text = source.read_text("utf-8")
    if not text.strip():
        raise BadRulebook("empty", file=source)
    return Facts(text.count("\f") + 1)


def chunk(reading: Reading, count_tokens: Callable[[str], int], budget: int) -> tuple[Chunk, ...]:
    """A chunk a paragraph."""
    found: list[Chunk] = []
    path: tuple[str, ...] = ()
    for page in reading.pages:
        for ordinal, block in enumerate(block for block in page.blocks if block.role == "text"):
            headings = [b.text for b in page.blocks if b.role == "heading"]
            path = (*headings,) or path
            found.append(_chunk(page, ordinal, path, block.text, count_tokens))
    return tuple(found)


def _page(number: int, text: str, into: Path) -> Page:
    if text.strip() == "?":
        return Page(number, PageStatus.UNREADABLE, TextSource.NONE, 300, 400)
    image, picture = f"pages/p{number:04d}.png", f"images/p{number:04d}-0.png"
    (into / image).write_bytes(b"picture of " + text.encode())
    (into / picture).write_bytes(b"icon")
    blocks = []
    for paragraph in text.strip().split("\n\n"):
        heading = paragraph.startswith("# ")
        line = Line(paragraph.removeprefix("# "), BOX)
        blocks.append(Block("heading" if heading else "text", (line,), 1 if heading else None))
    pictures = (Picture((0, 0, 30, 40), "d1", picture),)
    return Page(
        number, PageStatus.TEXT, TextSource.LAYER, 300, 400, tuple(blocks), (), pictures, image, printed=str(number + 2)
    )


def _chunk(page: Page, ordinal: int, path: tuple[str, ...], text: str, count_tokens: Callable[[str], int]) -> Chunk:
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    embed = hashlib.sha256("\n".join((*path, text)).encode()).hexdigest()[:16]
    table = "|" in text
    return Chunk(
        chunk_id=digest,
        embed_id=embed,
        type=ChunkType.TABLE if table else ChunkType.TEXT,
        content=text,
        page=page.number,
        ordinal=ordinal,
        section_path=path,
        boxes=(BOX,),
        tokens=count_tokens(text),
        html="<table><tr><td>1</td></tr></table>" if table else None,
        connect_to=(Link(page.pictures[0].file or "", "embeds", "icon", 0),),
    )

"""Filling the embedding cache: what is not in it yet is embedded, model by model, and kept at once.

Owns the order of work and its bookkeeping. A kill loses at most one batch; what is cached is never embedded again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.contracts import Chunk
from ingest.settings import OnProgress, Progress
from ingest.store import catalogue_read, catalogue_write

if TYPE_CHECKING:
    from ingest.embedders import Embedder

STAGE = "ingest.stage.embedding"
_BATCH = 128


@dataclass(frozen=True)
class Embedded:
    """How many of the chunks had to be embedded by some model, and how many were known to all of them."""

    embedded: int
    reused: int


def fill_cache(
    connection: sqlite3.Connection, chunks: Sequence[Chunk], embedders: Sequence[Embedder], progress: OnProgress
) -> Embedded:
    """Make sure that every chunk has its vector by every model."""
    texts = texts_of(chunks)
    missing = {e.info.identity: unknown(connection, e.info.identity, list(texts)) for e in embedders}
    total, done = sum(len(ids) for ids in missing.values()), 0
    for embedder in embedders:
        for batch in _batches(missing[embedder.info.identity], texts, embedder.info.batch):
            _embed(connection, embedder, batch, [texts[embed_id] for embed_id in batch])
            done += len(batch)
            progress(Progress(STAGE, done, total))
    fresh = {embed_id for ids in missing.values() for embed_id in ids}
    embedded = sum(chunk.embed_id in fresh for chunk in chunks)
    return Embedded(embedded, len(chunks) - embedded)


def texts_of(chunks: Sequence[Chunk]) -> dict[str, str]:
    """What is embedded of some chunks, by embed_id."""
    return {chunk.embed_id: chunk.embed_text for chunk in chunks}


def unknown(connection: sqlite3.Connection, identity: str, embed_ids: Sequence[str]) -> list[str]:
    """Those that the cache holds no vector of."""
    known = catalogue_read.cached(connection, identity, embed_ids)
    return [embed_id for embed_id in embed_ids if embed_id not in known]


def _batches(embed_ids: Sequence[str], texts: dict[str, str], limit: int) -> Iterator[list[str]]:
    """Texts of like length together: a batch costs as much as its longest."""
    ordered = sorted(embed_ids, key=lambda embed_id: (len(texts[embed_id]), embed_id))
    size = min(limit, _BATCH)
    for start in range(0, len(ordered), size):
        yield ordered[start : start + size]


def _embed(connection: sqlite3.Connection, embedder: Embedder, embed_ids: Sequence[str], texts: Sequence[str]) -> None:
    vectors = embedder.passages(texts).astype("<f4")
    rows = [(embed_id, vector.tobytes()) for embed_id, vector in zip(embed_ids, vectors, strict=True)]
    catalogue_write.remember_vectors(connection, embedder.info.identity, embedder.info.dimension, rows)

"""A library of synthetic rulebooks, as large as wanted, made through the writers of the store itself.

Owns what is in it: seeded, games of Zipfian sizes, words of Zipfian frequency, and vectors that are sums of the vectors
of their words, so that neighbours are neighbours for a reason. Only some games have real collections; the others are
answered from the cache. Measures nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ingest.contracts import BookletRef, Chunk, ChunkType, Page, PageStatus, TextSource
from ingest.embedders import EmbedderInfo, embedder_info
from ingest.settings import Settings
from ingest.store import catalogue, catalogue_write
from ingest.store.catalogue_write import NewRevision
from ingest.store.fingerprint import Recipe
from ingest.store.publish import collections_of
from ingest.store.vectors import VectorStore, Writer

Floats = NDArray[np.float32]
SEED = 2026
VOCABULARY = 20_000
WORDS = 40
A_PAGE = 5
LARGEST_BOOK = 5_000
_HEARD = 12
_SYLLABLES = [consonant + vowel for consonant in "bdklmnr" for vowel in "aeiou"]


@dataclass(frozen=True)
class Plan:
    """How many games and chunks, which sizes must be there, and how many games have real collections."""

    games: int = 4_000
    chunks: int = 424_835
    exact: tuple[int, ...] = (20_000, 5_000, 1_000, 100)
    real: int = 300

    def sizes(self) -> list[int]:
        """Chunks of each game: those wanted exactly, then Zipfian ones that make the sum."""
        count = self.games - len(self.exact)
        left = self.chunks - sum(self.exact)
        shares = 1 / (np.arange(count) + 30.0)
        sizes = np.maximum(5, np.floor(left * shares / shares.sum())).astype(int)
        sizes[0] += left - int(sizes.sum())
        return [*self.exact, *map(int, sizes)]

    def real_games(self) -> list[int]:
        """The games with collections: those of an exact size, the rest from the small end."""
        return [*range(len(self.exact)), *range(self.games - self.real + len(self.exact), self.games)]


SMALL = Plan(games=40, chunks=6_000, exact=(2_000, 1_000, 100), real=8)


def slug(number: int) -> str:
    """Name of a game."""
    return f"game-{number:04}"


class Language:
    """Words, how often each is used, and the vector of each by every model."""

    def __init__(self, models: tuple[str, ...]) -> None:
        chance = np.random.default_rng(SEED)
        self.infos: dict[str, EmbedderInfo] = {model: embedder_info(model) for model in models}
        picks = chance.integers(0, len(_SYLLABLES), (VOCABULARY, 4))
        self.words = [f"{''.join(_SYLLABLES[i] for i in row)}{n % 97}" for n, row in enumerate(picks)]
        self.number = {word: n for n, word in enumerate(self.words)}
        shares = 1 / (np.arange(VOCABULARY) + 2.0)
        self._steps = np.cumsum(shares / shares.sum())
        self._vectors = {
            model: chance.standard_normal((VOCABULARY, info.dimension), dtype=np.float32)
            for model, info in self.infos.items()
        }

    def text(self, chance: np.random.Generator, chunks: int, words: int = WORDS) -> NDArray[np.int64]:
        """Numbers of words, a row a chunk."""
        drawn: NDArray[np.int64] = np.searchsorted(self._steps, chance.random((chunks, words))).astype(np.int64)
        return drawn

    def said(self, row: NDArray[np.int64]) -> str:
        """A row as text."""
        return " ".join(self.words[n] for n in row)

    def vectors(self, model: str, rows: NDArray[np.int64]) -> Floats:
        """Unit vectors of texts: the sum of those of their first words."""
        weights = self._vectors[model]
        total = np.zeros((len(rows), weights.shape[1]), dtype=np.float32)
        for column in rows[:, :_HEARD].T:
            total += weights[column]
        unit: Floats = total / np.linalg.norm(total, axis=1, keepdims=True)
        return unit


@dataclass(frozen=True)
class Ready:
    """An embedder whose questions cost nothing: what is measured without them."""

    language: Language
    model: str

    @cached_property
    def info(self) -> EmbedderInfo:
        """That of the real model."""
        return self.language.infos[self.model]

    def passages(self, texts: list[str]) -> Floats:
        """Never asked for."""
        raise NotImplementedError

    def query(self, text: str) -> Floats:
        """The sum of its words' vectors."""
        known = [self.language.number[word] for word in text.split() if word in self.language.number]
        row: Floats = self.language.vectors(self.model, np.array([known or [0]]))[0]
        return row

    def count_tokens(self, text: str) -> int:
        """Words."""
        return len(text.split())


def build(settings: Settings, plan: Plan, language: Language) -> Iterator[int]:
    """Fill an empty home; yields the number of each game that is done."""
    settings.home.mkdir(parents=True, exist_ok=True)
    real = set(plan.real_games())
    store = VectorStore(settings)
    with catalogue.writing(settings.database) as connection, store.writing() as writer:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA cache_size = -1000000")
        for number, size in enumerate(plan.sizes()):
            chance = np.random.default_rng((SEED, number))
            for book, start in enumerate(range(0, size, LARGEST_BOOK)):
                rows = language.text(chance, min(LARGEST_BOOK, size - start))
                new = _revision(language, BookletRef(slug(number), f"book-{book}"), rows)
                for model, info in language.infos.items():
                    vectors = language.vectors(model, rows)
                    ids = [chunk.embed_id for chunk in new.chunks]
                    blobs = ((name, vector.tobytes()) for name, vector in zip(ids, vectors, strict=True))
                    catalogue_write.remember_vectors(connection, info.identity, info.dimension, blobs)
                    if number in real:
                        _collect(writer, new, new.collections[info.identity], vectors)
                catalogue_write.publish(connection, new, "2026-01-01T00:00:00Z")
            yield number
    store.close()


def _collect(writer: Writer, new: NewRevision, name: str, vectors: Floats) -> None:
    keys = [f"{new.ref}:{chunk.page}#{chunk.ordinal}" for chunk in new.chunks]
    writer.write(name, keys, [chunk.page for chunk in new.chunks], vectors, {"game": new.ref.game})


def _revision(language: Language, ref: BookletRef, rows: NDArray[np.int64]) -> NewRevision:
    chunks = tuple(_chunk(language, ref, n, row) for n, row in enumerate(rows))
    pages = tuple(
        Page(number, PageStatus.TEXT, TextSource.LAYER, 595.0, 842.0) for number in range(1, chunks[-1].page + 1)
    )
    identities = tuple(info.identity for info in language.infos.values())
    recipe = Recipe("0" * 64, ".pdf", None, "auto", ("eng",), ref.booklet, "core", 0, None, identities=identities)
    revision = hashlib.sha256(str(ref).encode()).hexdigest()[:12]
    return NewRevision(
        ref=ref,
        revision=revision,
        recipe=recipe,
        source_name=f"{ref.booklet}.pdf",
        languages=("en",),
        pages=pages,
        chunks=chunks,
        chunk_languages=("en",) * len(chunks),
        collections=collections_of(ref, revision, identities),
        manifest="0" * 64,
        game_title=ref.game,
        job=revision + ref.game,
        started="2026-01-01T00:00:00Z",
    )


def _chunk(language: Language, ref: BookletRef, number: int, row: NDArray[np.int64]) -> Chunk:
    name = hashlib.blake2b(f"{ref}/{number}".encode(), digest_size=16).hexdigest()
    return Chunk(
        chunk_id=name,
        embed_id=name,
        type=ChunkType.TEXT,
        content=language.said(row).capitalize() + ".",
        page=number // A_PAGE + 1,
        ordinal=number % A_PAGE,
        section_path=(language.said(row[:2]),),
        boxes=((50.0, 50.0 + 100 * (number % A_PAGE), 500.0, 140.0 + 100 * (number % A_PAGE)),),
        tokens=len(row),
    )


def home_settings(home: Path, models: tuple[str, ...]) -> Settings:
    """What reads and writes it."""
    return Settings(home.absolute(), models)

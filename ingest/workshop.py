"""Where the pipeline gets its tools: reading, chunking and embedding, each of them somebody else's.

Owns the wiring, and which versions of the tools a recipe names. A test hands in a `Workshop` of its own; `real()`
imports the heavy modules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.contracts import Chunk, Reading
from ingest.settings import OnProgress, Settings
from ingest.sources import Source, digest_of, files_of, is_office, suffix_of
from ingest.store.fingerprint import AddOrder, Recipe

if TYPE_CHECKING:
    from ingest.embedders import Embedder, EmbedderInfo
    from ingest.gate import SourceFacts

RULER = "minilm"
"""Passages are measured by its tokens, whatever embeds them: with other models they stay what they are."""

_PRINTED = " with LibreOffice"


@dataclass(frozen=True)
class Workshop:
    """The steps before publishing. `read` gets the source, the folder to fill, the order and the settings.

    `prints_office`: whether office documents get page images here. A booklet read without them is read again with them.
    """

    reader_version: str
    chunker_version: str
    index_version: str
    inspect: Callable[[Path], SourceFacts]
    read: Callable[[Source, Path, AddOrder, Settings, OnProgress], Reading]
    chunk: Callable[[Reading, Callable[[str], int], int], tuple[Chunk, ...]]
    embedder_info: Callable[[str], EmbedderInfo]
    open_embedder: Callable[[str], Embedder]
    prints_office: bool = False


def real(settings: Settings) -> Workshop:
    """The workshop of the program."""
    from ingest import versions
    from ingest.chunks.chunking import chunk
    from ingest.embedders import embedder_info, open_embedder
    from ingest.gate import inspect
    from ingest.inputs import office

    return Workshop(
        reader_version=str(versions.READER_VERSION),
        chunker_version=str(versions.CHUNKER_VERSION),
        index_version=str(versions.INDEX_VERSION),
        inspect=inspect,
        read=_read,
        chunk=chunk,
        embedder_info=partial(embedder_info, providers=settings.providers),
        open_embedder=partial(open_embedder, providers=settings.providers),
        prints_office=office.program() is not None,
    )


def _read(source: Source, into: Path, order: AddOrder, settings: Settings, progress: OnProgress) -> Reading:
    from ingest.reading import ReadOptions, read_source

    options = ReadOptions(
        languages=order.languages,
        ocr=order.ocr,
        ocr_languages=settings.ocr_languages,
        workers=settings.workers,
    )
    return read_source(files_of(source), into, options, progress)


def recipe_for(source: Source, order: AddOrder, settings: Settings, tools: Workshop) -> Recipe:
    """What `add` would make from a source."""
    asked = Recipe(
        source=digest_of(source),
        suffix=suffix_of(source),
        languages=order.languages,
        ocr=order.ocr,
        ocr_languages=settings.ocr_languages,
        title=order.title,
        kind=order.kind,
        order=order.order,
        amends=order.amends,
    )
    return current_recipe(asked, settings, tools)


def current_recipe(recipe: Recipe, settings: Settings, tools: Workshop) -> Recipe:
    """The same source and options, by today's versions and models."""
    infos = [tools.embedder_info(model) for model in settings.models]
    ruler = tools.embedder_info(RULER)
    narrow = min((ruler, *infos), key=lambda info: info.max_tokens)  # a chunk must fit the model that takes the least
    return replace(
        recipe,
        reader=tools.reader_version + (_PRINTED if tools.prints_office and is_office(recipe.suffix) else ""),
        chunker=tools.chunker_version,
        tokenizer=narrow.identity,
        budget=narrow.max_tokens,
        identities=tuple(info.identity for info in infos),
        index=tools.index_version,
    )

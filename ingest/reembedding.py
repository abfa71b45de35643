"""A whole home embedded by other models, from the passages that it holds: no page is read again.

Owns the order that keeps it answering: vectors into the cache, where a killed run left off; then collections beside the
old ones; then one transaction. The old ones stay, for whoever is configured for them and for going back, until they
are pruned. Asks nobody whether to: telling how much it is comes first.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ingest import workshop
from ingest.contracts import BookletStatus
from ingest.embedders import is_folder, is_remote
from ingest.embedders.providers import is_here, provider_of
from ingest.errors import NoIndex, UsageError
from ingest.settings import OnProgress, Progress, Settings
from ingest.store import catalogue, catalogue_embeddings, catalogue_read, locks
from ingest.store.catalogue_embeddings import Switched
from ingest.store.catalogue_read import Published
from ingest.store.corpus_files import read_chunks
from ingest.store.embedding import fill_cache, unknown
from ingest.store.fingerprint import recipe_from
from ingest.store.home import writable_home
from ingest.store.publish import VECTORS, collections_of, write_beside
from ingest.store.sweep import drop_collections, sweep
from ingest.workshop import Workshop

if TYPE_CHECKING:
    from ingest.embedders import Embedder, EmbedderInfo


@dataclass(frozen=True)
class Work:
    """What one model has to do. `texts` and `tokens` (about) are those that it never saw; `known` texts it did.

    `long` texts hold more than it takes. `away` = they leave this machine.
    """

    model: str
    texts: int
    tokens: int
    known: int
    long: int
    away: bool


@dataclass(frozen=True)
class Plan:
    """What switching a home is. `switches`: whether anything is searched by other models than before."""

    booklets: int
    texts: int
    works: tuple[Work, ...]
    switches: bool


@dataclass(frozen=True)
class Reembedded:
    """What was done: vectors that were made, and those that were known."""

    booklets: int
    embedded: int
    reused: int


def chosen(names: str) -> tuple[str, ...]:
    """The models of a list with commas; folders by their whole path. Raises `UsageError` when it names none."""
    found = [name.strip() for name in names.split(",") if name.strip()]
    if not found:
        raise UsageError("models.none_named")
    return tuple(dict.fromkeys(str(Path(n).expanduser().absolute()) if is_folder(n) else n for n in found))


def plan(settings: Settings, models: Sequence[str], tools: Workshop | None = None) -> Plan:
    """How much it is, found out without embedding or writing anything."""
    tools = tools or workshop.real(settings)
    infos = [tools.embedder_info(model) for model in models]
    connection = catalogue.open_reader(settings.database)
    try:
        with catalogue.translated(settings.database):
            found = catalogue_read.published(connection, settings.books)
            tokens = _tokens(found)
            works = tuple(
                _work(connection, name, info, tokens, settings) for name, info in zip(models, infos, strict=True)
            )
            wanted = {info.identity for info in infos}
            switches = any(set(_recipe_identities(connection, one)) != wanted for one in found)
    finally:
        connection.close()
    return Plan(len(found), len(tokens), works, switches)


def reembed(
    settings: Settings, models: Sequence[str], progress: OnProgress, tools: Workshop | None = None
) -> Reembedded:
    """Embed everything that is published by `models`, then have it searched by them. Resumes what was killed."""
    if not settings.database.is_file():
        raise NoIndex("store.nothing_published")
    tools = tools or workshop.real(settings)
    embedders = [tools.open_embedder(model) for model in models]
    with writable_home(settings):
        sweep(settings)
        with catalogue.writing(settings.database) as connection:
            found = catalogue_read.published(connection, settings.books)
            embedded, reused = _fill(connection, found, embedders, progress)
            switched = [_switched(connection, one, embedders) for one in found]
            _write(settings, connection, list(zip(found, switched, strict=True)), progress)
            catalogue_embeddings.switch(connection, switched)
    return Reembedded(len(found), embedded, reused)


def drop_unused(settings: Settings, connection: sqlite3.Connection) -> bool:
    """Forget vectors by models that nothing is searched by any more; not while a library is open: `False`.

    The caller holds the writer lock.
    """
    with locks.nobody_reads(settings) as free:
        if free:
            unused = catalogue_embeddings.unused(connection)
            drop_collections(settings, [one.name for one in unused])
            catalogue_embeddings.forget(connection, unused)
            catalogue_embeddings.forget_vectors(connection)
        return free


# --- inside ------------------------------------------------------------------------------------------


def _tokens(found: Sequence[Published]) -> dict[str, int]:
    """How many tokens each text holds, as they were counted when it was cut."""
    return {chunk.embed_id: chunk.tokens for one in found for chunk in read_chunks(one.booklet.folder)}


def _work(
    connection: sqlite3.Connection, model: str, info: EmbedderInfo, tokens: Mapping[str, int], settings: Settings
) -> Work:
    missing = unknown(connection, info.identity, list(tokens))
    return Work(
        model,
        len(missing),
        sum(tokens[embed_id] for embed_id in missing),
        len(tokens) - len(missing),
        sum(count > info.max_tokens for count in tokens.values()),
        is_remote(model) and not is_here(provider_of(model, settings.providers)),
    )


def _fill(
    connection: sqlite3.Connection, found: Sequence[Published], embedders: Sequence[Embedder], progress: OnProgress
) -> tuple[int, int]:
    """The cache filled booklet by booklet; progress is told over all of them."""
    every = list(_tokens(found))
    total = sum(len(unknown(connection, embedder.info.identity, every)) for embedder in embedders)
    made = 0
    for one in found:
        before = made

        def tell(step: Progress, before: int = before) -> None:
            nonlocal made
            made = before + step.done
            progress(Progress(step.stage, made, max(total, made)))

        fill_cache(connection, read_chunks(one.booklet.folder), embedders, tell)
    return made, len(every) * len(embedders) - made


def _write(
    settings: Settings,
    connection: sqlite3.Connection,
    moves: Sequence[tuple[Published, Switched]],
    progress: OnProgress,
) -> None:
    """The collections that are not there yet. Those of an archived booklet are written by whoever brings it back."""
    living = [(one, new) for one, new in moves if one.booklet.status is not BookletStatus.ARCHIVED]
    missing = [(one, fresh) for one, new in living if (fresh := _fresh(connection, one, new))]
    for number, (one, fresh) in enumerate(missing):
        progress(Progress(VECTORS, number, len(missing)))
        write_beside(settings, connection, one, fresh)
    if missing:
        progress(Progress(VECTORS, len(missing), len(missing)))


def _switched(connection: sqlite3.Connection, one: Published, embedders: Sequence[Embedder]) -> Switched:
    identities = tuple(embedder.info.identity for embedder in embedders)
    recipe = replace(recipe_from(catalogue_read.recipe(connection, one.id)), identities=identities)
    return Switched(one.id, recipe, collections_of(one.booklet.ref, one.booklet.revision, identities))


def _fresh(connection: sqlite3.Connection, one: Published, new: Switched) -> dict[str, str]:
    """The collections that it never had: one that was published is never changed, and is there."""
    had = catalogue_read.collections(connection, one.id)
    return {identity: name for identity, name in new.collections.items() if identity not in had}


def _recipe_identities(connection: sqlite3.Connection, one: Published) -> tuple[str, ...]:
    return recipe_from(catalogue_read.recipe(connection, one.id)).identities

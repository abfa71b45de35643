"""The vector store (Chroma): the only module that imports it, sole writer and sole reader.

Owns collection names, ids (passage keys), metadata, index settings, the probe and the translation of Chroma's failures.
One immutable collection a revision and embedding identity. Knows no SQL and embeds nothing: what is lost here is made
again from the embedding cache.
"""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast
from urllib.parse import urlsplit

from ingest.contracts import BookletRef
from ingest.settings import Settings
from ingest.store import locks

if TYPE_CHECKING:
    import numpy as np
    from chromadb.api.client import Client
    from chromadb.api.models.Collection import Collection
    from chromadb.config import Settings as ChromaSettings
    from numpy.typing import NDArray

    Vector = NDArray[np.float32]

T = TypeVar("T")
FILE = "chroma.sqlite3"
OPEN_AT_MOST = 64
_BATCH = 2000
_NEAR = 1e-3
_OPENING = threading.Lock()
# Two is the least Chroma takes: every batch is on the disk when `add` returns, and nothing is replayed on opening.
_INDEX: dict[str, Any] = {"space": "cosine", "ef_search": 500, "sync_threshold": 2, "batch_size": 2}
# Building an index rolls dice: now and then one vector of thousands cannot be reached. Then it is built again, denser.
_DENSITIES: tuple[dict[str, int], ...] = (
    {"ef_construction": 200, "max_neighbors": 32},
    {"ef_construction": 400, "max_neighbors": 32},
    {"ef_construction": 400, "max_neighbors": 64},
    {"ef_construction": 800, "max_neighbors": 96},
)


class StoreFailed(Exception):
    """The store cannot answer; `key` and `facts` say why. Exact search answers instead."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts


def collection_name(ref: BookletRef, revision: str, identity: str) -> str:
    """The one collection of a revision and an embedding identity."""
    return f"{ref.game}.{ref.booklet}.{revision}.{hashlib.sha256(identity.encode()).hexdigest()[:10]}"


class VectorStore:
    """Chroma under `settings.vectors`, or the server at `settings.chroma_url`. Opens when first needed."""

    def __init__(self, settings: Settings, open_at_most: int = OPEN_AT_MOST) -> None:
        self._settings = settings
        self._open_at_most = open_at_most
        self._lock = threading.RLock()
        self._client: Client | None = None
        self._stop: Callable[[], None] | None = None
        self._inode = 0
        self._collections: dict[str, Collection] = {}

    @property
    def embedded(self) -> bool:
        """Whether the store is files of this home, rather than a server."""
        return self._settings.chroma_url is None

    @property
    def present(self) -> bool:
        """Whether there is anything to open, told without opening it."""
        return not self.embedded or (self._settings.vectors / FILE).is_file()

    def unchanged(self) -> bool:
        """Whether the files are those that were last opened. What a server does is not known here."""
        return self.embedded and self._inode != 0 and self._inode == _inode(self._settings.vectors / FILE)

    def close(self) -> None:
        """Let go of the client and its files."""
        with self._lock:
            self._collections.clear()
            stop, self._client, self._stop = self._stop, None, None
            if stop is not None:
                with suppress(StoreFailed):
                    _guarded(stop)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        """A reader for one query. Raises `StoreFailed` when a writer has the store or it cannot be opened."""
        with locks.vectors_shared(self._settings) if self.embedded else _always() as free:
            if not free:
                raise StoreFailed("ingest.store.degraded_locked")
            yield Reader(self)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """The store for ourselves; made when it does not exist. A store that does not open is made anew."""
        if not self.embedded:
            yield Writer(self, fresh=False)
            return
        with locks.vectors_alone(self._settings):
            self.close()
            fresh = not self.present
            try:
                self.client(create=True)
                Writer(self, fresh=fresh).names()
            except StoreFailed:
                self._start_over()
                fresh = True
            yield Writer(self, fresh=fresh)

    def client(self, *, create: bool = False) -> Client:
        """The open client; opened again when the files under it were replaced."""
        with self._lock:
            if self._client is not None and self.embedded and self._inode != _inode(self._settings.vectors / FILE):
                self.close()
            if self._client is None:
                if not create and not self.present:
                    raise StoreFailed("ingest.store.degraded_absent")
                self._client, self._stop = _guarded(lambda: _open(self._settings))
                self._inode = _inode(self._settings.vectors / FILE) if self.embedded else 0
            return self._client

    def collection(self, name: str) -> Collection:
        """An open collection.

        When there are too many all are let go of: each costs memory and files, and Chroma frees neither before its
        client is closed.
        """
        with self._lock:
            client = self.client()
            if name not in self._collections:
                if len(self._collections) >= self._open_at_most:
                    self.close()
                    client = self.client()
                self._collections[name] = _guarded(lambda: client.get_collection(name, embedding_function=None))
            return self._collections[name]

    def let_go(self, name: str) -> None:
        """Forget an open collection that is about to go."""
        with self._lock:
            self._collections.pop(name, None)

    def _start_over(self) -> None:
        """Replace a store that does not open. Nothing is lost: every vector is in the cache."""
        import shutil

        self.close()
        if self._settings.vectors.is_dir():
            shutil.rmtree(self._settings.vectors)
        else:
            self._settings.vectors.unlink(missing_ok=True)
        self.client(create=True)


class Reader:
    """Questions to the store, while it is shared."""

    def __init__(self, store: VectorStore) -> None:
        self._store = store

    def query(self, name: str, vector: Vector, limit: int) -> list[tuple[str, float]]:
        """Keys and cosine similarities, best first."""
        return self._query(name, [vector], limit)[0]

    def probe(self, name: str, sample: Sequence[tuple[str, Vector]]) -> None:
        """Ask for stored vectors: each must find itself, or its equal. Raises `StoreFailed` when one does not.

        Counting, or getting some answer, would prove nothing: a truncated index still answers.
        """
        if not sample:
            return
        for best in self._query(name, [vector for _, vector in sample], 1):
            if not best or best[0][1] < 1 - _NEAR:
                raise StoreFailed("ingest.store.degraded_damaged", booklet=_owner(sample[0][0]))

    def is_sound(self, name: str, keys: Sequence[str], vectors: Vector) -> bool:
        """Whether a collection holds these keys, no other, and finds each of them by its vector."""
        try:
            whole = sorted(self.keys(name)) == sorted(keys)
            self.probe(name, list(zip(keys, vectors, strict=True)))
        except StoreFailed:
            return False
        return whole

    def names(self) -> tuple[str, ...]:
        """Every collection of the store."""
        client = self._store.client()
        return tuple(sorted(c.name for c in _guarded(lambda: _all_collections(client))))

    def keys(self, name: str) -> tuple[str, ...]:
        """The ids that a collection holds."""
        collection = self._store.collection(name)
        return tuple(_guarded(lambda: collection.get(include=[]))["ids"])

    def _query(self, name: str, vectors: Sequence[Vector], limit: int) -> list[list[tuple[str, float]]]:
        collection = self._store.collection(name)
        asked: Any = list(vectors)
        found = _guarded(lambda: collection.query(query_embeddings=asked, n_results=limit, include=["distances"]))
        distances = found["distances"] or []
        return [
            [(key, 1.0 - float(distance)) for key, distance in zip(keys, row, strict=True)]
            for keys, row in zip(found["ids"], distances, strict=True)
        ]


class Writer(Reader):
    """The store for one process alone. `fresh`: it was just made, and holds nothing yet."""

    def __init__(self, store: VectorStore, *, fresh: bool) -> None:
        super().__init__(store)
        self.fresh = fresh

    def write(
        self,
        name: str,
        keys: Sequence[str],
        pages: Sequence[int],
        vectors: Vector,
        metadata: Mapping[str, str],
    ) -> None:
        """Make a collection whole, replacing what a dead process left of it, and probe every vector of it."""
        for density in _DENSITIES:
            self.drop(name)
            self._fill(name, keys, pages, vectors, metadata, density)
            if self.is_sound(name, keys, vectors):
                return
        raise StoreFailed("ingest.store.degraded_damaged", booklet=_owner(keys[0]))

    def _fill(
        self,
        name: str,
        keys: Sequence[str],
        pages: Sequence[int],
        vectors: Vector,
        metadata: Mapping[str, str],
        density: Mapping[str, int],
    ) -> None:
        client = self._store.client(create=True)
        index: Any = {"hnsw": {**_INDEX, **density}}
        collection = _guarded(lambda: client.create_collection(name, configuration=index, embedding_function=None))
        for start in range(0, len(keys), _BATCH):
            part = slice(start, start + _BATCH)
            _add(collection, keys[part], pages[part], vectors[part], metadata)
        if len(keys) == 1:  # Chroma keeps a single change in its log, and then every reader would write the index
            _guarded(lambda: collection.update(ids=list(keys), embeddings=vectors))

    def drop(self, name: str) -> None:
        """Remove a collection, if it is there."""
        if name in self.names():
            client = self._store.client()
            self._store.let_go(name)
            _guarded(lambda: client.delete_collection(name))


def _add(
    collection: Collection, keys: Sequence[str], pages: Sequence[int], vectors: Vector, metadata: Mapping[str, str]
) -> None:
    metadatas: list[Any] = [{**metadata, "page": page} for page in pages]
    _guarded(lambda: collection.add(ids=list(keys), embeddings=vectors, metadatas=metadatas))


def _owner(key: str) -> str:
    return key.partition(":")[0]


def _open(settings: Settings) -> tuple[Client, Callable[[], None]]:
    """A client, and what lets go of it."""
    logging.getLogger("chromadb").setLevel(logging.CRITICAL)
    from chromadb.config import Settings as ChromaSettings

    quiet: dict[str, Any] = {"anonymized_telemetry": False, "_env_file": None}  # no file of the current folder
    if settings.chroma_url is not None:
        return _server(settings.chroma_url, ChromaSettings(**quiet))
    settings.vectors.mkdir(parents=True, exist_ok=True)
    return _embedded(ChromaSettings(**quiet, is_persistent=True, persist_directory=str(settings.vectors)))


def _embedded(options: ChromaSettings) -> tuple[Client, Callable[[], None]]:
    """What `chromadb.PersistentClient` does, less its register of open stores.

    That register hands the store it opened at a path to everyone who asks for that path later, even when the files
    were replaced since, or when it never opened right.
    """
    from chromadb.api import ServerAPI
    from chromadb.api.client import Client
    from chromadb.config import System
    from chromadb.telemetry.product import ProductTelemetryClient

    system = System(options)
    for part in (ProductTelemetryClient, ServerAPI):
        system.instance(cast("type[Any]", part))
    system.start()
    with _OPENING:
        try:
            return Client.from_system(system), system.stop
        finally:
            Client.clear_system_cache()


def _server(address: str, options: ChromaSettings) -> tuple[Client, Callable[[], None]]:
    import chromadb

    parts = urlsplit(address if "//" in address else f"http://{address}")
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 8000)
    host = parts.hostname or "localhost"
    client = cast("Client", chromadb.HttpClient(host=host, port=port, ssl=secure, settings=options))
    return client, client.close


def _all_collections(client: Client) -> list[Collection]:
    found: list[Collection] = []
    while page := client.list_collections(limit=500, offset=len(found)):
        found += page
    return found


def _guarded(call: Callable[[], T]) -> T:
    """Run a call into Chroma; whatever it throws becomes `StoreFailed`.

    Its Rust half raises exceptions of many libraries, and its panics are no `Exception` at all.
    """
    try:
        return call()
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        raise StoreFailed("ingest.store.degraded_failed", why=f"{type(error).__name__}: {error}"[:300]) from error


@contextmanager
def _always() -> Iterator[bool]:
    yield True


def _inode(file: Path) -> int:
    try:
        return file.stat().st_ino
    except OSError:
        return 0

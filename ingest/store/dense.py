"""The dense channels: a question's vector against the vectors of the revisions in scope.

Owns the choice between the vector store and exact search over the embedding cache, and saying so. Exact search is the
fallback whenever the store is locked, damaged or away: same answers, since the cache holds every vector.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ingest.contracts import Hit, Note, ScopedRevision
from ingest.errors import NoIndex
from ingest.settings import Settings
from ingest.store import catalogue_read
from ingest.store.proven import Proofs
from ingest.store.vectors import Reader, StoreFailed, VectorStore, collection_name

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ingest.embedders import Embedder, EmbedderInfo

    Vector = NDArray[np.float32]

T = TypeVar("T")
_KEPT = 24
_PROBES = 16
AT_ONCE = 5_000
"""A revision of no more vectors than this is scanned exactly once its collection has proved sound: an index of so few
takes longer to walk than the vectors to multiply, and finds no more."""

_MOST_BYTES = 128 << 20


@dataclass(frozen=True)
class _Target:
    """One revision's vectors by one identity."""

    revision: ScopedRevision
    identity: str

    @property
    def name(self) -> str:
        booklet = self.revision.booklet
        return collection_name(booklet.ref, booklet.revision, self.identity)

    @property
    def size(self) -> int:
        return self.revision.last_row - self.revision.first_row + 1


class Dense:
    """Dense search for one library; safe to use from several threads.

    `proofs` remembers for the next process what of the store proved sound; without it nothing is written.
    """

    def __init__(
        self,
        settings: Settings,
        connection: Callable[[], sqlite3.Connection],
        embedders: Callable[[str], Embedder] | None = None,
        proofs: Proofs | None = None,
    ) -> None:
        self._settings = settings
        self._connection = connection
        self._open = embedders
        self._proofs = proofs
        self._lock = threading.RLock()
        self._store = VectorStore(settings)
        self._loaded: dict[str, Embedder] = {}
        self._known: dict[str, EmbedderInfo] = {}
        self._keys: OrderedDict[str, dict[str, int]] = OrderedDict()
        self._matrices: OrderedDict[str, Vector] = OrderedDict()
        self._sound: set[str] = set()
        self._embedded: dict[str, frozenset[str]] = {}

    def close(self) -> None:
        """Let go of the vector store, and remember what of it proved sound."""
        proven = frozenset(self._sound) if self._store.unchanged() else frozenset()
        self._store.close()
        if self._proofs:
            self._proofs.keep(proven)

    def models(self) -> tuple[EmbedderInfo, ...]:
        """The configured models, none of them loaded."""
        return tuple(self._info(name) for name in self._settings.models)

    def search(
        self, revisions: Sequence[ScopedRevision], model: str, query: str, limit: int, banned: Collection[int]
    ) -> tuple[list[Hit], tuple[Note, ...]]:
        """Up to `limit` hits a revision, cosine similarity, and what went wrong on the way."""
        identity = self._info(model).identity
        targets = [_Target(revision, identity) for revision in revisions if revision.last_row >= revision.first_row]
        for target in targets:
            self._check_embedded(target, model)
        if not targets:
            return [], ()
        vector = self._embedder(model).query(query)
        hits: list[Hit] = []
        notes: dict[Note, None] = {}
        for target in targets:
            found, note = self._one(target, vector, limit, banned)
            hits += found
            if note is not None:
                notes.setdefault(note)
        return hits, tuple(notes)

    # --- one revision ----------------------------------------------------------------------------

    def _one(
        self, target: _Target, vector: Vector, limit: int, banned: Collection[int]
    ) -> tuple[list[Hit], Note | None]:
        mine = [row for row in banned if target.revision.first_row <= row <= target.revision.last_row]
        wanted = min(target.size, limit + len(mine))
        try:
            found = self._soundly(target, vector, wanted)
            note = None
        except StoreFailed as failure:
            found, note = self._exactly(target, vector, wanted), Note(failure.key, failure.facts)
        return [hit for hit in found if hit.row not in banned][:limit], note

    def _soundly(self, target: _Target, vector: Vector, wanted: int) -> list[Hit]:
        """What a collection that proved sound finds; a small one is scanned."""
        if not self._store.unchanged():
            self._sound.clear()
        if target.name in self._sound and target.size <= AT_ONCE:
            return self._exactly(target, vector, wanted)
        with self._store.reading() as reader:
            if target.size <= AT_ONCE and self._proofs and self._proofs.holds(target.name):
                return self._exactly(target, vector, wanted)
            if target.name not in self._sound:
                if self._proofs:
                    self._proofs.begin()
                reader.probe(target.name, self._sample(target))
                self._sound.add(target.name)
            if target.size <= AT_ONCE:
                return self._exactly(target, vector, wanted)
            return self._from_store(reader, target, vector, wanted)

    def _from_store(self, reader: Reader, target: _Target, vector: Vector, wanted: int) -> list[Hit]:
        keys = self._rows_by_key(target)
        found = reader.query(target.name, vector, wanted)
        if len(found) < wanted or not all(key in keys for key, _ in found):
            self._sound.discard(target.name)
            raise StoreFailed("ingest.store.degraded_damaged", booklet=target.revision.booklet.ref)
        return [Hit(keys[key], score) for key, score in found]

    def _exactly(self, target: _Target, vector: Vector, wanted: int) -> list[Hit]:
        import numpy as np

        first, scores = target.revision.first_row, self._matrix(target) @ vector
        best = np.argpartition(-scores, wanted - 1)[:wanted] if wanted < len(scores) else np.arange(len(scores))
        order = best[np.lexsort((best, -scores[best]))]
        return [Hit(row, score) for row, score in zip((order + first).tolist(), scores[order].tolist(), strict=True)]

    def _sample(self, target: _Target) -> list[tuple[str, Vector]]:
        """Vectors spread over the revision, each with the key that it must find."""
        rows = list(self._rows_by_key(target).items())[:: max(1, target.size // _PROBES)]
        matrix = load_vectors(self._connection(), target.revision, target.identity, [row for _, row in rows])
        return [(key, vector) for (key, _), vector in zip(rows, matrix, strict=True)]

    def _rows_by_key(self, target: _Target) -> dict[str, int]:
        with self._lock:
            if target.name not in self._keys:
                rows = catalogue_read.keys(self._connection(), target.revision.first_row, target.revision.last_row)
                prefix = target.revision.booklet.ref
                _keep(self._keys, target.name, {f"{prefix}:{key}": row for key, row in rows.items()})
            self._keys.move_to_end(target.name)
            return self._keys[target.name]

    def _matrix(self, target: _Target) -> Vector:
        with self._lock:
            if target.name not in self._matrices:
                self._matrices[target.name] = load_matrix(self._connection(), target.revision, target.identity)
            self._matrices.move_to_end(target.name)
            while len(self._matrices) > 1 and sum(m.nbytes for m in self._matrices.values()) > _MOST_BYTES:
                self._matrices.popitem(last=False)
            return self._matrices[target.name]

    # --- models ----------------------------------------------------------------------------------

    def _check_embedded(self, target: _Target, model: str) -> None:
        ref = target.revision.booklet.ref
        if target.identity not in self._identities(target.revision):  # it may be embedded by one more since
            self._embedded.clear()
        if target.identity not in self._identities(target.revision):
            raise NoIndex("store.other_embeddings", model=model, booklet=ref, models=",".join(self._settings.models))

    def _identities(self, revision: ScopedRevision) -> frozenset[str]:
        """Which identities a revision was embedded by: at least those that it was when it was first asked for."""
        place = f"{revision.booklet.ref}@{revision.booklet.revision}"
        if place not in self._embedded:
            found = catalogue_read.identities(self._connection(), revision.booklet.ref, revision.booklet.revision)
            self._embedded[place] = frozenset(found)
        return self._embedded[place]

    def _info(self, model: str) -> EmbedderInfo:
        if self._open is not None:
            return self._embedder(model).info
        from ingest.embedders import embedder_info

        if model not in self._known:  # told by the model's files, and asked several times a question
            self._known[model] = embedder_info(model, self._settings.providers)
        return self._known[model]

    def _embedder(self, model: str) -> Embedder:
        with self._lock:
            if model not in self._loaded:
                self._loaded[model] = (self._open or _real_embedders(self._settings))(model)
            return self._loaded[model]


def load_matrix(connection: sqlite3.Connection, revision: ScopedRevision, identity: str) -> Vector:
    """The cached vectors of a revision, a row a placement, in order."""
    import numpy as np

    found = catalogue_read.vectors_between(connection, identity, revision.first_row, revision.last_row)
    size = revision.last_row - revision.first_row + 1
    if len(found) < size:
        raise NoIndex("store.vectors_lost", booklet=revision.booklet.ref)
    return np.frombuffer(b"".join(found), dtype="<f4").reshape(size, -1)


def load_vectors(
    connection: sqlite3.Connection, revision: ScopedRevision, identity: str, rows: Sequence[int]
) -> Vector:
    """The cached vectors of some placements of a revision, in the order asked for."""
    import numpy as np

    embed_ids = dict(catalogue_read.embed_ids(connection, revision.first_row, revision.last_row))
    wanted = [embed_ids[row] for row in rows]
    cached = catalogue_read.vectors(connection, identity, wanted)
    if not all(embed_id in cached for embed_id in wanted):
        raise NoIndex("store.vectors_lost", booklet=revision.booklet.ref)
    return np.frombuffer(b"".join(cached[embed_id] for embed_id in wanted), dtype="<f4").reshape(len(wanted), -1)


def _real_embedders(settings: Settings) -> Callable[[str], Embedder]:
    from ingest.embedders import open_embedder

    return partial(open_embedder, providers=settings.providers)


def _keep(kept: OrderedDict[str, T], name: str, value: T) -> None:
    kept[name] = value
    while len(kept) > _KEPT:
        kept.popitem(last=False)

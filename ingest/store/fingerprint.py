"""What a revision is made from, and the fingerprints that tell whether anything of it moved.

Three, each holding the one before: `reading` (source bytes, reading options, reader), `chunking` (chunker, tokenizer
and its budget), `whole` (embeddings, what the booklet is, its words in the index). Pure, but for hashing a file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Literal

from ingest.contracts import BookletKind, BookletRef, BookletStatus

Ocr = Literal["auto", "force", "off"]
FORMATS = "corpus 1"


@dataclass(frozen=True)
class AddOrder:
    """What a user orders: where a source goes and how it is read. `languages` = `None` detects them.

    `status` = `None` leaves the booklet what it is; a new one is published.
    """

    ref: BookletRef
    title: str
    kind: BookletKind = BookletKind.CORE
    languages: tuple[str, ...] | None = None
    ocr: Ocr = "auto"
    force: bool = False
    amends: str | None = None
    order: int = 0
    game_title: str | None = None
    status: BookletStatus | None = None


@dataclass(frozen=True)
class Recipe:
    """Everything that decides what a revision is."""

    source: str
    suffix: str
    languages: tuple[str, ...] | None
    ocr: Ocr
    ocr_languages: tuple[str, ...]
    title: str
    kind: str
    order: int
    amends: str | None
    reader: str = ""
    chunker: str = ""
    tokenizer: str = ""
    budget: int = 0
    identities: tuple[str, ...] = ()
    index: str = ""

    @property
    def reading(self) -> str:
        """Same: no page need be read again."""
        options = [self.languages, self.ocr, self.ocr_languages]
        return _digest(self.source, self.suffix, options, self.reader, FORMATS)

    @property
    def chunking(self) -> str:
        """Same: the chunks are the same."""
        return _digest(self.reading, self.chunker, self.tokenizer, self.budget)

    @property
    def whole(self) -> str:
        """Same: nothing to do."""
        shown = [self.title, self.kind, self.order, self.amends]
        return _digest(self.chunking, sorted(self.identities), shown, self.index)

    def record(self) -> dict[str, object]:
        """For the manifest and the catalogue."""
        return asdict(self)


def recipe_from(record: Mapping[str, object]) -> Recipe:
    """The recipe that `record()` wrote, also before there was a version of the index.

    Raises `KeyError` or `TypeError` on anything else.
    """
    values = {name: record[name] for name in Recipe.__dataclass_fields__ if name != "index" or name in record}
    tuples = {name: tuple(v) for name, v in values.items() if isinstance(v, list)}
    return Recipe(**{**values, **tuples})  # type: ignore[arg-type]


def moved(before: Recipe, after: Recipe) -> tuple[str, ...]:
    """Names of the versions that moved between two recipes: reader, chunker, embeddings, index."""
    parts = {
        "reader": (before.reader, after.reader),
        "chunker": ((before.chunker, before.budget), (after.chunker, after.budget)),
        "embeddings": (set(before.identities), set(after.identities)),
        "index": (before.index, after.index),
    }
    return tuple(name for name, (old, new) in parts.items() if old != new)


def only_versions_moved(before: Recipe, after: Recipe) -> bool:
    """Whether the user changed nothing, yet the revision must be made again."""
    ours = ("reader", "chunker", "tokenizer", "budget", "identities", "index")
    old, new = before.record(), after.record()
    return before.whole != after.whole and all(old[name] == new[name] for name in old if name not in ours)


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()

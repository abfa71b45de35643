"""Which models a home is embedded by, in the catalogue: switching them, and forgetting those that are not used.

A revision's recipe names the identities that it is searched by now; its collections may be by others besides, which
still answer whoever is configured for them, and cost nothing to go back to. The caller holds the writer lock.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ingest.store import catalogue_read
from ingest.store.catalogue import transaction
from ingest.store.catalogue_write import identity_row
from ingest.store.fingerprint import Recipe, recipe_from


@dataclass(frozen=True)
class Switched:
    """A revision as it is to be: its recipe with other identities, and its collections by identity."""

    id: int
    recipe: Recipe
    collections: Mapping[str, str]


@dataclass(frozen=True)
class Unused:
    """A collection by an identity that its revision's recipe does not name any more."""

    revision: int
    identity: int
    name: str


def switch(connection: sqlite3.Connection, revisions: Iterable[Switched]) -> None:
    """All revisions at once, or none. What they were embedded by before stays beside."""
    with transaction(connection):
        for one in revisions:
            connection.execute(
                "UPDATE revisions SET recipe = ?, fingerprint = ? WHERE id = ?",
                (json.dumps(one.recipe.record(), ensure_ascii=False), one.recipe.whole, one.id),
            )
            connection.executemany(
                "INSERT OR IGNORE INTO collections VALUES (?, ?, ?)",
                [(one.id, identity_row(connection, identity), name) for identity, name in one.collections.items()],
            )


def unused(connection: sqlite3.Connection) -> tuple[Unused, ...]:
    """Collections that no recipe names."""
    rows = connection.execute(
        "SELECT c.revision_id, c.identity_id, c.name, i.identity FROM collections c"
        " JOIN identities i ON i.id = c.identity_id ORDER BY c.name"
    ).fetchall()
    named = {number: _identities(connection, number) for number in {row[0] for row in rows}}
    return tuple(Unused(number, by, name) for number, by, name, identity in rows if identity not in named[number])


def vectors_of(connection: sqlite3.Connection, collections: Iterable[Unused]) -> int:
    """How many vectors stand in collections."""
    query = "SELECT count(*) FROM placements WHERE revision_id = ?"
    return sum(int(connection.execute(query, (one.revision,)).fetchone()[0]) for one in collections)


def forget(connection: sqlite3.Connection, collections: Iterable[Unused]) -> None:
    """Forget that these collections were ever made."""
    with transaction(connection):
        connection.executemany(
            "DELETE FROM collections WHERE revision_id = ? AND identity_id = ?",
            [(one.revision, one.identity) for one in collections],
        )


def forget_vectors(connection: sqlite3.Connection) -> int:
    """Drop from the embedding cache what no collection holds; how many there were."""
    with transaction(connection):
        return connection.execute(
            "DELETE FROM embeddings WHERE NOT EXISTS (SELECT 1 FROM placements p JOIN collections c"
            " ON c.revision_id = p.revision_id WHERE p.embed_id = embeddings.embed_id"
            " AND c.identity_id = embeddings.identity_id)"
        ).rowcount


def _identities(connection: sqlite3.Connection, revision: int) -> tuple[str, ...]:
    return recipe_from(catalogue_read.recipe(connection, revision)).identities

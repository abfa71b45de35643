"""What was found for a question before, so that asking it again costs nothing: `remembered.db` in the home.

Owns the keys and the file. A key holds all that the result depends on: the revisions in scope, the question, what came
before it, the options, the profile, the models and this program itself. Written only after nothing was degraded.
Losing the file, or finding it damaged, costs time only; nothing here ever raises.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any, Protocol

from ingest.contracts import PageRef, Passage, Scope
from ingest.errors import IngestError
from oracle.contracts import Amendment, Difference, Evidence, Question, Ranked, Zone
from oracle.profile import Profile

FILE = "remembered.db"
MOST = 2_000
"""Results kept; those that were not asked for longest go first."""

_FORMAT = 2
_WAIT = 0.2
_SCHEMA = """
CREATE TABLE IF NOT EXISTS result (key TEXT PRIMARY KEY, value TEXT NOT NULL, used REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS result_used ON result (used);
"""


class Model(Protocol):
    """An embedding model as far as results depend on it."""

    @property
    def identity(self) -> str:
        """What tells its vectors from those of another."""


class Digested(Protocol):
    """What remembering needs of a library."""

    def revision_digest(self, scope: Scope) -> str:
        """Changes whenever what a scope may show changes."""

    def index_digest(self, scope: Scope) -> str:
        """Changes when the files of the channels do."""

    def dense_models(self) -> Sequence[Model]:
        """The models that hear questions."""

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these rows."""


class Remembered:
    """The results of one home. Opens its file for each use, so that any thread and any process may call it."""

    def __init__(self, file: Path, library: Digested) -> None:
        self._file = file
        self._library = library

    def key(self, scope: Scope, question: Question, rewrites: Sequence[str], profile: Profile) -> str:
        """What tells this question, of this stack, asked so, from every other."""
        parts = [
            _FORMAT,
            program(),
            self._library.revision_digest(scope),
            self._library.index_digest(scope),
            scope.game,
            normal(question.text),
            [(normal(turn.question), normal(turn.answer)) for turn in question.history],
            [question.limit, question.budget, question.room, question.image],
            [normal(rewrite) for rewrite in rewrites],
            [model.identity for model in self._library.dense_models()],
            {name: getattr(profile, name) for name in profile.__dataclass_fields__ if name != "prior"},
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=repr).encode()).hexdigest()

    def recall(self, key: str) -> Evidence | None:
        """What was found then, from the catalogue as it is now; `None` when it was not asked, or is not whole."""
        value = self._get(key)
        if value is None:
            return None
        try:
            return self._evidence(json.loads(value))
        except (IngestError, ValueError, KeyError, TypeError):
            return None

    def keep(self, key: str, found: Evidence) -> None:
        """Remember a result in which nothing was degraded."""
        if not found.degraded:
            self._put(key, json.dumps(_record(found)))

    def _evidence(self, record: Mapping[str, Any]) -> Evidence:
        passages = self._library.passages([row for row, _, _ in record["ranked"]])
        ranked = (Ranked(p, score, ch) for p, (_, score, ch) in zip(passages, record["ranked"], strict=True))
        page = PageRef(*record["page"]) if record["page"] else None
        return Evidence(
            tuple(ranked),
            Zone(record["zone"]),
            page,
            remembered=True,
            amendments=tuple(Amendment(**each) for each in record["amendments"]),
            differences=tuple(Difference(**each) for each in record["differences"]),
        )

    def _get(self, key: str) -> str | None:
        if not self._file.is_file():
            return None
        try:
            with self._open() as database:
                row = database.execute("SELECT value FROM result WHERE key = ?", (key,)).fetchone()
                if row:
                    database.execute("UPDATE result SET used = ? WHERE key = ?", (time.time(), key))
                return str(row[0]) if row else None
        except (sqlite3.Error, OSError):
            return None

    def _put(self, key: str, value: str) -> None:
        try:
            with self._open() as database:
                database.execute("INSERT OR REPLACE INTO result VALUES (?, ?, ?)", (key, value, time.time()))
                database.execute(
                    "DELETE FROM result WHERE key IN (SELECT key FROM result ORDER BY used DESC LIMIT -1 OFFSET ?)",
                    (MOST,),
                )
        except sqlite3.OperationalError:
            pass  # another process writes, or nobody may
        except sqlite3.DatabaseError:
            self._start_over()
        except OSError:
            pass

    def _start_over(self) -> None:
        """A file that is no database is made anew by the next result."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=_WAIT)) as database, database:
            database.execute("PRAGMA synchronous = OFF")
            database.executescript(_SCHEMA)
            yield database


def normal(text: str) -> str:
    """A question as it is compared: without case, spacing, kinds of apostrophes and what ends it."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return " ".join(plain.split()).rstrip(" ?!.…")


@cache
def program() -> str:
    """This release, and whatever of its files was changed since: a result belongs to the code that found it."""
    import ingest
    import oracle

    digest = hashlib.sha256(metadata.version("rules-oracle").encode())
    for package in (oracle, ingest):
        root = Path(str(package.__file__)).parent
        for file in sorted(root.rglob("*.*")):
            if file.suffix in {".py", ".toml", ".txt", ".sql", ".j2"}:
                seen = file.stat()
                digest.update(f"{file.relative_to(root)} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    return digest.hexdigest()[:16]


def _record(found: Evidence) -> Mapping[str, Any]:
    page = found.page_to_read
    return {
        "ranked": [(ranked.passage.row, ranked.score, dict(ranked.channels)) for ranked in found.passages],
        "zone": found.zone,
        "page": list(asdict(page).values()) if page else None,
        "amendments": [asdict(each) for each in found.amendments],
        "differences": [asdict(each) for each in found.differences],
    }

"""Which collections of the vector store proved sound, remembered from one process to the next.

Owns `proven.json` in the home and when it still holds: as long as no file of the store has another size or time than
when it was written. Whoever finds it so need not open the store to scan a small revision exactly, and opening it is
most of what a question asked on a command line costs. Losing the file costs time only; nothing here ever raises.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Collection
from contextlib import suppress

from ingest.settings import Settings
from ingest.store.stamps import collections_stamp, file_stamp
from ingest.store.vectors import FILE

NAME = "proven.json"


class Proofs:
    """The memory of one home. Only files can be known again: a server's collections are proven each time."""

    def __init__(self, settings: Settings) -> None:
        self._file = settings.home / NAME
        self._vectors = settings.vectors
        self._embedded = settings.chroma_url is None
        self._lock = threading.Lock()
        self._recalled: frozenset[str] | None = None
        self._database = self._before = ""
        self._others: frozenset[str] = frozenset()

    def holds(self, name: str) -> bool:
        """Whether this collection was proven and nothing has changed since."""
        with self._lock:
            if self._recalled is None:
                self._recalled = self._read()
                self._database = file_stamp(self._vectors / FILE)
            if self._recalled and self._database != file_stamp(self._vectors / FILE):
                self._recalled = frozenset()
            return name in self._recalled

    def begin(self) -> None:
        """Something is about to be proven, and the store opened for it: what it is proven of is noted, the first time.

        What was known before stays known, since opening the store changes nothing but its database's time.
        """
        with self._lock:
            if not self._before:
                self._before = collections_stamp(self._vectors)
                self._others = self._recalled or frozenset()

    def keep(self, names: Collection[str]) -> None:
        """Remember what was proven, once the store is closed; nothing where the files changed meanwhile."""
        if not (self._embedded and names and self._before == collections_stamp(self._vectors)):
            return
        draft = self._file.with_name(f".{NAME}.{os.getpid()}.{threading.get_ident()}")
        try:
            draft.write_text(json.dumps({"files": self._stamp(), "names": sorted({*names, *self._others})}), "utf-8")
            draft.replace(self._file)
        except OSError:
            with suppress(OSError):
                draft.unlink(missing_ok=True)

    def _read(self) -> frozenset[str]:
        try:
            kept = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError):
            return frozenset()
        fits = self._embedded and isinstance(kept, dict) and kept.get("files") == self._stamp()
        return frozenset(map(str, kept.get("names") or ())) if fits else frozenset()

    def _stamp(self) -> str:
        return f"{file_stamp(self._vectors / FILE)} {collections_stamp(self._vectors)}"

"""Page views brought to the machine before anybody asks: which are missing there, and sending them.

Owns the comparison and the memory of views that were cut already. Cutting is `oracle.view`'s, sending the
machine's. A view that was cut for one region of a large page is not foreseen here: it is sent when asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ingest.contracts import PageFacts, PageRef
from ingest.settings import OnProgress, Progress
from oracle.contracts import View
from oracle.view import make_view

SUFFIX = ".png"
_MEMORY = "cut.json"


class Store(Protocol):
    """The part of a machine that keeps files. `vm.machine.Machine` is the real one."""

    def stored(self) -> frozenset[str]:
        """Names of the whole files that it has."""

    def put(self, source: Path, digest: str, suffix: str) -> str:
        """Send a file; verified after."""


@dataclass(frozen=True)
class Prefetched:
    """What a run did: views by what became of them. `no_image` are pages that have no picture."""

    sent: int
    present: int
    no_image: tuple[PageRef, ...]
    bytes_sent: int


def plan(views: Iterable[View], there: frozenset[str]) -> tuple[View, ...]:
    """The views that are missing there, each content once, in order."""
    missing = {view.digest: view for view in views if view.digest + SUFFIX not in there}
    return tuple(missing.values())


def prefetch(pages: Iterable[PageFacts], folder: Path, store: Store, progress: OnProgress) -> Prefetched:
    """Send the views of `pages` that are missing in `store`. `folder` keeps views on this side."""
    wanted = tuple(pages)
    there = store.stored()
    views = _cut(wanted, folder, progress)
    missing = plan(views.values(), there)
    for done, view in enumerate(missing, 1):
        store.put(view.file, view.digest, SUFFIX)
        progress(Progress("vm.sync.sending", done, len(missing)))
    distinct = {view.digest for view in views.values()}
    return Prefetched(
        sent=len(missing),
        present=len(distinct) - len(missing),
        no_image=tuple(facts.ref for facts in wanted if facts.ref not in views),
        bytes_sent=sum(view.file.stat().st_size for view in missing),
    )


def _cut(pages: tuple[PageFacts, ...], folder: Path, progress: OnProgress) -> Mapping[PageRef, View]:
    """The whole-page view of each page that has an image; those cut before are not cut again.

    A page image never changes under its path (a new revision has a folder of its own), so the path is the key.
    """
    memory = _Memory(folder)
    views: dict[PageRef, View] = {}
    try:
        for done, facts in enumerate(pages, 1):
            view = memory.recall(facts) or make_view(facts, (), folder)
            if view is not None:
                views[facts.ref] = view
                memory.keep(facts, view)
            progress(Progress("vm.sync.cutting", done, len(pages)))
    finally:
        memory.save()
    return views


class _Memory:
    """Which page image gave which view. Losing it costs time only."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._file = folder, folder / _MEMORY
        self._digests = _read(self._file)

    def recall(self, facts: PageFacts) -> View | None:
        digest = self._digests.get(str(facts.image), "")
        file = self._folder / f"{digest}{SUFFIX}"
        return View(facts.ref, file, digest) if digest and file.is_file() else None

    def keep(self, facts: PageFacts, view: View) -> None:
        self._digests[str(facts.image)] = view.digest

    def save(self) -> None:
        if not self._folder.is_dir():
            return
        draft = self._file.with_name(f".{_MEMORY}.{os.getpid()}")
        draft.write_text(json.dumps(self._digests, indent=0), "utf-8")
        draft.replace(self._file)


def _read(file: Path) -> dict[str, str]:
    try:
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(name): str(value) for name, value in content.items()} if isinstance(content, dict) else {}

"""Page views brought to the machine before anybody asks: which are missing there, and sending them.

Owns the comparison. Which views can be foreseen is `oracle.region`'s to say (pages, and panels of sheets), cutting
`oracle.view`'s, sending the machine's. A region that is grown around what one question needs is sent when asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ingest.contracts import PageFacts, PageRef
from ingest.settings import OnProgress, Progress
from oracle.contracts import View
from oracle.region import foreseen
from oracle.view import known_view, make_view

SUFFIX = ".png"


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
    missing = plan(views, there)
    for done, view in enumerate(missing, 1):
        store.put(view.file, view.digest, SUFFIX)
        progress(Progress("vm.sync.sending", done, len(missing)))
    distinct = {view.digest for view in views}
    seen = {view.ref for view in views}
    return Prefetched(
        sent=len(missing),
        present=len(distinct) - len(missing),
        no_image=tuple(facts.ref for facts in wanted if facts.ref not in seen),
        bytes_sent=sum(view.file.stat().st_size for view in missing),
    )


def _cut(pages: tuple[PageFacts, ...], folder: Path, progress: OnProgress) -> Sequence[View]:
    """The views that are foreseen of each page that has an image; those cut before are not cut again."""
    views: list[View] = []
    for done, facts in enumerate(pages, 1):
        for region in foreseen(facts):
            view = known_view(facts, region, folder) or make_view(facts, region, folder)
            if view is not None:
                views.append(view)
        progress(Progress("vm.sync.cutting", done, len(pages)))
    return views

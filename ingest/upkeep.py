"""What is done to booklets without reading them: their status, their earlier revisions, what those weigh.

Owns these operations under the writer lock, and the count of bytes that pruning would free. The catalogue's part of it
is `ingest.store`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ingest import workshop
from ingest.contracts import BookletRef, BookletStatus, Note, Revision
from ingest.errors import UsageError
from ingest.reembedding import drop_unused
from ingest.settings import Settings
from ingest.store import catalogue, catalogue_embeddings, catalogue_revisions, catalogue_write, kept
from ingest.store.fingerprint import moved
from ingest.store.home import writable_home
from ingest.store.reuse import Known, known_revision
from ingest.store.sweep import sweep
from ingest.workshop import Workshop, current_recipe


@dataclass(frozen=True)
class Prunable:
    """Earlier revisions that may go, and the bytes that the disk gets back.

    `vectors` are by models that nothing is searched by any more; they go when the whole home is pruned.
    """

    revisions: tuple[Revision, ...]
    bytes: int
    vectors: int = 0

    @property
    def anything(self) -> bool:
        """Whether there is something to remove."""
        return bool(self.revisions or self.vectors)


def set_status(ref: BookletRef, status: BookletStatus, settings: Settings) -> BookletStatus:
    """Make a booklet a draft, published or archived; what it was. Raises `UsageError` when there is none."""
    known = _known(ref, settings)
    before = known.booklet.status
    if status is before:
        return before
    with writable_home(settings):
        with catalogue.writing(settings.database) as connection:
            if before is BookletStatus.ARCHIVED:
                kept.bring_back(settings, connection, known.published.id, status)
            else:
                catalogue_revisions.set_status(connection, ref, status)
        sweep(settings)
    return before


def set_game_title(game: str, title: str, settings: Settings) -> None:
    """What players call a game from now on."""
    with writable_home(settings), catalogue.writing(settings.database) as connection:
        catalogue_write.set_game_title(connection, game, title)


def revisions(ref: BookletRef, settings: Settings) -> tuple[Revision, ...]:
    """The revisions of a booklet, oldest first. Raises `UsageError` when there is no such booklet."""
    _known(ref, settings)
    return _listed(settings, [ref])


def restore(ref: BookletRef, name: str, settings: Settings) -> Revision:
    """Make an earlier revision the current one again; it is named whole or by its beginning."""
    known = _known(ref, settings)
    with writable_home(settings):
        sweep(settings)
        with catalogue.writing(settings.database) as connection:
            there = catalogue_revisions.revisions(connection, settings.books, ref)
            number = kept.find(there, ref, name)
            if not there[number].current:
                status = known.booklet.status
                back = BookletStatus.PUBLISHED if status is BookletStatus.ARCHIVED else status
                kept.bring_back(settings, connection, number, back)
        sweep(settings)
    return there[number]


def stale(ref: BookletRef, settings: Settings, tools: Workshop | None = None) -> Note | None:
    """What of the revision that answers now was made by an older version or by other models, if anything."""
    made = _known(ref, settings).recipe
    what = moved(made, current_recipe(made, settings, tools or workshop.real(settings)))
    return Note("ingest.verify.stale", {"booklet": ref, "what": ", ".join(what)}) if what else None


def prunable(refs: Iterable[BookletRef], settings: Settings, *, vectors: bool = False) -> Prunable:
    """The earlier revisions of these booklets; `vectors` counts those of models that are used no more, too."""
    earlier = tuple(each for each in _listed(settings, refs) if not each.current)
    return Prunable(earlier, freed([each.folder for each in earlier]), _unused_vectors(settings) if vectors else 0)


def earlier(refs: Iterable[BookletRef], settings: Settings) -> Mapping[BookletRef, Prunable]:
    """The earlier revisions of each of these booklets, with what each booklet's weigh alone."""
    mine: dict[BookletRef, list[Revision]] = {ref: [] for ref in refs}
    for each in _listed(settings, mine):
        if not each.current:
            mine[each.ref].append(each)
    return {ref: Prunable(tuple(found), freed([each.folder for each in found])) for ref, found in mine.items()}


def prune(chosen: Prunable, settings: Settings) -> bool:
    """Remove earlier revisions; whether all is gone: while somebody reads, they go with the next writer.

    Vectors that are used no more stay then, until it is done again.
    """
    wanted = {(each.ref, each.revision) for each in chosen.revisions}
    with writable_home(settings):
        with catalogue.writing(settings.database) as connection:
            for ref in sorted({each.ref for each in chosen.revisions}):
                there = catalogue_revisions.revisions(connection, settings.books, ref)
                numbers = [n for n, each in there.items() if (ref, each.revision) in wanted and not each.current]
                catalogue_revisions.doom(connection, numbers)
        sweep(settings)
        with catalogue.writing(settings.database) as connection:
            dropped = not chosen.vectors or drop_unused(settings, connection)
            catalogue_write.forget_vectors(connection)
            return dropped and not catalogue_revisions.doomed(connection)


def freed(folders: Iterable[Path]) -> int:
    """Bytes that go with these folders: a file that a folder beyond them shares (a hard link) stays."""
    links: Counter[tuple[int, int]] = Counter()
    facts: dict[tuple[int, int], tuple[int, int]] = {}
    for file in _files(folders):
        stat = file.stat()
        links[stat.st_dev, stat.st_ino] += 1
        facts[stat.st_dev, stat.st_ino] = (stat.st_nlink, stat.st_size)
    return sum(size for place, (held, size) in facts.items() if links[place] == held)


def _files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from (file for file in folder.rglob("*") if file.is_file())


def _unused_vectors(settings: Settings) -> int:
    with catalogue.translated(settings.database):
        connection = catalogue.open_reader(settings.database)
        try:
            return catalogue_embeddings.vectors_of(connection, catalogue_embeddings.unused(connection))
        finally:
            connection.close()


def _known(ref: BookletRef, settings: Settings) -> Known:
    known = known_revision(settings, ref)
    if known is None:
        raise UsageError("store.no_such_booklet", name=ref)
    return known


def _listed(settings: Settings, refs: Iterable[BookletRef]) -> tuple[Revision, ...]:
    with catalogue.translated(settings.database):
        connection = catalogue.open_reader(settings.database)
        try:
            return tuple(
                each for ref in refs for each in catalogue_revisions.revisions(connection, settings.books, ref).values()
            )
        finally:
            connection.close()

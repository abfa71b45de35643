"""Source file → one published revision, top to bottom; and planning, removing and re-making.

Owns the order of the steps and what is skipped because nothing moved. Each step is somebody else's. Nothing is
written before the source has been found good.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ingest import workshop
from ingest.contracts import AddResult, BookletRef, BookletStatus, Note, PageStatus
from ingest.errors import CannotWrite, IngestError, NoIndex, UsageError
from ingest.settings import OnProgress, Progress, Settings
from ingest.sources import Source, called, files_of, reported
from ingest.store import catalogue, catalogue_read, catalogue_revisions, catalogue_write, corpus_files, kept
from ingest.store.fingerprint import AddOrder, Recipe, moved
from ingest.store.home import writable_home
from ingest.store.making import NOTHING_READ, Making, job_of, same_pages
from ingest.store.publish import restore_lexicons, restore_vectors
from ingest.store.reuse import Known, is_sound, known_revision
from ingest.store.sweep import sweep
from ingest.store.vectors import VectorStore
from ingest.workshop import Workshop, recipe_for


@dataclass(frozen=True)
class Plan:
    """What `add` would do: nothing, or a new revision, with or without reading its pages."""

    pages: int
    notes: tuple[Note, ...]
    changed: bool
    reads_pages: bool
    moved: tuple[str, ...]


def quiet(_: Progress) -> None:
    """Hear progress and say nothing."""


def plan(source: Source, order: AddOrder, settings: Settings, tools: Workshop | None = None) -> Plan:
    """What `add` would do, found out without writing anything."""
    tools = tools or workshop.real(settings)
    facts = [tools.inspect(file) for file in files_of(source)]
    pages, notes = sum(one.pages for one in facts), tuple(note for one in facts for note in one.notes)
    recipe = recipe_for(source, order, settings, tools)
    known = known_revision(settings, order.ref)
    _check_draft(known, order)
    if known is None:
        return Plan(pages, notes, True, True, ())
    changed = order.force or known.recipe.whole != recipe.whole or not known.whole
    return Plan(pages, notes, changed, changed and not same_pages(known, recipe, order), moved(known.recipe, recipe))


def add(
    source: Source,
    order: AddOrder,
    settings: Settings,
    progress: OnProgress = quiet,
    tools: Workshop | None = None,
) -> AddResult:
    """Publish a file, or several in order, as the booklet `order.ref`, or find that it is there already."""
    tools = tools or workshop.real(settings)
    _check_draft(known_revision(settings, order.ref), order)
    if not _is_published(source, order, settings, tools):
        for file in files_of(source):
            tools.inspect(file)
    recipe = recipe_for(source, order, settings, tools)
    with writable_home(settings):
        sweep(settings)
        result = _add(source, order, recipe, settings, progress, tools)
        if result.changed:
            sweep(settings)
    return _with_status(result, order, settings)


def remove(ref: BookletRef, settings: Settings) -> None:
    """Take a booklet off the shelf and clear away what it was made of. Raises `UsageError` when there is none."""
    if known_revision(settings, ref) is None:
        raise UsageError("store.no_such_booklet", name=ref)
    with writable_home(settings), catalogue.writing(settings.database) as connection:
        catalogue_revisions.unpublish(connection, ref)
        sweep(settings)
        catalogue_write.forget_vectors(connection)


def reindex(settings: Settings, progress: OnProgress = quiet, tools: Workshop | None = None) -> tuple[AddResult, ...]:
    """Make every booklet again whose reading, chunking or embedding is of an older version, from its own source.

    Vectors that the store lost, or that do not find themselves, are written again from the embedding cache.
    """
    if not settings.database.is_file():
        return ()
    tools = tools or workshop.real(settings)
    with writable_home(settings):
        sweep(settings)
        results = tuple(_again(known, settings, progress, tools) for known in _all_known(settings))
        with catalogue.writing(settings.database) as connection:
            restore_vectors(settings, connection, tidy=True)
            restore_lexicons(settings, connection)
            catalogue_write.forget_vectors(connection)
        sweep(settings)
    return results


# --- one booklet -----------------------------------------------------------------------------------


def _again(known: Known, settings: Settings, progress: OnProgress, tools: Workshop) -> AddResult:
    """Bring one booklet up to date; what keeps one from it is no reason to leave the others."""
    order = known.order()
    try:
        source = corpus_files.source_of(known.booklet.folder)
        recipe = recipe_for(source, order, settings, tools)
        if known.whole and known.cached and known.recipe.whole == recipe.whole:
            return _unchanged(source, order, known, settings)
        return _make(source, known.booklet.source_file, order, recipe, settings, progress, tools, known)
    except CannotWrite:
        raise
    except IngestError as error:
        return _failed(known, error)


def _failed(known: Known, error: IngestError) -> AddResult:
    return AddResult(
        file=known.booklet.source_file,
        game=known.booklet.ref.game,
        booklet=known.booklet.ref.booklet,
        revision=known.booklet.revision,
        changed=False,
        pages=NOTHING_READ,
        unreadable_pages=(),
        embedded=0,
        reused=0,
        warnings=(),
        error=Note(error.key, error.facts),
        exit=error.exit_code,
    )


def _add(
    source: Source,
    order: AddOrder,
    recipe: Recipe,
    settings: Settings,
    progress: OnProgress,
    tools: Workshop,
) -> AddResult:
    known = known_revision(settings, order.ref)
    if known is not None and known.whole and known.recipe.whole == recipe.whole and not order.force:
        return _unchanged(source, order, known, settings)
    if known is not None and not order.force and (earlier := _earlier(source, order, recipe, known, settings)):
        return earlier
    return _make(source, called(source), order, recipe, settings, progress, tools, known)


def _earlier(source: Source, order: AddOrder, recipe: Recipe, known: Known, settings: Settings) -> AddResult | None:
    """The very same was published before and is kept: it is taken back, not made again."""
    with catalogue.writing(settings.database) as connection:
        number = catalogue_revisions.same_recipe(connection, order.ref, recipe.whole)
        if number is None or not catalogue_read.all_cached(connection, number):
            return None
        try:
            kept.bring_back(settings, connection, number, known.booklet.status)
        except NoIndex:
            return None  # damaged: it is made again
    taken = known_revision(settings, order.ref)
    assert taken is not None
    note = Note("ingest.store.taken_back", {"revision": taken.booklet.revision})
    unchanged = _unchanged(source, order, taken, settings)
    return replace(unchanged, changed=True, warnings=(*unchanged.warnings, note))


def _make(
    source: Source,
    name: str,
    order: AddOrder,
    recipe: Recipe,
    settings: Settings,
    progress: OnProgress,
    tools: Workshop,
    known: Known | None,
) -> AddResult:
    usable = known if known is not None and is_sound(known) else None
    embedders = [tools.open_embedder(model) for model in settings.models]
    with job_of(settings, order.ref, name) as job:
        made = Making(source, order, recipe, settings, progress, tools, usable, embedders, job).run()
    if known is not None and usable is None:  # damaged, it could never be taken back
        with catalogue.writing(settings.database) as connection:
            catalogue_revisions.doom(connection, [known.published.id])
    return made


def _unchanged(source: Source, order: AddOrder, known: Known, settings: Settings) -> AddResult:
    warnings: tuple[Note, ...] = ()
    with catalogue.writing(settings.database) as connection:
        if order.game_title is not None and order.game_title != known.game_title:
            catalogue_write.set_game_title(connection, order.ref.game, order.game_title)
            warnings = (Note("ingest.store.game_titled", {"game": order.ref.game, "title": order.game_title}),)
        if not VectorStore(settings).present:
            restore_vectors(settings, connection)
            warnings = (*warnings, Note("ingest.store.vectors_restored"))
        statuses = catalogue_read.page_status(connection, known.published.id)
    return AddResult(
        file=reported(source),
        game=order.ref.game,
        booklet=order.ref.booklet,
        revision=known.booklet.revision,
        changed=False,
        pages=NOTHING_READ,
        unreadable_pages=tuple(page for page, status in statuses.items() if status is PageStatus.UNREADABLE),
        embedded=0,
        reused=known.booklet.chunks,
        warnings=warnings,
        error=None,
        exit=0,
    )


# --- inside ------------------------------------------------------------------------------------------


def _is_published(source: Source, order: AddOrder, settings: Settings, tools: Workshop) -> bool:
    """Whether the very same was found good before: then looking into it again would only take time."""
    known = known_revision(settings, order.ref)
    if known is None or order.force:
        return False
    try:
        return known.recipe.whole == recipe_for(source, order, settings, tools).whole
    except OSError:
        return False  # the gate says it better


def _check_draft(known: Known | None, order: AddOrder) -> None:
    """A draft of a booklet that answers would take it from the players: that is ordered on purpose, or not at all."""
    if order.status is BookletStatus.DRAFT and known and known.booklet.status is not BookletStatus.DRAFT:
        raise UsageError("store.no_draft_of_it", booklet=order.ref, file=known.booklet.source_file)


def _with_status(result: AddResult, order: AddOrder, settings: Settings) -> AddResult:
    """What was added and does not answer is said to."""
    known = known_revision(settings, order.ref)
    if known is None or known.booklet.status is BookletStatus.PUBLISHED:
        return result
    note = Note(f"ingest.store.stays_{known.booklet.status}", {"booklet": order.ref})
    return replace(result, warnings=(*result.warnings, note))


def _all_known(settings: Settings) -> tuple[Known, ...]:
    """Every booklet but those that are archived: what answers nothing need not be current."""
    with catalogue.writing(settings.database) as connection:
        found = catalogue_read.published(connection, settings.books)
    refs = [one.booklet.ref for one in found if one.booklet.status is not BookletStatus.ARCHIVED]
    return tuple(known for known in (known_revision(settings, ref) for ref in refs) if known is not None)

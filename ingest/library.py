"""The published library as its readers see it: games, scopes, channels, passages and pages.

Owns scoping (which rows of which revisions) and what is left out of it. Never writes, but for what it is told to
remember, and never shows half a revision: a `Scope` names revisions that do not change. Fusing channels is somebody
else's.
"""

from __future__ import annotations

import hashlib
import sqlite3
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ingest import absent
from ingest.contracts import (
    Booklet,
    BookletKind,
    BookletRef,
    BookletStatus,
    ChannelHits,
    ChunkType,
    Game,
    Hit,
    Icon,
    Note,
    Page,
    PageFacts,
    PageRef,
    Passage,
    Scope,
    ScopedRevision,
)
from ingest.errors import NoIndex, UsageError
from ingest.naming import game_named
from ingest.settings import Settings
from ingest.store import catalogue, catalogue_read, lexical
from ingest.store.dense import Dense
from ingest.store.glance import first_fault
from ingest.store.lexical_files import Lexicon, LexiconFailed, LexiconReader
from ingest.store.locks import Hold, hold_reading
from ingest.store.per_thread import PerThread
from ingest.store.proven import Proofs
from ingest.store.stamps import stamp

if TYPE_CHECKING:
    from ingest.embedders import Embedder, EmbedderInfo


ANSWERING = (BookletStatus.PUBLISHED,)
WITH_DRAFTS = (BookletStatus.PUBLISHED, BookletStatus.DRAFT)
EVERY_STATUS = tuple(BookletStatus)

_REMEMBERED = 4096
"""Passages kept in memory: a row never comes to mean another passage, and none goes while a library is open."""


class Library:
    """Reads of one home, from any thread. Close it, or use it as a context manager.

    Shows booklets of some statuses and no others: published ones, unless told otherwise. While it is open no revision
    that it may show is removed from the disk.
    """

    def __init__(
        self,
        settings: Settings,
        hold: Hold,
        embedders: Callable[[str], Embedder] | None = None,
        statuses: Collection[BookletStatus] = ANSWERING,
        *,
        remembers: bool = False,
    ) -> None:
        self._settings = settings
        self._hold = hold
        self._statuses = frozenset(statuses)
        self._connections = PerThread(partial(catalogue.open_reader, settings.database), sqlite3.Connection.close)
        self._banned: dict[Scope, frozenset[int]] = {}
        self._read: dict[int, Passage] = {}
        self._lexicons = LexiconReader(Lexicon(settings.lexicons), self._connection)
        self._dense = Dense(settings, self._connection, embedders, Proofs(settings) if remembers else None)

    @classmethod
    def open(
        cls,
        settings: Settings,
        embedders: Callable[[str], Embedder] | None = None,
        statuses: Collection[BookletStatus] = ANSWERING,
        *,
        remembers: bool = False,
    ) -> Self:
        """The library of `settings.home`. Raises `NoIndex` when nothing of these statuses is there.

        `remembers`: that collections proved sound is written down in the home, so that the next process finds faster.
        """
        if not settings.database.is_file():
            raise NoIndex("store.nothing_published")
        library = cls(settings, hold_reading(settings), embedders, statuses, remembers=remembers)
        try:
            if not library._answers():
                raise absent.nothing(library._everything())
        except BaseException:
            library.close()
            raise
        return library

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the catalogue and the vector store."""
        self._dense.close()
        self._lexicons.close()
        self._connections.close()
        self._hold.release()

    def fault(self) -> Note | None:
        """The first thing that keeps a published booklet from being searched or shown, after a short look."""
        return first_fault(self._settings, self._connection())

    # --- what there is ---------------------------------------------------------------------------

    def games(self, slug: str | None = None) -> tuple[Game, ...]:
        """Every game that has a booklet to show, by title; of thousands, that one alone."""
        with catalogue.translated(self._settings.database):
            titles = catalogue_read.game_titles(self._connection(), slug)
            found = self._shown(catalogue_read.published(self._connection(), self._settings.books, slug))
        owned: dict[str, list[Booklet]] = {}
        for one in found:
            owned.setdefault(one.booklet.ref.game, []).append(one.booklet)
        return tuple(Game(name, title, tuple(owned[name])) for name, title in titles.items() if name in owned)

    def game(self, slug: str) -> Game:
        """One game, by its slug or however a person spells that or its title.

        Raises `UsageError` with the nearest name when there is none.
        """
        for game in self.games(slug):
            return game
        games, hidden = self.games(), self._everything(slug)
        meant = None if hidden else game_named(slug, games)
        if meant is None:
            raise absent.no_game(slug, games, hidden)
        return meant

    def booklet(self, ref: BookletRef) -> Booklet:
        """The current revision of a booklet."""
        return self._published(ref).booklet

    def scope(
        self,
        game: str,
        *,
        booklets: Sequence[str] = (),
        exclude: Sequence[str] = (),
        exclude_sections: Sequence[str] = (),
        types: Sequence[ChunkType] = (),
        expansions: bool = True,
    ) -> Scope:
        """Tonight's stack: all booklets of a game, or those named, less those left out.

        An expansion that is named stays in even with `expansions=False`.
        """
        with catalogue.translated(self._settings.database):
            found = self._shown(catalogue_read.published(self._connection(), self._settings.books, game))
        if not found:
            self.game(game)
        known = {p.booklet.ref.booklet: p.scoped for p in found}
        for name in (*booklets, *exclude):
            if name not in known:
                raise absent.no_booklet(game, name, known, self._everything(game))
        chosen = tuple(
            scoped
            for name, scoped in known.items()
            if name not in exclude and (name in booklets if booklets else _allowed(scoped.booklet, expansions))
        )
        if not chosen:
            raise UsageError("store.empty_scope", game=game)
        return Scope(game, chosen, tuple(exclude_sections), tuple(types))

    def revision_digest(self, scope: Scope) -> str:
        """Changes whenever what a scope may show changes."""
        shown = [f"{r.booklet.ref}@{r.booklet.revision}:{r.first_row}" for r in scope.revisions]
        parts = [*shown, "-", *scope.exclude_sections, "-", *scope.types]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def index_digest(self, scope: Scope) -> str:
        """Changes when the files of the channels do, by damage too: what was found before may no longer be found so."""
        return stamp(self._settings, scope.game)

    # --- channels --------------------------------------------------------------------------------

    def lexical(self, scope: Scope, channel: lexical.Channel, words: Sequence[str], limit: int) -> ChannelHits:
        """The best `limit` placements for any of `words` in a lexical channel."""
        query = lexical.match_query(channel, words, scope.languages)
        if query is None or limit < 1:
            return ChannelHits(channel, ())
        banned = self._left_out(scope)
        best: list[Hit] = []
        try:
            for span in _ranges(scope.revisions):
                hits = self._lexicons.search(scope.game, channel, query, span, limit + len(banned))
                best += [hit for hit in hits if hit.row not in banned]
        except LexiconFailed as failure:
            note = Note("ingest.store.degraded_lexical", {"game": scope.game, "why": failure.why})
            return ChannelHits(channel, (), (note,))
        return ChannelHits(channel, _best(best, limit))

    def dense(self, scope: Scope, model: str, query: str, limit: int) -> ChannelHits:
        """The best `limit` placements for `query` by an embedding model; the channel is `dense:MODEL`.

        Raises `NoIndex` when a booklet in scope was not embedded by that model, `MissingTool` when the model cannot
        be had. When the vector store fails the answer is exact all the same, and `degraded` says so.
        """
        if limit < 1 or not query.strip():
            return ChannelHits(f"dense:{model}", ())
        with catalogue.translated(self._settings.database):
            hits, degraded = self._dense.search(scope.revisions, model, query, limit, self._left_out(scope))
        return ChannelHits(f"dense:{model}", _best(hits, limit), degraded)

    def dense_models(self) -> tuple[EmbedderInfo, ...]:
        """The configured embedding models, one dense channel each. Loads none of them."""
        return self._dense.models()

    # --- passages and pages ----------------------------------------------------------------------

    def passages(self, rows: Sequence[int]) -> tuple[Passage, ...]:
        """The passages of these rows, in the same order."""
        unknown = [row for row in rows if row not in self._read]
        with catalogue.translated(self._settings.database):
            found = catalogue_read.passages(self._connection(), unknown)
        if len(found) < len(set(unknown)):
            raise NoIndex("store.superseded")
        if len(self._read) + len(found) > _REMEMBERED:
            self._read = {row: self._read[row] for row in rows if row in self._read}
        self._read.update(found)
        return tuple(self._read[row] for row in rows)

    def all_passages(self, scope: Scope) -> tuple[Passage, ...]:
        """Every passage of a scope, in reading order, booklet after booklet."""
        banned = self._left_out(scope)
        with catalogue.translated(self._settings.database):
            return tuple(
                passage
                for r in scope.revisions
                for passage in catalogue_read.passages_between(self._connection(), r.first_row, r.last_row)
                if passage.row not in banned
            )

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        """The passages of a page, in reading order."""
        found = self._published(ref.owner)
        _check_page(ref, found.booklet)
        with catalogue.translated(self._settings.database):
            return catalogue_read.page_passages(self._connection(), found.id, ref.page)

    def page_facts(self, refs: Iterable[PageRef]) -> tuple[PageFacts, ...]:
        """What is known of these pages without opening their files, in the same order."""
        wanted = tuple(refs)
        known: dict[PageRef, PageFacts] = {}
        for owner in dict.fromkeys(ref.owner for ref in wanted):
            mine = [ref.page for ref in wanted if ref.owner == owner]
            one = self._published(owner)
            with catalogue.translated(self._settings.database):
                facts = catalogue_read.page_facts(self._connection(), one, list(dict.fromkeys(mine)))
            _check_page(PageRef(owner.game, owner.booklet, max(mine)), one.booklet)
            known.update((page.ref, page) for page in facts.values())
        return tuple(known[ref] for ref in wanted)

    def booklet_pages(self, ref: BookletRef) -> tuple[PageFacts, ...]:
        """What is known of every page of a booklet, in order."""
        found = self._published(ref)
        with catalogue.translated(self._settings.database):
            return catalogue_read.all_page_facts(self._connection(), found)

    def page(self, ref: PageRef) -> Page:
        """A page as it was read, from the corpus on disk."""
        from ingest.store.page_files import read_page

        booklet = self.booklet(ref.owner)
        _check_page(ref, booklet)
        return read_page(booklet.folder, ref.page)

    def icons(self, ref: BookletRef) -> tuple[Icon, ...]:
        """The icons of a booklet, in the order in which they first stand in it."""
        from ingest.store.page_files import read_icons

        return read_icons(self.booklet(ref).folder)

    def colours(self, ref: PageRef) -> Mapping[str, float]:
        """The share of a page's picture that each named colour takes, by its English name; empty without a picture."""
        from ingest.page.colours import shown_colours

        (facts,) = self.page_facts([ref])
        return shown_colours(facts.thumb) if facts.thumb else {}

    # --- inside ----------------------------------------------------------------------------------

    def _connection(self) -> sqlite3.Connection:
        return self._connections.get()

    def _published(self, ref: BookletRef) -> catalogue_read.Published:
        with catalogue.translated(self._settings.database):
            found = catalogue_read.published_one(self._connection(), self._settings.books, ref)
        if found is not None and found.booklet.status in self._statuses:
            return found
        names = [] if found else [booklet.ref.booklet for booklet in self.game(ref.game).booklets]
        raise absent.no_booklet(ref.game, ref.booklet, names, self._everything(ref.game))

    def _shown(self, found: Iterable[catalogue_read.Published]) -> tuple[catalogue_read.Published, ...]:
        return tuple(one for one in found if one.booklet.status in self._statuses)

    def _answers(self) -> bool:
        with catalogue.translated(self._settings.database):
            return catalogue_read.has_status(self._connection(), self._statuses)

    def _everything(self, game: str | None = None) -> tuple[Booklet, ...]:
        """Every booklet of the home, whatever its status."""
        with catalogue.translated(self._settings.database):
            found = catalogue_read.published(self._connection(), self._settings.books, game)
        return tuple(one.booklet for one in found)

    def _left_out(self, scope: Scope) -> frozenset[int]:
        if not (scope.exclude_sections or scope.types):
            return frozenset()
        if scope not in self._banned:
            with catalogue.translated(self._settings.database):
                rows = [
                    row
                    for first, last in _ranges(scope.revisions)
                    for row, path, kind in catalogue_read.sections_and_types(self._connection(), first, last)
                    if _is_left_out(scope, path, kind)
                ]
            self._banned = {scope: frozenset(rows)}  # one scope a session is the rule; keep no more
        return self._banned[scope]


def _check_page(ref: PageRef, booklet: Booklet) -> None:
    if ref.page > booklet.pages:
        raise UsageError("store.unknown_page", booklet=ref.owner, page=ref.page, pages=booklet.pages)


def _allowed(booklet: Booklet, expansions: bool) -> bool:
    return expansions or booklet.kind is not BookletKind.EXPANSION


def _is_left_out(scope: Scope, path: Sequence[str], kind: str) -> bool:
    if scope.types and kind not in scope.types:
        return True
    names = {_folded(title) for title in path} | {_folded(" > ".join(path[: n + 1])) for n in range(len(path))}
    return any(_folded(section) in names for section in scope.exclude_sections)


def _folded(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title.casefold())
    return " ".join("".join(c for c in plain if not unicodedata.combining(c)).split())


def _ranges(revisions: Sequence[ScopedRevision]) -> list[tuple[int, int]]:
    """Row ranges of revisions, neighbours joined: each range is one query."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted((r.first_row, r.last_row) for r in revisions if r.first_row <= r.last_row):
        if merged and merged[-1][1] + 1 == first:
            merged[-1] = (merged[-1][0], last)
        else:
            merged.append((first, last))
    return merged


def _best(hits: Sequence[Hit], limit: int) -> tuple[Hit, ...]:
    return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.row))[:limit])

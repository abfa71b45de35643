"""Where the words of an earlier answer stand today: its booklets may have been read again since.

Owns that no page is shown for words that do not stand on it. Looks, in the current revision of the same booklet, for
the same passage, then for the quoted words, on the same page first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ingest.contracts import Booklet, BookletRef, Note, Page, PageRef, Passage, Scope
from ingest.errors import IngestError
from oracle.again import Revisions
from oracle.contracts import Answer, Citation, Ranked
from oracle.pagetext import flow, locate


class Books(Protocol):
    """The reads that this takes. `ingest.library.Library` has them."""

    def booklet(self, ref: BookletRef) -> Booklet:
        """The current revision of a booklet."""

    def page(self, ref: PageRef) -> Page:
        """A whole page."""

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        """The passages that stand on a page."""

    def scope(self, game: str, *, booklets: Sequence[str] = ()) -> Scope:
        """Booklets of a game."""

    def all_passages(self, scope: Scope) -> tuple[Passage, ...]:
        """Every passage of a scope, in reading order."""


@dataclass(frozen=True)
class Retraced:
    """An earlier answer whose pages are today's. `gone` are the citations whose words stand nowhere any more.

    The answer has those too, in its text; but they lead to no page.
    """

    answer: Answer
    gone: tuple[Citation, ...] = ()


def retraced(answer: Answer, revisions: Revisions, books: Books) -> Retraced:
    """The answer with each citation and passage where it stands today, and a note for each that is elsewhere or gone.

    `revisions` are those that the answer was given from.
    """
    search = _Search(revisions, books)
    cited = answer.verified.citations if answer.verified else ()
    now = [(each, search.citation(each)) for each in cited]
    read = [each.passage for each in answer.evidence.passages]
    standing = [Ranked(found, 0.0, {}) for each in read if (found := search.passage(each))]
    verified = answer.verified and replace(answer.verified, citations=tuple(found for _, found in now if found))
    page_read = answer.page_read if answer.page_read and search.unchanged(answer.page_read.owner) else None
    seen = replace(
        answer,
        verified=verified,
        evidence=replace(answer.evidence, passages=tuple(standing)),
        page_read=page_read,
        degraded=(*answer.degraded, *search.notes),
    )
    return Retraced(seen, tuple(each for each, found in now if not found))


class _Search:
    """Looks things up once, and notes what must be said of them."""

    def __init__(self, revisions: Revisions, books: Books) -> None:
        self._revisions, self._books = revisions, books
        self._current: dict[BookletRef, Booklet | None] = {}
        self._newer: dict[BookletRef, Note] = {}
        self._told: list[Note] = []

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader must know: the booklets that were read again, then what moved or went."""
        return (*self._newer.values(), *self._told)

    def unchanged(self, owner: BookletRef) -> bool:
        """Whether the booklet is the one that the answer was given from."""
        booklet = self._booklet(owner)
        return booklet is not None and booklet.revision == self._revisions.get(owner)

    def citation(self, cited: Citation) -> Citation | None:
        """The citation where its words stand today; `None` where they do not."""
        owner = cited.page.owner
        if self.unchanged(owner):
            return cited
        booklet = self._booklet(owner)
        if booklet is None:
            self._say_gone("again.no_booklet", cited)
            return None
        self._say_newer(booklet)
        found = self._found(cited.passage, cited.page, cited.quote)
        if found is None:
            self._say_gone("again.gone", cited)
            return None
        if found.ref != cited.page:
            facts = {"n": cited.n, "booklet": booklet.title, "was": cited.page.page, "page": found.ref.page}
            self._told.append(Note("again.moved", facts))
        return replace(cited, passage=found, page=found.ref)

    def passage(self, passage: Passage) -> Passage | None:
        """A passage where it stands today."""
        owner = passage.ref.owner
        if self.unchanged(owner):
            return passage
        booklet = self._booklet(owner)
        if booklet is None:
            return None
        self._say_newer(booklet)
        return self._found(passage, passage.ref, None)

    def _say_newer(self, booklet: Booklet) -> None:
        if booklet.ref in self._revisions:
            self._newer[booklet.ref] = Note("again.newer", {"booklet": booklet.title})

    def _say_gone(self, key: str, cited: Citation) -> None:
        facts = {"n": cited.n, "booklet": cited.passage.booklet_title, "page": cited.page.page}
        self._told.append(Note(key, facts))

    def _booklet(self, owner: BookletRef) -> Booklet | None:
        if owner not in self._current:
            try:
                self._current[owner] = self._books.booklet(owner)
            except IngestError:
                self._current[owner] = None
        return self._current[owner]

    def _found(self, passage: Passage, page: PageRef, quote: str | None) -> Passage | None:
        """The same passage, or one that holds the quote, on its page if it is still there."""
        booklet = self._booklet(page.owner)
        assert booklet is not None
        here = self._books.page_passages(page) if page.page <= booklet.pages else ()
        if same := next((each for each in here if each.chunk_id == passage.chunk_id), None):
            return same
        if quote and here and locate(flow(self._books.page(page).blocks).text, quote):
            return next((each for each in here if _holds(each, quote)), replace(passage, ref=page, boxes=()))
        every = self._books.all_passages(self._books.scope(page.game, booklets=[page.booklet]))
        same = next((each for each in every if each.chunk_id == passage.chunk_id), None)
        return same or next((each for each in every if quote and _holds(each, quote)), None)


def _holds(passage: Passage, quote: str) -> bool:
    return bool(locate(passage.text, quote))

"""Opening a page of a booklet: the page as it is shown, and the pages that somebody may have meant instead.

Owns what is read of the library for that. How a page is laid out and marked is `oracle.pagetext`'s.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Protocol

from ingest.contracts import Booklet, BookletRef, Page, PageFacts, PageRef, Passage
from oracle.icons import names_in, shown
from oracle.pagetext import Mark, PageView, flow, holds, page_view


class Pages(Protocol):
    """The reads that a page takes."""

    def booklet(self, ref: BookletRef) -> Booklet:
        """The current revision of a booklet."""

    def page(self, ref: PageRef) -> Page:
        """A whole page, from the corpus on disk."""

    def page_passages(self, ref: PageRef) -> tuple[Passage, ...]:
        """The passages that stand on a page."""


class Numbered(Pages, Protocol):
    """Pages, and the numbers that are printed on them."""

    def booklet_pages(self, ref: BookletRef) -> tuple[PageFacts, ...]:
        """What is known of every page of a booklet, in order."""


def open_page(pages: Pages, ref: PageRef, mark: Mark, word: str) -> PageView:
    """A page with `mark` found on it. Its icons stand by their names, one that has none as `word`."""
    names = names_in(pages.page_passages(ref))
    return page_view(ref, pages.booklet(ref.owner), pages.page(ref), mark, partial(_said, names=names, word=word))


def elsewhere(pages: Pages, ref: PageRef, quote: str) -> Iterator[int]:
    """The other pages of the booklet that hold all of a quote, in order."""
    for number in range(1, pages.booklet(ref.owner).pages + 1):
        if number != ref.page:
            there = PageRef(ref.game, ref.booklet, number)
            if holds(flow(pages.page(there).blocks).text, quote):
                yield number


def carrying(pages: Numbered, ref: PageRef) -> int | None:
    """The other page on which the number of `ref` is printed: the one that a reader of the book may mean."""
    printed = {facts.printed: facts.ref.page for facts in reversed(pages.booklet_pages(ref.owner))}
    other = printed.get(str(ref.page))
    return None if other == ref.page else other


def _said(text: str, names: Mapping[str, str], word: str) -> str:
    return shown(text, names, word)

"""The page that a person names on the command line: `GAME/BOOKLET:PAGE`, each however it is spelt.

Owns what PAGE may be: the place of a page in its file, else the number or the word that is printed on it.
"""

from __future__ import annotations

import re
from typing import Protocol

from ingest.contracts import Booklet, BookletRef, Game, PageFacts, PageRef
from ingest.errors import UsageError as NoSuchGame
from ingest.naming import checked_ref, is_spelt, shown
from oracle.errors import UsageError


class Shelf(Protocol):
    """What is read of a library to know a page."""

    def game(self, slug: str) -> Game:
        """One game, however its name is spelt. Raises `UsageError` with the nearest name when there is none."""

    def booklet(self, ref: BookletRef) -> Booklet:
        """The current revision of a booklet. Raises `UsageError` when there is none."""

    def booklet_pages(self, ref: BookletRef) -> tuple[PageFacts, ...]:
        """What is known of every page of a booklet, in order."""


def named_page(shelf: Shelf, place: str) -> PageRef:
    """The page that `place` names. Raises `UsageError` with what there is instead."""
    found = re.fullmatch(r"([^/:]+)/([^/:]+)(?::(.*))?", place.strip())
    if found is None:
        raise _no_booklet(shelf, place)
    booklet = _booklet(shelf, found[1], found[2])
    if not found[3]:
        raise UsageError("show.no_page", game=booklet.ref.game, booklet=booklet.ref.booklet, pages=booklet.pages)
    return PageRef(booklet.ref.game, booklet.ref.booklet, _page(shelf, booklet, found[3].strip()))


def _no_booklet(shelf: Shelf, place: str) -> UsageError:
    """A game without its booklet, with a page or not: the line to type. Anything else is no place at all."""
    name, _, page = place.strip().partition(":")
    try:
        game = shelf.game(name)
    except NoSuchGame:
        return UsageError("show.bad_place", name=shown(place))
    first = game.booklets[0].ref.booklet
    known = ", ".join(each.ref.booklet for each in game.booklets)
    return UsageError("show.which_booklet", game=game.slug, known=known, first=first, page=shown(page) or "1")


def _booklet(shelf: Shelf, game: str, name: str) -> Booklet:
    there = shelf.game(game)
    spelt = [each for each in there.booklets if is_spelt(name, each.ref.booklet, each.title)]
    exact = next((each for each in there.booklets if each.ref.booklet == name), None)
    return exact or (spelt[0] if len(spelt) == 1 else shelf.booklet(checked_ref(there.slug, name)))


def _page(shelf: Shelf, booklet: Booklet, named: str) -> int:
    if named.isdecimal() and 1 <= int(named) <= booklet.pages:
        return int(named)
    for facts in shelf.booklet_pages(booklet.ref):
        if (facts.printed or "").casefold() == named.casefold():
            return facts.ref.page
    ref = booklet.ref
    raise UsageError("show.unknown_page", game=ref.game, booklet=ref.booklet, page=shown(named), pages=booklet.pages)

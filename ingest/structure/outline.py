"""Finds the printed title that each bookmark of a file names. Pure.

Owns how much a bookmark and its title may differ: case and punctuation, a number or a kind before it ("Table: …"),
a slip of the pen, a title over two lines, a page more or less.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Final

from ingest.contracts import OutlineEntry
from ingest.structure.numbering import number_of

_NOT_A_LETTER: Final = re.compile(r"[^\w]+")
_KIND: Final = re.compile(r"^\w+\s*:\s*(?=\S)")
_NOTE_MARK: Final = re.compile(r"(?<=[^\W\d])\d$")
_CLOSE: Final = 0.84
_LEAST: Final = 6
_PAGES: Final = (0, 1, -1)


def same(text: str) -> str:
    """A title reduced to what two ways of writing it share."""
    return _NOT_A_LETTER.sub("", text.casefold())


def forms(title: str) -> tuple[str, ...]:
    """The ways in which a page may print a title, most faithful first, each reduced by `same`."""
    number = number_of(title)
    ways = [title, _KIND.sub("", title), number.rest if number else "", _NOTE_MARK.sub("", title.strip())]
    return tuple(dict.fromkeys(reduced for way in ways if (reduced := same(way))))


def placed(
    outline: Sequence[OutlineEntry], titles: Mapping[int, Sequence[str]]
) -> Iterator[tuple[OutlineEntry, int, int]]:
    """Each bookmark that a page prints, with the page and the place of its title among those of the page.

    `titles` holds, for each page, what may be a title there. Equal names are sought before similar ones, and the
    bookmark's own page before its neighbours.
    """
    index = {page: _index(found) for page, found in titles.items()}
    taken: set[tuple[int, int]] = set()
    for entry in outline:
        found = _exact(entry, index, taken) or _close(entry, titles, taken)
        if found is not None:
            taken.add(found)
            yield entry, *found


def _index(titles: Sequence[str]) -> dict[str, list[int]]:
    index: dict[str, list[int]] = defaultdict(list)
    for place, title in enumerate(titles):
        for form in forms(title):
            index[form].append(place)
    return index


def _exact(
    entry: OutlineEntry, index: Mapping[int, Mapping[str, Sequence[int]]], taken: set[tuple[int, int]]
) -> tuple[int, int] | None:
    for step in _PAGES:
        page = entry.page + step
        for form in forms(entry.title):
            places = index.get(page, {}).get(form, ()) if step == 0 or len(form) >= _LEAST else ()
            free = [place for place in places if (page, place) not in taken]
            if free:
                return page, free[0]
            if places and step == 0:
                return page, places[0]
    return None


def _close(
    entry: OutlineEntry, titles: Mapping[int, Sequence[str]], taken: set[tuple[int, int]]
) -> tuple[int, int] | None:
    wanted = same(_KIND.sub("", entry.title))
    if len(wanted) < _LEAST:
        return None
    best: tuple[float, int, int] | None = None
    for place, title in enumerate(titles.get(entry.page, ())):
        reduced = same(title)
        if (entry.page, place) in taken or not 0.7 * len(wanted) < len(reduced) < 1.4 * len(wanted):
            continue
        matcher = SequenceMatcher(None, wanted, reduced, autojunk=False)
        if matcher.quick_ratio() >= _CLOSE and (ratio := matcher.ratio()) >= _CLOSE and (not best or ratio > best[0]):
            best = (ratio, entry.page, place)
    return best[1:] if best else None

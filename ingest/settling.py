"""Finds on which page of its print each block of a document stands, so that exact text gets true pages. Pure.

Owns matching the words of a document with those of its print, in order, and cutting what crosses a page. It knows
neither documents nor PDF: `settled` gives nothing where the two do not say the same.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ingest.contracts import Block, Box, Line, Page, Table
from ingest.geometry import hull
from ingest.layout.rows import LEADERS
from ingest.page.sheet import Sheet
from ingest.structure.fonts import CONTENTS_LINE
from ingest.tables.cells import below, cells_of, header_height, part, readable, to_table

_WORD: Final = re.compile(r"[^\W_]+")
_RUN: Final = 4
_FOUND: Final = 0.85
_EXPLAINED: Final = 0.65
_NOWHERE: Final = (0.0, 0.0, 0.0, 0.0)

Place = tuple[int, Box]


@dataclass(frozen=True)
class _Piece:
    """Words of a block that stand on one page, and where."""

    text: str
    page: int
    box: Box


def settled(written: Page, sheets: Sequence[Sheet]) -> tuple[Page, ...]:
    """`written` cut into the pages of its print; none where the print does not say what the document says."""
    told = [word for block in written.blocks for line in block.lines for word in _words(line.text)]
    printed = list(_printed(sheets))
    places = _matched(told, printed)
    if not told or len(places) < _FOUND * len(told) or len(places) < _EXPLAINED * len(printed):
        return ()
    pages: dict[int, Page] = {}
    for block, tables in _cut(written, _filled(len(told), places, sheets[0].number)):
        number = block[0]
        page = pages.get(number) or replace(written, number=number, blocks=(), tables=())
        pages[number] = replace(page, blocks=(*page.blocks, block[1]), tables=(*page.tables, *tables))
    return tuple(pages[number] for number in sorted(pages))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _printed(sheets: Sequence[Sheet]) -> Iterator[tuple[str, Place]]:
    """The words of a print with their places; the lines of a table of contents are no text of the document."""
    for sheet in sheets:
        for span in sheet.spans:
            if not CONTENTS_LINE.search(LEADERS.sub(" … ", span.text)):
                for word in _words(span.text):
                    yield word, (sheet.number, span.box)


def _matched(told: Sequence[str], printed: Sequence[tuple[str, Place]]) -> dict[int, Place]:
    """The place of each word that is found: from runs that stand once in each, as far as words agree around them."""
    words = [word for word, _ in printed]
    places: dict[int, Place] = {}
    for mine, theirs in _anchors(told, words):
        for step in (1, -1):
            i, j = mine, theirs
            while 0 <= i < len(told) and 0 <= j < len(words) and told[i] == words[j] and (i == mine or i not in places):
                places[i] = printed[j][1]
                i, j = i + step, j + step
    return places


def _anchors(told: Sequence[str], words: Sequence[str]) -> list[tuple[int, int]]:
    """Where runs of words that stand once in the document stand once in the print, in the same order in both."""
    here, there = _once(told), _once(words)
    pairs = sorted((at, there[run]) for run, at in here.items() if run in there)
    ends: list[int] = []
    chain: list[list[int]] = []
    before: list[int] = []
    for n, (_, theirs) in enumerate(pairs):
        length = bisect_left(ends, theirs)
        before.append(chain[length - 1][-1] if length else -1)
        if length == len(ends):
            ends.append(theirs)
            chain.append([n])
        else:
            ends[length] = theirs
            chain[length].append(n)
    found: list[tuple[int, int]] = []
    n = chain[-1][-1] if chain else -1
    while n >= 0:
        found.append(pairs[n])
        n = before[n]
    return found[::-1]


def _once(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    long = min(_RUN, max(1, len(words)))
    runs = [tuple(words[i : i + long]) for i in range(len(words) - long + 1)]
    counts = Counter(runs)
    return {run: i for i, run in enumerate(runs) if counts[run] == 1}


def _filled(count: int, places: dict[int, Place], first: int) -> list[tuple[int, Box | None]]:
    """A page for every word: what was not found stands with what was found before it, and pages never go back."""
    page = places[min(places)][0] if places else first
    found: list[tuple[int, Box | None]] = []
    for i in range(count):
        place = places.get(i)
        page = max(page, place[0]) if place else page
        found.append((page, place[1] if place and place[0] == page else None))
    return found


def _cut(
    written: Page, places: Sequence[tuple[int, Box | None]]
) -> Iterator[tuple[tuple[int, Block], tuple[Table, ...]]]:
    """Each block, or its parts, with its page; a table comes with its block."""
    tables = iter(written.tables)
    at = 0
    for block in written.blocks:
        pieces: list[list[_Piece]] = []
        for line in block.lines:
            count = len(_words(line.text))
            pieces.append(list(_pieces(line.text, places[at : at + count], places[max(0, at - 1)][0])))
            at += count
        if block.role == "table":
            yield from _cut_table(next(tables), pieces)
        else:
            lines = [piece for line in pieces for piece in line]
            for page in dict.fromkeys(piece.page for piece in lines):
                kept = tuple(Line(piece.text, piece.box) for piece in lines if piece.page == page)
                yield (page, replace(block, lines=kept)), ()


def _pieces(text: str, places: Sequence[tuple[int, Box | None]], page: int) -> Iterator[_Piece]:
    """A line cut where its words go over to the next page; it stays whole in lines, as it was written."""
    parts: list[tuple[int, list[str], list[Box]]] = []
    at = 0
    for token in text.split():
        count = len(_words(token))
        mine = places[at : at + count]
        at += count
        page = mine[0][0] if mine else page
        if not parts or parts[-1][0] != page:
            parts.append((page, [], []))
        parts[-1][1].append(token)
        parts[-1][2].extend(box for _, box in mine if box is not None)
    for number, tokens, boxes in parts:
        yield _Piece(" ".join(tokens), number, hull(boxes) if boxes else (0.0, 0.0, 0.0, 0.0))


def _cut_table(
    table: Table, pieces: Sequence[Sequence[_Piece]]
) -> Iterator[tuple[tuple[int, Block], tuple[Table, ...]]]:
    """A table whole, or its rows page by page under its header; a row stands where it begins."""
    told = iter(pieces)
    lines = [next(told) if readable(row) else () for row in table.rows]
    starts = [line[0].page if line else 0 for line in lines]
    starts = [max(starts[: n + 1]) or max(starts) for n in range(len(starts))]
    cells, height = cells_of(table), header_height(table)
    for page in dict.fromkeys(starts):
        first, last = starts.index(page), len(starts) - starts[::-1].index(page)
        boxes = [piece.box for line in lines[first:last] for piece in line if piece.box != _NOWHERE]
        box = hull(boxes) if boxes else table.box
        if last - first == len(starts):
            cut = replace(table, box=box)
        else:
            head = part(cells, 0, height) if first >= height else []
            cut = to_table(below(head, part(cells, first, last)), box)
        yield (page, Block("table", tuple(Line(text, box) for row in cut.rows if (text := readable(row))))), (cut,)

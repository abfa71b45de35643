"""A long book is planned once and read in parts by that plan, its sheets never in memory together."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator

import pytest

from ingest.assemble import assemble, pages_by
from ingest.book_plan import plan_book
from ingest.contracts import OutlineEntry
from ingest.packed import Again, Packed
from ingest.page.sheet import Figure, Sheet
from tests.ingest.sheets import column, sheet, span

PAGES = 40
OUTLINE = tuple(OutlineEntry(1, f"Chapter {n}", n) for n in range(1, PAGES, 10))


def _sheet(number: int) -> Sheet:
    head = [span("The Long Road", 60, 30, font="Head"), span(str(number), 290, 775)]
    title = [span(f"Chapter {number}", 60, 80, size=18, bold=True)]
    text = column([f"Line {n} of page {number} goes on about the road." for n in range(20)], 60, 120)
    note = [] if number % 7 else [span("A note set large", 60, 500, size=13, font="Note")]
    figures = (Figure((500.0, 20.0, 560.0, 60.0), "ornament"), Figure((300.0, 500.0, 500.0, 700.0), f"own{number}"))
    return sheet([*head, *title, *text, *note], number, figures=figures)


def _spread(number: int) -> Sheet:
    """Two pages side by side, with their numbers."""
    left = column([f"Left {n} of side {number} goes on and on." for n in range(20)], 60, 120)
    right = column([f"Right {n} of side {number} goes on and on." for n in range(20)], 720, 120)
    numbers = [span(str(2 * number), 60, 775), span(str(2 * number + 1), 1120, 775)]
    return Sheet(number, 1200.0, 800.0, "layer", (*left, *right, *numbers), image="pages/p.png")


@pytest.mark.parametrize("size", [1, 7, PAGES])
@pytest.mark.parametrize(("make", "pages"), [(_sheet, PAGES), (_spread, 14)])
def test_parts_give_what_the_whole_gives(size: int, make: Callable[[int], Sheet], pages: int) -> None:
    """Parts of any size give exactly the pages of one go."""
    book = [make(number) for number in range(1, pages + 1)]
    plan = plan_book(book, OUTLINE)
    parts = [book[first : first + size] for first in range(0, pages, size)]
    assert tuple(page for part in parts for page in pages_by(plan, part)) == assemble(book, OUTLINE)


def test_the_last_pages_need_no_others() -> None:
    """By the plan, one page is read alone: running head and number away, its title a heading of the book's level."""
    book = [_sheet(number) for number in range(1, PAGES + 1)]
    (page,) = pages_by(plan_book(book, OUTLINE), book[-1:])
    assert (page.number, page.printed) == (PAGES, str(PAGES))
    assert [(block.level, block.text) for block in page.blocks if block.role == "heading"] == [(1, "Chapter 40")]
    assert "Long Road" not in page.text
    assert [picture.digest for picture in page.pictures] == ["own40"]


def test_packed_sheets_read_the_same() -> None:
    """What is kept packed gives the same pages, in the order of numbers, whatever came first."""
    book = [_sheet(number) for number in range(1, PAGES + 1)]
    kept = Packed[Sheet](loose=10)
    for one in reversed(book):
        kept[one.number] = one
    assert list(kept.values()) == book
    assert assemble(kept.values(), OUTLINE) == assemble(book, OUTLINE)


def test_sheets_are_never_together_in_memory() -> None:
    """Planning and reading hold a few sheets at a time, however long the book."""
    alive = weakref.WeakSet[Sheet]()
    most = 0

    def made() -> Iterator[Sheet]:
        nonlocal most
        for number in range(1, PAGES + 1):
            one = _sheet(number)
            alive.add(one)
            most = max(most, len(alive))
            yield one

    assert len(assemble(Again(made), OUTLINE)) == PAGES
    assert most <= 4


def test_packed_records_can_be_replaced_and_left_out() -> None:
    """A record put again takes the place of the old one, packed or not."""
    kept = Packed[str](loose=1)
    kept.update({2: "two", 1: "one", 3: "three"})
    kept[1], kept[2] = "uno", "due"
    del kept[3]
    assert dict(kept) == {1: "uno", 2: "due"}
    assert len(kept) == 2

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ingest.assemble import assemble
from ingest.chunks.chunking import chunk
from ingest.contracts import Page, Reading
from ingest.page.sheet import Shape, Sheet, Span
from tests.ingest.sheets import column, sheet, span

WIDE = 1200.0
GUTTER = 600.0


def rules(page: int) -> list[str]:
    """What one printed page says; every line names its page."""
    return [f"rule {line} of page {page} says what players do" for line in range(12)]


def printed_page(page: int, x: float, number: str | None) -> list[Span]:
    """A page of one column with its number at the foot."""
    spans = column(rules(page), x + 60, 100)
    return spans + ([span(number, x + 300, 770)] if number else [])


def spread(position: int, left: int | None, right: int | None, *, numbered: bool = True) -> Sheet:
    """Two printed pages side by side."""
    spans: list[Span] = []
    for page, x in ((left, 0.0), (right, GUTTER)):
        if page:
            spans += printed_page(page, x, str(page) if numbered else None)
    return replace(sheet(spans), number=position, width=WIDE)


def pages_in_order(page: Page) -> list[int]:
    """The printed pages in the order in which their rules stand in the text."""
    return list(
        dict.fromkeys(int(line.split(" of page ")[1].split()[0]) for line in page.text.split("\n") if "of" in line)
    )


def imposed(count: int, *, numbered: bool = True) -> list[Sheet]:
    """A booklet as printed for folding: 8 | 1, 2 | 7, 6 | 3, 4 | 5."""
    sides = []
    for side in range(count // 2):
        outer, inner = count - side, side + 1
        left, right = (outer, inner) if side % 2 == 0 else (inner, outer)
        sides.append(spread(side + 1, left, right, numbered=numbered))
    return sides


def test_a_spread_is_read_half_by_half() -> None:
    """Each half has its number, and the page names both."""
    pages = assemble([spread(i, 2 * i, 2 * i + 1) for i in range(1, 5)], ())
    assert [page.printed for page in pages] == ["2-3", "4-5", "6-7", "8-9"]
    assert [pages_in_order(page) for page in pages] == [[2, 3], [4, 5], [6, 7], [8, 9]]
    assert [(part.printed, part.box) for part in pages[0].parts] == [
        ("2", (0.0, 0.0, 600.0, 800.0)),
        ("3", (600.0, 0.0, 1200.0, 800.0)),
    ]


def test_every_page_but_the_cover_may_be_a_spread() -> None:
    """A cover of half the width is evidence enough where no number is printed."""
    cover = sheet(column(rules(1), 60, 100))
    pages = assemble([cover, *(spread(i, 2 * i - 2, 2 * i - 1, numbered=False) for i in range(2, 5))], ())
    assert [len(page.parts) for page in pages] == [0, 2, 2, 2]
    assert [page.printed for page in pages] == [None] * 4


def test_chunks_say_the_number_of_their_half() -> None:
    """And no chunk goes across the gutter."""
    pages = assemble([spread(i, 2 * i, 2 * i + 1) for i in range(1, 5)], ())
    chunks = chunk(Reading(pages, (), ("en",)), lambda text: len(text.split()), 200)
    assert [(c.page, c.printed) for c in chunks] == [(i, str(2 * i + side)) for i in range(1, 5) for side in (0, 1)]
    assert all(c.boxes[0][2] <= GUTTER or c.boxes[0][0] >= GUTTER for c in chunks)


def test_a_blank_half_is_a_half() -> None:
    """The last page of an odd booklet faces nothing."""
    pages = assemble([*(spread(i, 2 * i, 2 * i + 1) for i in range(1, 4)), spread(4, 8, None)], ())
    assert [part.printed for part in pages[3].parts] == ["8", None]


@pytest.mark.parametrize("count", [8, 16])
def test_a_printers_sheet_is_read_in_the_order_of_the_booklet(count: int) -> None:
    """Said in a note; the halves of each side have their own numbers."""
    pages = assemble(imposed(count), ())
    assert pages[0].printed == f"{count}, 1"
    assert pages[-1].printed == f"{count // 2}-{count // 2 + 1}"
    assert [(part.printed, part.order) for part in pages[1].parts] == [("2", 2), (str(count - 1), count - 1)]
    assert pages[0].notes[-1].key == "ingest.reading.note.imposed"
    assert dict(pages[0].notes[-1].facts) == {"page": 1, "left": count, "right": 1}


def test_sections_go_on_in_the_order_of_the_booklet() -> None:
    """A heading on page 2 holds for page 3, which is printed on another sheet."""
    sides = imposed(8)
    title = span("Movement of the pieces", 60, 60, size=20, bold=True, font="Title")
    sides[1] = replace(sides[1], spans=(title, *sides[1].spans))
    chunks = chunk(Reading(assemble(sides, ()), (), ("en",)), lambda text: len(text.split()), 200)
    paths = {c.printed: c.section_path for c in chunks}
    assert paths["3"] == paths["7"] == ("Movement of the pieces",)
    assert paths["1"] == ()


def test_without_numbers_the_text_that_goes_on_proves_the_order() -> None:
    """Sentences that are open at the end of one half and go on at the top of another."""

    def side(position: int, *halves: int) -> Sheet:
        spans: list[Span] = []
        for page, x in zip(halves, (0.0, GUTTER), strict=True):
            first = "Each player draws two cards." if page in (1, 4, 7) else "goes to the next player, and so on."
            last = "The round is over." if page in (3, 6, 8) else "When nobody has a card left, the turn"
            spans += column([first, *rules(page), last], x + 60, 100)
        return replace(sheet(spans), number=position, width=WIDE)

    natural = [side(i, 2 * i - 1, 2 * i) for i in range(1, 5)]
    assert not any(page.notes for page in assemble(natural, ()))
    sides = [side(1, 8, 1), side(2, 2, 7), side(3, 6, 3), side(4, 4, 5)]
    assert [page.notes[-1].key.split(".")[-1] for page in assemble(sides, ())] == ["imposed"] * 4


def three_columns(position: int) -> Sheet:
    spans: list[Span] = []
    for x in (60.0, 433.0, 806.0):
        lines = [" ".join(f"{word}{x:.0f}" for word in line.split()) for line in rules(position)]
        spans += column([line.ljust(67, ".")[:67] for line in lines], x, 100)
    return replace(sheet([*spans, span(str(position), 590, 770)]), number=position, width=WIDE)


def two_columns(position: int) -> Sheet:
    lines = [
        f"{line} in a line that fills its column to the end, with more words than others"[:104]
        for line in rules(position)
    ]
    lines = [line.ljust(104, ".") for line in lines]
    spans = [*column(lines, 60, 100), *column(lines, 620, 100), span(str(position), 1120, 770)]
    return replace(sheet(spans), number=position, width=WIDE)


@pytest.mark.parametrize("page", [three_columns, two_columns])
def test_a_landscape_page_of_columns_is_no_spread(page) -> None:
    """It has one number, and its gutter is narrower than its margins or not in the middle."""
    assert not any(read.parts for read in assemble([page(i) for i in range(1, 6)], ()))


def test_without_any_number_a_gutter_like_two_margins_tells_a_spread() -> None:
    """On three pages or more; two columns with little room between them are one page."""
    spreads = [spread(i, 2 * i - 1, 2 * i, numbered=False) for i in range(1, 5)]
    filled = [replace(s, spans=tuple(_filled(span) for span in s.spans)) for s in spreads]
    assert all(len(page.parts) == 2 for page in assemble(filled, ()))
    columns = [replace(two_columns(i), spans=two_columns(i).spans[:-1]) for i in range(1, 5)]
    assert not any(page.parts for page in assemble(columns, ()))


def test_one_number_a_page_makes_it_a_page() -> None:
    """However wide its gutter."""
    sheets = [spread(i, 2 * i - 1, 2 * i, numbered=False) for i in range(1, 5)]
    sheets = [replace(s, spans=(*s.spans, span(str(s.number), 1130, 770))) for s in sheets]
    assert not any(page.parts for page in assemble(sheets, ()))


def _filled(span: Span) -> Span:
    """A line that reaches from margin to margin of its half."""
    x0, y0, _, y1 = span.box
    return replace(span, text=span.text.ljust(96, "."), box=(x0, y0, x0 + 480.0, y1))


def test_a_table_across_the_gutter_keeps_its_page_whole() -> None:
    """The others are cut; its label still names both pages."""
    sheets = [spread(i, 2 * i, 2 * i + 1) for i in range(1, 5)]
    lines = [Shape("h", (100, y, 1100, y + 0.5)) for y in (400, 430, 460, 490)]
    lines += [Shape("v", (x, 400, x + 0.5, 490)) for x in (100, 400, 800, 1100)]
    cells = [span(f"cell {x:.0f} {y:.0f}", x + 20, y + 8) for y in (400, 430, 460) for x in (100.0, 400.0, 800.0)]
    numbers: Sequence[Span] = [s for s in sheets[2].spans if s.box[1] > 700]
    sheets[2] = replace(sheets[2], spans=(*cells, *numbers), shapes=tuple(lines))
    pages = assemble(sheets, ())
    assert [len(page.parts) for page in pages] == [2, 2, 0, 2]
    assert pages[2].printed == "6-7"
    assert len(pages[2].tables) == 1

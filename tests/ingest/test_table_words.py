"""No word of a page is lost to a table, and no number of a table to the page's furniture."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.assemble import assemble
from ingest.chunks.chunking import chunk
from ingest.contracts import ChunkType, Page, Reading
from ingest.layout.furniture import find_furniture
from ingest.page.sheet import Figure, Span
from tests.ingest.drawn_tables import Make, draw, read_back, title
from tests.ingest.sheets import sheet, span

WORDS = st.sampled_from(["Sword", "10", "2 gp", "-", "Potion of healing", "1st", "+2", "", "d6", "Burn one unit", "x"])


@st.composite
def scattered(draw_from: st.DrawFn) -> list[Span]:
    """Texts in rough columns, as tables, lists and half-tables stand on a page."""
    columns = draw_from(st.lists(st.integers(40, 480), min_size=1, max_size=6, unique=True))
    spans = []
    for row in range(draw_from(st.integers(1, 12))):
        y = 120 + row * draw_from(st.sampled_from([12, 14, 20]))
        spans += [span(text, x, y, bold=row == 0) for x in sorted(columns) if (text := draw_from(WORDS))]
    return spans


def letters(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w", text))


@settings(max_examples=150, deadline=None)
@given(scattered())
def test_every_letter_of_a_page_is_in_its_text(spans: list[Span]) -> None:
    """Whatever was taken for a table, a list or a caption; only furniture is left out."""
    made = sheet(spans)
    around = find_furniture([made]).around.get(1, frozenset())
    page = assemble([made], ())[0]
    assert not letters(" ".join(s.text for s in spans if s not in around)) - letters(page.text)


@settings(max_examples=60, deadline=None)
@given(scattered())
def test_every_letter_of_a_table_is_in_its_chunks(spans: list[Span]) -> None:
    """Cut or whole, with its title or without."""
    page = assemble([sheet(spans)], ())[0]
    held = letters(" ".join(c.content for c in chunk(Reading((page,), (), ("en",)), lambda t: len(t.split()), 60)))
    assert not letters(" ".join(cell for table in page.tables for row in table.rows for cell in row)) - held


def edges_book(path: Path) -> tuple[Page, ...]:
    """Six pages; on each a table of numbers only that reaches the edge of the page."""
    with pymupdf.open() as document:
        for number in range(1, 7):
            page = document.new_page(width=420, height=595)
            page.insert_text((205, 588), str(number), fontsize=8)
            rows = [[str(number * column) for column in range(1, 7)] for number in (number, number + 1)]
            bottom = draw(page, rows, (50, 22), (40,) * 6, Make(head=0, bold=False))
            page.insert_text((50, bottom + 40), "Cards score by how many you have of one colour.", fontsize=10)
            draw(page, rows[::-1], (50, 525), (40,) * 6, Make(head=0, bold=False))
        document.save(path)
    return read_back(path)


def test_rows_of_numbers_at_the_edges_of_a_page_are_no_page_numbers(tmp_path: Path) -> None:
    """A table in the head and one in the foot of every page keep all their numbers."""
    for page in edges_book(tmp_path / "t.pdf"):
        rows = [tuple(str(n * c) for c in range(1, 7)) for n in (page.number, page.number + 1)]
        assert [table.rows for table in page.tables] == [tuple(rows), tuple(rows[::-1])]


def test_a_table_of_numbers_on_a_picture_is_no_axis() -> None:
    """A scoring table printed on parchment is a table, and is searched."""
    spans = [span(text, 100 + 60 * i, y) for y, row in ((200, "123456"), (222, "124789")) for i, text in enumerate(row)]
    page = assemble([sheet(spans, figures=(Figure((60, 150, 480, 300), "ab"),))], ())[0]
    assert [table.rows for table in page.tables] == [(tuple("123456"), tuple("124789"))]
    made = chunk(Reading((page,), (), ("en",)), lambda t: len(t.split()), 240)
    assert "5: 8" in made[0].content


def test_a_scoring_table_keeps_its_pairs(tmp_path: Path) -> None:
    """The rows as printed, and once more column by column, under the title above them."""
    with pymupdf.open() as document:
        page = document.new_page(width=420, height=595)
        y = title(page, 50, 60, "Scoring")
        y = title(page, 50, y + 8, "Points for cards of one colour", 10, "helv")
        rows = [["Cards", "1", "2", "3", "4", "5", "6"], ["Points", "1", "2", "4", "7", "10", "15"]]
        draw(page, rows, (50, y), (50, *(30,) * 6), Make(head=0, bold=False))
        document.save(tmp_path / "t.pdf")
    made = chunk(Reading(read_back(tmp_path / "t.pdf"), (), ("en",)), lambda t: len(t.split()), 240)
    table = next(c for c in made if c.type is ChunkType.TABLE)
    assert table.section_path == ("Scoring",)
    assert table.content.split("\n") == [
        "Points for cards of one colour",
        "Cards | 1 | 2 | 3 | 4 | 5 | 6",
        "Points | 1 | 2 | 4 | 7 | 10 | 15",
        "Cards 1: Points 1; Cards 2: Points 2; Cards 3: Points 4; Cards 4: Points 7; "
        "Cards 5: Points 10; Cards 6: Points 15",
    ]


@pytest.mark.parametrize("gap", [0, 1])
def test_a_table_that_goes_on_over_pages_repeats_a_header_with_spans(gap: int, tmp_path: Path) -> None:
    """Each page's part stands under the whole header, its spans exact."""
    head = [[("Hero", 1, 2), ("Damage", 2, 1), None], [None, "Low", "High"]]
    with pymupdf.open() as document:
        for number in range(2):
            page = document.new_page(width=420, height=595)
            rows = [[f"Hero {number}{n}", str(n), str(n + 3)] for n in range(6)]
            make = Make(head=0 if number else 2, rules="all", align="lcc")
            draw(page, rows if number else [*head, *rows], (50, 60), (90, 50, 50), make)
        document.save(tmp_path / "t.pdf")
    made = chunk(Reading(read_back(tmp_path / "t.pdf"), (), ("en",)), lambda t: len(t.split()), 240 if gap else 40)
    assert {c.page for c in made} == {1, 2}
    for piece in made:
        assert piece.content.startswith("Hero | Damage\n| Low | High\n")
        assert piece.html is not None
        assert '<th rowspan="2">Hero</th><th colspan="2">Damage</th>' in piece.html

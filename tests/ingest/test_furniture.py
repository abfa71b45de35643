from __future__ import annotations

from dataclasses import replace

from ingest.assemble import assemble
from ingest.layout.furniture import find_furniture
from tests.ingest.sheets import column, sheet, span

BODY = ["a line of the text of the page", "another line of it", "and a last one"]


def book(labels: list[str | None], head: str | None = None) -> list:
    """Pages with a running head and a printed number at the foot."""
    pages = []
    for i, label in enumerate(labels):
        spans = column(BODY, 50, 200)
        spans += [span(head, 50, 20)] if head else []
        spans += [span(label, 300, 770)] if label else []
        pages.append(sheet(spans, i + 1))
    return pages


def test_running_heads_and_numbers_are_no_text() -> None:
    """The text of the page stays."""
    found = find_furniture(book(["1", "2", "3", "4"], "Rules of the game"))
    assert {s.text for s in found.around[2]} == {"Rules of the game", "2"}


def test_printed_numbers_may_differ_from_positions() -> None:
    """An offset shared by the pages is believed; a page without a number has no label."""
    found = find_furniture(book([None, None, "1", "2", "3"]))
    assert dict(found.labels) == {3: "1", 4: "2", 5: "3"}


def test_roman_numbers() -> None:
    """The front matter counts in its own way."""
    assert dict(find_furniture(book(["i", "ii", "iii", "iv"])).labels) == {1: "i", 2: "ii", 3: "iii", 4: "iv"}


def test_two_numbers_on_a_spread() -> None:
    """Both are the label."""
    pages = [
        replace(
            sheet(
                [*column(BODY, 50, 200), *column(BODY, 660, 200), span(str(n), 40, 770), span(str(n + 1), 1140, 770)]
            ),
            number=i,
            width=1200.0,
        )
        for i, n in enumerate((2, 4, 6), 1)
    ]
    assert [page.printed for page in assemble(pages, ())] == ["2-3", "4-5", "6-7"]


def test_a_number_in_the_last_row_of_a_table_is_no_page_number() -> None:
    """It does not stand alone on its line."""
    pages = book([None] * 4)
    spans = [span("Dragon", 50, 770), span("8", 200, 770), span("four claws and a bite", 260, 770)]
    pages[1] = sheet([*column(BODY, 50, 200), *spans], 2)
    assert 2 not in find_furniture(pages).labels


def test_a_text_that_begins_alike_on_every_page_is_text() -> None:
    """No gap divides it from what follows."""
    pages = [
        sheet(column(["Each player takes 5 cards.", "Draw one.", f"Page marker {i}"], 50, 60), i + 1) for i in range(4)
    ]
    assert not find_furniture(pages).around[1]

from __future__ import annotations

import pytest

from ingest.layout.furniture import find_furniture
from ingest.page.sheet import Sheet
from tests.ingest.sheets import column, sheet, span

BODY = ["a line of the text of the page", "another line of it", "and a last one"]


def pages(feet: list[list[tuple[str, float, float]]]) -> list[Sheet]:
    """Pages of text, each with what is printed around it: (text, x, y)."""
    return [
        sheet([*column(BODY, 50, 200), *(span(text, x, y) for text, x, y in foot)], i) for i, foot in enumerate(feet, 1)
    ]


def labels(feet: list[list[tuple[str, float, float]]]) -> dict[int, str]:
    return dict(sorted(find_furniture(pages(feet)).labels.items()))


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (["Page 1 of 4", "Page 2 of 4", "Page 3 of 4", "Page 4 of 4"], "1 2 3 4"),
        (["- 3 -", "- 4 -", "- 5 -", "- 6 -"], "3 4 5 6"),
        (["A-1", "A-2", "A-3", "A-4"], "A-1 A-2 A-3 A-4"),
        (["iii", "iv", "v", "vi"], "iii iv v vi"),
        (["1/4", "2/4", "3/4", "4/4"], "1 2 3 4"),
        (["Chapter 2 — 17", "Chapter 2 — 18", "Chapter 3 — 19", "Chapter 3 — 20"], "17 18 19 20"),
        (["17 | Combat", "18 | Combat", "19 | Magic", "20 | Magic"], "17 18 19 20"),
    ],
)
def test_numbers_are_found_however_they_are_dressed(printed: list[str], expected: str) -> None:
    """What is around the number is left out of the label and of the text."""
    feet = [[(text, 300.0, 770.0)] for text in printed]
    assert list(labels(feet).values()) == expected.split()
    assert all(find_furniture(pages(feet)).around[n] for n in range(1, 5))


def test_the_offset_may_change_in_the_middle() -> None:
    """Four pages of plates that are not counted."""
    feet = [[(str(n), 300.0, 770.0)] if n else [] for n in (1, 2, 3, 0, 0, 0, 0, 4, 5, 6)]
    assert labels(feet) == {1: "1", 2: "2", 3: "3", 8: "4", 9: "5", 10: "6"}


def test_numbers_in_alternate_outer_corners() -> None:
    """The two last of a booklet of four are enough, since each stands alone."""
    feet = [[], [], [("3", 540.0, 770.0)], [("4", 40.0, 770.0)]]
    assert labels(feet) == {3: "3", 4: "4"}


def test_a_chapter_page_without_a_number_has_the_one_that_its_neighbours_prove() -> None:
    """Before the first number and after the last, nothing is proved."""
    feet = [[(str(n), 300.0, 770.0)] if n else [] for n in (0, 2, 3, 0, 5, 6, 0)]
    assert labels(feet) == {2: "2", 3: "3", 4: "4", 5: "5", 6: "6"}


def test_a_page_that_prints_its_number_elsewhere_has_it_too() -> None:
    """Chapters begin with the number at the foot, the others have it in the head."""
    feet = [[(str(n), 540.0, 30.0)] for n in (1, 2, 3)] + [[("4", 300.0, 770.0)]] + [[("5", 540.0, 30.0)]]
    assert labels(feet) == {1: "1", 2: "2", 3: "3", 4: "4", 5: "5"}


def test_the_scores_of_a_table_are_no_page_numbers() -> None:
    """The same row at the foot of every page counts on by chance from page to page."""
    row = [(str(n), 50.0 + 60 * n, 770.0) for n in range(1, 7)]
    found = find_furniture(pages([row] * 5))
    assert not found.labels
    assert not any(found.around.values())


def test_the_edge_of_a_board_is_no_page_number() -> None:
    """Its numbers stand in line, and one of them is the page's position."""
    edge = [(str(n), 30.0, 800.0 - 30 * n) for n in range(1, 9)]
    found = find_furniture(pages([edge, edge, edge, edge]))
    assert not found.labels


def test_a_number_alone_on_a_single_page_is_not_believed() -> None:
    """Unless it is the page's own, far from everything else."""
    assert labels([[("7", 300.0, 770.0)]]) == {}
    assert labels([[("1", 300.0, 770.0)]]) == {1: "1"}


def test_a_book_without_numbers_has_no_labels() -> None:
    """Numbers that do not count on are text."""
    assert labels([[(text, 300.0, 770.0)] for text in ("12", "7", "40", "3", "9")]) == {}

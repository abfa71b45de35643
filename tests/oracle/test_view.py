from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from oracle.view import choose_box
from tests.oracle.records import passage

A4, SHEET = (595.0, 842.0), (1728.0, 1296.0)


def test_a_page_that_is_legible_as_a_whole_is_shown_whole() -> None:
    """An A4 arrives at about 170 DPI."""
    assert choose_box(*A4, [passage("x", boxes=((10, 10, 50, 50),))]) is None


def test_of_a_large_sheet_the_region_of_the_passages_is_shown() -> None:
    """A 24 × 18 inch sheet would arrive at 83 DPI: the half that matters arrives at twice that."""
    box = choose_box(*SHEET, [passage("x", boxes=((1400, 100, 1600, 300),))])
    assert box is not None
    assert box[0] <= 1400 - 36 and box[2] == SHEET[0]
    assert box[2] - box[0] == SHEET[0] / 2


def test_where_nothing_is_known_the_whole_sheet_is_shown() -> None:
    """A guess could hide what matters."""
    assert choose_box(*SHEET, [passage("x")]) is None


@given(st.lists(st.tuples(*[st.floats(0, 1200)] * 4), min_size=1, max_size=6))
def test_the_region_holds_every_box_and_stays_on_the_page(corners: list[tuple[float, float, float, float]]) -> None:
    """Whatever the boxes."""
    boxes = tuple((min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in corners)
    region = choose_box(*SHEET, [passage("x", boxes=boxes)])
    if region is not None:
        assert 0 <= region[0] <= min(b[0] for b in boxes) and max(b[2] for b in boxes) <= region[2] <= SHEET[0]
        assert 0 <= region[1] <= min(b[1] for b in boxes) and max(b[3] for b in boxes) <= region[3] <= SHEET[1]

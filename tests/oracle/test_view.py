from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from ingest.contracts import PageFacts, PagePart, PageRef, PageStatus, TextSource
from oracle.view import choose_box, make_view
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


HALVES = (
    PagePart((0.0, 0.0, 595.0, 842.0), "half", "12"),
    PagePart((595.0, 0.0, 1190.0, 842.0), "half", "13"),
)
SPREAD = (1190.0, 842.0)


def test_of_a_spread_the_half_is_shown_in_which_the_passages_stand() -> None:
    """Two A4 pages side by side would arrive at 120 DPI, the half at 170."""
    assert choose_box(*SPREAD, [passage("x", boxes=((700, 100, 900, 300),))], HALVES) == HALVES[1].box


def test_passages_of_both_halves_show_more_than_one_half() -> None:
    """Then the region holds them all, or the whole page is shown."""
    boxes = ((100, 100, 300, 300), (900, 100, 1100, 300))
    region = choose_box(*SPREAD, [passage("x", boxes=boxes)], HALVES)
    assert region is None or (region[0] <= 100 and region[2] >= 1100)


def test_a_small_spread_is_shown_whole() -> None:
    """Both halves are legible, and a picture may go on in the other one."""
    small = tuple(replace(part, box=tuple(side / 2 for side in part.box)) for part in HALVES)
    assert choose_box(595.0, 421.0, [passage("x", boxes=((400, 10, 500, 50),))], small) is None


def test_a_panel_on_its_head_is_shown_upright_and_alone(tmp_path: Path) -> None:
    """Its picture is turned; the others of the sheet are left out."""
    sheet = Image.new("RGB", (400, 400), "white")
    sheet.paste((255, 0, 0), (10, 180, 30, 199))  # at the lower left of the upper left panel
    sheet.save(tmp_path / "p.png")
    ref = PageRef("game", "core", 1)
    parts = (
        PagePart((0.0, 0.0, 200.0, 200.0), "panel", turn=180),
        PagePart((200.0, 0.0, 400.0, 200.0), "panel", turn=180),
        PagePart((0.0, 200.0, 400.0, 400.0), "panel"),
    )
    facts = PageFacts(
        ref,
        None,
        PageStatus.TEXT,
        TextSource.LAYER,
        9,
        0,
        0.0,
        0,
        None,
        tmp_path / "p.png",
        None,
        72,
        400,
        400,
        1.0,
        parts,
    )
    held = replace(passage("x", boxes=((20.0, 20.0, 120.0, 60.0),)), ref=ref)
    view = make_view(facts, [held], tmp_path / "views")
    assert view is not None
    assert view.box == parts[0].box
    with Image.open(view.file) as image:
        assert image.size == (200, 200)
        assert image.getpixel((180, 10)) == (255, 0, 0)


@given(st.lists(st.tuples(*[st.floats(0, 1200)] * 4), min_size=1, max_size=6))
def test_the_region_holds_every_box_and_stays_on_the_page(corners: list[tuple[float, float, float, float]]) -> None:
    """Whatever the boxes."""
    boxes = tuple((min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in corners)
    region = choose_box(*SHEET, [passage("x", boxes=boxes)])
    if region is not None:
        assert 0 <= region[0] <= min(b[0] for b in boxes) and max(b[2] for b in boxes) <= region[2] <= SHEET[0]
        assert 0 <= region[1] <= min(b[1] for b in boxes) and max(b[3] for b in boxes) <= region[3] <= SHEET[1]

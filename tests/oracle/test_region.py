"""Which region of a page is shown: the page where that can be read, else what matters with room around it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts import (
    Block,
    Box,
    Line,
    Page,
    PageFacts,
    PagePart,
    PageRef,
    PageStatus,
    Passage,
    Picture,
    TextSource,
)
from ingest.geometry import hull
from oracle.place import sides
from oracle.region import PIXELS, WHOLE, Region, choose_region, foreseen
from oracle.things import Asked
from oracle.window import holds_all, longest, window
from tests.oracle.records import passage

A4, A3, SHEET = (595.0, 842.0), (1190.0, 842.0), (1728.0, 1296.0)
HALVES = (PagePart((0.0, 0.0, 595.0, 842.0), "half", "12"), PagePart((595.0, 0.0, 1190.0, 842.0), "half", "13"))


def facts(size: tuple[float, float], *parts: PagePart, dpi: int = 300) -> PageFacts:
    """What is known of page 4."""
    ref = PageRef("dice", "core", 4)
    known = (ref, None, PageStatus.TEXT, TextSource.LAYER, 900, 1, 0.1, 0, None, None, None, dpi, *size)
    return PageFacts(*known, parts=parts)


def page(size: tuple[float, float], *blocks: Block, pictures: tuple[Picture, ...] = (), **more: object) -> Page:
    """Page 4 as it was read."""
    return replace(
        Page(4, PageStatus.TEXT, TextSource.LAYER, *size, blocks=blocks, pictures=pictures),
        **more,  # type: ignore[arg-type]
    )


def text(words: str, x: float, y: float, high: float = 12.0, wide: float = 200.0) -> Block:
    """One line."""
    return Block("text", (Line(words, (x, y, x + wide, y + high)),))


def found(*boxes: Box, said: str = "Found.") -> Passage:
    """A passage of page 4."""
    return passage(said, boxes=boxes)


def chosen(
    known: PageFacts,
    read: Page | None,
    *passages: Passage,
    asked: str = "What is in the picture?",
    language: str = "en",
) -> Region:
    """The region for a question."""
    return choose_region(known, read, passages, Asked.of(asked, language))


def dpi(region: Region, size: tuple[float, float]) -> float:
    """At what resolution it arrives."""
    return min(300.0, PIXELS * 72 / longest(region.box or (0.0, 0.0, *size)))


def test_a_page_is_shown_whole_where_its_print_can_be_read() -> None:
    """An A4 arrives at about 170 DPI: 10-point print has letters of 8 pixels and more."""
    assert chosen(facts(A4), page(A4, text("Plain words", 50, 50)), found((50, 50, 250, 62))) == WHOLE


def test_where_nothing_is_known_the_page_is_shown_whole() -> None:
    """A guess could hide what matters."""
    assert chosen(facts(SHEET), page(SHEET)) == chosen(facts(SHEET), None, found()) == WHOLE


def test_a_picture_that_had_no_pixels_to_lose_is_shown_whole() -> None:
    """No region of it would arrive any larger."""
    assert chosen(facts(SHEET, dpi=72), None, found((10, 10, 60, 60))) == WHOLE


def test_small_letters_in_the_picture_that_matters_call_for_a_region() -> None:
    """The picture with its caption, its letters as large as the page's image has them."""
    board = Picture((300.0, 500.0, 500.0, 640.0), "a", caption="The harbour board")
    read = page(
        A4,
        text("Long rules.", 50, 60, wide=480),
        text("The harbour board", 350, 646),
        pictures=(board,),
        lettering=(text("four crates", 320, 520, high=4.5, wide=40),),
    )
    region = chosen(facts(A4), read, found((150, 600, 280, 640)), asked="What stands on the harbour board?")
    assert region.box is not None
    assert holds_all(region.box, (300.0, 500.0, 550.0, 658.0))
    assert holds_all(region.box, (150.0, 600.0, 280.0, 640.0))
    assert dpi(region, A4) >= 240
    assert region.title == "The harbour board"


def test_the_same_letters_in_a_picture_that_does_not_matter_change_nothing() -> None:
    """What is far from all that was found, and of which the question does not speak."""
    crest = Picture((300.0, 700.0, 400.0, 800.0), "a")
    small = text("since 1897", 320, 720, high=3.0, wide=40)
    read = page(A4, text("Long rules.", 50, 60), pictures=(crest,), lettering=(small,))
    assert chosen(facts(A4), read, found((50, 60, 250, 72))) == WHOLE


def test_of_a_spread_the_half_is_shown_in_which_everything_stands() -> None:
    """Two A4 pages side by side would arrive at 120 DPI, the half at 170."""
    assert chosen(facts(A3, *HALVES), None, found((700, 100, 900, 300))).box == HALVES[1].box


def test_a_spread_of_which_both_halves_matter_is_shown_whole_where_its_print_is_large_enough() -> None:
    """Nothing is lost then; smaller print takes the half that matters more."""
    both = (found((100, 100, 300, 300)), found((700, 100, 900, 300)))
    assert chosen(facts(A3, *HALVES), None, *both).box is None
    small = page(A3, text("Small print", 110, 110, high=8.8), text("Small print", 710, 110, high=8.8))
    assert chosen(facts(A3, *HALVES), small, *both).box == HALVES[0].box


def test_a_picture_across_the_gutter_is_not_cut_in_two() -> None:
    """It stands in no half."""
    board = Picture((400.0, 200.0, 790.0, 500.0), "a", caption="The board")
    region = chosen(facts(A3, *HALVES), page(A3, pictures=(board,)), asked="What is on the board?")
    assert region.box is None or holds_all(region.box, board.box)


def test_of_panels_that_say_the_same_one_is_enough() -> None:
    """Four help cards on one sheet, to be cut apart."""
    panels = tuple(PagePart((x, y, x + 298.0, y + 421.0), "panel") for y in (0.0, 421.0) for x in (0.0, 298.0))
    words = [
        text("On your turn take one of these actions", p.box[0] + 40, p.box[1] + 60, high=7, wide=180) for p in panels
    ]
    card = found(*(block.lines[0].box for block in words))
    assert chosen(facts((596.0, 842.0), *panels), page((596.0, 842.0), *words), card).box == panels[0].box


def test_a_panel_on_its_head_is_shown_upright_and_alone() -> None:
    """Even where the sheet could be read: it would stand on its head."""
    panels = (PagePart((0.0, 0.0, 298.0, 421.0), "panel", turn=180), PagePart((298.0, 0.0, 596.0, 421.0), "panel"))
    region = chosen(facts((596.0, 421.0), *panels), None, found((20, 20, 120, 60)))
    assert (region.box, region.turn) == (panels[0].box, 180)


def test_a_panel_too_large_to_be_read_is_shown_in_part_and_never_beyond_its_edge() -> None:
    """A quarter of a sheet of 48 x 36 inches is a poster by itself."""
    panels = tuple(PagePart((x, 0.0, x + 1728.0, 2592.0), "panel") for x in (0.0, 1728.0))
    region = chosen(facts((3456.0, 2592.0), *panels), None, found((1600, 2000, 1700, 2100)))
    assert region.box is not None
    assert holds_all(panels[0].box, region.box) and holds_all(region.box, (1600.0, 2000.0, 1700.0, 2100.0))
    assert dpi(region, SHEET) >= 149


def test_of_a_sheet_the_picture_that_the_question_names_is_shown() -> None:
    """Not the one beside the passage that was found."""
    barn, mill = (
        Picture((x, 100.0, x + 200.0, 300.0), "a", caption=name) for x, name in ((50, "A barn"), (1450, "Mill"))
    )
    read = page(SHEET, pictures=(barn, mill))
    region = chosen(facts(SHEET), read, asked="What is drawn on the mill?")
    assert region.box is not None and holds_all(region.box, mill.box) and region.title == "Mill"


def test_all_that_is_weighty_is_shown_together_where_it_can_be_read_at_all() -> None:
    """Resolution is bought only where nothing is lost for it."""
    region = chosen(facts(SHEET), None, found((100, 100, 300, 200)), found((1150, 900, 1250, 1000)))
    assert region.box is not None
    assert holds_all(region.box, (100.0, 100.0, 1250.0, 1000.0))
    assert 119 <= dpi(region, SHEET) < 150


def test_of_what_cannot_be_shown_together_the_best_is_shown() -> None:
    """With what stands near it."""
    region = chosen(facts(SHEET), None, found((100, 100, 300, 200)), found((1550, 1100, 1650, 1200)))
    assert region.box is not None and holds_all(region.box, (100.0, 100.0, 300.0, 200.0))


def test_a_legend_is_shown_with_all_its_rows() -> None:
    """The question asks what a sign means: no passage that was found says where."""
    rows = [text(f"{{icon:ab{n}0}} Take one of these", 1300, 300 + 20 * n) for n in range(8)]
    region = chosen(facts(SHEET), page(SHEET, *rows, text("Prose", 50, 50)), asked="What does the blue icon mean?")
    assert region.box is not None
    assert holds_all(region.box, hull(row.lines[0].box for row in rows))


def test_a_side_of_the_paper_is_told_from_a_side_of_a_card() -> None:
    """In both languages."""
    assert sides("What is on the right-hand page?") == {"right"}
    assert sides("C'est quoi en haut à gauche de la feuille ?") == {"top", "left"}
    assert sides("What is at the top left of the card?") == sides("Qui joue à ma gauche ?") == frozenset()


def test_between_two_alike_the_side_that_is_named_decides() -> None:
    """Two pictures with one caption."""
    two = tuple(Picture((x, 100.0, x + 200.0, 300.0), "a", caption="A barn") for x in (50.0, 1450.0))
    region = chosen(facts(SHEET), page(SHEET, pictures=two), asked="What is on the barn on the right of the sheet?")
    assert region.box is not None and holds_all(region.box, two[1].box)


def test_what_can_be_foreseen_of_a_page_is_the_page_and_each_part_that_is_shown_alone() -> None:
    """The halves of a large spread, a panel on its head; no halves of a spread that is read whole."""
    assert foreseen(facts(A4)) == (WHOLE,)
    assert [region.box for region in foreseen(facts(A3, *HALVES))] == [None, *(half.box for half in HALVES)]
    small = tuple(PagePart((x, 0.0, x + 297.0, 421.0), "half", turn=turn) for x, turn in ((0.0, 0), (297.0, 180)))
    assert foreseen(facts((595.0, 421.0), *small)) == (WHOLE, Region(small[1].box, 180))


boxes = st.tuples(*[st.floats(0, 1200)] * 4).map(
    lambda c: (min(c[0], c[2]), min(c[1], c[3]), max(c[0], c[2]), max(c[1], c[3]))
)


@given(st.lists(boxes, min_size=1, max_size=6), st.lists(boxes, max_size=6))
def test_a_window_holds_the_first_and_stays_inside(wanted: list[Box], others: list[Box]) -> None:
    """Whatever stands around; and it is no larger than it may be, unless the first is."""
    bound: Box = (0.0, 0.0, *SHEET)
    box = window(wanted, others, bound, (600.0, 900.0))
    assert holds_all(bound, box) and holds_all(box, wanted[0])
    assert longest(box) <= max(1.1 * 900, longest(wanted[0]) + 36) + 2
    assert box == window(wanted, others, bound, (600.0, 900.0))

"""The sheets of the bench of views: every box stands where its page stands."""

from __future__ import annotations

from ingest.contracts import Block, Line, Page, PageFacts, PageRef, PageStatus, Picture, TextSource
from tests.bench.laid_out import Layout, sheet_of
from tests.oracle.records import passage


def test_a_page_keeps_its_place_on_its_sheet() -> None:
    """The fourth of six pages, on the second row of its sheet; passages of other pages of it are there too."""
    pages = []
    for number in range(1, 7):
        ref = PageRef("dice", "core", number)
        facts = PageFacts(
            ref, None, PageStatus.TEXT, TextSource.LAYER, 9, 0, 0.0, 0, None, None, None, 300, 400.0, 600.0
        )
        line = Line(f"page {number}", (10.0, 10.0, 90.0, 22.0))
        page = Page(
            number,
            PageStatus.TEXT,
            TextSource.LAYER,
            400.0,
            600.0,
            (Block("text", (line,)),),
            pictures=(Picture((20.0, 30.0, 60.0, 70.0), "a"),),
        )
        pages.append((facts, page))
    sheet = sheet_of(pages, 4, Layout(2, 2, parted=True))
    assert sheet.box(4, (10.0, 10.0, 90.0, 22.0)) == (410.0, 610.0, 490.0, 622.0)
    assert (sheet.facts.width, sheet.facts.height, len(sheet.facts.parts)) == (800.0, 1200.0, 4)
    assert sheet.page.blocks[3].lines[0] == Line("page 4", (410.0, 610.0, 490.0, 622.0))
    assert sheet.page.pictures[1].box == (420.0, 30.0, 460.0, 70.0)
    moved = sheet.passages([passage("x", "core:2", boxes=((0.0, 0.0, 5.0, 5.0),)), passage("y", "core:5")])
    assert [each.boxes for each in moved] == [((400.0, 0.0, 405.0, 5.0),)]
    assert moved[0].ref == sheet.facts.ref

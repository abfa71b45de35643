from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.assemble import assemble
from ingest.chunks.chunking import chunk
from ingest.contracts import Box, Page, Reading
from ingest.layout.turning import Place, turned
from ingest.page.sheet import Shape, Sheet, Span
from tests.ingest.sheets import column, sheet, span

LEADING = 14.0


def small_page(name: str, box: Box, *, turn: int = 0, margin: float = 30.0, title: bool = True) -> list[Span]:
    """A small page of its own: a title and lines that name it, perhaps printed on its head."""
    wide = Place(box, turn).size[0]
    room = int((wide - 2 * margin) / 5)
    spans = [span(f"Title {name}", margin, margin, size=16, bold=True, font="Title")] if title else []
    spans += column(
        [f"line {i} of {name} {_told(name)}"[:room] for i in range(12)],
        margin,
        margin + 40,
    )
    back = -turn % 360
    return [replace(s, box=Place(box, turn).outward(s.box), turn=back and 360 - back, upright=not turn) for s in spans]


def _told(name: str) -> str:
    """Words that only this panel has."""
    return " ".join(f"{name}{word}" for word in ("says", "moves", "draws", "keeps", "plays", "wins", "turns", "ends"))


def leaflet(over: int, down: int, *, width: float = 842.0, height: float = 595.0, turns: tuple[int, ...] = ()) -> Sheet:
    """A sheet of panels named a, b, c … row by row; `turns` tells how each row stands."""
    spans: list[Span] = []
    names = iter("abcdefgh")
    for row in range(down):
        for at in range(over):
            box = (width / over * at, height / down * row, width / over * (at + 1), height / down * (row + 1))
            spans += small_page(next(names), box, turn=turns[row] if turns else 0)
    return replace(sheet(spans), width=width, height=height)


def names(page: Page) -> str:
    """The panels in the order in which their lines stand in the text."""
    told = [line.split(" of ")[1][0] for line in page.text.split("\n") if line.startswith("line ")]
    return "".join(name for i, name in enumerate(told) if i == 0 or told[i - 1] != name)


@pytest.mark.parametrize(
    ("over", "down", "size", "expected"),
    [
        (3, 1, (842.0, 595.0), "abc"),
        (4, 1, (1190.0, 595.0), "abcd"),
        (2, 2, (595.0, 842.0), "abcd"),
        (3, 2, (1190.0, 842.0), "abcdef"),
        (4, 2, (1684.0, 1190.0), "abcdefgh"),
    ],
)
def test_a_sheet_of_panels_is_read_panel_by_panel(
    over: int, down: int, size: tuple[float, float], expected: str
) -> None:
    """Each has a title and margins of its own."""
    page = assemble([leaflet(over, down, width=size[0], height=size[1])], ())[0]
    assert [part.kind for part in page.parts] == ["panel"] * len(expected)
    assert names(page) == expected
    for part, name in zip(page.parts, expected, strict=True):
        held = [line for block in page.blocks for line in block.lines if f" of {name} " in line.text]
        assert len(held) == 12
        assert all(part.box[0] <= line.box[0] and line.box[2] <= part.box[2] for line in held)


def test_a_row_of_panels_on_its_head_is_read_upright() -> None:
    """A sheet that is folded twice: the upper row runs from right to left. Boxes stay those of the sheet."""
    page = assemble([leaflet(4, 2, width=1190.0, height=842.0, turns=(180, 0))], ())[0]
    assert [part.turn for part in page.parts] == [180] * 4 + [0] * 4
    assert names(page) == "dcbaefgh"
    lines = [line for block in page.blocks for line in block.lines if " of a " in line.text]
    assert [line.text[:7] for line in lines] == [f"line {i} "[:7] for i in range(12)]
    assert lines[0].box[1] > lines[-1].box[1]
    assert all(line.box[3] <= 421 and line.box[2] <= 298 for line in lines)


def test_headings_of_a_panel_on_its_head_are_headings() -> None:
    """And each chunk knows the section of its own panel."""
    page = assemble([leaflet(4, 2, width=1190.0, height=842.0, turns=(180, 0))], ())[0]
    chunks = chunk(Reading((page,), (), ("en",)), lambda text: len(text.split()), 300)
    assert {c.section_path[-1] for c in chunks} == {f"Title {name}" for name in "abcdefgh"}
    assert {c.printed for c in chunks} == {None}


def test_columns_of_one_page_are_no_panels() -> None:
    """Their gutters are narrower than the margins of the page, even where each column begins with a title."""
    spans: list[Span] = []
    for at in range(3):
        left = 40 + at * 257
        spans += small_page("abc"[at], (left - 30, 0, left + 260, 595))
    page = replace(sheet(spans), width=842.0, height=595.0)
    assert not assemble([page], ())[0].parts


def test_a_title_across_the_sheet_makes_it_one_page() -> None:
    """It stands across the gutters."""
    made = leaflet(3, 2, width=1190.0, height=842.0)
    title = span("Reference sheet of all that players may do in a round", 300, 5, size=18)
    assert not assemble([replace(made, spans=(title, *made.spans))], ())[0].parts


def test_cards_are_no_panels() -> None:
    """They say too little to be pages, framed as they are."""
    spans: list[Span] = []
    frames = []
    for at in range(8):
        x, y = at % 4 * 210.0, at // 4 * 300.0
        spans += column([f"Card {at}", "Draw two cards."], x + 30, y + 40)
        frames.append(Shape("frame", (x + 10, y + 10, x + 200, y + 290)))
    assert not assemble([replace(sheet(spans), width=840.0, height=600.0, shapes=tuple(frames))], ())[0].parts


def test_framed_player_aids_are_panels() -> None:
    """Four copies of one aid on a sheet, close to each other: one chunk that stands in four places."""
    spans: list[Span] = []
    for at in range(4):
        x, y = at % 2 * 300.0, at // 2 * 400.0
        spans += small_page("a", (x, y, x + 300, y + 400), margin=25)
    page = assemble([sheet(spans)], ())[0]
    assert len(page.parts) == 4
    chunks = chunk(Reading((page,), (), ("en",)), lambda text: len(text.split()), 300)
    assert len(chunks) == 1
    assert len(chunks[0].boxes) >= 4


def test_one_page_of_a_book_that_looks_like_panels_is_a_page() -> None:
    """Chance: the other pages of the book are not cut."""
    plain = [
        replace(
            sheet(column([f"a long line of page {n} that fills the page from left to right"] * 20, 60, 80)), number=n
        )
        for n in range(2, 8)
    ]
    assert not any(page.parts for page in assemble([leaflet(3, 2, width=1190.0, height=842.0), *plain], ()))


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_boxes_come_back_to_where_they_were(degrees: int) -> None:
    """Into a turned part of a page and out of it again."""
    place = Place((100.0, 50.0, 300.0, 350.0), degrees)
    box = (120.0, 70.0, 180.0, 90.0)
    inner = place.inward(box)
    wide, high = place.size
    assert 0 <= inner[0] < inner[2] <= wide
    assert 0 <= inner[1] < inner[3] <= high
    assert place.outward(inner) == box


def test_a_quarter_turn_is_clockwise() -> None:
    """What stood at the top left stands at the top right."""
    assert turned((0, 0, 10, 20), 90, 100, 200) == (180, 0, 200, 10)

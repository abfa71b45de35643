from __future__ import annotations

from ingest.assemble import assemble
from ingest.contracts import Block, Table
from ingest.page.sheet import Figure, Shape
from tests.ingest.layouts import box_within_a_column, long_box, title_bar_box
from tests.ingest.press import Press


def blocks(page: Press) -> tuple[Block, ...]:
    return assemble([page.sheet()], ())[0].blocks


def boxed(page: Press) -> list[str]:
    return [block.text for block in blocks(page) if block.role == "sidebar"]


def test_a_box_is_one_block_that_says_it_is_a_box_and_names_its_title() -> None:
    """The title stands before it and in it; the column goes on below."""
    read = blocks(box_within_a_column())
    place = next(i for i, block in enumerate(read) if block.role == "sidebar")
    assert [block.role for block in read].count("sidebar") == 1
    assert (read[place - 1].role, read[place - 1].text, read[place].head) == ("heading", "Remember", "Remember")


def test_a_title_in_a_bar_of_its_own_belongs_to_the_box() -> None:
    """Two grounds that touch are one box."""
    page = title_bar_box()
    read = blocks(page)
    assert [block.head for block in read if block.role == "sidebar"] == ["The first player"]


def test_a_long_box_is_still_a_box() -> None:
    """All that stands in it says so, under the titles that it has, and nothing else comes between."""
    read = blocks(long_box())
    inside = [i for i, block in enumerate(read) if block.role == "sidebar"]
    assert [read[i].head for i in inside] == ["The first variant", "The second variant", "The third variant"]
    assert {block.role for block in read[inside[0] : inside[-1] + 1]} == {"sidebar", "heading"}


def test_a_ground_for_each_line_is_one_ground() -> None:
    """As word processors shade a paragraph."""
    page = Press()
    page.text(50, 60, 500, 5)
    start = len(page.spans)
    page.text(55, 300, 300, 5)
    tops = [span.box[1] for span in page.spans[start:]]
    for top in tops:
        page.ground(50, top - 1, 360, top + 13)
    page.text(50, 600, 500, 5)
    assert boxed(page) == ["\n".join(page.expected[1])]


def test_text_on_a_picture_of_parchment_is_a_box() -> None:
    """The picture holds too many words to be a picture with labels."""
    page = Press()
    page.text(50, 60, 240, 12)
    page.picture(310, 60, 550, 260)
    page.text(325, 75, 210, 5)
    assert boxed(page) == ["\n".join(page.expected[1])]


def test_text_that_an_outline_crosses_is_in_no_box() -> None:
    """A mark drawn behind the text of a page sets nothing apart."""
    page = Press()
    for x in (50, 310):
        page.text(x, 60, 240, 12)
    page.shapes.append(Shape("curve", (150, 90, 420, 240), 0xCCCCCC))
    assert boxed(page) == []


def test_the_frame_of_a_page_is_no_box() -> None:
    """What holds nearly all that the page says sets nothing apart."""
    page = Press()
    page.frame(40, 40, 500, 560)
    y = 60.0
    for _ in range(4):
        y = page.text(50, y, 440, 4)
    page.words("7", 300, 780, 20)
    assert boxed(page) == []


def test_a_table_in_a_box_stands_where_it_stands() -> None:
    """The text above it, the table, the text below it."""
    page = Press()
    page.text(50, 40, 500, 8)
    page.frame(45, 250, 555, 560)
    y = page.text(55, 260, 490, 3)
    for row in range(4):
        page.words(f"Item {row}", 60, y, 100)
        page.words(f"{row + 2} gold", 260, y, 100)
        y = page.words(f"{row + 5} wood", 420, y, 100)
    page.text(55, y + 10, 490, 3)
    read = assemble([page.sheet()], ())[0]
    assert [block.role for block in read.blocks] == ["text", "sidebar", "table", "sidebar"]
    assert isinstance(read.tables[0], Table)


def test_a_picture_without_words_is_no_box() -> None:
    """It stays a picture."""
    page = Press()
    page.text(50, 60, 500, 4)
    page.figures.append(Figure((50, 200, 250, 400), digest="a"))
    assert boxed(page) == []

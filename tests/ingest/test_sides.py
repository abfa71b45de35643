from __future__ import annotations

from ingest.assemble import assemble
from ingest.contracts import Block
from ingest.page.sheet import Span
from tests.ingest.layouts import side_title
from tests.ingest.press import Press


def blocks(page: Press) -> tuple[Block, ...]:
    return assemble([page.sheet()], ())[0].blocks


def test_a_title_at_the_side_heads_its_section() -> None:
    """It is a heading, whole, before the first line of the section beside it."""
    read = blocks(side_title())
    heads = [(block.text, read[i + 1].role) for i, block in enumerate(read) if block.role == "heading"]
    assert heads == [("Setting up", "text"), ("Playing on", "text"), ("Ending", "text")]


def test_a_title_in_two_turned_lines_is_one() -> None:
    """The file draws each word alone; they are read upwards, line after line."""
    page = Press()
    page.text(90, 60, 460, 8)
    for said, x, y in (("Setting", 30, 200), ("up", 30, 125), ("for two", 48, 200)):
        box = (float(x), y - len(said) * 9.0, x + 18.0, float(y))
        page.spans.append(Span(said, box, 16, "Head", True, upright=False, turn=90, block=99))
    assert [block.text for block in blocks(page) if block.role == "heading"] == ["Setting up\nfor two"]


def test_a_credit_at_the_side_of_a_picture_comes_last() -> None:
    """Small print that runs upwards heads nothing."""
    page = Press()
    page.text(90, 60, 460, 8)
    page.spans.append(Span("Photo: A. Nobody", (560, 60, 567, 120), 5, upright=False, turn=90))
    read = blocks(page)
    assert (read[-1].role, read[-1].text) == ("caption", "Photo: A. Nobody")

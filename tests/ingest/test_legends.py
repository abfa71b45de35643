from __future__ import annotations

from ingest.assemble import assemble
from ingest.contracts import Page
from tests.ingest.layouts import captions_below, captions_beside
from tests.ingest.press import Press


def read(page: Press) -> Page:
    return assemble([page.sheet()], ())[0]


def test_a_caption_below_a_picture_is_its_own() -> None:
    """It is read as a caption, and the picture knows it."""
    page = read(captions_below())
    assert [block.text for block in page.blocks if block.role == "caption"] == [
        "A guard beside the king.",
        "The king on his way to the corner.",
    ]
    assert [picture.caption for picture in page.pictures] == [
        "A guard beside the king.",
        "The king on his way to the corner.",
    ]


def test_a_caption_beside_a_picture_is_its_own() -> None:
    """It does not run into the text below."""
    page = read(captions_beside())
    captions = [block for block in page.blocks if block.role == "caption"]
    assert len(captions) == len(page.pictures) == 3
    assert [picture.caption for picture in page.pictures] == [" ".join(b.text.split("\n")) for b in captions]


def test_text_in_the_look_of_the_page_is_no_caption() -> None:
    """However close it stands to the picture."""
    page = Press()
    y = page.text(50, 60, 500, 4)
    page.picture(50, y, 300, y + 100)
    page.text(50, y + 104, 500, 4)
    assert [block.role for block in read(page).blocks] == ["text", "text"]


def test_a_line_that_says_figure_is_a_caption_in_any_look() -> None:
    """Its number tells."""
    page = Press()
    y = page.text(50, 60, 240, 4)
    page.picture(50, y, 290, y + 100)
    page.words("Figure 3: The board.", 50, y + 104, 240)
    page.text(50, y + 130, 240, 4)
    assert [block.text for block in read(page).blocks if block.role == "caption"] == ["Figure 3: The board."]

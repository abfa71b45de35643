from __future__ import annotations

from ingest.assemble import assemble
from ingest.contracts import Block, Line
from ingest.layout.flow import regions, with_whole_paragraphs
from tests.ingest.press import Press

OPEN = Block("text", (Line("The king moves to the", (50, 700, 290, 712)),))
REST = Block("text", (Line("corner and wins.", (310, 60, 400, 72)),))


def between(*blocks: Block) -> list[str]:
    return [block.text for block in with_whole_paragraphs([OPEN, *blocks, REST])]


def test_a_paragraph_that_a_columns_end_divides_is_one() -> None:
    """Its sentence is open and goes on with a small letter."""
    assert between() == ["The king moves to the\ncorner and wins."]


def test_a_box_between_the_halves_of_a_paragraph_comes_after_it() -> None:
    """With its title; nothing is lost."""
    title = Block("heading", (Line("Note", (310, 40, 340, 52)),), 2)
    box = Block("sidebar", (Line("It is a rule.", (310, 54, 380, 58)),), head="Note")
    assert between(title, box) == ["The king moves to the\ncorner and wins.", "Note", "It is a rule."]


def test_a_heading_between_them_keeps_them_apart() -> None:
    """What comes below another title is another text, and so is what comes below a table."""
    heading = Block("heading", (Line("Winning", (310, 40, 380, 52)),), 2)
    table = Block("table", (Line("a | b", (310, 40, 380, 52)),))
    assert len(between(heading)) == 3
    assert len(between(table)) == 3


def test_a_finished_sentence_is_not_gone_on_with() -> None:
    """A text that begins with a small letter is one of its own then."""
    ended = Block("text", (Line("The king has won.", (50, 700, 290, 712)),))
    assert len(with_whole_paragraphs([ended, REST])) == 2


def test_a_paragraph_over_two_columns_covers_a_region_in_each() -> None:
    """No box reaches over what stands between."""
    assert regions((*OPEN.lines, *REST.lines)) == (OPEN.lines[0].box, REST.lines[0].box)


def test_a_page_of_two_columns_joins_its_paragraph() -> None:
    """The list that goes on in the next column too."""
    page = Press()
    page.words("Take one card from the pile and then put it", 50, 700, 240)
    page.words("• Every player who has", 50, 720, 240)
    page.words("at least three cards draws one more.", 310, 60, 240)
    page.text(310, 90, 240, 4)
    page.text(50, 60, 240, 10)
    texts = [block.text for block in assemble([page.sheet()], ())[0].blocks]
    assert "• Every player who has\nat least three cards draws one more." in texts

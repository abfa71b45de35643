from __future__ import annotations

from ingest.assemble import assemble
from ingest.contracts import Block
from tests.ingest.layouts import heads_in_the_margin, margin_notes, terms
from tests.ingest.press import Press


def blocks(page: Press) -> tuple[Block, ...]:
    return assemble([page.sheet()], ())[0].blocks


def test_a_title_that_hangs_in_the_margin_is_a_heading() -> None:
    """It does not run into the first line beside it."""
    page = heads_in_the_margin()
    titles = [lines[0] for i, lines in enumerate(page.expected) if i % 3 == 0]
    assert [block.text for block in blocks(page) if block.role == "heading"] == titles


def test_a_note_in_the_margin_is_a_box_after_its_paragraph() -> None:
    """Whole, and not among the lines of the text."""
    page = margin_notes()
    read = blocks(page)
    assert [block.text for block in read] == ["\n".join(lines) for lines in page.expected]
    assert [block.role for block in read].count("sidebar") == 2


def test_short_terms_beside_their_meanings_stay_a_table() -> None:
    """They are no titles of sections."""
    assert "table" in {block.role for block in blocks(terms())}

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts import Block, Line, PageRef
from oracle.app.widgets.page_pane import row_of
from oracle.opening import open_page
from oracle.pagetext import Mark, boxes_of, find_all, flow, locate, squeeze
from tests.fakes.table import QUOTE, FakeLibrary, page

BOX = (0.0, 0.0, 1.0, 1.0)


def block(role: str, *lines: str) -> Block:
    return Block(role, tuple(Line(line, BOX) for line in lines))  # type: ignore[arg-type]


def test_printed_lines_become_paragraphs() -> None:
    """Lines of a paragraph are joined, list items and table rows keep theirs, blocks are set apart."""
    text = flow(
        [block("heading", "Setup"), block("text", "Take five", "cards."), block("list", "• one", "more", "• two")]
    )
    assert text.text == "Setup\n\nTake five cards.\n\n• one more\n• two"
    assert [text.text[slice(*extent)] for extent in text.headings] == ["Setup"]
    assert flow([block("table", "a  1", "b  2")]).text == "a  1\nb  2"


def test_a_word_cut_at_the_end_of_a_line_is_joined() -> None:
    """A hyphen at the end of a line and a small letter after it: one word, its hyphen kept."""
    assert flow([block("text", "two-", "player games")]).text == "two-player games"


def test_the_cells_of_a_small_table_stand_below_each_other() -> None:
    """Bars in one column, missing cells and all; a table that is too wide for the pane stays as it was read."""
    text = flow([block("table", "Players | Coins", "2 | 20", "3-4 | 15 | each")]).text
    assert text == "Players | Coins\n2       | 20\n3-4     | 15    | each"
    wide = "A cell that takes half of the pane | and one more that takes it all"
    assert flow([block("table", wide, "a | b")]).text == f"{wide}\na | b"


def test_empty_and_hostile_lines_take_no_room() -> None:
    """Lines without anything to show leave no trace; control characters never reach the screen."""
    assert flow([block("text", "", "\x1b[31m red", "\u202e"), block("text", "​")]).text == "[31m red"
    assert flow([]).text == ""


def test_a_quote_is_found_across_lines_capitals_and_hyphens() -> None:
    """The eye finds it whatever the line breaks: so does the page."""
    text = "On a roll of SEVEN, every\nplayer dis-\ncards half."
    assert [text[slice(*e)] for e in find_all(text, ["of seven, every player discards half"])] == [
        "of SEVEN, every\nplayer dis-\ncards half"
    ]
    assert find_all("ﬁrst ﬂoor", ["first floor"]) == ((0, 9),)
    assert find_all(text, ["not there", ""]) == ()


def test_a_passage_that_does_not_stand_whole_is_found_in_pieces() -> None:
    """A table or a heading in between: each sentence is marked where it stands."""
    found = locate("Take five cards first. SIDEBAR. Then pay two coins.", "Take five cards first. Then pay two coins.")
    assert len(found) == 2
    assert len(locate("The player may trade four cards with the bank.", "player may trade … cards with the bank")) == 2


def test_boxes_are_those_of_the_lines_that_hold_the_quote() -> None:
    """The quote stands on two printed lines: two boxes."""
    text = flow(page(1).blocks)
    boxes = boxes_of(text, find_all(text.text, [QUOTE]))
    assert boxes == tuple(line.box for line in page(1).blocks[1].lines)


def test_the_row_of_a_character_counts_wrapped_lines() -> None:
    """Scrolling to a quote needs its row at this width."""
    text = "aaaa bbbb cccc\n\ndddd"
    assert row_of(text, 0, 80) == 0
    assert row_of(text, text.index("cccc"), 9) == 1
    assert row_of(text, text.index("dddd"), 80) == 2


def test_what_no_words_are_found_for_is_framed(tmp_path: Path) -> None:
    """The part of a page that a model looked at, or a passage of a picture: not washed, but where a crop goes to."""
    part = (40.0, 200.0, 240.0, 300.0)
    library, ref = FakeLibrary(tmp_path), PageRef("islands", "rules", 1)
    view = open_page(library, ref, Mark(boxes=(part,)), "")
    assert (view.boxes, view.frames, view.marks) == ((), (part,), (part,))
    words = open_page(library, ref, Mark(passage=QUOTE, boxes=(part,)), "")
    assert (len(words.boxes), words.frames) == (2, ())


@given(st.text(max_size=60), st.text(max_size=20))
def test_finding_never_breaks_and_what_it_finds_is_what_was_sought(text: str, needle: str) -> None:
    """Any text, any quote: no error, and an extent squeezes to the needle."""
    for start, end in find_all(text, [needle]):
        assert squeeze(needle)[0] in squeeze(text[start:end])[0]

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from oracle.flowed import Piece, flowed


def lines(text: str, width: int, *extents: tuple[int, int]) -> list[str]:
    return ["".join(piece.text for piece in line) for line in flowed(text, extents, width, "«\u00a0", "\u00a0»")]


def test_a_quote_is_marked_over_several_lines() -> None:
    """The marks stand once, at its ends; each line says which part of it is marked."""
    found = flowed("Take one card and go", [(5, 17)], 10, "“", "”")
    assert found == [
        [Piece("Take ", False), Piece("“one", True)],
        [Piece("card and”", True)],
        [Piece("go", False)],
    ]


def test_lines_that_fit_keep_their_columns_and_empty_lines_stay() -> None:
    """Rows of a table are not pressed together; paragraphs stay apart."""
    assert lines("Force   24\n\nKings    1", 20) == ["Force   24", "", "Kings    1"]


def test_french_marks_never_part_from_their_word() -> None:
    """A no-break space holds the mark at the word, at the end of a line too."""
    assert lines("deux mots ici", 9, (5, 9)) == ["deux", "«\u00a0mots\u00a0»", "ici"]


def test_a_word_wider_than_the_line_is_cut() -> None:
    """A terminal of ten columns loses no letter."""
    assert lines("abcdefghijklm no", 10) == ["abcdefghij", "klm no"]


@given(st.text(alphabet="ab \n«»", max_size=80), st.integers(1, 30), st.integers(0, 80), st.integers(0, 80))
def test_no_line_is_too_wide_and_no_letter_is_lost(text: str, width: int, one: int, other: int) -> None:
    """Any text, any width, a mark anywhere."""
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    found = flowed(text, [(start, end)] if start < end else [], width, "[", "]")
    shown = "".join(piece.text for line in found for piece in line)
    assert "".join(shown.translate({91: None, 93: None}).split()) == "".join(text.split())
    assert all(sum(len(piece.text) for piece in line) <= width for line in found)

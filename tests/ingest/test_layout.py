from __future__ import annotations

from collections.abc import Sequence

from ingest.layout.atoms import Atom
from ingest.layout.order import arrange
from ingest.page.sheet import Span
from tests.ingest.sheets import column, span

LEFT = [f"left line {i} of a text that fills it" for i in range(8)]
RIGHT = [f"right line {i} of a text that fills" for i in range(8)]


def order(spans: Sequence[Span]) -> list[str]:
    """The texts in the order in which they are read."""
    atoms = [Atom(s.box, i, len(s.text), s) for i, s in enumerate(spans)]
    return [atom.span.text for run in arrange(atoms) for atom in run if atom.span is not None]


def test_two_columns_are_read_one_after_the_other() -> None:
    """Even when the file draws them row by row."""
    left, right = column(LEFT, 50, 100), column(RIGHT, 320, 100)
    rows = [s for pair in zip(left, right, strict=True) for s in pair]
    assert order(rows) == LEFT + RIGHT


def test_a_title_across_the_columns_divides_what_is_above_from_what_is_below() -> None:
    """Left and right above it, the title, then left and right below it."""
    title = span("A title that goes across both columns of the page", 60, 230, size=18)
    above = column(LEFT, 50, 100) + column(RIGHT, 320, 100)
    below = column([t + "!" for t in LEFT], 50, 260) + column([t + "!" for t in RIGHT], 320, 260)
    read = order([*above, title, *below])
    assert read == [*LEFT, *RIGHT, title.text, *(t + "!" for t in LEFT), *(t + "!" for t in RIGHT)]


def test_three_columns() -> None:
    """From left to right."""
    texts = [[f"{name} {i} words of text" for i in range(6)] for name in ("one", "two", "six")]
    spans = [s for lines, x in zip(texts, (40, 220, 400), strict=True) for s in column(lines, x, 100)]
    assert order(spans) == [text for lines in texts for text in lines]


def test_the_cells_of_a_table_are_no_columns() -> None:
    """Short cells, drawn row by row, stay in their rows."""
    rows = [(f"item {i}", f"{i}") for i in range(8)]
    spans = [s for i, (a, b) in enumerate(rows) for s in (span(a, 50, 100 + 14 * i), span(b, 320, 100 + 14 * i))]
    assert order(spans) == [text for row in rows for text in row]


def test_one_column_is_read_downwards() -> None:
    """Whatever order the file draws it in."""
    lines = column(LEFT, 50, 100)
    assert order(lines[::-1]) == LEFT

from __future__ import annotations

from dataclasses import replace

from ingest.assemble import assemble
from ingest.contracts import Table
from ingest.tables.cells import Cell, to_table
from ingest.tables.table_doubt import NOTE, checked
from tests.ingest.sheets import sheet, span
from tests.ingest.test_tables import ruled

BOX = (0.0, 0.0, 1.0, 1.0)


def table(*rows: tuple[str, ...]) -> Table:
    return to_table([Cell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row)], BOX)


def test_a_table_that_holds_all_its_words_is_trusted() -> None:
    """Every letter of its spans stands in a cell."""
    made = table(("Sword", "10"), ("Axe", "12"))
    assert checked(made, [span(t, 0, 0) for t in ("Sword", "10", "Axe", "12")]).trusted


def test_a_table_that_lost_a_word_is_not() -> None:
    """A word of its spans that no cell holds."""
    made = table(("Sword", "10"), ("Axe", "12"))
    assert not checked(made, [span(t, 0, 0) for t in ("Sword", "10", "Axe", "12", "Shield")]).trusted


def test_cells_that_overlap_or_leave_holes_are_doubtful() -> None:
    """Two cells at one place, or none."""
    over = to_table([Cell(0, 0, "a", colspan=2), Cell(0, 1, "b"), Cell(1, 0, "c"), Cell(1, 1, "d")], BOX)
    hole = to_table([Cell(0, 0, "a"), Cell(0, 1, "b"), Cell(1, 0, "c")], BOX)
    assert not checked(over, []).trusted
    assert not checked(hole, []).trusted


def test_rows_that_were_not_told_apart_are_doubtful() -> None:
    """Four values in one cell and four in the next are four rows."""
    assert not checked(table(("Players", "Cards"), ("2 3 4 5", "7 6 5 4")), []).trusted


def test_columns_that_hardly_anything_stands_in_are_doubtful() -> None:
    """More holes than texts in a table without spans."""
    rows = [
        ("a", "", "", "", "", "x"),
        ("b", "", "y", "", "", ""),
        ("c", "z", "", "", "", ""),
        ("d", "", "", "w", "", ""),
    ]
    assert not checked(table(*rows), []).trusted


def test_a_cell_that_ocr_left_empty_is_doubtful() -> None:
    """In a layer an empty cell is empty; in a picture OCR may have missed what stands there."""
    made = table(("Sword", "10"), ("Axe", ""), ("Bow", "15"))
    spans = [span(t, 0, 0) for t in ("Sword", "10", "Axe", "Bow", "15")]
    assert checked(made, spans).trusted
    assert not checked(made, [replace(s, font="ocr") for s in spans]).trusted


def test_a_doubtful_table_marks_its_page() -> None:
    """The page says so, and its quality is low, so that its image may be offered."""
    spans = [span("Players", 55, 110), span("Cards", 155, 110)]
    spans += [span(str(n), 55 + 22 * n, 142) for n in range(4)] + [span(str(n), 155 + 22 * n, 142) for n in range(4)]
    page = assemble([sheet(spans, shapes=tuple(ruled((50, 150, 250), (100, 135, 160))))], ())[0]
    assert [note.key for note in page.notes] == [NOTE]
    assert page.quality < 1.0

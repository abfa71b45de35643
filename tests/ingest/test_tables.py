from __future__ import annotations

from ingest.contracts import Table
from ingest.layout.boxes import find_boxes
from ingest.layout.rows import rows_of
from ingest.page.sheet import Shape, Span
from ingest.tables.aligned import find_tables
from ingest.tables.cells import Cell, readable, to_table
from ingest.tables.grids import find_grids
from ingest.tables.woven import unwoven
from tests.ingest.sheets import span


def table_of(rows: list[tuple[str, ...]], xs: tuple[float, ...], *, header: bool = True) -> list[Span]:
    """Cells in columns, the first row bold."""
    return [
        span(text, x, 100 + 14 * i, bold=header and i == 0)
        for i, row in enumerate(rows)
        for text, x in zip(row, xs, strict=True)
        if text
    ]


def only(found: list[Table]) -> Table:
    assert len(found) == 1
    return found[0]


def test_a_table_without_rules_keeps_its_rows() -> None:
    """Bare numbers stay paired with what they count."""
    rows = [("Cards", "1", "2", "3", "4"), ("Points", "1", "2", "4", "7"), ("Bonus", "0", "0", "1", "2")]
    found = find_tables(rows_of(table_of(rows, (50, 150, 200, 250, 300), header=False)))
    assert only([f.table for f in found]).rows == tuple(rows)


def test_a_wrapped_cell_goes_on_in_its_row() -> None:
    """A line with an empty first column belongs to the row above; the header is told by its look."""
    spans = table_of(
        [
            ("Level", "Features", "Rages"),
            ("1st", "Rage, Unarmored", "2"),
            ("", "Defense", ""),
            ("2nd", "Reckless", "2"),
        ],
        (50, 150, 300),
    )
    table = only([f.table for f in find_tables(rows_of(spans))])
    assert table.rows == (
        ("Level", "Features", "Rages"),
        ("1st", "Rage, Unarmored Defense", "2"),
        ("2nd", "Reckless", "2"),
    )
    assert "<th>Level</th>" in table.html


def test_prose_is_no_table() -> None:
    """Lines of text, some with a gap, stay text."""
    lines = [span("a long line of text that says what to do on your turn", 50, 100 + 14 * i) for i in range(6)]
    assert find_tables(rows_of(lines)) == []


def test_captions_side_by_side_are_read_one_after_the_other() -> None:
    """Two lines under each of three pictures are three captions."""
    xs = (50, 200, 350)
    spans = [span(t, x, 100) for t, x in zip(("5 Smart", "1 Help", "15 Event"), xs, strict=True)]
    spans += [span(t, x, 114) for t, x in zip(("boards", "card", "cards"), xs, strict=True)]
    read = [" ".join(row.text for row in group) for group in unwoven(rows_of(spans))]
    assert read == ["5 Smart boards", "1 Help card", "15 Event cards"]


def test_html_tells_exactly_what_spans() -> None:
    """A spanning cell stands once, with its numbers of rows and columns; markup in it is text."""
    table = to_table(
        [Cell(0, 0, "<b>", colspan=2, header=True), Cell(1, 0, "a", rowspan=2), Cell(1, 1, "b"), Cell(2, 1, "c")],
        (0, 0, 1, 1),
    )
    assert '<th colspan="2">&lt;b&gt;</th>' in table.html
    assert '<td rowspan="2">a</td>' in table.html
    assert table.rows == (("<b>", ""), ("a", "b"), ("", "c"))
    assert readable(table.rows[1]) == "a | b"


def ruled(xs: tuple[float, ...], ys: tuple[float, ...]) -> list[Shape]:
    lines = [Shape("h", (xs[0], y - 0.5, xs[-1], y + 0.5)) for y in ys]
    return lines + [Shape("v", (x - 0.5, ys[0], x + 0.5, ys[-1])) for x in xs]


def test_a_grid_of_rules_is_a_table_whatever_stands_in_it() -> None:
    """Cells with several lines are one cell."""
    spans = [
        span("Number of", 55, 105),
        span("players", 55, 119),
        span("3", 155, 105),
        span("4", 255, 105),
        span("Cards", 55, 145),
        span("36", 155, 145),
        span("48", 255, 145),
    ]
    grid = find_grids(ruled((50, 150, 250, 350), (100, 140, 180)), spans, 600, 800)[0]
    assert grid.table.rows == (("Number of players", "3", "4"), ("Cards", "36", "48"))


def test_a_missing_rule_makes_one_cell() -> None:
    """What no rule divides spans."""
    shapes = [
        *(Shape("h", (50, y - 0.5, 250, y + 0.5)) for y in (100, 140, 180)),
        *(Shape("v", (x - 0.5, 100, x + 0.5, 180)) for x in (50, 250)),
        Shape("v", (149.5, 140, 150.5, 180)),
    ]
    spans = [
        span("Scores", 55, 110),
        span("won", 55, 150),
        span("3", 155, 150),
        span("lost", 55, 165),
        span("1", 155, 165),
    ]
    grid = find_grids([*shapes, Shape("v", (149.5, 140, 150.5, 180))], spans, 600, 800)
    assert grid == [] or 'colspan="2">Scores' in grid[0].table.html


def test_a_frame_around_lines_is_a_box() -> None:
    """Three lines in a frame; a frame around one word is not."""
    lines = [span("some words in a coloured box that tell", 60, 110 + 14 * i) for i in range(3)]
    frame, small = Shape("frame", (50, 100, 300, 160)), Shape("frame", (50, 300, 300, 330))
    assert find_boxes([frame, small], [*lines, span("alone", 60, 305)], 600, 800) == [frame.box]

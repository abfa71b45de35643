"""Headings by numbers, weight and what stands around them; heads that run into their text; titles of boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.assemble import assemble
from ingest.contracts import Block, Line, Picture
from ingest.layout.rows import Row, rows_of
from ingest.page.sheet import Figure, Span
from ingest.structure.blocks import box_blocks
from ingest.structure.fonts import Fonts
from ingest.structure.headlines import Setting
from ingest.structure.leadins import lead_of
from ingest.structure.numbering import number_of, numbers_a_title
from ingest.structure.titles import with_true_titles
from tests.ingest.sheets import column, sheet, span

TEXT = [
    "A paragraph of the rules that says what to do on",
    "your turn and what not to do, over three lines of",
    "the page.",
]
PLAIN = Fonts(10.0, ("Text", 10.0, False, 0), {}, {})


def blocks(spans: list[Span]) -> tuple[Block, ...]:
    return assemble([sheet(spans)], ())[0].blocks


def headings(spans: list[Span]) -> list[str]:
    return [block.text for block in blocks(spans) if block.role == "heading"]


@pytest.mark.parametrize(
    ("text", "kind", "depth", "rest"),
    [
        ("1.2.3 Movement", "", 3, "Movement"),
        ("119.4a Effects", "", 3, "Effects"),
        ("Article 5 — La prise", "article", 1, "La prise"),
        ("Chapitre II", "chapitre", 1, ""),
        ("CHAPTER ONE: Combat", "chapter", 1, "Combat"),
        ("Étape 3 : Placer les pions", "étape", 1, "Placer les pions"),
        ("§ 12 Ties", "§", 1, "Ties"),
        ("Phase A", "phase", 1, ""),
        ("A. Setup", "", 1, "Setup"),
        ("4) Object of the game", "", 1, "Object of the game"),
    ],
)
def test_numbers_of_titles(text: str, kind: str, depth: int, rest: str) -> None:
    """In both languages: how deep, and what is left of the title."""
    found = number_of(text)
    assert found is not None
    assert (found.kind, found.depth, found.rest) == (kind, depth, rest)


@pytest.mark.parametrize("text", ["Part a deck in two", "2d6 damage", "Chaptering", "10 minutes", "Round the table"])
def test_what_numbers_no_title(text: str) -> None:
    """A word that only looks like one, dice, an amount."""
    assert not numbers_a_title(text)


def test_the_depth_of_a_number_gives_the_level() -> None:
    """Though all are printed alike."""
    titles = ["1. The game", "1.1 Setup", "1.1.1 The board", "1.2 Turns", "2. Ends"]
    spans = [
        one
        for i, title in enumerate(titles)
        for one in (span(title, 50, 50 + 80 * i, size=14, bold=True), *column(TEXT, 50, 75 + 80 * i))
    ]
    assert [b.level for b in blocks(spans) if b.role == "heading"] == [1, 2, 3, 2, 1]


def test_a_line_that_stands_alone_is_a_heading_without_a_font_of_its_own() -> None:
    """Numbered by a word, or in capitals, with room above; not within the text."""
    spans = [
        *column(TEXT, 50, 50),
        span("Étape 2 : placer", 50, 110),
        *column(TEXT, 50, 128),
        span("SCORING", 50, 190),
        *column(TEXT, 50, 208),
        *column([TEXT[0], "AND NEVER", TEXT[2]], 50, 270),
    ]
    assert headings(spans) == ["Étape 2 : placer", "SCORING"]


def test_a_number_over_its_title_is_one_heading() -> None:
    """However different their print."""
    spans = [
        span("CHAPTER 3", 50, 50, size=12, bold=True),
        span("Combat", 50, 68, size=20, bold=True),
        *column(TEXT, 50, 110),
    ]
    assert headings(spans) == ["CHAPTER 3\nCombat"]


@pytest.mark.parametrize(
    ("row", "head"),
    [
        ([replace(span("Reach. This weapon adds five feet", 0, 0), lead=6)], "Reach"),
        ([span("Red cards:", 0, 0, bold=True), span("these are metals", 70, 0)], "Red cards"),
        ([span("JAIL: you do not move", 0, 0)], "JAIL"),
        ([replace(span("Note: the board", 0, 0), lead=5)], None),
        ([replace(span("Player takes a card", 0, 0), lead=6)], None),
        ([span("You may say: I pass", 0, 0)], None),
    ],
)
def test_heads_that_run_into_their_text(row: list[Span], head: str | None) -> None:
    """Bold or in capitals, ended by a mark; a note or an emphasis is none."""
    assert lead_of(Row(tuple(row))) == head


def test_a_run_in_head_names_its_paragraph_and_stays_in_it() -> None:
    """And begins a paragraph of its own."""
    spans = [*column(TEXT, 50, 50), replace(span("Reach. This weapon adds five feet.", 50, 92), lead=6)]
    found = blocks(spans)
    assert [(b.role, b.head) for b in found] == [("text", None), ("text", "Reach")]
    assert found[1].text.startswith("Reach. This")


def test_the_title_of_a_box_stands_before_it_and_names_it() -> None:
    """A bold first line; a second title in the box begins another."""
    rows = rows_of(
        [
            span("The edge fort", 50, 50, bold=True),
            *column(TEXT, 50, 66),
            span("Ties", 50, 126, bold=True),
            *column(TEXT, 50, 142),
        ]
    )
    found = box_blocks(rows, Setting(PLAIN, 1, 10.0))
    assert [(b.role, b.head) for b in found] == [
        ("heading", None),
        ("sidebar", "The edge fort"),
        ("heading", None),
        ("sidebar", "Ties"),
    ]


def test_names_with_values_and_lines_that_go_on_are_text() -> None:
    """However bold."""
    facts = [span(t, 50, 50 + 14 * i, bold=True) for i, t in enumerate(("Age: 14+", "Time: 40 min", "Players: 3 to 5"))]
    assert headings([*facts, *column(TEXT, 50, 150), *column(TEXT, 50, 250)]) == []


def line(text: str, x: float, y: float) -> Line:
    return Line(text, (x, y, x + 60.0, y + 12.0))


def test_the_name_below_a_picture_is_its_caption() -> None:
    """Unless a text of its own follows."""
    name, body = (
        Block("heading", (line("15 Event cards", 60, 152),), 3),
        Block("text", (line("They are read.", 60, 166),)),
    )
    picture = Picture((50.0, 50.0, 130.0, 150.0), "ab").box
    assert [b.role for b in with_true_titles([name], [picture], 1, PLAIN)] == ["caption"]
    assert [b.role for b in with_true_titles([name, body], [picture], 1, PLAIN)] == ["heading", "text"]


def test_header_cells_and_lines_below_a_title_head_nothing() -> None:
    """Two words on one baseline; the second line of a cover."""
    cells = [Block("heading", (line("Name", 50, 50),), 2), Block("heading", (line("Effect", 200, 50),), 2)]
    assert [b.role for b in with_true_titles(cells, [], 1, PLAIN)] == ["text", "text"]
    cover = [Block("heading", (line("Backgammon", 50, 50),), 1), Block("heading", (line("Complete rules", 50, 70),), 2)]
    assert [b.role for b in with_true_titles(cover, [], 1, PLAIN)] == ["heading", "text"]


def test_pictures_keep_their_names_through_assembly() -> None:
    """As captions that the picture has."""
    spans = [
        *column(TEXT, 50, 50),
        span("15 Event cards", 60, 262, bold=True),
        *column(TEXT, 50, 400),
        *column(TEXT, 50, 480),
    ]
    page = assemble([sheet(spans, figures=(Figure((50.0, 150.0, 150.0, 258.0), "ab"),))], ())[0]
    assert page.pictures[0].caption == "15 Event cards"
    assert all(block.role != "heading" for block in page.blocks)

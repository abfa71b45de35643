from __future__ import annotations

from ingest.assemble import assemble
from ingest.contracts import Block, OutlineEntry
from ingest.sections import Sections
from ingest.sheet import Span
from tests.ingest.sheets import column, sheet, span

TEXT = [
    "The first line of a paragraph that says what to",
    "do on your turn, and what not to do then, with",
    "a last line.",
]


def blocks(spans: list[Span], outline: tuple[OutlineEntry, ...] = ()) -> tuple[Block, ...]:
    return assemble([sheet(spans)], outline)[0].blocks


def headings(found: tuple[Block, ...]) -> list[tuple[str, int | None]]:
    return [(block.text, block.level) for block in found if block.role == "heading"]


def test_larger_lines_are_headings_in_levels() -> None:
    """The largest is the highest."""
    spans = [
        span("Rules", 50, 50, size=24),
        span("Setup", 50, 90, size=16),
        *column(TEXT, 50, 120),
        span("Your turn", 50, 180, size=16),
        *column(TEXT, 50, 210),
    ]
    assert headings(blocks(spans)) == [("Rules", 1), ("Setup", 2), ("Your turn", 2)]


def test_a_bold_line_within_a_sentence_is_no_heading() -> None:
    """It follows the line before it without a gap, in the middle of a sentence."""
    text = column(
        [
            "3. If players do not know, then the person who",
            "has a refurbished one or a recovered one should",
            "go first.",
        ],
        50,
        120,
    )
    text[1] = span(text[1].text, 50, 134, bold=True)
    spans = [span("Who begins", 50, 80, bold=True), *text, *column(TEXT, 50, 200)]
    assert [t for t, _ in headings(blocks(spans))] == ["Who begins"]


def test_the_outline_comes_before_the_fonts() -> None:
    """A line that a bookmark names has the bookmark's level."""
    spans = [span("Rage", 50, 50, size=12, bold=True), *column(TEXT, 50, 80)]
    assert headings(blocks(spans, (OutlineEntry(3, "Rage", 1),))) == [("Rage", 3)]


def test_a_word_of_the_text_is_not_the_heading_of_its_name() -> None:
    """The last line of a paragraph that happens to say what a bookmark says stays text."""
    spans = [span("Races", 50, 50, size=16), *column([*TEXT[:2], "races."], 50, 80)]
    assert headings(blocks(spans, (OutlineEntry(1, "Races", 1),))) == [("Races", 1)]


def test_a_drop_cap_joins_its_word() -> None:
    """The large initial is the first letter of the text."""
    spans = [
        span("P", 50, 100, size=38, font="Initial"),
        span("eut importe la quantité de règles", 72, 103),
        *column(TEXT, 50, 150),
    ]
    assert blocks(spans)[0].text.startswith("Peut importe")


def heading(title: str, level: int) -> Block:
    found = blocks([span(title, 50, 50)])[0]
    return Block("heading", found.lines, level)


def test_bookmarks_that_the_page_does_not_print_are_in_the_path() -> None:
    """A chapter that only the outline names stands above its first section."""
    sections = Sections((OutlineEntry(1, "Classes", 8), OutlineEntry(2, "Barbarian", 8)))
    sections.begin_page(8)
    assert sections.enter(heading("Barbarian", 2), 8) == ("Classes", "Barbarian")


def test_a_heading_that_the_outline_leaves_out_is_below_the_last_that_it_has() -> None:
    """The "Actions" of a monster stay with it, however large it is printed."""
    sections = Sections((OutlineEntry(4, "Adult Blue Dragon", 1),))
    sections.begin_page(1)
    sections.enter(heading("Adult Blue Dragon", 4), 1)
    assert sections.enter(heading("Actions", 2), 1) == ("Adult Blue Dragon", "Actions")
    assert sections.enter(heading("Reactions", 2), 1) == ("Adult Blue Dragon", "Reactions")

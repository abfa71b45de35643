from __future__ import annotations

from ingest.assemble import assemble
from ingest.contracts import Block, Line, OutlineEntry, Page, PageStatus, TextSource
from ingest.page.sheet import Span
from ingest.structure.sections import Sections
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
    return Block("heading", (Line(title, (50.0, 50.0, 100.0, 60.0)),), level)


def page(number: int, *found: Block) -> Page:
    return Page(number, PageStatus.TEXT, TextSource.LAYER, 600.0, 800.0, found)


def paths(outline: tuple[OutlineEntry, ...], *pages: Page) -> list[tuple[str, ...]]:
    """The section path below each heading, in order."""
    sections, found = Sections(outline, pages), []
    for one in pages:
        sections.begin_page(one.number)
        found += [sections.enter(block, one.number) for block in one.blocks]
    return found


def test_bookmarks_that_the_page_does_not_print_are_in_the_path() -> None:
    """A chapter that only the outline names stands above its first section."""
    outline = (OutlineEntry(1, "Classes", 8), OutlineEntry(2, "Barbarian", 8))
    assert paths(outline, page(8, heading("Barbarian", 2))) == [("Classes", "Barbarian")]


def test_a_heading_that_the_outline_leaves_out_is_below_the_last_that_it_has() -> None:
    """The "Actions" of a monster stay with it, however large it is printed."""
    dragon = page(1, heading("Adult Blue Dragon", 4), heading("Actions", 2), heading("Reactions", 2))
    assert paths((OutlineEntry(4, "Adult Blue Dragon", 1),), dragon)[1:] == [
        ("Adult Blue Dragon", "Actions"),
        ("Adult Blue Dragon", "Reactions"),
    ]


def test_a_page_before_any_heading_has_the_title_of_the_book() -> None:
    """Or the bookmark that opens it, when no line prints its title."""
    text = Block("text", (Line("Pour deux joueurs", (50.0, 20.0, 100.0, 30.0)),))
    titled = page(1, text, heading("Le Jeu", 1), heading("Mise en place", 2))
    assert Sections((), (titled, page(2))).begin_page(1) == ("Le Jeu",)
    assert Sections((OutlineEntry(1, "Prologue", 1),), (page(1),)).begin_page(1) == ("Prologue",)


def test_a_bookmark_may_differ_a_little_and_stand_a_page_off() -> None:
    """A slip of the pen, a kind before the title, a title on the next page."""
    outline = (
        OutlineEntry(1, "1. Magic Items", 1),
        OutlineEntry(2, "Cload of Protection", 1),
        OutlineEntry(2, "Table: Prices", 1),
        OutlineEntry(2, "Potions and Oils", 1),
    )
    first = page(1, heading("Magic Items", 3), heading("Cloak of Protection", 3), heading("Prices", 5))
    found = paths(outline, first, page(2, heading("Potions and oils", 3)))
    assert [path[1:] for path in found] == [(), ("Cloak of Protection",), ("Prices",), ("Potions and oils",)]
    assert {path[0] for path in found} == {"Magic Items"}

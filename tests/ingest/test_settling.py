from __future__ import annotations

from ingest.contracts import Block, Line, Page, PageStatus, TextSource
from ingest.inputs.manuscript import NOWHERE
from ingest.page.sheet import Sheet, Span
from ingest.settling import settled
from ingest.tables.cells import Cell, readable, to_table

RULES = (
    "Each player draws five cards and keeps two of them for the last round of the game.",
    "Whoever holds the king begins; a player without any card in hand sits out until the bell rings twice.",
    "Points are counted at the end: three for a crown, two for a shield and one for every coin.",
)
ROWS = [["Players", "Cards"], ["two", "seven red"], ["three", "five green"], ["four", "nine blue"]]


def written(*blocks: Block) -> Page:
    """A document of one page without paper."""
    table = to_table(
        [Cell(y, x, text, header=y == 0) for y, row in enumerate(ROWS) for x, text in enumerate(row)], NOWHERE
    )
    tables = (table,) if any(block.role == "table" for block in blocks) else ()
    return Page(1, PageStatus.TEXT, TextSource.LAYER, 0, 0, blocks, tables)


def text(words: str, role: str = "text") -> Block:
    """A paragraph."""
    return Block(role, (Line(words, NOWHERE),))  # type: ignore[arg-type]


def table() -> Block:
    """The table as its page tells it."""
    return Block("table", tuple(Line(readable(row), NOWHERE) for row in ROWS))


def sheet(number: int, *lines: str) -> Sheet:
    """A page of the print, one line below the other."""
    spans = [Span(line, (50.0, 20.0 * n, 400.0, 20.0 * n + 12), 12.0) for n, line in enumerate(lines)]
    return Sheet(number, 420, 595, spans=tuple(spans))


def test_blocks_get_the_page_and_the_lines_of_their_print() -> None:
    """A paragraph that crosses a page is cut there; headers and numbers of the print are no text of the document."""
    first, second = RULES[1].split(" until ")
    print_ = [
        sheet(4, "My game", RULES[0][:40], RULES[0][40:], first, "1"),
        sheet(5, "My game", "until " + second, RULES[2], "2"),
    ]
    pages = settled(written(*map(text, RULES)), print_)
    assert [(page.number, [block.text for block in page.blocks]) for page in pages] == [
        (4, [RULES[0], first]),
        (5, ["until " + second, RULES[2]]),
    ]
    assert pages[1].blocks[1].lines[0].box == (50.0, 40.0, 400.0, 52.0)


def test_a_table_that_crosses_a_page_is_cut_between_rows_under_its_header() -> None:
    """Each part can be read alone, and no row is lost."""
    print_ = [
        sheet(1, *RULES, "Players Cards", "two seven red"),
        sheet(2, "three five green", "four nine blue"),
    ]
    pages = settled(written(*map(text, RULES), table()), print_)
    assert [page.tables[0].rows for page in pages] == [
        (("Players", "Cards"), ("two", "seven red")),
        (("Players", "Cards"), ("three", "five green"), ("four", "nine blue")),
    ]
    assert pages[1].tables[0].html.count("<th>") == 2
    assert [page.blocks[-1].text.splitlines()[0] for page in pages] == ["Players | Cards"] * 2


def test_a_print_that_says_something_else_is_not_believed() -> None:
    """The document's parser lost a part, or LibreOffice did: then the print is read by itself."""
    other = "Nothing that stands on this sheet was ever written by the author of that small document of ours"
    assert settled(written(*map(text, RULES)), [sheet(1, RULES[0], other, other[::-1], other.upper())]) == ()
    assert settled(written(text(RULES[0])), [sheet(1, RULES[0], *(f"{other} {n}" for n in range(4)))]) == ()
    assert settled(written(), [sheet(1, *RULES)]) == ()


def test_a_table_of_contents_of_the_print_does_not_count() -> None:
    """The document's own was left out."""
    contents = [f"Chapter number {n} of the rules ........ {n}" for n in range(1, 9)]
    pages = settled(written(*map(text, RULES)), [sheet(1, *contents), sheet(2, *RULES)])
    assert [page.number for page in pages] == [2]

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from ingest.chunks.chunking import chunk
from ingest.contracts import (
    Block,
    Chunk,
    ChunkType,
    Line,
    Page,
    PageStatus,
    Picture,
    Reading,
    Table,
    TextSource,
)
from ingest.tables.cells import Cell, readable, to_table

BOX = (0.0, 0.0, 100.0, 10.0)
SENTENCE = "Each player draws one card and then plays up to two cards from the hand."


def words(text: str) -> int:
    """A tokenizer whose tokens are words."""
    return len(text.split())


def text(*lines: str) -> Block:
    return Block("text", tuple(Line(line, BOX) for line in lines))


def heading(title: str, level: int = 1) -> Block:
    return Block("heading", (Line(title, BOX),), level)


def page(number: int, *blocks: Block, tables: tuple[Table, ...] = ()) -> Page:
    return Page(number, PageStatus.TEXT, TextSource.LAYER, 600.0, 800.0, blocks, tables)


def cut(*pages: Page, budget: int = 240) -> tuple[Chunk, ...]:
    return chunk(Reading(pages, (), ("en",)), words, budget)


def table(rows: int) -> tuple[Block, Table]:
    cells = [Cell(0, 0, "Item", header=True), Cell(0, 1, "Cost", header=True)]
    cells += [Cell(i, c, f"{'thing' if c == 0 else 'price'} {i}") for i in range(1, rows) for c in (0, 1)]
    made = to_table(cells, BOX)
    return Block("table", tuple(Line(readable(row), BOX) for row in made.rows)), made


def test_a_chunk_never_crosses_a_page() -> None:
    """Every chunk's text stands on its own page, and ordinals count from 0 on each."""
    made = cut(*(page(n, heading(f"Part {n}"), *[text(f"On page {n}: {SENTENCE}")] * 12) for n in (1, 2, 3)))
    assert {c.page for c in made} == {1, 2, 3}
    assert all(f"page {c.page}" in c.content or SENTENCE in c.content for c in made)
    assert [c.ordinal for c in made if c.page == 2] == list(range(len([c for c in made if c.page == 2])))


def test_the_section_path_goes_on_over_pages() -> None:
    """A section that began on the page before names the text that goes on."""
    made = cut(page(1, heading("Combat"), heading("Attack", 2), text(SENTENCE * 3)), page(2, text(SENTENCE * 3)))
    assert [c.section_path for c in made] == [("Combat", "Attack"), ("Combat", "Attack")]


@given(st.lists(st.integers(1, 400), min_size=1, max_size=8), st.integers(30, 200))
def test_no_chunk_is_longer_than_the_model_reads(lengths: list[int], budget: int) -> None:
    """However long the paragraphs are, and nothing is lost."""
    blocks = [text(" ".join(f"w{i}x{j}" for j in range(length))) for i, length in enumerate(lengths)]
    made = cut(page(1, *blocks), budget=budget)
    assert all(c.tokens <= budget for c in made)
    assert {w for b in blocks for w in b.text.split()} <= {w for c in made for w in c.content.split()}


def test_a_long_table_repeats_its_header() -> None:
    """Each part can be read alone."""
    block, made = table(120)
    parts = [c for c in cut(page(1, heading("Prices"), block, tables=(made,))) if c.type is ChunkType.TABLE]
    assert len(parts) > 1
    assert all(c.content.startswith("Item | Cost\n") and c.html and "<th>Item</th>" in c.html for c in parts)
    assert sum(c.content.count("thing") for c in parts) == 119


def test_a_table_that_goes_on_has_the_header_of_the_page_before() -> None:
    """The second half of a table is no list of bare numbers."""
    block, made = table(5)
    rest = to_table([Cell(i, c, f"more {i}{c}") for i in range(3) for c in (0, 1)], BOX)
    second = Block("table", tuple(Line(readable(row), BOX) for row in rest.rows))
    made_chunks = cut(page(1, block, tables=(made,)), page(2, second, tables=(rest,)))
    assert made_chunks[-1].content.startswith("Item | Cost\nmore 00 | more 01")


def test_the_same_text_is_the_same_chunk_wherever_it_stands() -> None:
    """Identity is content; what is embedded also knows the section."""
    one = cut(page(1, heading("A"), text(SENTENCE * 4)))[0]
    two = cut(page(7, heading("B"), text(SENTENCE.upper() * 4)))[0]
    assert one.chunk_id == two.chunk_id
    assert one.embed_id != two.embed_id


def test_equal_chunks_of_a_page_stand_once() -> None:
    """Four equal cards on a sheet are one passage."""
    card = [heading("Your turn"), text(SENTENCE * 3)]
    assert len(cut(page(1, *card, *card, *card))) == 1


def test_small_sections_are_joined() -> None:
    """A few words under each of three headings are one chunk that holds the headings."""
    blocks = [b for name in ("Gambeson", "Leather", "Chain") for b in (heading(name, 2), text("Two points of armour."))]
    made = cut(page(1, heading("Armour"), *blocks))
    assert len(made) == 1
    assert all(name in made[0].content for name in ("Gambeson", "Leather", "Chain"))


def test_a_table_of_contents_is_not_searched() -> None:
    """It names everything and says nothing."""
    made = cut(page(1, text("1. Setup … 4", "2. Your turn … 5", "3. Scoring … 9")), page(4, text(SENTENCE * 3)))
    assert [c.page for c in made] == [4]


def test_an_unreadable_page_gives_nothing() -> None:
    """It is named in the report, not searched."""
    broken = replace(page(1), status=PageStatus.UNREADABLE, source=TextSource.NONE)
    assert cut(broken) == ()


def test_a_text_is_joined_to_its_table_and_to_the_picture_beside_it() -> None:
    """What introduces a table holds it; the nearest text speaks of a picture."""
    block, made = table(4)
    picture = Picture((0.0, 20.0, 100.0, 90.0), "ab12", "images/ab12.png")
    sheet = replace(page(1, heading("Prices"), text(SENTENCE * 2), block, tables=(made,)), pictures=(picture,))
    first, second = cut(sheet)
    assert {(link.target, link.relation) for link in first.connect_to} == {
        (second.chunk_id, "embeds"),
        ("images/ab12.png", "related"),
    }

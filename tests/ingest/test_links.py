"""What stands in a text and what it speaks of: `connect_to`, references, and the pictures that become passages."""

from __future__ import annotations

import pytest

from ingest.chunks.chunking import chunk
from ingest.chunks.references import Reference, references
from ingest.contracts import Block, Box, Chunk, ChunkType, Line, Page, PageStatus, Picture, Reading, Table, TextSource
from ingest.tables.cells import Cell, readable, to_table

MORE = "The youngest begins, and turns go round to the left until somebody has no piece any more to move at all."
FILL = "Every player takes the pieces of one colour and puts them before the board, as many as there are squares."


def box(top: float, high: float = 10.0, left: float = 50.0, wide: float = 300.0) -> Box:
    return (left, top, left + wide, top + high)


def text(words: str, top: float) -> Block:
    return Block("text", (Line(words, box(top)),))


def table(top: float, word: str = "thing") -> tuple[Block, Table]:
    cells = [Cell(0, c, name, header=True) for c, name in enumerate(("Item", "Cost"))]
    made = to_table([*cells, Cell(1, 0, word), Cell(1, 1, "3")], box(top, 40.0))
    return Block("table", tuple(Line(readable(row), box(top, 40.0)) for row in made.rows)), made


def picture(top: float, name: str = "ab", caption: str = "", high: float = 100.0) -> Picture:
    return Picture(box(top, high), name, f"images/{name}.png", caption)


def cut(*blocks: Block, tables: tuple[Table, ...] = (), pictures: tuple[Picture, ...] = ()) -> list[Chunk]:
    title = Block("heading", (Line("Rules", box(10.0)),), 1)
    page = Page(1, PageStatus.TEXT, TextSource.LAYER, 400.0, 800.0, (title, *blocks), tables, pictures)
    return list(chunk(Reading((page,), (), ("en",)), lambda words: len(words.split()), 240))


@pytest.mark.parametrize(
    ("words", "kind", "number", "place"),
    [
        ("Roll on the table below and read the line.", "table", None, "below"),
        ("As Figure 3 shows, he is taken.", "picture", "3", None),
        ("Lancez sur le tableau suivant.", "table", None, "below"),
        ("Placez-les, voir le schéma ci-contre.", "picture", None, "beside"),
        ("In the following example Anna plays.", "picture", None, "below"),
        ("Il est pris, voir tableau 4.", "table", "4", None),
        ("Set it up as in the picture.", "picture", None, None),
    ],
)
def test_words_that_point_at_something(words: str, kind: str, number: str | None, place: str | None) -> None:
    """In both languages: by a number, by a place, by "see"."""
    (found,) = references(words)
    assert (found.kind, found.number, found.place) == (kind, number, place)


@pytest.mark.parametrize(
    "words", ["Put the cards on the table.", "For example, a king.", "Everyone sits round the table and looks."]
)
def test_the_table_where_people_play_is_no_table(words: str) -> None:
    """Nor is every example a picture."""
    assert list(references(words)) == []


def test_a_table_is_embedded_at_its_place_in_the_text() -> None:
    """After the sentence that it follows, and before the one that goes on."""
    block, made = table(60.0)
    before, after, *_ = cut(text(FILL, 30.0), block, text(f"Afterwards. {MORE}", 120.0), tables=(made,))
    assert after.type is ChunkType.TABLE
    (link,) = before.connect_to
    assert (link.target, link.relation, link.ref) == (after.chunk_id, "embeds", "table")
    assert before.content[: link.position].endswith("squares.")
    assert before.content[link.position :].startswith("\nAfterwards.")


def test_a_text_that_speaks_of_a_table_below_is_related_to_it() -> None:
    """To the nearest below, at the word that says so."""
    (first, above), (second, below) = table(60.0, "gold"), table(300.0, "silver")
    words = f"{FILL} Pay by the table below."
    chunks = cut(
        first, text(words, 200.0), Block("heading", (Line("Prices", box(290.0)),), 2), second, tables=(above, below)
    )
    speaker = next(c for c in chunks if "Pay by" in c.content)
    (link,) = [link for link in speaker.connect_to if link.relation == "related"]
    assert "silver" in next(c for c in chunks if c.chunk_id == link.target).content
    assert speaker.content[link.position :].startswith("table below")


def test_a_picture_between_two_paragraphs_stands_in_their_text() -> None:
    """At the end of the paragraph above it."""
    chunks = cut(text(FILL, 30.0), text(f"Then. {MORE}", 200.0), pictures=(picture(60.0),))
    (link,) = chunks[0].connect_to
    assert (link.target, link.relation) == ("images/ab.png", "embeds")
    assert chunks[0].content[link.position :].startswith("\nThen.")


def test_pictures_that_inform_are_passages() -> None:
    """By a caption, by labels in them, by words that point at them; with those words and their section."""
    labels = Block("caption", (Line("Throne", box(480.0, left=80.0, wide=40.0)), Line("Gate", box(500.0, wide=40.0))))
    chunks = cut(
        text(f"{FILL} Set it up as in the picture below.", 30.0),
        labels,
        pictures=(picture(60.0, "aa"), picture(300.0, "bb", "The king is taken"), picture(440.0, "cc")),
    )
    shown = {c.connect_to[0].ref: c for c in chunks if c.type is ChunkType.IMAGE}
    assert {ref: c.content.splitlines()[0] for ref, c in shown.items()} == {
        "aa": "Set it up as in the picture below.",
        "bb": "The king is taken",
        "cc": "Throne Gate",
    }
    assert all(c.section_path == ("Rules",) for c in shown.values())


def test_decoration_is_no_passage() -> None:
    """A portrait that nobody names, an icon."""
    chunks = cut(text(FILL, 30.0), pictures=(picture(60.0), picture(400.0, "ic", "Gold", high=20.0)))
    assert [c.type for c in chunks] == [ChunkType.TEXT]


def test_references_are_equal_by_what_they_say() -> None:
    """A record like any other."""
    assert next(references("the table above")) == Reference("table", 4, place="above")

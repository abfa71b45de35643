from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ingest.contracts import Block, ChunkType, Line
from oracle.sheets.contracts import Sheet, SheetKind
from oracle.sheets.outline import outline
from oracle.sheets.plan import by_headings
from tests.fakes.library import FakePage, page
from tests.oracle.sheets.shelf import shelf
from tests.oracle.sheets.test_make import made, of


def lines(sheet: Sheet) -> list[tuple[str, str]]:
    return [(line.heading, line.text) for line in sheet.lines]


def test_a_numbered_heading_inside_a_passage_is_a_heading(tmp_path: Path) -> None:
    """A line "6. Ending the game" below another section begins its own; a numbered step does not."""
    rules = page("Add the pirates.\n6. Ending the game\nThe game ends after 8 rounds.", section="Race > 5. Pirates")
    sheet = made(tmp_path, of(SheetKind.SCORING), shelf(rules=(rules,), extra=()))
    assert lines(sheet) == [("6. Ending the game", "The game ends after 8 rounds.")]


def test_a_table_stands_where_the_book_has_it(tmp_path: Path) -> None:
    """Before the next heading of the passage in the midst of which it stands."""
    rules = FakePage(
        (
            ("Race > A turn", "A nine is special:\nDoubles\nA double gives no second roll."),
            ("Race > A turn", "6 and 3 | go to 26\n5 and 4 | go to 53"),
        ),
        types=(ChunkType.TEXT, ChunkType.TABLE),
    )
    sheet = made(tmp_path, of(SheetKind.TURN), shelf(rules=(rules,), extra=()))
    assert [line.how for line in sheet.lines] == ["sentence", "table", "sentence"]


def test_the_rest_of_a_sentence_is_not_shown(tmp_path: Path) -> None:
    """What began on another page says nothing here."""
    rules = page("also ends what you do. Pass the dice to the left.", section="Race > A turn")
    sheet = made(tmp_path, of(SheetKind.TURN), shelf(rules=(rules,), extra=()))
    assert [line.text for line in sheet.lines] == ["Pass the dice to the left."]


def test_a_heading_that_many_things_have_is_not_the_part_of_the_book(tmp_path: Path) -> None:
    """The heading "Turn" of four monsters gives way to "Your turn"."""
    monsters = [page(f"The {name} turns to stone.", section=f"Race > {name} > Turn") for name in ("Imp", "Elf", "Orc")]
    rules = (*monsters, page("On your turn you roll.", section="Race > Your turn"))
    sheet = made(tmp_path, of(SheetKind.TURN), shelf(rules=rules, extra=()))
    assert [line.text for line in sheet.lines] == ["On your turn you roll."]


def test_a_heading_inside_a_passage_stands_where_its_page_says(tmp_path: Path) -> None:
    """The last part of "Your turn" was put together with "Thanks": it belongs to a turn all the same."""
    told = page("Failed rolls\nGive back a tile.\nThanks\nTo all who played.", section="")
    library = shelf(rules=(told,), extra=())
    ((booklet, passages),) = [
        (r.booklet, library.all_passages(library.scope("race"))) for r in library.scope("race").revisions
    ]
    heads = [("Your turn", 2), ("Failed rolls", 3), ("Thanks", 2)]
    blocks = tuple(Block("heading", (Line(text, (0.0, 0.0, 1.0, 1.0)),), level=level) for text, level in heads)
    outlined = outline([replace(library.page(passages[0].ref), blocks=blocks)])
    plan = by_headings(SheetKind.TURN, {booklet: passages}, {booklet: outlined})
    assert [unit.text for unit in plan[booklet]] == ["Give back a tile."]
    assert not by_headings(SheetKind.TURN, {booklet: passages})

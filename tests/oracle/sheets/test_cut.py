from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.contracts import Block, BookletKind, ChunkType, Line
from oracle.fidelity import folded
from oracle.sheets.contracts import Sheet, SheetKind
from oracle.sheets.outline import Outline, outline
from oracle.sheets.plan import by_headings
from tests.fakes.library import FakePage, page
from tests.oracle.sheets.shelf import Shelf, shelf
from tests.oracle.sheets.test_make import made, of

BARE = Outline()
PLAY = (page("You may play two cards.", section="Play"), page("The moor is wide.", section="Land"))


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


def rules(told: Sequence[FakePage], kind: SheetKind, captions: Outline = BARE) -> list[str]:
    """What the sheet of a booklet with these pages is made of."""
    library = shelf(rules=(page("The game is old.", section="Race > History"), *told), extra=())
    (revision,) = library.scope("race").revisions
    passages = {revision.booklet: library.all_passages(library.scope("race"))}
    plan = by_headings(kind, passages, {revision.booklet: captions})
    return [unit.text for unit in plan.get(revision.booklet, ())]


def test_steps_in_one_line_are_steps() -> None:
    """They keep their numbers and their order; a number inside a sentence begins none."""
    told = page(
        "1. Roll. Everybody rolls 2 dice. 2. Move. Go 3. 3. Take turns. Repeat step 2 until it ends.", section="A turn"
    )
    assert rules((told,), SheetKind.TURN) == [
        "1. Roll. Everybody rolls 2 dice.",
        "2. Move. Go 3.",
        "3. Take turns. Repeat step 2 until it ends.",
    ]


def test_what_stands_below_a_picture_is_no_rule() -> None:
    """Even where it sounds like one; an order that stands there is one."""
    below = ("The position after the winning roll.", "Place a pawn on the start.")
    told = page("\n".join(("Roll.", *below)), section="Set-up")
    assert rules((told,), SheetKind.SETUP, Outline(captions=frozenset(map(folded, below)))) == [
        "Roll.",
        "Place a pawn on the start.",
    ]


@pytest.mark.parametrize("label", ["The pieces before the first move.", "The moon board at the start of play."])
def test_a_label_that_no_page_calls_a_caption_is_an_aside(tmp_path: Path, label: str) -> None:
    """It names what is seen, and gives way to what is done."""
    said = [f"Place pawn number {n} on the board." for n in range(4)]
    told = page("\n".join([*said[:2], label, *said[2:]]), section="Race > Set-up")
    assert [line.text for line in made(tmp_path, library=shelf(rules=(told,), extra=())).lines] == said


def test_a_sentence_that_lost_its_beginning_to_a_sign_is_not_shown() -> None:
    """But an entry of a list that begins small is."""
    told = page(
        "Red cards\nuses old ways that pollute.\nWith more players:\nin a big game, add a card.", section="Set-up"
    )
    assert rules((told,), SheetKind.SETUP)[-2:] == ["With more players:", "in a big game, add a card."]
    assert not any("pollute" in each for each in rules((told,), SheetKind.SETUP))


def test_what_serves_instead_is_the_first_part_that_has_it() -> None:
    """Combat stands for a turn in a book that knows none: that of the players, not that of the game master."""
    told = (
        page("You may do two things.", section="Players > Combat"),
        page("The master rolls for the ogre.", section="Master > Combat"),
    )
    assert rules(told, SheetKind.TURN) == ["You may do two things."]
    assert rules((*told, page("You roll.", section="Your turn")), SheetKind.TURN) == ["You roll."]


def test_who_moves_first_is_a_set_up_with_what_is_in_the_box() -> None:
    """The box alone is none."""
    box = page("Take the board and 24 men.", section="What is in the box")
    first = page("The attackers make the first move.", section="Forces and first move")
    assert len(rules((box, first), SheetKind.SETUP)) == 2
    assert rules((box,), SheetKind.SETUP) == []


def test_what_is_beside_the_matter_far_from_it_is_about_else() -> None:
    """The heading “Fast movement” of a class, many pages before the turn, is no part of a turn."""
    classes = [page(f"You may run {n}.", section=f"Class {n} > Fast movement") for n in range(2)]
    filler = [page("The moor is wide.", section="Land")] * 12
    near = page("You may move and act.", section="Movement")
    told = (*classes, *filler, page("You roll on your turn.", section="Your turn"), near)
    assert rules(told, SheetKind.TURN) == ["You roll on your turn.", "You may move and act."]


def test_the_name_of_a_power_in_the_line_is_not_its_first_word() -> None:
    """What begins with “Turn Resistance.” is no turn."""
    told = page("Turn Resistance. The lich has advantage on each saving throw.", section="Lich")
    assert rules((told, page("You roll.", section="Your turn")), SheetKind.TURN) == ["You roll."]


def test_what_serves_is_no_detail_of_something_else() -> None:
    """The actions of one monster are no turn."""
    told = page("The imp may bite twice.", section="Monsters > Small ones > Imp > Actions")
    assert rules((told,), SheetKind.TURN) == []


def test_what_serves_comes_from_no_other_booklet_where_one_names_the_matter(tmp_path: Path) -> None:
    """But from an expansion, which changes the game."""
    told = {"rules": ("en", [page("You roll on your turn.", section="Your turn")]), "more": ("en", PLAY)}
    for kind, count in ((BookletKind.AID, 1), (BookletKind.EXPANSION, 2)):
        library = Shelf(told, game="race", kinds={"more": kind})
        assert len(made(tmp_path / kind, of(SheetKind.TURN), library).lines) == count

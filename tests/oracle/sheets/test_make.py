from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ingest.contracts import BookletKind, ChunkType
from oracle.contracts import Stack
from oracle.display import clean
from oracle.errors import ClaudeError
from oracle.parts import ClaudeSeam, Parts
from oracle.profile import Profile
from oracle.record import Runs
from oracle.sheets.contracts import Sheet, SheetKind
from oracle.sheets.html import page as html
from oracle.sheets.kept import Kept
from oracle.sheets.make import Wanted, make
from oracle.sheets.pick import CHARACTERS, LINES, pick
from oracle.sheets.shown import sheet_json, text
from oracle.texts import Texts
from tests.fakes.claude import ScriptedClaude
from tests.fakes.library import FakePage, page
from tests.oracle.sheets.shelf import RULES, Shelf, shelf
from vm.errors import Unreachable

SETUP = Wanted(SheetKind.SETUP, Stack("race"))


def made(
    tmp_path: Path, wanted: Wanted = SETUP, library: Shelf | None = None, claude: ClaudeSeam | None = None
) -> Sheet:
    parts = Parts(library or shelf(), Profile(), claude, tmp_path, Runs(tmp_path / "runs.db", "none"))
    return make(wanted, parts, threading.Event(), Kept(tmp_path))


def texts(sheet: Sheet) -> list[str]:
    return [line.text for line in sheet.lines]


def of(kind: SheetKind, **facts: object) -> Wanted:
    from dataclasses import replace

    return replace(SETUP, kind=kind, **facts)  # type: ignore[arg-type]


def test_a_sheet_holds_what_stands_under_the_headings_in_the_books_order(tmp_path: Path) -> None:
    """Whole sentences and tables with their pages, the expansion after the base game; no history, no example."""
    sheet = made(tmp_path)
    assert sheet.found == "headings"
    assert [(group.booklet, group.kind) for group in sheet.groups] == [
        ("rules", BookletKind.CORE),
        ("extra", BookletKind.EXPANSION),
    ]
    assert texts(sheet)[:2] == [
        "Each player takes a pawn and puts it on the first square.",
        "The board lies in the middle.",
    ]
    assert texts(sheet)[-1] == "Put the harbour beside the board."
    assert {line.page for line in sheet.groups[0].lines} == {2}
    assert all(line.key.startswith("race/") for line in sheet.lines)
    assert not any("Anna" in text or "kings" in text for text in texts(sheet))


def test_steps_of_a_list_stay_together_and_in_order(tmp_path: Path) -> None:
    """A turn is its numbered steps."""
    sheet = made(tmp_path, of(SheetKind.TURN))
    assert texts(sheet)[:3] == ["1. Roll both dice.", "2. Move your pawn that far.", "3. Do what the square says."]


def test_a_number_of_players_cuts_tables_and_drops_what_is_for_others(tmp_path: Path) -> None:
    """What was dropped is counted; where nothing names the number, that is said."""
    sheet = made(tmp_path, of(SheetKind.SETUP, players=3))
    assert "Players | Coins | Stake\n3 | 15 | 3" in texts(sheet)
    assert not any("With 2 players" in text for text in texts(sheet))
    assert sheet.others == 3
    nowhere = made(tmp_path, of(SheetKind.SCORING, players=5))
    assert [note.key for note in nowhere.notes] == ["sheet.players_nowhere"]


def test_a_sheet_fits_its_page_and_says_how_much_did_not(tmp_path: Path) -> None:
    """Whole sentences only, never reordered, at most so many lines."""
    long = page(*(f"Place card number {n} in the row of cards that lies there." for n in range(60)), section="Set-up")
    sheet = made(tmp_path, library=shelf(rules=(page("Words.", section="Else"), long), extra=()))
    assert len(sheet.lines) <= LINES
    assert sum(len(text) for text in texts(sheet)) <= CHARACTERS
    assert sheet.left_out == 60 - len(sheet.lines)
    assert texts(sheet) == sorted(texts(sheet), key=lambda text: int(text.split()[3]))


def test_where_no_heading_says_it_searching_does_and_is_said(tmp_path: Path) -> None:
    """The nearest passages, or nothing at all: then the sheet is empty, which is an answer."""
    setup = "Before the first move the game is set up: each player takes seven coins, and who begins is drawn by lot."
    bare = shelf(rules=(page(setup, section="Rules"), page("The red gate is closed.", section="Gates")), extra=())
    assert made(tmp_path, library=bare).found in ("search", "nothing")
    silent = shelf(rules=(page("The red gate is closed to pawns.", section="Gates"),), extra=())
    sheet = made(tmp_path, library=silent)
    assert (sheet.found, sheet.lines) == ("nothing", ())


def test_a_sheet_is_kept_until_a_booklet_changes(tmp_path: Path) -> None:
    """The same stack gives the kept one, another revision never; `fresh` makes it anew."""
    first = made(tmp_path)
    again = made(tmp_path)
    assert (first.kept, again.kept) == (False, True)
    assert again.lines == first.lines
    assert made(tmp_path, of(SheetKind.SETUP, fresh=True)).kept is False
    changed = shelf(rules=(*RULES[:1], page("Each player takes nine coins.", section="Race > Set-up")))
    assert "Each player takes nine coins." in texts(made(tmp_path, library=changed))


def test_a_damaged_kept_sheet_is_made_again(tmp_path: Path) -> None:
    """Losing a file costs time only."""
    made(tmp_path)
    for file in (tmp_path / "sheets").glob("*.json"):
        file.write_text("{")
    assert made(tmp_path).lines


CONDENSED = """Take a pawn: “Each player takes a pawn and puts it on the first square” [[1]].
Take 99 coins: “The board lies in the middle.” [[1]]
The highest roll begins: “The highest roll begins” [[3]].
Sing a song [[1]]
Nothing at all.
"""


def test_claudes_lines_stand_only_where_the_book_carries_them(tmp_path: Path) -> None:
    """A line whose number, quotation or marker fails gives way to the book's own line, or goes; both are counted."""
    claude = ScriptedClaude(CONDENSED)
    sheet = made(tmp_path, claude=claude)
    assert sheet.made == "condensed"
    assert texts(sheet)[0] == "Take a pawn"
    assert sheet.lines[0].quote == "Each player takes a pawn and puts it on the first square"
    assert "The board lies in the middle." in texts(sheet)
    assert "The highest roll begins" in texts(sheet)
    assert not any("99" in text or "Sing" in text or "Nothing" in text for text in texts(sheet))
    assert [(note.key, note.facts["count"]) for note in sheet.notes] == [("sheet.fell", 3)]
    assert claude.history[0].view is None


@pytest.mark.parametrize("error", [Unreachable("vm.refused", host="x", port=22), ClaudeError("claude.silent")])
def test_where_claude_fails_the_books_own_lines_stand(tmp_path: Path, error: Exception) -> None:
    """Said, and not kept: the next time it may be there."""
    sheet = made(tmp_path, claude=ScriptedClaude(error=error))
    assert sheet.made == "extract"
    assert sheet.lines
    assert "sheet.not_condensed" in [note.key for note in sheet.notes]
    assert made(tmp_path, claude=ScriptedClaude(CONDENSED)).made == "condensed"


def test_an_answer_of_which_nothing_stands_is_no_sheet(tmp_path: Path) -> None:
    """The book's own lines are shown."""
    sheet = made(tmp_path, claude=ScriptedClaude("I cannot do that.\nIgnore the book."))
    assert sheet.made == "extract"
    assert sheet.lines


def test_no_model_is_asked_where_none_is_wanted(tmp_path: Path) -> None:
    """`--no-model` is the book's own lines."""
    claude = ScriptedClaude(CONDENSED)
    assert made(tmp_path, of(SheetKind.SETUP, model=False), claude=claude).made == "extract"
    assert claude.history == []


def test_passages_that_hold_no_line_make_no_sheet(tmp_path: Path) -> None:
    """What is nearest may be signs and numbers alone: then nothing was found, and that is said."""
    library = shelf(rules=(page("☞ 7 7 7", section="Race"), page("… — …", section="Race")), extra=())
    sheet = made(tmp_path, of(SheetKind.TURN), library)
    assert (sheet.found, sheet.groups) == ("nothing", ())


def test_a_booklet_without_a_line_costs_no_sheet() -> None:
    """It is left out of what is picked."""
    rules, extra = (revision.booklet for revision in shelf().scope("race").revisions)
    assert pick({rules: (), extra: ()}) == ({}, 0)


def test_a_booklet_without_such_a_section_says_so_and_where_it_comes_nearest(tmp_path: Path) -> None:
    """Packs of equipment are no set-up: the sheet names the place and fills itself with nothing."""
    packs = page("Each player may buy a pack. It holds a rope.", section="Race > Equipment packs")
    library = shelf(rules=(page("The game is old.", section="Race > History"), packs), extra=())
    for _ in range(2):  # made, then kept
        sheet = made(tmp_path, library=library)
        assert (sheet.found, sheet.lines) == ("search", ())
        assert sheet.nearest is not None
        assert (sheet.nearest.page, sheet.nearest.heading) == (2, "Equipment packs")
    said = text(sheet, Texts("en"), 80)
    assert said == "This book has no section on set-up; the nearest is rules, p. 2, “Equipment packs”."
    assert "pas de section sur la mise en place" in text(sheet, Texts("fr"), 80)
    assert clean(said) in html(sheet, Texts("en")).replace("&#x27;", "'")
    assert sheet_json(sheet, ("rules",), Texts("en"))["nearest"] == {
        "booklet": "rules", "key": sheet.nearest.key, "page": 2, "printed_page": sheet.nearest.printed,
        "heading": "Equipment packs",
    }  # fmt: skip


def test_a_list_that_no_page_holds_gives_its_first_steps(tmp_path: Path) -> None:
    """With their numbers and in their order; the rest is counted."""
    steps = page("\n".join(f"{n}. Move pawn number {n} by one square." for n in range(1, 41)), section="Race > A turn")
    sheet = made(tmp_path, of(SheetKind.TURN), shelf(rules=(page("Old.", section="Race > History"), steps), extra=()))
    assert texts(sheet) == [f"{n}. Move pawn number {n} by one square." for n in range(1, len(sheet.lines) + 1)]
    assert 20 <= len(sheet.lines) == 40 - sheet.left_out


def test_a_table_without_the_number_of_players_goes_whole(tmp_path: Path) -> None:
    """Its heads alone say nothing; that the book is for other numbers is said."""
    across = FakePage(
        (
            ("Race > Set-up", "Shuffle the cards."),
            ("Race > Set-up", "Number of players | 3 players | 4 players\nCards | 36 | 48"),
        ),
        types=(ChunkType.TEXT, ChunkType.TABLE),
    )
    library = shelf(rules=(page("Old.", section="Race > History"), across), extra=())
    sheet = made(tmp_path, of(SheetKind.SETUP, players=2), library)
    assert (texts(sheet), sheet.others) == (["Shuffle the cards."], 2)
    assert [note.key for note in sheet.notes] == ["sheet.players_others"]
    four = made(tmp_path, of(SheetKind.SETUP, players=4), library)
    assert texts(four)[-1] == "Number of players | 4 players\nCards | 48"


@pytest.mark.parametrize("answer", ["", "I cannot do that.", "Take a pawn: “Each player takes a pawn” [[1]]."])
def test_a_model_that_says_next_to_nothing_leaves_the_books_lines(tmp_path: Path, answer: str) -> None:
    """One line in the place of all would hide the rest: the extract is shown, said, and not kept."""
    sheet = made(tmp_path, claude=ScriptedClaude(answer))
    assert texts(sheet) == texts(made(tmp_path, of(SheetKind.SETUP, model=False)))
    assert sheet.made == "extract"
    assert [note.key for note in sheet.notes] == ["sheet.not_condensed"]
    assert made(tmp_path, claude=ScriptedClaude(CONDENSED)).made == "condensed"

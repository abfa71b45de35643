"""Cheat sheets in the app: F2 and F3, in three sizes and both languages."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList, Static

from ingest.contracts import BookletKind, PageRef
from oracle.app.screens.sheets import SheetScreen
from oracle.sheets.contracts import Group, Line, Nearest, Sheet, SheetKind
from oracle.sheets.make import Wanted
from tests.oracle.app.stage import SIZES, WIDE, Stage, play

REF = PageRef("islands", "rules", 2)
HOSTILE = "[red]Place[/] the board \x1b]52;c;aGk=\x07 [@click=app.quit]here[/]."


def sheet_of(wanted: Wanted, parts: Any, home: Path, cancel: threading.Event) -> Sheet:
    """A sheet of one line of each kind that was wanted; there are no icons."""
    if wanted.kind is SheetKind.ICONS:
        return Sheet(wanted.kind, "islands", "Islands", None, wanted.language, "r")
    line = Line(HOSTILE, "sentence", "islands/rules:2#0", REF, 2, None, str(wanted.kind))
    made = "condensed" if wanted.model else "extract"
    group = Group("rules", "Rules", BookletKind.CORE, (line,))
    return Sheet(wanted.kind, "islands", "Islands", 3, wanted.language, "r", "headings", made, (group,))  # type: ignore[arg-type]


def listed(stage: Stage) -> str:
    rows = stage.app.screen.query_one("#sheet-lines", OptionList)
    return "\n".join(str(rows.get_option_at_index(n).prompt) for n in range(rows.option_count))


def said(stage: Stage, name: str) -> str:
    return str(stage.app.screen.query_one(f"#sheet-{name}", Static).content)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("lang", "setup", "turn"), [("en", "Set-up", "A turn"), ("fr", "Mise en place", "Un tour")])
def test_f2_and_f3_show_the_sheets_of_the_game(
    tmp_path: Path, size: tuple[int, int], lang: str, setup: str, turn: str
) -> None:
    """Each line with its page, what a book says as plain text; the arrows go on to the others; Esc goes back."""

    async def scene(stage: Stage) -> None:
        await stage.press("f2")
        await stage.settle()
        assert setup in said(stage, "title")
        assert "[red]Place[/] the board" in listed(stage) and "[rules, p. 2]" in listed(stage)
        assert "\x1b" not in listed(stage)
        await stage.press("f3")
        await stage.settle()
        assert turn in said(stage, "title")
        await stage.press("right", "right")
        await stage.settle()
        assert listed(stage) == ""
        assert said(stage, "notes")
        await stage.press("escape")
        assert not isinstance(stage.app.screen, SheetScreen)

    play(scene, tmp_path, size=size, lang=lang, sheet=sheet_of)


def test_enter_on_a_line_opens_its_page(tmp_path: Path) -> None:
    """The place in the book, as a citation does."""

    async def scene(stage: Stage) -> None:
        await stage.press("f2")
        await stage.settle()
        await stage.press("enter")
        await stage.settle()
        assert stage.page.view is not None
        assert stage.page.view.ref == REF

    play(scene, tmp_path, size=WIDE, sheet=sheet_of)


def nowhere(wanted: Wanted, parts: Any, home: Path, cancel: threading.Event) -> Sheet:
    """A sheet of something that the book has no section on."""
    near = Nearest("islands/rules:2#0", REF, 2, None, HOSTILE)
    return Sheet(wanted.kind, "islands", "Islands", None, wanted.language, "r", "search", nearest=near)


def test_where_a_book_has_no_section_enter_opens_the_nearest_page(tmp_path: Path) -> None:
    """The place is the one row; nothing waits for Claude."""

    async def scene(stage: Stage) -> None:
        await stage.press("f2")
        await stage.settle()
        assert "no section on set-up; the nearest is rules, p. 2" in said(stage, "notes")
        assert "rules, p. 2, “[red]Place[/]" in listed(stage) and "\x1b" not in listed(stage)
        await stage.press("enter")
        await stage.settle()
        assert stage.page.view is not None
        assert stage.page.view.ref == REF

    play(scene, tmp_path, size=WIDE, sheet=nowhere)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_sheet_is_written_to_be_printed(tmp_path: Path, lang: str) -> None:
    """^e, as `oracle sheet --html`: for A6, in its language; the file is said, and so is one that cannot be written."""
    exports = tmp_path / "home" / "exports"

    async def scene(stage: Stage) -> None:
        await stage.press("f2")
        await stage.settle()
        await stage.press("ctrl+e")
        await stage.settle()
        file = exports / f"islands-setup-3.{lang}.html"
        assert str(file) in stage.notices[-1]
        page = file.read_text("utf-8")
        assert "size:A6" in page and "[red]Place[/] the board" in page and f'lang="{lang}"' in page
        file.write_bytes(b"%PDF somebody's own")
        await stage.press("ctrl+e")
        await stage.settle()
        assert file.read_bytes().startswith(b"%PDF") and file.name in stage.notices[-1]
        await stage.press("right", "right", "right", "ctrl+e", "escape")

    play(scene, tmp_path, lang=lang, sheet=sheet_of)


def test_claudes_lines_take_the_place_of_the_books(tmp_path: Path) -> None:
    """The book's own stand at once; where a Claude is connected its checked ones follow."""
    asked: list[bool] = []

    def counting(wanted: Wanted, parts: Any, home: Path, cancel: threading.Event) -> Sheet:
        asked.append(wanted.model)
        return sheet_of(wanted, parts, home, cancel)

    async def scene(stage: Stage) -> None:
        await stage.press("f2")
        await stage.settle()
        connected = stage.app.session.connected
        assert asked == ([False, True] if connected else [False])
        assert ("short words" in said(stage, "notes")) == connected

    play(scene, tmp_path, sheet=counting)


def test_a_sheet_that_fails_is_said(tmp_path: Path) -> None:
    """Nothing else changes."""

    def failing(wanted: Wanted, parts: Any, home: Path, cancel: threading.Event) -> Sheet:
        raise OSError("disk")

    async def scene(stage: Stage) -> None:
        await stage.press("f3")
        await stage.settle()
        assert "cannot be made" in said(stage, "notes")

    play(scene, tmp_path, sheet=failing)

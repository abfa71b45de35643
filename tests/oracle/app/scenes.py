"""What is played to try every key: a scenario names the keys that it is for, as `SCREEN OWNER: KEY KEY`.

Each presses them and looks at what a player sees. Whether that is so is for `tests.oracle.app.test_keys` to judge.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.cells import cell_len
from textual.command import CommandPalette
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, Static

from ingest.contracts import BookletKind
from oracle.app.samples import Reading
from oracle.app.screens.adding import AddingScreen
from oracle.app.screens.help import HelpScreen
from oracle.app.widgets.citations import Citations
from oracle.app.widgets.key_bar import Key as Touch
from oracle.app.widgets.page_pane import PageScroll
from oracle.app.widgets.picture import Picture
from oracle.app.widgets.rows import Rows
from oracle.contracts import Answer, Question
from oracle.house import House, today
from oracle.record import FILE, Runs
from oracle.texts import Texts
from tests.fakes.table import QUOTE, FakeLibrary, FakeParts, Gate, NoLibrary, answered, booklet, found, thumbnails
from tests.oracle.app.stage import Stage, visible
from tests.oracle.app.test_disputes import either
from tests.oracle.app.test_keeping import recorded, recording
from tests.oracle.app.test_sheets import sheet_of
from tests.oracle.app.watched import Key

Scene = Callable[[Stage, Texts, Path], Awaitable[None]]


@dataclass(frozen=True)
class Scenario:
    """What is played, the keys that it is for, and how the table is laid."""

    scene: Scene
    keys: frozenset[Key]
    laid: Callable[[Path], dict[str, Any]]


SCENARIOS: dict[str, Scenario] = {}


def scenario(*keys: str, laid: Callable[[Path], dict[str, Any]] = lambda tmp_path: {}) -> Callable[[Scene], Scene]:
    """Take a scene into the table, with its keys."""

    def take(scene: Scene) -> Scene:
        SCENARIOS[scene.__name__] = Scenario(scene, frozenset(each for line in keys for each in _keys(line)), laid)
        return scene

    return take


def _keys(line: str) -> Iterator[Key]:
    where, pressed = line.split(": ")
    screen, owner = where.split()
    yield from ((screen, owner, key) for key in pressed.split())


# --- what a player sees --------------------------------------------------------------------------------


def sees(stage: Stage, *words: str) -> bool:
    """Whether all of this stands on the screen, wherever lines break."""
    shown = _one_line(stage.screen)
    return all(_one_line(each) in shown for each in words)


def _one_line(text: str) -> str:
    return "".join(character for character in text if character.isalnum() or character in "★✓⚠❯")


def cut(screen: Screen[object]) -> list[str]:
    """What does not fit: a widget beyond the screen, a line beyond its widget, more lines than there is height."""
    return [fault for widget in screen.query("*") if visible(widget) for fault in _cut(widget, screen)]


def _cut(widget: Widget, screen: Screen[object]) -> Iterator[str]:
    inside = any(isinstance(each, Widget) and each.is_scrollable for each in widget.ancestors if each is not screen)
    region, room = widget.content_region, widget.content_size
    if not inside and region.area and (region.right > screen.size.width or region.bottom > screen.size.height):
        yield f"{widget} lies beyond the screen: {region}"
    if isinstance(widget, Static) and isinstance(widget.content, Content) and widget.content.plain and room.width:
        wraps, elided = widget.styles.text_wrap != "nowrap", widget.styles.text_overflow == "ellipsis"
        longest = max(cell_len(line) for line in widget.content.plain.split("\n"))
        if not wraps and not elided and longest > room.width:
            yield f"{widget} is cut at {room.width}: {widget.content.plain}"
        if wraps and not inside and widget.content.get_height({}, room.width) > room.height:
            yield f"{widget} has no room for all lines: {widget.content.plain}"


async def everywhere(stage: Stage, say: Texts) -> None:
    """On any screen: nothing is cut; F1, the palette and the other language are a key away, or a touch."""
    assert cut(stage.app.screen) == []
    here = stage.app.screen
    bar = [key.key for key in here.query(Touch) if key.content_region.right <= here.size.width]
    assert "ctrl+p" in bar, "whoever has no such key touches it, and finds the others there"
    await stage.press("f1")
    assert sees(stage, say("app.help.keys"))
    await stage.press("f1")
    await stage.press("ctrl+p")
    assert isinstance(stage.app.screen, CommandPalette)
    await stage.press("escape")
    other = Texts("fr" if say.language == "en" else "en")
    await stage.press("ctrl+l")
    await stage.settle()
    assert any(other("app.key.back") in each.words or other("app.key.game") in each.words for each in here.query(Touch))
    await stage.press("ctrl+l")
    await stage.settle()
    assert stage.app.screen is here


def listed(stage: Stage) -> list[str]:
    """The rows of the list on top."""
    rows = stage.app.screen.query_one(Rows)
    return [str(rows.get_option_at_index(n).prompt) for n in range(rows.option_count)]


def highlighted(stage: Stage) -> int | None:
    return stage.app.screen.query(Rows).first().highlighted


def page_number(stage: Stage) -> int | None:
    return stage.page.view.ref.page if stage.page.view else None


# --- how tables are laid -------------------------------------------------------------------------------


def asked(tmp_path: Path) -> dict[str, Any]:
    """Answers that are written down."""
    thumbnails(tmp_path / "home")
    return {"steps": [found(), recording(tmp_path / "home")]}


def remembered(tmp_path: Path) -> dict[str, Any]:
    """Twelve answers of earlier evenings."""
    thumbnails(tmp_path / "home")
    recorded(tmp_path / "home", *(f"Question {n}?" for n in range(1, 13)))
    return {"steps": [found(), answered]}


def two_booklets(tmp_path: Path) -> dict[str, Any]:
    """A game with an expansion, and another game."""
    parts = FakeParts(FakeLibrary(tmp_path / "home"))
    parts.library.extra = (booklet("islands", "seas", tmp_path / "home", BookletKind.EXPANSION, "Seas"),)
    return {"parts": parts}


def pictured(tmp_path: Path) -> dict[str, Any]:
    """Pages with an image at full resolution."""

    class Pictured(FakeLibrary):
        def page(self, ref):  # type: ignore[no-untyped-def]
            there = super().page(ref)
            return replace(there, image=there.thumb, dpi=300)

    return {"parts": FakeParts(Pictured(tmp_path / "home")), "steps": [found(), answered]}


def stopped(tmp_path: Path) -> dict[str, Any]:
    """An answer that does not come."""
    return {"steps": [found(), Gate(), answered]}


def nothing_read(tmp_path: Path) -> dict[str, Any]:
    """No rulebook, until somebody looks again."""
    parts = FakeParts(FakeLibrary(tmp_path / "home", {"islands": "Islands"}))
    return {"opener": NoLibrary(then=parts), "game": None}


def sheets(tmp_path: Path) -> dict[str, Any]:
    """Cheat sheets that are there at once."""
    return {"sheet": sheet_of}


def talked(tmp_path: Path) -> dict[str, Any]:
    """Answers longer than any screen."""
    return {"steps": [found(), partial(_long_answer)]}


def _long_answer(question: Question) -> Answer:
    said = "\n".join(f"Rule {n} stands: “{QUOTE}” [[1]]." for n in range(12))
    return answered(question, text=said)


# --- the scenarios -------------------------------------------------------------------------------------


@scenario(
    "TableScreen AskBox: tab up",
    "TableScreen Rows: enter j k",
    "TableScreen Citations: escape",
    "TableScreen TableScreen: ctrl+down",
    "TableScreen OracleApp: f1 ctrl+p ctrl+l",
    laid=lambda tmp_path: {"steps": [found()]},
)
async def asking(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """A question, what was found, and the way from the box to the pages and back."""
    await stage.press(*"Hi?", "enter")
    await stage.settle()
    assert sees(stage, "Hi?", "every player with more than seven cards") and stage.box == ""
    assert "2 passage" in stage.shown(".found") and "✓" in stage.shown(".notice")
    await everywhere(stage, say)
    await stage.press("up")
    assert stage.box == "Hi?"
    await stage.press("ctrl+u", "tab")
    assert isinstance(stage.app.focused, Citations) and stage.app.focused.highlighted == 0
    await stage.press("j")
    assert stage.app.focused.highlighted == 1
    await stage.press("k")
    assert stage.app.focused.highlighted == 0
    await stage.press("escape")
    assert isinstance(stage.app.focused, Input)
    await stage.press("ctrl+down", "2")
    await stage.settle()
    assert page_number(stage) == 2 and sees(stage, "Trading") and isinstance(stage.app.focused, PageScroll)
    await stage.press("escape", "enter")
    await stage.settle()
    assert page_number(stage) == 2 and isinstance(stage.app.focused, PageScroll)


@scenario("TableScreen AskBox: escape", "TableScreen TableScreen: escape", laid=stopped)
async def cancelling(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """Esc stops the answer, and the question is in the box again; so is the cursor, wherever it was."""
    gate = stage.ask.steps[1]
    assert isinstance(gate, Gate)
    await stage.question("May I?", settle=False)
    await gate.reached()
    await stage.press("escape")
    await stage.settle()
    assert stage.ask.cancelled == ["May I?"] and stage.box == "May I?"
    assert sees(stage, say("app.state.cancelled"))
    assert cut(stage.app.screen) == []
    stage.app.screen.set_focus(None)
    await stage.press("escape")
    assert isinstance(stage.app.focused, Input)


@scenario(
    "TableScreen TableScreen: ctrl+y ctrl+s f8 f9 ctrl+up ctrl+e",
    "ExportScreen ExportScreen: enter escape ctrl+e",
    "ExportScreen Rows: j k",
    "ExportScreen OracleApp: f1 ctrl+p ctrl+l",
    laid=asked,
)
async def keeping(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """What is done with an answer says with which: the last one, or the one that was gone up to."""
    folder = tmp_path / "home"
    await stage.question("First?")
    await stage.question("Second?")
    await stage.press("ctrl+y")
    assert stage.notices[-1] == say("app.keep.copied", question="Second?") and "Second?" in stage.app.clipboard
    await stage.press("ctrl+up", "ctrl+s")
    await stage.settle()
    assert sees(stage, "First? ★") and Runs(folder / FILE).newest(2)[1].starred
    for key, judged in (("f8", "good"), ("f9", "bad")):
        await stage.press(key)
        await stage.settle()
        assert stage.notices[-1] == say(f"app.keep.{judged}", question="First?")
    stage.app.clear_notifications()
    await stage.press("ctrl+e")
    assert sees(stage, say("app.export.title"), say("app.export.answer_html"), "First?")
    await everywhere(stage, say)
    await stage.press("j", "j", "k")
    assert highlighted(stage) == 1
    for leave in ("ctrl+e", "escape"):
        await stage.press(leave)
        assert not sees(stage, say("app.export.title"))
        await stage.press("ctrl+e")
    await stage.press("j", "enter")
    await stage.settle()
    (file,) = (folder / "exports").iterdir()
    assert str(file) in stage.notices[-1] and "First?" in file.read_text("utf-8")


@scenario(
    "TableScreen TableScreen: f4",
    "TableScreen PagePane: v z o n p escape",
    "TableScreen PageScroll: j k h l",
    laid=pictured,
)
async def reading(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """The page, as text and as picture, near and far, turned, and left."""
    await stage.question()
    pane = stage.page
    shown = pane.display
    await stage.press("f4")
    await stage.settle()
    assert pane.display is not shown and cut(stage.app.screen) == []
    await stage.press("f4", "tab", "enter")
    await stage.settle()
    assert sees(stage, "The robber", "more than seven cards", "p. 1") and cut(stage.app.screen) == []
    await stage.press("v")
    await stage.settle()
    assert pane.query_one(Picture).size.width == pane.query_one(PageScroll).scrollable_content_region.width
    assert "▀▀▀▀▀▀" in stage.screen and not sees(stage, "The robber")
    await stage.press("z")
    await stage.settle()
    scroll = pane.query_one(PageScroll)
    before = scroll.scroll_offset
    await stage.press("l", "j")
    await stage.settle()
    assert scroll.scroll_offset.x > before.x and scroll.scroll_offset.y > before.y
    await stage.press("h", "k")
    await stage.settle()
    assert scroll.scroll_offset == before
    await stage.press("v", "o")
    await stage.settle()
    assert sees(stage, say("app.page.picture_at"), "islands-rules-p1.png")
    await stage.press("n")
    await stage.settle()
    assert page_number(stage) == 2 and sees(stage, "Trading")
    await stage.press("p")
    await stage.settle()
    assert page_number(stage) == 1 and sees(stage, "The robber")
    await stage.press("escape")
    assert isinstance(stage.app.focused, Citations)


@scenario("TableScreen TableScreen: pageup pagedown ctrl+n", laid=talked)
async def talking(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """The conversation scrolls while the cursor stays in the box; a new talk is said."""
    await stage.question("First?")
    await stage.question("Second?")
    talk = stage.app.screen.query_one("#talk")
    at = talk.scroll_y
    await stage.press("pageup")
    assert talk.scroll_y < at and sees(stage, "Rule 11")
    await stage.press("pagedown")
    assert talk.scroll_y > at - talk.size.height + 2 and isinstance(stage.app.focused, Input)
    await stage.press("ctrl+n")
    assert say("app.fresh.done") in stage.notices and stage.app.session.turns == ()


@scenario(
    "TableScreen OracleApp: ctrl+c ctrl+q",
    "HelpScreen OracleApp: f1 ctrl+p ctrl+l",
    "HelpScreen HelpScreen: escape q",
)
async def helped(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """F1 opens and closes; ^c says what quits, ^q quits."""
    for leave in ("f1", "escape", "q"):
        await stage.press("f1")
        assert sees(stage, say("app.help.keys"), say("app.help.everywhere"), say("app.key.about.game"))
        await stage.press(leave)
        assert not isinstance(stage.app.screen, HelpScreen)
    await stage.press("f1")
    assert cut(stage.app.screen) == []
    await stage.press("ctrl+p")
    assert isinstance(stage.app.screen, CommandPalette)
    await stage.press("escape", "ctrl+l")
    await stage.settle()
    assert sees(stage, Texts("fr" if say.language == "en" else "en")("app.help.everywhere"))
    await stage.press("ctrl+l", "escape", "ctrl+c")
    assert say("app.quit.hint") in stage.notices and not stage.app._exit
    await stage.press("ctrl+q")
    assert stage.app._exit


@scenario(
    "TableScreen TableScreen: f6",
    "DoctorScreen DoctorScreen: escape f6 q",
    "DoctorScreen OracleApp: f1 ctrl+p ctrl+l",
)
async def examined(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """F6: how things are, and back."""
    for leave in ("escape", "f6", "q"):
        await stage.press("f6")
        await stage.settle()
        assert sees(stage, say("app.doctor.title"), say("app.doctor.well"))
        if leave == "escape":
            await everywhere(stage, say)
        await stage.press(leave)
        assert not sees(stage, say("app.doctor.title"))


@scenario(
    "TableScreen TableScreen: f5 f7",
    "AddingScreen AddingScreen: escape enter",
    "AddingScreen OracleApp: f1 ctrl+p ctrl+l",
    laid=nothing_read,
)
async def begun(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """No rulebook yet: the samples are read, or left; F5 looks again."""
    assert sees(stage, say("app.welcome.empty.title"), say("app.welcome.empty.samples"))
    assert cut(stage.app.screen) == []
    program = (sys.executable, "-S", "-c", "print('islands')")
    screen = AddingScreen(stage.app._say, Reading(stage.app.session.config, tmp_path, program))
    stage.app.push_screen(screen)
    await stage.settle()
    assert sees(stage, say("app.adding.title"), "islands", say("app.adding.done"))
    await everywhere(stage, say)
    await stage.press("enter")
    assert not sees(stage, say("app.adding.title"))
    stage.app.screen._read_samples = lambda well: None  # type: ignore[attr-defined]
    await stage.press("f7")
    assert sees(stage, say("app.adding.title"), say("app.adding.running"))
    await stage.press("escape")
    await stage.settle()
    assert not sees(stage, say("app.adding.title"))
    await stage.press("f5")
    await stage.settle()
    assert "Islands" in stage.shown("#title-game")


@scenario(
    "TableScreen TableScreen: ctrl+g",
    "PickerScreen PickerScreen: escape down up",
    "PickerScreen Filter: enter tab",
    "PickerScreen Booklets: enter space tab",
    "PickerScreen Rows: j k",
    "PickerScreen Players: enter right plus up l k left minus down h j tab",
    "PickerScreen OracleApp: f1 ctrl+p ctrl+l",
    laid=two_booklets,
)
async def choosing(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """Game, booklets and players, each key of each."""

    def players() -> str:
        return str(stage.app.screen.query_one("#players", Static).content).strip()

    await stage.press("ctrl+g")
    assert sees(stage, say("app.picker.title"), "Islands", "Tafl", say("app.picker.players"))
    await everywhere(stage, say)
    await stage.press("down")
    assert stage.app.screen.query_one("#booklets", Rows).option_count == 1
    await stage.press("up", "tab")
    rows = stage.app.screen.query_one("#booklets", Rows)
    await stage.press("j", "k", "j", "space")
    assert [str(rows.get_option_at_index(n).prompt)[:3] for n in (0, 1)] == ["[✓]", "[ ]"]
    await stage.press("tab", "right", "plus", "up", "l", "k")
    assert players() == "5"
    await stage.press("left", "minus", "down", "h")
    assert players() == "1"
    await stage.press("right", "right", "j", "tab")
    assert players() == "2" and cut(stage.app.screen) == []
    await stage.press("enter")
    await stage.settle()
    assert sees(stage, say("app.table.some", count=1, of=2), say("stack.players", count=2))
    for keys in (("tab", "enter"), ("tab", "tab", "right", "enter")):
        await stage.press("ctrl+g", *keys)
        await stage.settle()
    assert sees(stage, say("stack.players", count=3))
    await stage.press("ctrl+g", "escape")
    assert not sees(stage, say("app.picker.title"))


@scenario(
    "TableScreen TableScreen: ctrl+r",
    "HistoryScreen HistoryScreen: escape ctrl+r down up pagedown pageup ctrl+s enter",
    "HistoryScreen Rows: j k",
    "HistoryScreen OracleApp: f1 ctrl+p ctrl+l",
    laid=remembered,
)
async def remembering(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """What was asked before: moved in, marked, read again, left."""
    for leave in ("escape", "ctrl+r"):
        await stage.press("ctrl+r")
        await stage.settle()
        assert sees(stage, say("app.history.title"), "Question 12?")
        await stage.press(leave)
        assert not sees(stage, say("app.history.title"))
    await stage.press("ctrl+r")
    await stage.settle()
    await everywhere(stage, say)
    for keys, row in (("down", 1), ("pagedown", 9), ("pageup", 1), ("up", 0)):
        await stage.press(keys)
        assert highlighted(stage) == row
    await stage.press("tab", "j", "j", "k", "ctrl+s")
    await stage.settle()
    assert highlighted(stage) == 1 and listed(stage)[1].startswith("★ Question 11?")
    await stage.press("enter")
    await stage.settle()
    assert sees(stage, "Question 11?", "more than seven cards")


@scenario(
    "TableScreen TableScreen: f2 f3",
    "SheetScreen SheetScreen: escape q ctrl+e f2 f3 right left",
    "SheetScreen Rows: enter j k",
    "SheetScreen OracleApp: f1 ctrl+p ctrl+l",
    laid=sheets,
)
async def summed_up(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """Cheat sheets: from one to the next, to a page, to paper."""
    kinds = {key: say(f"sheet.kind.{kind}") for key, kind in (("f2", "setup"), ("f3", "turn"))}
    for key, leave in (("f2", "escape"), ("f3", "q")):
        await stage.press(key)
        await stage.settle()
        assert sees(stage, kinds[key], ["Place", "the", "board"][0])
        await stage.press(leave)
        assert not sees(stage, kinds[key], say("app.key.print"))
    await stage.press("f2")
    await stage.settle()
    await everywhere(stage, say)
    await stage.press("ctrl+e")
    await stage.settle()
    assert f"islands-setup-3.{say.language}.html" in stage.notices[-1]
    stage.app.clear_notifications()
    for key, kind in (("f3", "f3"), ("f2", "f2"), ("right", "f3"), ("left", "f2")):
        await stage.press(key)
        await stage.settle()
        assert sees(stage, kinds[kind])
    await stage.press("k", "j", "enter")
    await stage.settle()
    assert page_number(stage) == 2 and isinstance(stage.app.focused, PageScroll)


@scenario(
    "TableScreen TableScreen: ctrl+d",
    "DisputeScreen DisputeScreen: enter ctrl+d escape",
    "DisputeScreen OracleApp: f1 ctrl+p ctrl+l",
    laid=lambda tmp_path: {"steps": [found(), either]},
)
async def disputing(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """^d says what it costs first; Esc asks nothing, Enter or ^d again has both readings."""
    await stage.question()
    await stage.press("ctrl+d")
    assert sees(stage, say("app.dispute.title"), say("app.dispute.costs"), "Do I discard?")
    await everywhere(stage, say)
    await stage.press("escape")
    assert len(stage.ask.history) == 1 and not sees(stage, say("app.dispute.costs"))
    for n, key in ((2, "enter"), (3, "ctrl+d")):
        await stage.press("ctrl+d", key)
        await stage.settle()
        assert len(stage.ask.history) == n and stage.ask.history[-1].contest
    assert sees(stage, "The book settles it: reading 2 holds.")


@scenario(
    "TableScreen TableScreen: ctrl+t ctrl+o",
    "RulingScreen RuleBox: enter escape",
    "RulingScreen OracleApp: f1 ctrl+p ctrl+l",
    "HouseScreen HouseScreen: enter space escape ctrl+t q a d delete",
    "HouseScreen Rows: j k",
    "HouseScreen OracleApp: f1 ctrl+p ctrl+l",
)
async def ruling(stage: Stage, say: Texts, tmp_path: Path) -> None:
    """A house rule is kept, seen, taken off the table and put back, forgotten."""
    house = House(tmp_path / "home")

    def rules() -> list[tuple[str, bool]]:
        return [(rule.text, rule.on) for rule in house.rules("islands")]

    await stage.press("ctrl+o")
    assert sees(stage, say("app.house.new", game="Islands"), today().isoformat())
    await everywhere(stage, say)
    await stage.press("escape", "ctrl+o", *"Yes", "enter")
    await stage.settle()
    assert rules() == [("Yes", True)] and say("app.house.kept") in stage.notices
    stage.app.clear_notifications()
    await stage.press("ctrl+t")
    await stage.settle()
    assert sees(stage, say("app.house.title", game="Islands"), "Yes", say("app.house.add_row"))
    await everywhere(stage, say)
    for key, on in (("enter", False), ("space", True)):
        await stage.press(key)
        await stage.settle()
        assert rules() == [("Yes", on)] and (f"[{'✓' if on else ' '}]" in stage.screen)
    await stage.press("j", "k", "a", *"No", "enter")
    await stage.settle()
    assert [text for text, _ in rules()] == ["Yes", "No"] and sees(stage, "No")
    for keys, left in ((["d"], ["Yes"]), (["k", "delete"], [])):
        await stage.press(*keys)
        assert len(rules()) == len(left) + 1, "only asked whether"
        await stage.press(keys[-1])
        await stage.settle()
        assert [text for text, _ in rules()] == left
    for leave in ("escape", "ctrl+t", "q"):
        await stage.press(leave)
        await stage.settle()
        assert not sees(stage, say("app.house.title", game="Islands"))
        await stage.press("ctrl+t")
        await stage.settle()

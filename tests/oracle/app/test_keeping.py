"""Earlier answers, favourites, the clipboard, exports: each key in three sizes, in both languages."""

from __future__ import annotations

import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, Markdown, OptionList, Static

from ingest.contracts import BookletRef, PageRef
from oracle.app.clipboard import Clipboard, system_clipboard
from oracle.app.past import Export, Past
from oracle.app.phrase import at_home
from oracle.app.screens.exporting import ExportScreen
from oracle.app.screens.history import HistoryScreen
from oracle.app.screens.table import TableScreen
from oracle.app.widgets.citations import Citations
from oracle.app.widgets.exchange import Exchange
from oracle.contracts import Answer, Question, Stack, Turn
from oracle.errors import ClaudeError
from oracle.record import FILE, Runs
from oracle.texts import Texts
from tests.fakes.table import QUOTE, FakeLibrary, FakeParts, Gate, Step, answered, found, only_passages, thumbnails
from tests.oracle.app.stage import NARROW, SIZES, WIDE, Stage, play

HOSTILE = "[red]Is\x1b]52;c;aGk=\x07 it\u202e [@click=app.quit]red[/]?\nyes"
RULES = {BookletRef("islands", "rules"): "r1", BookletRef("tafl", "rules"): "r1"}


def home(tmp_path: Path) -> Path:
    thumbnails(tmp_path / "home")
    return tmp_path / "home"


def recorded(folder: Path, *questions: str, game: str = "islands", conversation: str = "") -> list[str]:
    """Questions that were asked and answered before."""
    runs = Runs(folder / FILE)
    return [runs.save(answered(Question(q, Stack(game), conversation=conversation)), RULES) for q in questions]


def recording(folder: Path):  # type: ignore[no-untyped-def]
    """The pipeline's end: an answer that is written down."""

    def answer(question: Question) -> Answer:
        made = answered(question)
        return replace(made, run=Runs(folder / FILE).save(made, RULES))

    return answer


def rows(stage: Stage) -> list[str]:
    listed = stage.app.screen.query_one("#runs", OptionList)
    return [str(listed.get_option_at_index(n).prompt) for n in range(listed.option_count)]


async def search(stage: Stage, typed: str) -> None:
    stage.app.screen.query_one("#search", Input).value = typed
    await stage.settle()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_earlier_answer_is_found_as_one_types(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """^r lists what was asked, newest first; words filter it, whatever their accents; a star asks for favourites."""
    folder = home(tmp_path)
    first, _ = recorded(folder, "Dois-je défausser ?", "Do I trade?")
    Runs(folder / FILE).star(first)

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+r")
        await stage.settle()
        assert [row.splitlines()[0] for row in rows(stage)] == ["Do I trade?", "★ Dois-je défausser ?"]
        assert "Islands" in rows(stage)[0] and "✓" in rows(stage)[0]
        await search(stage, "DEFAUSSER")
        assert [row.splitlines()[0] for row in rows(stage)] == ["★ Dois-je défausser ?"]
        await search(stage, "*")
        assert len(rows(stage)) == 1
        await search(stage, "robber of nothing")
        assert "défausser" not in rows(stage)[0]
        for widget in stage.app.screen.query("#history > *"):
            assert widget.region.right <= size[0] and widget.region.bottom <= size[1]
        await stage.press("escape")
        assert isinstance(stage.app.screen, TableScreen)

    play(scene, tmp_path, size=size, lang=lang)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=str)
def test_enter_shows_an_earlier_answer_and_goes_on_from_it(tmp_path: Path, size: tuple[int, int]) -> None:
    """Its citation leads to its page; the next question carries what was said up to it, in its conversation."""
    folder = home(tmp_path)
    recorded(folder, "First?", "Second?", "Third?", conversation="c1")

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+r")
        await stage.settle()
        await search(stage, "second")
        await stage.press("enter")
        await stage.settle()
        assert stage.app.screen.query_one(Markdown).source.startswith("Yes, you discard half")
        assert "Second?" in stage.conversation and "20" in stage.shown(".question")
        assert stage.rows == [f"[1] ✓ p. 1 (printed 3)  « {QUOTE} »"]
        await stage.press("tab", "enter")
        await stage.settle()
        assert stage.page.view and stage.page.view.ref == PageRef("islands", "rules", 1) and stage.page.view.quotes
        await stage.press("escape", "escape")
        await stage.question("And then?")
        asked = stage.ask.history[-1]
        assert asked.conversation == "c1" and [turn.question for turn in asked.history] == ["First?", "Second?"]
        assert isinstance(asked.history[0], Turn) and len(stage.ask.history) == 1

    play(scene, tmp_path, [found(), answered], size=size)


def test_an_answer_about_another_game_puts_that_game_on_the_table(tmp_path: Path) -> None:
    """And a game that is no longer there is said."""
    folder = home(tmp_path)
    recorded(folder, "Who is gone?", game="gone")
    recorded(folder, "Where does the king start?", game="tafl")

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+r")
        await stage.settle()
        await stage.press("enter")
        await stage.settle()
        assert stage.app.session.game and stage.app.session.game.slug == "tafl"
        assert "Where does the king start?" in stage.conversation
        await stage.press("ctrl+r")
        await stage.settle()
        await stage.press("down", "enter")
        await stage.settle()
        assert "The rulebooks of that game are no longer here." in stage.notices

    play(scene, tmp_path)


def test_words_that_are_no_longer_in_the_book_lead_to_no_page(tmp_path: Path) -> None:
    """A newer revision without them: the answer stands with a word of warning, the list has no row for them."""
    folder = home(tmp_path)
    answer = answered(Question("Do I?", Stack("islands")))
    assert answer.verified
    cited = answer.verified.citations[0]
    other = replace(cited, quote="These words were taken out", passage=replace(cited.passage, chunk_id="x"))
    kept = replace(answer, verified=replace(answer.verified, citations=(other,)))
    Runs(folder / FILE).save(kept, {BookletRef("islands", "rules"): "r0"})

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+r")
        await stage.settle()
        await stage.press("enter")
        await stage.settle()
        assert "stand there no more" in stage.conversation
        assert not [row for row in stage.rows if "✓" in row]

    play(scene, tmp_path)


def test_an_answer_is_marked_as_a_favourite_and_the_mark_withdrawn(tmp_path: Path) -> None:
    """^s, shown beside the question and kept in the record; in the history too."""
    folder = home(tmp_path)
    runs = Runs(folder / FILE)

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+s")
        assert stage.notices == ["There is no answer on the screen yet."]
        await stage.question()
        await stage.press("ctrl+s")
        await stage.settle()
        assert "★" in stage.shown(".question") and runs.newest(1)[0].starred
        await stage.press("ctrl+s")
        await stage.settle()
        assert "★" not in stage.shown(".question") and not runs.newest(1)[0].starred
        await stage.press("ctrl+r")
        await stage.settle()
        await stage.press("ctrl+s")
        await stage.settle()
        assert rows(stage)[0].startswith("★") and runs.newest(1)[0].starred

    play(scene, tmp_path, [found(), recording(folder)])


def test_an_answer_that_was_not_written_down_cannot_be_marked(tmp_path: Path) -> None:
    """It is said."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+s")
        assert "This answer could not be written down: it cannot be marked." in stage.notices

    play(scene, tmp_path, [found(), answered])


def test_an_answer_is_copied_with_its_citations(tmp_path: Path) -> None:
    """^y, to the terminal's clipboard and the system's: plain text of our own, without control characters."""
    taken = tmp_path / "taken"
    program = tmp_path / "xclip"
    program.write_text(f"#!{sys.executable}\nimport sys\nopen({str(taken)!r}, 'wb').write(sys.stdin.buffer.read())\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)

    async def scene(stage: Stage) -> None:
        stage.app.session.clipboard = Clipboard((str(program),))
        await stage.question("Do\x1b]0;x\x07 I [b]discard[/b]?")
        await stage.press("ctrl+y")
        await stage.settle()
        copied = stage.app.clipboard
        assert copied == taken.read_text("utf-8")
        assert "Yes, you discard half" in copied and "[1] ✓ Rules of play (core rules), p. 1 (printed 3): “" in copied
        assert "\x1b" not in copied and "[b]discard[/b]?" in copied

    play(scene, tmp_path, [found(), answered])


@pytest.mark.parametrize(("keys", "name"), [((), "html"), (("down",), "md"), (("down", "down"), "evening.html")])
def test_an_answer_and_an_evening_are_written_to_a_file(tmp_path: Path, keys: tuple[str, ...], name: str) -> None:
    """^e, also while the cursor is in the box; the file is said and holds the answer."""
    folder = home(tmp_path)

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+e")
        assert isinstance(stage.app.screen, ExportScreen)
        await stage.press(*keys, "enter")
        await stage.settle()
        (file,) = (folder / "exports").iterdir()
        assert file.name.endswith(name) and str(file) in stage.notices[-1]
        assert "Do I discard?" in file.read_text("utf-8") and "On a roll of seven" in file.read_text("utf-8")

    play(scene, tmp_path, [found(), recording(folder)])


def test_a_file_is_named_from_ones_own_folder() -> None:
    """`~` fits a phone, and a shell knows it; what lies elsewhere is named whole."""
    assert at_home(Path.home() / "exports" / "evening.html") == "~/exports/evening.html"
    assert at_home("/mnt/evening.html") == "/mnt/evening.html"


def test_an_earlier_question_is_text_whatever_it_holds(tmp_path: Path) -> None:
    """In the list, in the conversation and in an export: neither markup nor a control character."""
    folder = home(tmp_path)
    recorded(folder, HOSTILE)

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+r")
        await stage.settle()
        shown = rows(stage)[0]
        assert "[red]Is" in shown and "[@click=app.quit]red[/]? yes" in shown and "\x1b" not in shown
        await stage.press("enter")
        await stage.settle()
        assert "[@click=app.quit]red[/]? yes" in stage.conversation and "\x1b" not in stage.conversation
        await stage.press("ctrl+e", "enter")
        await stage.settle()
        (file,) = (folder / "exports").iterdir()
        assert not {"\x1b", "\x07", "\u202e"} & set(file.read_text("utf-8")) and file.name.isascii()

    play(scene, tmp_path)


def test_history_waits_for_the_answer_that_is_coming(tmp_path: Path) -> None:
    """Nothing takes the place of a question that runs."""
    folder = home(tmp_path)
    recorded(folder, "Before?")
    gate = Gate()

    async def scene(stage: Stage) -> None:
        await stage.question(settle=False)
        await gate.reached()
        await stage.press("ctrl+r")
        for _ in range(50):
            await stage.pilot.pause(0.01)
            if isinstance(stage.app.screen, HistoryScreen) and "Before?" in rows(stage)[0]:
                break
        await stage.press("enter")
        assert "One question at a time: Esc cancels the one that runs." in stage.notices
        gate.open()
        await stage.settle()

    play(scene, tmp_path, [found(), gate, only_passages])


def test_a_record_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    """The list is empty, the app goes on."""
    folder = home(tmp_path)
    (folder / FILE).write_bytes(b"no database" * 500)

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+r")
        await stage.settle()
        assert "runs.db" in stage.notices[-1] and len(rows(stage)) == 1
        await stage.press("enter", "escape")
        assert isinstance(stage.app.screen, TableScreen)

    play(scene, tmp_path)


def test_the_systems_clipboard_is_used_where_somebody_sits(tmp_path: Path) -> None:
    """Not over SSH, not without a display; by the first program that is there."""
    for name in ("xsel", "pbcopy", "clip.exe"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    path = {"PATH": str(tmp_path)}
    assert system_clipboard({**path, "DISPLAY": ":0", "SSH_CONNECTION": "1"}, "linux") is None
    assert system_clipboard(path, "linux") is None
    assert system_clipboard({**path, "WAYLAND_DISPLAY": "w"}, "linux") is None
    found_ = system_clipboard({**path, "DISPLAY": ":0"}, "linux")
    assert found_ and found_.command == (str(tmp_path / "xsel"), "--clipboard", "--input")
    mac, windows = system_clipboard(path, "darwin"), system_clipboard({**path, "WSL_DISTRO_NAME": "d"}, "linux")
    assert mac and mac.command == (str(tmp_path / "pbcopy"),) and windows and windows.encoding == "utf-16"
    assert not Clipboard((str(tmp_path / "nothing"),)).take("x")


def test_the_palette_offers_what_the_keys_do(tmp_path: Path) -> None:
    """By name, for those who have no such keys."""

    async def scene(stage: Stage) -> None:
        offered = {command.title for command in stage.app.get_system_commands(stage.app.screen)}
        assert {"Historique", "Favori", "Copier", "Exporter"} <= offered

    play(scene, tmp_path, lang="fr", parts=FakeParts(FakeLibrary(home(tmp_path))))


@pytest.mark.parametrize(("size", "shown"), [(WIDE, True), (NARROW, False)], ids=str)
def test_the_keys_of_answers_stand_in_the_bar_where_there_is_room(
    tmp_path: Path, size: tuple[int, int], shown: bool
) -> None:
    """After those that a phone cannot do without."""

    async def scene(stage: Stage) -> None:
        keys = stage.shown("Key").splitlines()
        assert any("Quit" in key for key in keys)
        assert any("Export" in key for key in keys) is shown
        assert not shown or keys.index(next(key for key in keys if "Quit" in key)) < len(keys) - 4

    play(scene, tmp_path, size=size)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_keys_are_about_the_answer_that_was_chosen(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """^up goes to the question before: its citations are listed, and ^s, ^y, ^e and the thumbs say which they mean."""
    folder = home(tmp_path)

    async def scene(stage: Stage) -> None:
        await stage.question("First?")
        await stage.question("Second?")
        await stage.press("ctrl+up", "ctrl+y")
        assert "First?" in stage.notices[-1] and "First?" in stage.app.clipboard
        assert "Second?" not in stage.app.clipboard and len(stage.rows) == 1
        await stage.press("ctrl+s", "f8")
        await stage.settle()
        assert all("First?" in notice for notice in stage.notices)
        second, first = Runs(folder / FILE).newest(2)
        assert (first.starred, second.starred) == (True, False)
        await stage.press("ctrl+e")
        assert "First?" in str(stage.app.screen.query_one("#exported", Static).content)
        await stage.press("escape", "ctrl+down", "ctrl+y")
        assert "Second?" in stage.notices[-1] and "Second?" in stage.app.clipboard
        await stage.press("ctrl+down")
        assert isinstance(stage.app.focused, Citations)

    play(scene, tmp_path, [found(), recording(folder)], size=size, lang=lang)


def test_an_answer_is_chosen_by_a_click_until_something_else_is_asked(tmp_path: Path) -> None:
    """A new question takes its place; one that has no answer says so."""
    folder = home(tmp_path)
    steps: list[Step] = [found(), recording(folder)]

    async def scene(stage: Stage) -> None:
        await stage.question("First?")
        await stage.question("Second?")
        await stage.pilot.click(stage.app.screen.query(Exchange).first(), offset=(3, 0))
        await stage.press("ctrl+y")
        assert "First?" in stage.app.clipboard
        steps[:] = [found(), ClaudeError("ask.withheld", struck=1)]
        await stage.question("Third?")
        await stage.press("ctrl+y")
        assert "Second?" in stage.app.clipboard, "the last answer that there is"
        await stage.press("ctrl+up", "ctrl+down", "ctrl+up")
        await stage.press("ctrl+y")
        assert "Second?" in stage.app.clipboard

    play(scene, tmp_path, steps, size=(120, 60))


def test_an_export_goes_into_the_folder_of_exports(tmp_path: Path) -> None:
    """Which is made, wherever it is; nothing of it lies below the home then."""
    folder = home(tmp_path)
    recorded(folder, "Do I discard?")
    documents = tmp_path / "documents" / "rules-oracle"
    past = Past(folder, documents)
    file = past.write(Export("evening", "md"), "", FakeLibrary(folder), (), Texts("en"))
    assert file.parent == documents and "Do I discard?" in file.read_text("utf-8")
    assert not (folder / "exports").exists()

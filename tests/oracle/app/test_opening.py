from __future__ import annotations

from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Input, OptionList, Static

from ingest.contracts import BookletKind, Game
from ingest.errors import CannotWrite, NoIndex
from oracle.app.memory import Memory
from oracle.app.screens.help import HelpScreen
from oracle.app.screens.picker import PickerScreen, matching
from oracle.app.widgets.key_bar import Key
from oracle.config import Config, VmConfig
from oracle.tonight import Tonight
from tests.fakes.table import FakeLibrary, FakeParts, NoLibrary, answered, booklet, found, only_passages, thumbnails
from tests.oracle.app.stage import NARROW, SIZES, Stage, play, visible
from vm.errors import VmUsage


def library(tmp_path: Path, **titles: str) -> FakeParts:
    return FakeParts(FakeLibrary(tmp_path / "home", titles or {"islands": "Islands", "tafl": "Tafl – échecs vikings"}))


def test_the_game_named_on_the_command_line_is_on_the_table(tmp_path: Path) -> None:
    """`-g tafl`: its name above, its booklets in the conversation, its models warm."""

    async def scene(stage: Stage) -> None:
        assert "Tafl – échecs vikings" in stage.shown("#title-game")
        assert "Rules of play (rules, 3 pages)" in stage.conversation
        assert stage.parts.library.history == ["warm tafl hash"]

    play(scene, tmp_path, game="tafl")


def test_an_unknown_game_is_said_and_the_picker_opens(tmp_path: Path) -> None:
    """A mistyped game names the nearest one and lets the player choose."""

    async def scene(stage: Stage) -> None:
        assert isinstance(stage.app.screen, PickerScreen)
        assert "taffl" in stage.notices[0]
        assert "tafl" in stage.notices[0]

    play(scene, tmp_path, game="taffl")


def test_the_only_game_needs_no_choosing(tmp_path: Path) -> None:
    """One game in the library is the game on the table."""

    async def scene(stage: Stage) -> None:
        assert "Islands" in stage.shown("#title-game")

    play(scene, tmp_path, game=None, parts=library(tmp_path, islands="Islands"))


def test_a_choice_is_remembered_from_one_evening_to_the_next(tmp_path: Path) -> None:
    """The picker opens once; the next start has the game on the table."""

    async def first(stage: Stage) -> None:
        assert isinstance(stage.app.screen, PickerScreen)
        await stage.press("down", "enter")
        await stage.settle()
        assert "Tafl" in stage.shown("#title-game")

    async def second(stage: Stage) -> None:
        assert "Tafl" in stage.shown("#title-game")

    play(first, tmp_path, game=None)
    play(second, tmp_path, game=None)


def test_a_memory_that_cannot_be_read_or_written_stops_nothing(tmp_path: Path) -> None:
    """Rubbish in the file is no memory; a home that is a file cannot keep one."""
    (tmp_path / "app.json").write_text('{"game": "../../x"}')
    assert Memory(tmp_path).last_game() is None
    (tmp_path / "app.json").write_text("[1")
    assert Memory(tmp_path).last_game() is None
    memory = Memory(tmp_path / "app.json")
    memory.keep_game("islands")
    assert memory.last_game() is None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_picker_filters_as_one_types(tmp_path: Path, size: tuple[int, int]) -> None:
    """Words of the title, without accents or capitals; Enter takes what is left."""

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+g")
        await stage.press(*"ECHECS")
        assert stage.app.screen.query_one("#games", OptionList).option_count == 1
        await stage.press("enter")
        await stage.settle()
        assert "Tafl" in stage.shown("#title-game")

    play(scene, tmp_path, size=size)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_tonights_stack_is_chosen_in_one_picker(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """Game, booklets with their kind, players: in the header at once, in the next question, and the next evening."""
    parts = library(tmp_path)
    parts.library.extra = (booklet("islands", "seas", tmp_path / "home", BookletKind.EXPANSION, "Seas [and] storms"),)

    async def first(stage: Stage) -> None:
        await stage.question("before")
        await stage.press("ctrl+g")
        rows = stage.app.screen.query_one("#booklets", OptionList)
        assert [str(rows.get_option_at_index(n).prompt) for n in (0, 1)] == (
            ["[✓] rules · Rules of play", "[✓] expansion · Seas [and] storms"]
            if lang == "en"
            else ["[✓] règles · Rules of play", "[✓] extension · Seas [and] storms"]
        )
        await stage.press("tab", "down", "space", "tab", "right", "right", "right", "enter")
        await stage.settle()
        assert ("1 of 2 booklets · 3 players" if lang == "en" else "1 livret sur 2 · 3 joueurs") in (
            stage.shown("#title-game")
        )
        await stage.question("May I sail?")
        assert stage.ask.history[1].stack.booklets == ("rules",)
        assert stage.ask.history[1].history, "the conversation goes on: the game is the same"

    async def second(stage: Stage) -> None:
        assert ("3 players" if lang == "en" else "3 joueurs") in stage.shown("#title-game")
        await stage.press("ctrl+g", "tab", "down", "space", "tab", "left", "enter")
        assert ("2 players" if lang == "en" else "2 joueurs") in stage.shown("#title-game")
        assert " of 2" not in stage.shown("#title-game") and "sur 2" not in stage.shown("#title-game")

    play(first, tmp_path, [found(), answered], size=size, lang=lang, parts=parts)
    play(second, tmp_path, size=size, lang=lang, parts=parts)


def test_the_last_booklet_stays_on_the_table(tmp_path: Path) -> None:
    """A game without any of its booklets could answer nothing; Esc leaves all as it was."""

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+g", "tab", "space")
        row = stage.app.screen.query_one("#booklets", OptionList).get_option_at_index(0)
        assert str(row.prompt).startswith("[✓]")
        await stage.press("tab", "right", "escape")
        assert "player" not in stage.shown("#title-game")

    play(scene, tmp_path)


def test_a_home_that_cannot_be_written_keeps_the_choice_for_the_evening(tmp_path: Path) -> None:
    """It is said, and tonight it holds all the same."""

    async def scene(stage: Stage) -> None:
        (tmp_path / "home" / "stacks.new").mkdir()
        await stage.press("ctrl+g", "tab", "tab", "right", "right", "enter")
        assert any("stacks.json" in notice for notice in stage.notices)
        assert "2 players" in stage.shown("#title-game")

    play(scene, tmp_path)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_game_with_no_booklet_leads_to_adding_one(tmp_path: Path, size: tuple[int, int]) -> None:
    """A name that no game has, and a game without booklets: the command to type; neither can be taken."""

    class Empty(FakeLibrary):
        def games(self) -> tuple[Game, ...]:
            return (*super().games(), Game("oware", "Oware", ()))

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+g", *"zzz")
        hint = stage.app.screen.query_one("#add-hint", Static)
        assert visible(hint) and "oracle ingest add" in str(hint.content)
        await stage.press("backspace", "backspace", "backspace", *"oware", "enter")
        assert isinstance(stage.app.screen, PickerScreen)
        assert "oracle ingest add RULES.pdf -g oware" in str(hint.content)

    play(scene, tmp_path, size=size, parts=FakeParts(Empty(tmp_path / "home")))


def test_a_filter_that_fits_no_game_chooses_none(tmp_path: Path) -> None:
    """Enter on nothing does nothing; Esc goes back to the same game."""

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+g")
        await stage.press(*"zzz")
        await stage.press("enter")
        assert isinstance(stage.app.screen, PickerScreen)
        await stage.press("escape")
        assert "Islands" in stage.shown("#title-game")

    play(scene, tmp_path)


def test_matching_wants_every_word(tmp_path: Path) -> None:
    """Two words narrow more than one; the slug counts too."""
    games = FakeLibrary(tmp_path).games()
    assert [game.slug for game in matching(games, "vikings tafl")] == ["tafl"]
    assert matching(games, "vikings islands") == ()
    assert len(matching(games, " ")) == 2


def test_another_game_begins_another_conversation(tmp_path: Path) -> None:
    """Changing the game clears the screen and what the model is told of the talk."""

    async def scene(stage: Stage) -> None:
        await stage.question("Who begins?")
        await stage.press("ctrl+g", "down", "enter")
        await stage.settle()
        assert "Who begins?" not in stage.conversation
        assert stage.rows == []
        await stage.question("second")
        assert stage.ask.history[1].history == ()
        assert stage.ask.history[1].stack.game == "tafl"

    play(scene, tmp_path, [found(), answered])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_rulebook_explains_how_to_add_one(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """First run: the commands to type; a question says why it cannot be asked; F5 looks again."""

    async def scene(stage: Stage) -> None:
        assert "oracle ingest add" in stage.conversation
        assert "F7" in stage.conversation and "F6" in stage.conversation
        assert any("F7" in key.words for key in stage.app.screen.query(Key))
        await stage.question("Who begins?")
        assert stage.box == "Who begins?"
        assert stage.notices
        await stage.press("ctrl+g")
        await stage.press("f5")
        await stage.settle()
        assert "Islands" in stage.shown("#title-game")
        assert not any("F7" in key.words for key in stage.app.screen.query(Key))

    opener = NoLibrary(then=library(tmp_path, islands="Islands"))
    play(scene, tmp_path, game=None, size=size, lang=lang, opener=opener)


@pytest.mark.parametrize("error", [NoIndex("stale_for_app"), CannotWrite("locked"), RuntimeError("disk [on] fire")])
def test_a_library_that_does_not_open_is_explained_on_the_screen(tmp_path: Path, error: Exception) -> None:
    """A damaged or locked home is said where the passages would be; the app stays."""

    async def scene(stage: Stage) -> None:
        assert "⚠" in stage.conversation
        assert stage.app.is_running
        box = stage.app.screen.query_one("#ask", Input)
        assert box.placeholder == "The library is not open."
        await stage.question("Who begins?")
        assert (stage.box, stage.notices) == ("Who begins?", ["The library is not open."])

    play(scene, tmp_path, opener=NoLibrary(error))


def test_a_machine_badly_described_costs_the_answers_not_the_passages(tmp_path: Path) -> None:
    """A configuration without a host is said, with what to mend; the passages are there."""
    parts = library(tmp_path)
    parts.claude = None

    def opener(config: Config) -> FakeParts:
        if config.vm.transport != "none":
            raise VmUsage("no_host")
        return parts

    async def scene(stage: Stage) -> None:
        assert any("oracle vm trust" in notice for notice in stage.notices)
        assert stage.shown("#title-status") == "passages only"

    play(scene, tmp_path, parts=parts, opener=opener, vm=VmConfig("ssh"))


def test_warming_that_fails_does_not_matter(tmp_path: Path) -> None:
    """A model that cannot be loaded is the business of the question that needs it."""

    class Cold(FakeLibrary):
        def dense_models(self):  # type: ignore[no-untyped-def]
            raise NoIndex("cold")

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert stage.rows

    play(scene, tmp_path, [found(), answered], parts=FakeParts(Cold(tmp_path / "home")))


def test_booklets_are_named_where_there_are_several(tmp_path: Path) -> None:
    """With an expansion on the table, a page number never stands without its booklet."""
    parts = library(tmp_path)
    parts.library.extra = (booklet("islands", "seas", tmp_path / "home", BookletKind.EXPANSION, "Seas [and] storms"),)

    async def scene(stage: Stage) -> None:
        assert "Seas [and] storms (expansion, 3 pages)" in stage.conversation
        await stage.question()
        assert stage.rows[0].startswith("[1] ✓ p. 1 (printed 3) · Rules of play")

    play(scene, tmp_path, [found(), answered], parts=parts)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_help_tells_the_keys_and_how_to_connect(tmp_path: Path, lang: str) -> None:
    """F1 opens a page made from the bindings themselves; Esc closes it."""

    async def scene(stage: Stage) -> None:
        await stage.press("f1")
        assert isinstance(stage.app.screen, HelpScreen)
        text = "\n".join(str(static.content) for static in stage.app.screen.query("Static"))  # type: ignore[attr-defined]
        for word in (
            "F4",
            "^g",
            "^p",
            "^q",
            "vm.transport local",
            "vm.transport ssh",
            "oracle vm trust",
            "oracle ingest add",
        ):
            assert word in text
        assert "app.key" not in text
        await stage.press("escape")
        assert not isinstance(stage.app.screen, HelpScreen)

    play(scene, tmp_path, lang=lang)


@pytest.mark.parametrize(("lang", "word", "stranger"), [("en", "Look again", "Aide"), ("fr", "Chercher", "Screenshot")])
def test_the_palette_speaks_the_language(tmp_path: Path, lang: str, word: str, stranger: str) -> None:
    """Every command of the palette is ours, in the user's language."""

    async def scene(stage: Stage) -> None:
        commands = list(stage.app.get_system_commands(stage.app.screen))
        titles = " ".join(command.title for command in commands)
        assert word in titles
        assert stranger not in titles
        await stage.press("ctrl+p")
        assert stage.app.screen.query_one(Input).placeholder == (
            "Chercher une commande…" if lang == "fr" else "Search for a command…"
        )

    play(scene, tmp_path, lang=lang)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_french_keys_fit_on_the_last_line(tmp_path: Path, size: tuple[int, int]) -> None:
    """No key of the bar is cut: those that do not fit are in the help and the palette."""

    async def scene(stage: Stage) -> None:
        await stage.settle()
        keys = list(stage.app.screen.query("KeyBar Key"))
        assert len(keys) >= 4
        assert all(key.region.right <= size[0] + 2 for key in keys)
        assert stage.app.screen.query_one("#ask").region.bottom <= size[1] - 1

    play(scene, tmp_path, lang="fr", size=size)


def test_a_key_of_the_bar_can_be_clicked(tmp_path: Path) -> None:
    """Phones have no function keys: a touch presses them."""

    async def scene(stage: Stage) -> None:
        await stage.pilot.click("KeyBar Key")
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, PickerScreen)

    play(scene, tmp_path, size=NARROW)


def test_the_stack_that_was_chosen_is_shown_and_asked(tmp_path: Path) -> None:
    """Two booklets of three: said in the title and in the welcome, and no question goes beyond them."""
    thumbnails(home := tmp_path / "home")
    extra = tuple(
        booklet("islands", slug, home, kind, title)
        for slug, kind, title in (
            ("more", BookletKind.EXPANSION, "Seafarers"),
            ("faq", BookletKind.FAQ, "Questions"),
        )
    )
    Tonight(home).choose("islands", ["rules", "faq", "gone"])

    async def scene(stage: Stage) -> None:
        assert "2 of 3 booklets" in stage.shown("#title-game")
        assert "Seafarers (expansion, 3 pages) — not on the table" in stage.conversation
        assert "islands/gone" in stage.conversation
        await stage.question()
        assert stage.ask.history[-1].stack.booklets == ("rules", "faq")
        Tonight(home).reset("islands")
        await stage.question("And now?")
        assert stage.ask.history[-1].stack.booklets == ()
        assert "booklets" not in stage.shown("#title-game")

    play(scene, tmp_path, [found(), answered], parts=FakeParts(FakeLibrary(home, {"islands": "Islands"}, extra)))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_header_holds_the_game_and_the_table_at_any_width(tmp_path: Path, lang: str) -> None:
    """Live resize from a laptop to a phone and back: the layout follows, and nothing of the header is cut."""
    parts = library(tmp_path)
    parts.claude = None
    parts.library.extra = (booklet("islands", "seas", tmp_path / "home", BookletKind.EXPANSION),)
    Tonight(tmp_path / "home").choose("islands", ["rules"])
    Tonight(tmp_path / "home").seat("islands", 12)

    async def scene(stage: Stage) -> None:
        await stage.question()
        for size in (*SIZES, *reversed(SIZES)):
            await stage.pilot.resize_terminal(*size)
            await stage.settle()
            header = stage.app.screen.query_one("#title-game", Static)
            assert cell_len(str(header.content)) <= header.content_size.width
            assert stage.page.display == (size[0] >= 110)
            talk = stage.app.screen.query_one("#talk")
            assert all(
                each.region.right <= talk.region.right for each in talk.query(".exchange Static") if each.display
            )

    play(scene, tmp_path, [found(), only_passages], lang=lang, parts=parts)

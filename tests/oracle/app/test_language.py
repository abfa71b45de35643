"""French and English: every word of the app in one of them, changed while it runs, short enough for a phone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.command import CommandList
from textual.widgets import Input, Static

from ingest.contracts import BookletKind
from oracle.app.app import OracleApp
from oracle.app.memory import Memory
from oracle.app.screens.help import HelpScreen
from oracle.app.widgets.key_bar import Key
from oracle.config import Config, load
from oracle.errors import ClaudeError
from oracle.texts import LANGUAGES, catalogue
from tests.fakes.table import FakeLibrary, FakeParts, answered, booklet, found, only_passages
from tests.oracle.app.stage import SIZES, Stage, play

LABELS = [key for key in catalogue("fr") if key.startswith("app.key.")]
ROW = 46
"""Columns of a phone's terminal that a palette or a help page has for a label."""


@pytest.mark.parametrize("key", LABELS)
def test_every_label_of_a_key_fits_a_phone(key: str) -> None:
    """In both languages, on one line of 50 columns with its margins."""
    assert [cell_len(catalogue(lang)[key]) for lang in LANGUAGES if cell_len(catalogue(lang)[key]) > ROW] == []


def words(stage: Stage) -> str:
    """Everything on the screen that the program itself says."""
    box = stage.app.screen.query_one("#ask", Input)
    keys = " ".join(key.words for key in stage.app.screen.query(Key))
    return "\n".join([stage.shown("Static"), box.placeholder, keys, *stage.rows, stage.app.title])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_language_changes_while_the_app_runs(tmp_path: Path, size: tuple[int, int]) -> None:
    """^L: welcome, header, placeholder, keys, then answers and their citations; and back again; and next time."""
    parts = FakeParts(FakeLibrary(tmp_path / "home"))
    parts.library.extra = (booklet("islands", "seas", tmp_path / "home", BookletKind.EXPANSION, "Seas"),)

    async def first(stage: Stage) -> None:
        await stage.press("ctrl+l")
        shown = words(stage)
        for said in ("(règles, 3 pages)", "Écrivez une question", "Votre question sur Islands", "Quitter"):
            assert said in shown
        for unsaid in ("rules,", "Type a question", "Your question", "Quit ", "The rules oracle"):
            assert unsaid not in shown
        await stage.press("ctrl+l")
        await stage.question()
        assert "1 quote verified" in stage.conversation
        await stage.press("ctrl+l")
        assert "1 citation vérifiée" in stage.conversation and "quote verified" not in stage.conversation
        assert "(imprimée 3)" in stage.rows[0] and "(règles)" in stage.rows[0]
        assert "Yes, you discard half" in stage.conversation, "what the model said stays"

    async def second(stage: Stage) -> None:
        assert "Votre question sur Islands" in words(stage)

    play(first, tmp_path, [found(), answered], size=size, parts=parts)
    play(second, tmp_path, size=size, parts=parts)


@pytest.mark.parametrize("ending", [ClaudeError("ask.withheld", struck=1), only_passages], ids=["broken", "passages"])
def test_what_ended_badly_is_told_again_in_the_other_language(tmp_path: Path, ending: object) -> None:
    """A failure, and passages that stand for an answer."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("ctrl+l")
        assert ("Pas de réponse" in stage.conversation) != ("passages seuls" in stage.conversation)
        assert "No answer" not in stage.conversation and "passages only" not in stage.conversation

    play(scene, tmp_path, [found(), ending])  # type: ignore[list-item]


def test_what_was_said_outside_wins_over_what_was_chosen_here(tmp_path: Path) -> None:
    """`--lang`, the environment and the file are heard first; the locale is only a guess."""
    Memory(tmp_path).keep_language("fr")
    guessed, said = Config(tmp_path, tmp_path / "c", "en"), Config(tmp_path, tmp_path / "c", "en", lang_said=True)
    assert (OracleApp(guessed).title, OracleApp(said).title) == ("L’oracle des règles", "The rules oracle")
    assert not load({"LANG": "fr_FR"}, home=tmp_path).lang_said
    assert load({"ORACLE_LANG": "fr"}, home=tmp_path).lang_said
    assert load({}, home=tmp_path, lang="fr").lang_said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_entry_of_the_palette_speaks_the_language(tmp_path: Path, lang: str) -> None:
    """Ours and those that Textual has in English; none is offered twice; each has its line of explanation."""

    async def scene(stage: Stage) -> None:
        entries = list(stage.app.get_system_commands(stage.app.screen))
        known = set(catalogue(lang).values())
        assert {entry.title for entry in entries} <= known
        assert {entry.help for entry in entries} <= known
        titles = [entry.title for entry in entries]
        assert len(titles) == len(set(titles))
        assert {"Theme", "Screenshot", "Quit"} <= set(titles) if lang == "en" else "Thème" in titles
        await stage.press("ctrl+p", *"zzzz")
        commands = stage.app.screen.query_one(CommandList)
        none = catalogue(lang)["app.palette.none"]
        for _ in range(100):
            if none in (shown := [str(option.prompt) for option in commands.options]):
                break
            await stage.pilot.pause(0.05)
        assert shown == [none]

    play(scene, tmp_path, lang=lang)


def test_an_entry_of_the_palette_does_what_its_key_does(tmp_path: Path) -> None:
    """Help opens; a screenshot is kept in the home and said, in French."""

    async def scene(stage: Stage) -> None:
        entries = {entry.title: entry for entry in stage.app.get_system_commands(stage.app.screen)}
        await entries["Capture d’écran"].callback()
        await stage.pilot.pause()
        assert any("Cet écran est gardé dans" in notice for notice in stage.notices)
        assert len(list((tmp_path / "home" / "screenshots").glob("*.svg"))) == 1
        await entries["Aide"].callback()
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, HelpScreen)
        shown = "\n".join(str(each.content) for each in stage.app.screen.query(Static))
        assert "app.key." not in shown

    play(scene, tmp_path, lang="fr")


def test_a_theme_is_remembered(tmp_path: Path) -> None:
    """Colours chosen once; a name that no theme has any more changes nothing."""

    async def scene(stage: Stage) -> None:
        stage.app.theme = "nord"
        await stage.pilot.pause()

    play(scene, tmp_path)
    home = tmp_path / "home"
    assert OracleApp(Config(home, home / "c", "en")).theme == "nord"
    Memory(home).keep_theme("gone")
    assert asyncio.run(_theme(home)) != "gone"


async def _theme(home: Path) -> str:
    return OracleApp(Config(home, home / "c", "en")).theme


OVER = {
    "picker": (("ctrl+g",), "What is on the table tonight?", "Qu’y a-t-il sur la table ce soir ?"),
    "history": (("ctrl+r",), "What was asked before", "Ce qui a été demandé"),
    "export": (("ctrl+e",), "What to export?", "Que faut-il exporter ?"),
    "help": (("f1",), "How it answers", "Comment il répond"),
    "doctor": (("f6",), "Is everything in place?", "Tout est-il en place ?"),
}


@pytest.mark.parametrize("screen", OVER)
def test_the_language_changes_on_every_screen(tmp_path: Path, screen: str) -> None:
    """^L in a picker, a list, a report: its own words and keys at once, and the table's under it."""
    keys, english, french = OVER[screen]

    def told(stage: Stage) -> str:
        return "\n".join(str(each.content) for each in stage.app.screen.query(Static))

    async def scene(stage: Stage) -> None:
        await stage.press(*keys)
        await stage.settle()
        assert english in told(stage) and "Esc Back" in told(stage)
        await stage.press("ctrl+l")
        await stage.settle()
        assert french in told(stage) and "Échap Retour" in told(stage)
        assert english not in told(stage) and "Back" not in told(stage)
        await stage.press("escape")
        assert "Votre question sur Islands" in words(stage)

    play(scene, tmp_path)


def test_what_was_typed_and_chosen_stays_when_the_language_changes(tmp_path: Path) -> None:
    """In the picker: the filter, the game that is highlighted, the players; in the palette: what is searched for."""

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+g", *"tafl", "tab", "tab", "right", "right", "ctrl+l", "enter")
        await stage.settle()
        assert "Tafl" in stage.shown("#title-game") and "2 joueurs" in stage.shown("#title-game")
        await stage.press("ctrl+p", *"fran")
        await stage.press("ctrl+l")
        await stage.settle()
        assert stage.app.screen.query_one(Input).placeholder == "Search for a command…"
        assert stage.app.screen.query_one(Input).value == "fran"

    play(scene, tmp_path)

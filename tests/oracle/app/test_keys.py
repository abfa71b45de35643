"""Every key of every screen, in three sizes and both languages: pressed for real, and what a player then sees.

What is played stands in `tests.oracle.app.scenes`. That a scenario pressed its keys and that they did something is
taken from the app itself; that no key is without a scenario, from the bindings.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.command import CommandPalette
from textual.widgets import Static

from oracle.app.screens.help import HelpScreen, meaning
from oracle.app.widgets.key_bar import Key as Touch
from oracle.app.widgets.key_bar import is_ours, moves
from oracle.texts import LANGUAGES, Texts
from tests.fakes.table import Step, answered, found
from tests.oracle.app.scenes import SCENARIOS
from tests.oracle.app.stage import NARROW, SIZES, Stage, play
from tests.oracle.app.test_sheets import sheet_of
from tests.oracle.app.watched import Key, Watched, every_binding


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCENARIOS)
def test_each_key_of_each_screen(tmp_path: Path, name: str, size: tuple[int, int], lang: str) -> None:
    """Its keys were pressed and did something; no key that was there is without a scenario."""
    chosen = SCENARIOS[name]
    watched: list[Watched] = []

    async def scene(stage: Stage) -> None:
        assert isinstance(stage.app, Watched)
        watched.append(stage.app)
        await chosen.scene(stage, Texts(lang), tmp_path)

    laid = chosen.laid(tmp_path)
    steps: Sequence[Step] = laid.pop("steps", ())
    play(scene, tmp_path, steps, size=size, lang=lang, program=Watched, **laid)
    assert chosen.keys - watched[0].pressed == set(), "said to be pressed, but was not, or did nothing"
    assert watched[0].met - _covered() == set(), "keys without a scenario"


def _covered() -> set[Key]:
    return {key for each in SCENARIOS.values() for key in each.keys}


def test_no_key_is_without_a_scenario() -> None:
    """Every binding of every screen and widget; a new one fails here until it has its scenario."""
    bound = {(owner.__name__, binding.key) for owner, binding in every_binding()}
    assert bound - {key[1:] for key in _covered()} == set()
    assert {key[1:] for key in _covered()} - bound == set(), "scenarios of keys that there are no more"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_lists_every_key(tmp_path: Path, lang: str) -> None:
    """F1 = the bindings: what each does, in the language."""

    async def scene(stage: Stage) -> None:
        say = Texts(lang)
        await stage.press("f1")
        text = "\n".join(str(each.content) for each in stage.app.screen.query(Static))
        escape = stage.app.get_key_display(Binding("escape", ""))
        assert f"{escape} q" in text, "other keys that do the same"
        bound = [binding for _, binding in every_binding() if is_ours(binding)]
        assert {meaning(say, binding) for binding in bound if meaning(say, binding) not in text} == set()

    play(scene, tmp_path, lang=lang)


OPENED: dict[str, tuple[str, ...]] = {
    "table": (), "page": ("tab", "enter"), "list": ("tab",), "picker": ("ctrl+g",), "booklets": ("ctrl+g", "tab"),
    "players": ("ctrl+g", "tab", "tab"), "history": ("ctrl+r",), "export": ("ctrl+e",), "help": ("f1",),
    "doctor": ("f6",), "sheet": ("f2",), "dispute": ("ctrl+d",), "house": ("ctrl+t",), "ruling": ("ctrl+o",),
}  # fmt: skip


def test_every_key_is_in_the_palette(tmp_path: Path) -> None:
    """By name, on the screen where it works: for terminals without function keys, for fingers without keys."""
    offered: set[str] = {"Commands", "To the table", "Samples"}  # the palette itself; what is there only while reading

    async def scene(stage: Stage) -> None:
        await stage.question()
        for keys in OPENED.values():
            await stage.press(*keys)
            await stage.settle()
            offered.update(command.title for command in stage.app.get_system_commands(stage.app.screen))
            while len(stage.app.screen_stack) > 1:
                await stage.press("escape")
            await stage.press("escape", "escape")

    play(scene, tmp_path, [found(), answered], sheet=sheet_of)
    say = Texts("en")
    labels = {say(b.description) for _, b in every_binding() if is_ours(b) and not moves(b)}
    assert labels - offered == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_finger_finds_the_palette_and_what_is_in_it(tmp_path: Path, lang: str) -> None:
    """On a phone: a touch on its key opens it, a touch on an entry does it."""

    async def scene(stage: Stage) -> None:
        touched = next(key for key in stage.app.screen.query(Touch) if key.key == "ctrl+p")
        await stage.pilot.click(touched)
        await stage.pilot.pause()
        palette = stage.app.screen
        assert isinstance(palette, CommandPalette)
        for letter in Texts(lang)("app.key.help"):
            await stage.press(letter)
        for _ in range(100):
            if (rows := palette.query_one("CommandList")).option_count == 1:  # type: ignore[attr-defined]
                break
            await stage.pilot.pause(0.02)
        await stage.pilot.click(rows, offset=(2, 1))
        await stage.settle()
        assert isinstance(stage.app.screen, HelpScreen)

    play(scene, tmp_path, size=NARROW, lang=lang)

"""`[keys]`: an action of the app has the key that its player wants."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from oracle.app.app import OracleApp
from oracle.app.screens.history import HistoryScreen
from oracle.app.screens.table import TableScreen
from oracle.app.speech import Speech
from oracle.app.widgets.key_bar import Key
from oracle.app.widgets.page_pane import PagePane
from oracle.cli.config import write
from oracle.config import Config, load
from oracle.config.pressed import DEFAULTS
from oracle.errors import ConfigError
from tests.fakes.table import answered, found
from tests.oracle.app.stage import SIZES, Stage, play
from tests.oracle.app.watched import Watched, every_binding

HERE = (TableScreen, OracleApp, PagePane)


class Changed(Watched):
    """The app of somebody who wants other keys."""

    def __init__(self, config: Config, **named: Any) -> None:
        super().__init__(
            replace(config, keys={"history": "ctrl+x", "copy": "ctrl+r", "help": "f12", "next_page": "x", "zoom": "n"}),
            **named,
        )


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_an_action_has_the_key_that_was_chosen(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """Opens and leaves; the old key does no more what it did; bar and help name the new one."""

    async def scene(stage: Stage) -> None:
        await stage.press("ctrl+x")
        assert isinstance(stage.app.screen, HistoryScreen)
        await stage.press("ctrl+r")
        assert isinstance(stage.app.screen, HistoryScreen)
        await stage.press("ctrl+x", "ctrl+r")
        assert isinstance(stage.app.screen, TableScreen) and len(stage.notices) == 1, "there is nothing to copy"
        bar = [key.words for key in stage.app.screen.query(Key)]
        assert any(words.startswith("F12 ") for words in bar) and not any(words.startswith("F1 ") for words in bar)
        await stage.press("f12")
        told = "\n".join(str(each.content) for each in stage.app.screen.query(Static))
        assert "^x" in told and "F12" in told
        await stage.press("f12")
        assert isinstance(stage.app.screen, TableScreen)

    play(scene, tmp_path, size=size, lang=lang, program=Changed)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_letters_of_the_page_can_be_changed(tmp_path: Path, size: tuple[int, int]) -> None:
    """The new letter turns the page, the old one does what it was given; in the box both are letters."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("x", "n")
        assert stage.box == "xn"
        await stage.press("tab", "enter")
        await stage.settle()
        assert stage.page.view is not None and stage.page.view.ref.page == 1
        await stage.press("n")
        await stage.settle()
        assert stage.page.view.ref.page == 1 and stage.page.showing_picture
        await stage.press("x")
        await stage.settle()
        assert stage.page.view.ref.page == 2
        shown = {key.words.split()[0] for key in stage.app.screen.query(Key)}
        assert "z" not in shown and ("x" in shown or size[0] < 60)  # a phone has no room for all of them

    play(scene, tmp_path, [found(), answered], size=size, program=Changed)


def test_the_names_and_keys_of_the_configuration_are_those_of_the_app() -> None:
    """Each name has its binding at the table with its default key; wherever else it stands, it has the same key."""
    bound = [(owner, binding) for owner, binding in every_binding() if binding.id in DEFAULTS]
    assert {binding.id: binding.key for owner, binding in bound if owner in HERE} == dict(DEFAULTS)
    assert all(binding.key == DEFAULTS[str(binding.id)] for _, binding in bound)


@pytest.mark.parametrize(
    ("name", "key", "said"),
    [
        ("keys.histroy", "ctrl+x", "history"),
        ("keys.history", "x", "ctrl+a"),
        ("keys.history", "ctrl+h", "Backspace"),
        ("keys.history", "ctrl+y", "keys.copy"),
        ("keys.history", "ctrl+c", "the app"),
        ("keys.zoom", "j", "the page"),
        ("keys.zoom", "n", "keys.next_page"),
        ("keys.zoom", "f4", "keys.page"),
        ("keys.zoom", "9", "a … z"),
    ],
)
def test_a_bad_or_doubled_key_is_refused(tmp_path: Path, name: str, key: str, said: str) -> None:
    """By `oracle config set` and when the app is started: the file, the key, and what it could be."""
    file = tmp_path / "config.toml"
    with pytest.raises(ConfigError) as refused:
        write(file, name, key)
    assert said in str(refused.value.facts) and refused.value.facts["file"] == file and not file.exists()
    file.write_text(f'[keys]\n{name.removeprefix("keys.")} = "{key}"\n')
    with pytest.raises(ConfigError):
        load({}, home=tmp_path)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sentences_name_the_key_that_was_chosen(lang: str) -> None:
    """What does not quit any more is not said to; in the other language neither. Only keys that were changed."""
    say = Speech(lang, {"quit": "f10", "game": "ctrl+k"})
    for _ in range(2):
        assert "F10" in say("app.quit.hint") and "Ctrl+Q" not in say("app.quit.hint")
        assert "Ctrl+K" in say("app.welcome.choose") and "F1 " in say("app.welcome.choose")
        say.turn()


def test_two_keys_can_be_exchanged(tmp_path: Path) -> None:
    """In the file at once, or one after the other by way of a third."""
    (tmp_path / "config.toml").write_text('[keys]\nhistory = "ctrl+y"\ncopy = "ctrl+r"\n')
    assert load({}, home=tmp_path).keys == {"history": "ctrl+y", "copy": "ctrl+r"}
    write(tmp_path / "config.toml", "keys.history", "f10")
    assert load({}, home=tmp_path).keys == {"history": "f10", "copy": "ctrl+r"}

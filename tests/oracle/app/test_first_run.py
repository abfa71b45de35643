"""First run: what is missing is explained, examined, and where it can be, done."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from ingest.errors import NoIndex
from oracle.app.app import OracleApp
from oracle.app.samples import Reading, samples_folder
from oracle.app.screens.adding import AddingScreen
from oracle.app.screens.doctor import DoctorScreen
from oracle.config import Config
from oracle.texts import Texts
from tests.fakes.table import FakeLibrary, FakeParts, NoLibrary
from tests.oracle.app.stage import SIZES, Stage, play
from tests.tools import ROOT
from vm.doctor import Check


def shown(stage: Stage) -> str:
    """The text of the screen on top."""
    return "\n".join(str(each.content) for each in stage.app.screen.query(Static))


def ill(config: Config) -> Iterable[Check]:
    yield Check("disk", True, "vm.none", {}, better=True)
    yield Check("vm.host", False, "stack.gone", {"booklet": "[b]\x1b[31mvm[/b]", "game": "tafl"})
    yield Check("index", False, "app.no_terminal")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_checks_are_reached_from_the_app(tmp_path: Path, size: tuple[int, int], lang: str) -> None:
    """F6: each check with its sign, what to type, how it stands; Esc goes back to the table."""

    async def scene(stage: Stage) -> None:
        await stage.press("f6")
        await stage.settle()
        assert isinstance(stage.app.screen, DoctorScreen)
        text = shown(stage)
        assert "✓" in text and "✗" in text and "→ oracle ask" in text and "\x1b" not in text and "[b]" in text
        assert ("says what to type" if lang == "en" else "dit quoi taper") in text
        await stage.press("escape")
        assert not isinstance(stage.app.screen, DoctorScreen)

    play(scene, tmp_path, size=size, lang=lang, examine=ill)


def test_a_check_that_breaks_is_a_line_not_a_crash(tmp_path: Path) -> None:
    """And a library that does not open names the examination."""

    def broken(config: Config) -> Iterable[Check]:
        yield Check("disk", True, "vm.none", {})
        raise RuntimeError("no [red]disk[/]")

    async def scene(stage: Stage) -> None:
        assert "F6" in stage.conversation and "F5" in stage.conversation
        await stage.press("f6")
        await stage.settle()
        assert "RuntimeError: no [red]disk[/]" in shown(stage)

    play(scene, tmp_path, opener=NoLibrary(NoIndex("stale_for_app")), examine=broken)


def test_the_samples_are_found_where_they_are(tmp_path: Path) -> None:
    """In a checkout; an installed package offers nothing that is not there."""
    assert samples_folder() == ROOT / "rulebooks"
    assert samples_folder(tmp_path) is None


def test_the_samples_are_read_into_the_library_that_is_open(tmp_path: Path) -> None:
    """In the language of the app; the home is named only where its configuration lies in it."""
    own = Reading(Config(tmp_path, tmp_path / "config.toml", "fr"), tmp_path / "books", ("oracle",))
    assert own.argv == (
        "oracle", "--lang", "fr", "--home", str(tmp_path), "ingest", "sync", str(tmp_path / "books"),
    )  # fmt: skip
    platform = Reading(Config(tmp_path / "data", tmp_path / "config" / "config.toml", "en"), tmp_path, ("oracle",))
    assert "--home" not in platform.argv


def adding(tmp_path: Path, program: str) -> AddingScreen:
    reading = Reading(Config(tmp_path, tmp_path / "c", "en"), tmp_path, (sys.executable, "-c", program))
    return AddingScreen(Texts("en"), reading)


@pytest.mark.parametrize("code", [0, 4])
def test_what_is_read_is_told_line_by_line(tmp_path: Path, code: int) -> None:
    """Progress as it comes, hostile names harmless; at the end the table with its games, or what to type."""
    program = (
        f"import sys; print('is\\x1b[31mlands [b]published[/b]'); print('on stderr', file=sys.stderr); sys.exit({code})"
    )

    async def scene(stage: Stage) -> None:
        assert "Islands" not in stage.shown("#title-game")
        stage.app.push_screen(adding(tmp_path, program), stage.app.screen_stack[0]._read_samples)  # type: ignore[attr-defined]
        await stage.settle()
        text = shown(stage)
        assert "[b]published[/b]" in text and "\x1b" not in text and "on stderr" in text
        assert ("All read" in text) == (code == 0)
        assert (f"oracle ingest sync {tmp_path}" in text) == (code != 0)
        await stage.press("enter")
        await stage.settle()
        assert "Islands" in stage.shown("#title-game")

    opener = NoLibrary(then=FakeParts(FakeLibrary(tmp_path / "home", {"islands": "Islands"})))
    play(scene, tmp_path, game=None, opener=opener)


def test_reading_can_be_stopped(tmp_path: Path) -> None:
    """Esc ends the program and what it started; nothing goes on behind the screen."""
    stop = threading.Event()
    program = "import time\nprint('begun', flush=True)\ntime.sleep(60)"
    reading = Reading(Config(tmp_path, tmp_path / "c", "en"), tmp_path, (sys.executable, "-c", program))
    began = time.monotonic()
    assert reading.run(lambda line: stop.set(), stop) != 0
    assert time.monotonic() - began < 30


def test_the_app_shows_where_it_is_missing_something_only_when_it_is(tmp_path: Path) -> None:
    """With a rulebook on the table nothing offers samples."""

    async def scene(stage: Stage) -> None:
        assert isinstance(stage.app, OracleApp)
        assert "F7" not in "\n".join(str(key.content) for key in stage.app.screen.query("Key").results(Static))

    play(scene, tmp_path)


class Elsewhere(OracleApp):
    """The app, its home named by the option."""

    CSS_PATH = ROOT / "oracle" / "app" / "app.tcss"

    def __init__(self, config: Config, **given: Any) -> None:
        super().__init__(replace(config, home_named_by="--home"), **given)


@pytest.mark.parametrize("program", [Elsewhere, OracleApp])
def test_a_home_that_was_named_and_holds_no_game_is_told_in_the_app(tmp_path: Path, program: type[OracleApp]) -> None:
    """It may be another one that was meant; the usual place is not spoken of."""

    async def scene(stage: Stage) -> None:
        assert ("⚠ --home names" in stage.conversation) is (program is Elsewhere)

    play(scene, tmp_path, opener=NoLibrary(NoIndex("store.nothing_published")), game=None, program=program)

"""The app on a real library with the real pipeline, and the real program in a pseudo-terminal."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from oracle.app.app import OracleApp
from oracle.app.seams import OpenParts, real_parts
from oracle.app.widgets.picture import Picture
from oracle.config import Config, load
from tests.fakes.claude import ScriptedClaude
from tests.fakes.table import FakeLibrary, FakeParts, ScriptedAsk
from tests.oracle.app.stage import NORMAL, WIDE, Play, Stage
from tests.terminal import Terminal

RULE = "On your turn, roll two dice"


def play_real(scene: Play, home: Path, opener: OpenParts = real_parts, size: tuple[int, int] = WIDE) -> None:
    """Run `scene` on the app with its real pipeline."""
    app = OracleApp(load({}, home=home, lang="en"), open_parts=opener)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            stage = Stage(app, pilot, FakeParts(FakeLibrary(home)), ScriptedAsk(()))
            while app.session.game is None:
                await pilot.pause(0.05)
            await stage.settle()
            await scene(stage)

    asyncio.run(run())
    app.session.close()


def test_passages_and_pages_of_a_real_library(gates_home: Path) -> None:
    """No Claude: a question brings passages, the page opens with the passage marked, then its picture."""

    async def scene(stage: Stage) -> None:
        await stage.question("How many dice do I roll on my turn?")
        assert RULE in stage.shown(".passage")
        assert "passages only" in stage.shown(".notice")
        row = next(row for row, text in enumerate(stage.rows, 1) if "Core" in text and RULE in text)
        await stage.press("ctrl+down", str(row))
        await stage.settle()
        assert RULE in stage.page_text.plain
        assert stage.page.view and stage.page.view.passages
        await stage.press("v")
        await stage.settle()
        assert stage.page.query_one(Picture).size.height > 10

    play_real(scene, gates_home)


def test_a_ruling_of_the_table_takes_part_in_the_next_question(gates_home: Path) -> None:
    """Kept, published and found, beside the book and labelled; off, it is found no more."""

    async def scene(stage: Stage) -> None:
        await stage.question("/house A yellow umbrella may be exchanged for nine coins.")
        await stage.press("enter")
        await stage.settle()
        await stage.question("May I exchange a yellow umbrella?")
        first = next(row for row in stage.rows if not row.startswith("▣"))
        assert "umbrella" in first and "(house rules)" in first
        await stage.press("ctrl+t")
        await stage.settle()
        await stage.press("enter")
        await stage.settle()
        await stage.press("escape")
        await stage.settle()
        await stage.question("May I exchange a yellow umbrella?")
        assert not any("house rules" in row for row in stage.rows)

    play_real(scene, gates_home)


def test_the_real_pipeline_verifies_what_the_app_shows(gates_home: Path) -> None:
    """A true quote becomes a citation that leads to its page; an invented one is crossed out."""
    said = f"VERDICT: says\nTwo: “{RULE}” [[core:2]]. And “seven is lucky for all” [[core:2]]. See [[99]]."

    def opener(config: Config) -> Any:
        return replace(real_parts(config), claude=ScriptedClaude(said))

    async def scene(stage: Stage) -> None:
        await stage.question("How many dice do I roll on my turn?")
        assert stage.shown(".verdict") == "The book says:"
        assert "seven is lucky for all" in stage.shown(".struck")
        assert "[[99]]" in stage.shown(".struck")
        assert "seven is lucky" not in stage.app.screen.query_one(".answer").source  # type: ignore[attr-defined]
        assert stage.rows[0].startswith("[")
        assert RULE in stage.rows[0]
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        view = stage.page.view
        assert view is not None
        assert [view.text.text[start:end] for start, end in view.quotes] == [RULE]
        assert view.boxes

    play_real(scene, gates_home, opener, NORMAL)


class Watched:
    """A library that tells what was asked of it."""

    def __init__(self, library: object) -> None:
        self._library = library
        self.asked: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        self.asked.add(name)
        return getattr(self._library, name)


def test_warming_up_goes_the_way_of_a_question_and_writes_nothing_down(gates_home: Path) -> None:
    """Before the first question all channels were heard; no record holds a question that nobody asked."""
    watched: list[Watched] = []

    def opener(config: Config) -> Any:
        parts = real_parts(config)
        watched.append(Watched(parts.library))
        return replace(parts, library=watched[0])

    async def scene(stage: Stage) -> None:
        assert watched[0].asked >= {"lexical", "dense", "passages"}

    play_real(scene, gates_home, opener)
    assert not (gates_home / "runs.db").exists() and not (gates_home / "remembered.db").exists()


@pytest.mark.slow
def test_the_real_program_in_a_terminal(gates_home: Path) -> None:
    """`oracle` opens on the game, finds passages, and ^q gives the terminal back with exit code 0."""
    terminal = Terminal(home=gates_home)
    terminal.wait_for("Your question about")
    terminal.wait_for("passages only")
    terminal.type("How many dice do I roll?\r")
    terminal.wait_for("roll two dice")
    terminal.type("\x11")
    assert terminal.leave() == 0
    assert b"\x1b[?1049l" in terminal.seen
    assert b"Traceback" not in terminal.seen
    assert (gates_home / "app.log").exists()


@pytest.mark.slow
def test_the_real_program_without_a_rulebook(home: Path) -> None:
    """The first run of all says what to type, and can be left."""
    terminal = Terminal("--lang", "fr", "app", home=home)
    terminal.wait_for("oracle ingest add")
    terminal.type("\x11")
    assert terminal.leave() == 0

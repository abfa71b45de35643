"""What is said for a moment and goes by itself."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from textual.widgets._toast import Toast

from oracle.app.app import OracleApp
from oracle.app.widgets.ask_box import AskBox
from oracle.app.widgets.key_bar import KeyBar
from oracle.config import Config
from tests.fakes.table import FakeLibrary, FakeParts, thumbnails
from tests.oracle.app.stage import SIZES

LONG = "Cette réponse n’a pas pu être notée : elle ne sera donc pas parmi les favorites, et personne ne la retrouvera."


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_hides_neither_the_question_nor_the_keys(tmp_path: Path, size: tuple[int, int]) -> None:
    """It stands above the box in which somebody may be typing, inside the screen."""
    home = tmp_path / "home"
    thumbnails(home)
    parts = FakeParts(FakeLibrary(home))
    app = OracleApp(Config(home, home / "config.toml", "fr"), open_parts=lambda config: parts, game="islands")

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            app.notify(LONG, severity="error", markup=False, timeout=60)
            while not app.screen.query(Toast):
                await pilot.pause()
            await pilot.pause()
            told = app.screen.query_one(Toast).region
            assert told.area and told.x >= 0 and told.right <= size[0]
            for widget in (app.screen.query_one(AskBox), app.screen.query_one(KeyBar)):
                assert not told.overlaps(widget.region), widget

    asyncio.run(run())

"""Two keys that come in one read of the terminal: the second reaches what the first went to."""

from __future__ import annotations

from pathlib import Path

import pytest

from oracle.app.widgets.ask_box import AskBox
from oracle.app.widgets.citations import Citations
from oracle.app.widgets.page_pane import PageScroll
from tests.fakes.table import answered, found
from tests.oracle.app.stage import NARROW, SIZES, WIDE, Stage, play
from tests.oracle.app.test_sheets import sheet_of


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("key", ["ctrl+down", "tab"])
def test_enter_right_after_going_to_the_list_opens_the_page(tmp_path: Path, size: tuple[int, int], key: str) -> None:
    """It does not reach the box, where a question may stand that was not yet to be asked."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        stage.app.screen.query_one(AskBox).value = "And then?"
        await stage.press_at_once(key, "enter")
        await stage.settle()
        assert isinstance(stage.app.focused, PageScroll) and stage.page.view is not None
        assert len(stage.ask.history) == 1 and stage.box == "And then?"

    play(scene, tmp_path, [found(), answered], size=size)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_typed_right_after_escape_stands_in_the_box(tmp_path: Path, size: tuple[int, int]) -> None:
    """From the page to the list, from there to the box: no letter turns a page or moves in the list."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("tab", "enter")
        await stage.settle()
        shown = stage.page.view
        await stage.press_at_once("escape", "j", "k", "escape", *"no")
        await stage.settle()
        assert isinstance(stage.app.focused, AskBox) and stage.box == "no" and stage.page.view is shown

    play(scene, tmp_path, [found(), answered], size=size)


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=str)
def test_a_key_right_after_the_page_was_opened_is_for_the_page(tmp_path: Path, size: tuple[int, int]) -> None:
    """F4 and n: the next page, no letter in the box. Where the page is beside the talk F4 folds it: n is a letter."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press("tab", "enter", "escape")
        await stage.settle()
        assert isinstance(stage.app.focused, Citations)
        await stage.press("escape")
        await stage.press_at_once("f4", "n")
        await stage.settle()
        assert stage.box == ("n" if size == WIDE else "")
        assert isinstance(stage.app.focused, AskBox if size == WIDE else PageScroll)

    play(scene, tmp_path, [found(), answered], size=size)


@pytest.mark.parametrize("key", ["ctrl+g", "ctrl+r", "f1", "ctrl+o", "f2", "f6", "ctrl+d", "ctrl+e"])
def test_what_is_typed_right_after_a_screen_was_left_stands_in_the_box(tmp_path: Path, key: str) -> None:
    """Nothing that is typed is lost on a screen that goes."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.press(key)
        await stage.settle()
        assert len(stage.app.screen_stack) == 2
        await stage.press_at_once("escape", *"Why")
        await stage.settle()
        assert len(stage.app.screen_stack) == 1 and stage.box == "Why"

    play(scene, tmp_path, [found(), answered], sheet=sheet_of)

"""Lines that begin with a slash, thumbs, and what is said of an answer in the same way as on the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input

from ingest.contracts import PageRef
from oracle.answers import state_line
from oracle.app.screens.help import HelpScreen
from oracle.app.screens.picker import PickerScreen
from oracle.contracts import Answer, Question, Struck, StruckKind
from oracle.outcomes import FILE, Kind, Outcomes, Place
from oracle.standing import flawless
from oracle.texts import Texts
from tests.fakes.table import answered, evidence, found
from tests.oracle.app.stage import SIZES, Stage, play


@pytest.mark.parametrize("line", ["/game tafl", "/jeu vikings"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_slash_puts_another_game_on_the_table(tmp_path: Path, size: tuple[int, int], line: str) -> None:
    """By its name or a part of it, in both languages; it is no question."""

    async def scene(stage: Stage) -> None:
        await stage.question(line)
        assert "Tafl" in stage.shown("#title-game")
        assert (stage.box, stage.ask.history) == ("", [])

    play(scene, tmp_path, size=size)


@pytest.mark.parametrize(("line", "typed", "shown"), [("/game", "", 2), ("/game a", "a", 2), ("/game zz", "zz", 0)])
def test_a_game_that_is_not_clear_opens_the_picker(tmp_path: Path, line: str, typed: str, shown: int) -> None:
    """With what was written in its filter."""

    async def scene(stage: Stage) -> None:
        await stage.question(line)
        picker = stage.app.screen
        assert isinstance(picker, PickerScreen)
        assert (picker.query_one("#filter", Input).value, len(picker._shown)) == (typed, shown)

    play(scene, tmp_path)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_slash_opens_a_page(tmp_path: Path, size: tuple[int, int]) -> None:
    """By the number of a row, or by booklet and page; what leads nowhere is said."""

    async def scene(stage: Stage) -> None:
        await stage.question("/page 1")
        assert any("Which page?" in notice for notice in stage.notices)
        await stage.question()
        await stage.question("/page 1")
        assert stage.page.view is not None and stage.page.view.ref == PageRef("islands", "rules", 1)
        await stage.press("escape", "escape")
        await stage.question("/page rules:3")
        assert stage.page.view is not None and stage.page.view.ref.page == 3
        await stage.press("escape", "escape")
        await stage.question("/page 9")
        assert any("no passage [9]" in notice for notice in stage.notices)

    play(scene, tmp_path, [found(), answered], size=size)


def test_the_other_commands_do_what_their_keys_do(tmp_path: Path) -> None:
    """New talk, help, quit; one that is none names the nearest and stays in the box."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        await stage.question("/new")
        assert any("new talk" in notice for notice in stage.notices)
        assert stage.app.session.turns == ()
        await stage.question("/hepl")
        assert any("/help" in notice for notice in stage.notices)
        assert stage.box == "/hepl"
        await stage.question("/help")
        assert isinstance(stage.app.screen, HelpScreen)
        await stage.press("escape")
        await stage.question("/quit", settle=False)
        assert stage.app._exit

    play(scene, tmp_path, [found(), answered])


@pytest.mark.parametrize(("key", "kind"), [("f8", Kind.GOOD), ("f9", Kind.BAD)])
def test_a_thumb_is_kept_for_what_was_cited(tmp_path: Path, key: str, kind: Kind) -> None:
    """As `oracle outcome good|bad`; without an answer it says so."""
    home = tmp_path / "home"

    def recorded(question: Question) -> Answer:
        answer = replace(answered(question), run="r1")
        Outcomes(home / FILE).of_answer(answer, "r1")
        return answer

    async def scene(stage: Stage) -> None:
        await stage.press(key)
        await stage.settle()
        assert any("no answer on the screen" in notice for notice in stage.notices)
        await stage.question()
        await stage.press(key)
        await stage.settle()
        assert any("Noted" in notice for notice in stage.notices)
        counts = Outcomes(home / FILE).counts("islands")
        assert counts[Place.of(evidence().passages[0].passage)][kind] == 1

    play(scene, tmp_path, [found(), recorded])


@pytest.mark.parametrize("kind", ["marker", "url", "markup", "control", "quote", "said_name"])
def test_the_app_and_the_commands_give_the_same_mark(tmp_path: Path, kind: StruckKind) -> None:
    """Whatever was struck, both show ⚠; where all stands, both show ✓."""

    def struck(question: Question) -> Answer:
        answer = answered(question)
        assert answer.verified is not None
        return replace(answer, verified=replace(answer.verified, struck=(Struck(kind, "[[9]]"),)))

    async def scene(stage: Stage) -> None:
        await stage.question()
        last = stage.ask.history[0]
        assert stage.shown(".state").startswith("⚠") and state_line(struck(last), Texts("en")).startswith("⚠")
        good = answered(last)
        assert state_line(good, Texts("en")).startswith("✓")
        assert good.verified is not None and flawless(good.verified)

    play(scene, tmp_path, [found(), struck])


@pytest.mark.parametrize(("language", "marked"), [("fr", True), ("en", False)])
def test_an_answer_in_another_language_is_marked_as_a_translation(tmp_path: Path, language: str, marked: bool) -> None:
    """The quotation is the book's, the sentences around it are not: it is said."""

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert ("are a translation" in stage.shown(".state")) == marked

    play(scene, tmp_path, [found(language=language), lambda question: answered(question, language=language)])

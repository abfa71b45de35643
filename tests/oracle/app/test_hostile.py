from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Region

from ingest.contracts import Block, Line, PageRef
from oracle.app.widgets.ask_box import LONGEST
from oracle.app.widgets.parsing import parser
from oracle.contracts import Answer, Citation, Question, Statement, Verdict, Verified
from oracle.texts import Texts
from tests.fakes.table import FakeLibrary, FakeParts, answered, deltas, evidence, found
from tests.oracle.app.stage import SIZES, Stage, play

NASTY = (
    "[red]card[/] [@click=app.quit]here[/] [/unopened] [link=file:///etc/passwd]x[/link] $x {y} \\[ "
    "\x1b]52;c;ZXZpbA==\x07 \x1b[2J \x9b31m \u202eevil\u202c \u200b \U000e0041 ![p](http://e.vil/x.png) "
    "<script>x</script> [a](javascript:x) https://e.vil/ `code` # head\n> q\n| a | b |\n|---|---|\n[1]: http://e.vil"
)
HOSTILE = {"\x1b", "\x07", "\x9b", "\u202e", "\u200b", "\U000e0041"}


class NastyLibrary(FakeLibrary):
    """Every text of this library was written to break the app."""

    def games(self):  # type: ignore[no-untyped-def]
        return tuple(
            replace(game, title=NASTY, booklets=tuple(replace(b, title=NASTY) for b in game.booklets))
            for game in super().games()
        )

    def page(self, ref: PageRef):  # type: ignore[no-untyped-def]
        plain = super().page(ref)
        lines = tuple(Line(text, (0, 0, 10, 10)) for text in (NASTY, "[/]", "x" * 5000))
        return replace(plain, printed=NASTY, blocks=(Block("heading", lines), Block("table", lines), *plain.blocks))


def nasty_answer(question: Question) -> Answer:
    plain = answered(question, evidence(NASTY, NASTY))
    place = plain.evidence.passages[0].passage
    verified = Verified(
        Verdict.SAYS, f"{NASTY} [[1]]\n{NASTY}", (Statement(NASTY, (1,)),),
        (Citation(1, place, place.ref, NASTY, verified=True),), (), withheld=False,
    )  # fmt: skip
    return Answer(question, plain.understood, plain.gate, plain.evidence, verified, completion=plain.completion)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_text_can_break_or_restyle_the_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    """Names, pages, passages, questions and answers full of codes and markup: shown as text, or not at all."""

    async def scene(stage: Stage) -> None:
        await stage.question(NASTY)
        assert screen_is_clean(stage)
        for keys in (["ctrl+down", "enter"], ["v"], ["v"], ["n"], ["ctrl+g"], ["escape"], ["f1"]):
            await stage.press(*keys)
            await stage.settle()
            assert screen_is_clean(stage)
        assert stage.app.is_running
        assert "[red]card[/]" in stage.page_text.plain
        assert "[@click=app.quit]here[/]" in stage.rows[0]

    parts = FakeParts(NastyLibrary(tmp_path / "home"))
    play(scene, tmp_path, [found(NASTY, evidence(NASTY, NASTY)), *deltas(NASTY), nasty_answer], parts=parts, size=size)


def test_a_click_anywhere_on_hostile_text_runs_no_action(tmp_path: Path) -> None:
    """No cell of the conversation or the page carries an action but our own links to citations."""

    async def scene(stage: Stage) -> None:
        await stage.question(NASTY)
        await stage.press("ctrl+down", "enter")
        await stage.settle()
        actions = actions_on(stage, stage.app.size.region)
        assert {action for action in actions if "app.quit" in action} == set()
        assert {action for action in actions if "cite:" not in action and not action.startswith("link(")} == set()

    parts = FakeParts(NastyLibrary(tmp_path / "home"))
    play(scene, tmp_path, [found(NASTY, evidence(NASTY)), nasty_answer], parts=parts)


@pytest.mark.parametrize("text", ["a\nb", "one\r\n\r\ntwo\x1b[31m", "\u202e", ""])
def test_what_is_pasted_becomes_one_clean_line(tmp_path: Path, text: str) -> None:
    """A pasted paragraph is kept whole, without line breaks or codes."""

    async def scene(stage: Stage) -> None:
        stage.app.post_message(events.Paste(text))
        await stage.pilot.pause()
        assert "\n" not in stage.box
        assert not HOSTILE & set(stage.box)
        assert stage.box == " ".join(text.replace("\x1b", "").replace("\u202e", "").split())

    play(scene, tmp_path)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_of_a_paste_that_is_too_long_as_much_as_fits_is_kept_and_told(tmp_path: Path, lang: str) -> None:
    """Five thousand lines: the box holds what it can, and says that it is not all."""

    async def scene(stage: Stage) -> None:
        stage.app.post_message(events.Paste("May I? " * 5000))
        await stage.pilot.pause()
        assert stage.box == ("May I? " * LONGEST)[:LONGEST]
        assert Texts(lang)("app.ask.cut", most=LONGEST) in stage.notices
        await stage.press("x")
        assert len(stage.box) == LONGEST

    play(scene, tmp_path, lang=lang)


def screen_is_clean(stage: Stage) -> bool:
    strips = stage.app.screen._compositor.render_strips()
    text = "\n".join("".join(segment.text for segment in strip if not segment.control) for strip in strips)
    return not HOSTILE & set(text)


def actions_on(stage: Stage, region: Region) -> set[str]:
    found = set()
    for y in range(region.height):
        for x in range(region.width):
            style = stage.app.screen.get_style_at(x, y)
            found |= {str(value) for key, value in style.meta.items() if key == "@click"}
    return found


def test_no_address_becomes_a_link_by_itself() -> None:
    """Only what we write as one is: nothing looks for addresses in what a model says."""
    tokens = parser().parse(r"See https://evil.example, www.evil.example, a@evil.example and [\[1\]](cite:1).")
    links = [child.attrs["href"] for token in tokens for child in token.children or () if child.type == "link_open"]
    assert links == ["cite:1"]

"""What the screens look like: twelve pictures in `tests/golden/screens`, reviewed as pictures and as a diff.

`GOLDEN=write pytest tests/oracle/app/test_snapshots.py` draws them anew. Nothing in them comes from a clock, a
path or the machine: the library and the answers are those of `tests.fakes.table`, and no cursor blinks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from textual.color import Color
from textual.widgets import Input

from ingest.contracts import BookletKind
from ingest.errors import NoIndex
from oracle.app.widgets.citations import Citations
from oracle.contested import Dispute, Reading
from oracle.contracts import Answer, Question, Struck
from tests.fakes.table import (
    QUOTE,
    FakeLibrary,
    FakeParts,
    NoLibrary,
    Step,
    answered,
    booklet,
    evidence,
    found,
    only_passages,
)
from tests.golden import agrees
from tests.oracle.app.stage import NARROW, NORMAL, WIDE, Stage, play
from tests.oracle.app.test_disputes import argued
from tests.oracle.app.test_sheets import sheet_of
from tests.tools import ROOT
from vm.errors import Unreachable

MOST = 12
ASKED = "I rolled a seven and hold nine cards. Do I discard?"
DEMANDE = "J’ai fait sept et j’ai neuf cartes en main : dois-je défausser ?"
DIT = f"Oui, la moitié de la main : « {QUOTE} » [[1]]."


def in_french(question: Question) -> Answer:
    """An answer in French from an English booklet."""
    return answered(question, text=DIT, language="fr")


def half_true(question: Question) -> Answer:
    """An answer of which a quotation was struck."""
    answer = answered(question)
    assert answer.verified is not None
    struck = (Struck("quote", "The robber sleeps on Sundays."),)
    return replace(answer, verified=replace(answer.verified, struck=struck))


def away(question: Question) -> Answer:
    """The machine does not answer: the passages do."""
    return replace(
        only_passages(question), failure=Unreachable("refused", host="my-vm", port=22, why="Connection refused")
    )


PLAIDEE = Dispute(
    (Reading("Vous gardez vos cartes."), Reading("Vous défaussez la moitié.", f"« {QUOTE} » [[1]]", "book")),
    f"« {QUOTE} » [[1]]",
    holds=1,
)


def disputed(question: Question) -> Answer:
    """The answer in French, and when it is disputed both readings of it."""
    answer = in_french(question)
    if not question.contest:
        return answer
    return replace(argued(question, PLAIDEE), understood=answer.understood)


@dataclass(frozen=True)
class Shot:
    """One picture: what is asked, what comes of it, which keys follow."""

    size: tuple[int, int]
    lang: str = "en"
    asked: str = ""
    steps: Sequence[Step] = ()
    keys: Sequence[str] = ()
    opener: Callable[..., FakeParts] | None = None
    game: str | None = "islands"
    options: dict[str, object] = field(default_factory=dict)


ANSWER: Sequence[Step] = (found(what=evidence(QUOTE, "You may trade.")), answered)
REPONSE: Sequence[Step] = (found(language="fr"), in_french)
TO_PAGE = ("ctrl+down", "enter")

SHOTS = {
    "welcome-120x40-en": Shot(WIDE),
    "first-run-50x30-fr": Shot(NARROW, "fr", opener=NoLibrary(NoIndex("store.nothing_published")), game=None),
    "answer-120x40-en": Shot(WIDE, asked=ASKED, steps=ANSWER),
    "answer-80x24-fr": Shot(NORMAL, "fr", DEMANDE, REPONSE),
    "answer-50x30-fr": Shot(NARROW, "fr", DEMANDE, REPONSE),
    "page-80x24-en": Shot(NORMAL, asked=ASKED, steps=ANSWER, keys=TO_PAGE),
    "picture-120x40-fr": Shot(WIDE, "fr", DEMANDE, REPONSE, (*TO_PAGE, "z")),
    "picker-80x24-fr": Shot(NORMAL, "fr", keys=("ctrl+g",)),
    "sheet-50x30-en": Shot(NARROW, keys=("f2",), options={"sheet": sheet_of}),
    "struck-50x30-en": Shot(NARROW, asked=ASKED, steps=(found(), half_true)),
    "dispute-50x30-fr": Shot(NARROW, "fr", DEMANDE, (found(language="fr"), disputed), ("ctrl+d", "enter")),
    "away-80x24-en": Shot(NORMAL, asked=ASKED, steps=(found(), away)),
}


@pytest.mark.parametrize("name", SHOTS)
def test_a_screen_looks_as_it_did(tmp_path: Path, name: str) -> None:
    """Layout, colours and words are those of the picture that was reviewed."""
    shot = SHOTS[name]
    home = tmp_path / "home"
    more = booklet("islands", "seas", home, BookletKind.EXPANSION, "Islands: the seas")
    parts = FakeParts(FakeLibrary(home, extra=(more,)))

    async def scene(stage: Stage) -> None:
        if shot.asked:
            await stage.question(shot.asked)
        for key in shot.keys:
            await stage.press(key)
            await stage.settle()
        agrees(f"screens/{name}.svg", drawn(await at_rest(stage)))

    play(
        scene, tmp_path, shot.steps, size=shot.size, lang=shot.lang, game=shot.game, parts=parts, opener=shot.opener,
        **shot.options,  # type: ignore[arg-type]
    )  # fmt: skip


async def at_rest(stage: Stage) -> str:
    """The screen as SVG, once it is the same three times: no cursor blinks, nothing waits to be laid out."""
    for box in stage.app.screen.query(Input):
        box.cursor_blink = False
    seen: list[str] = []
    for _ in range(50):
        await stage.pilot.pause()
        seen.append(stage.app.export_screenshot())
        if len(seen) > 2 and len(set(seen[-3:])) == 1:
            return seen[-1]
    raise AssertionError("the screen does not come to rest")


def drawn(svg: str) -> str:
    """The picture without a font from elsewhere and without numbers made of its content, an element a line."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg)
    svg = svg.replace("Fira Code, ", "").replace("arial", "sans-serif")
    svg = re.sub(r"\s*(<(?!/text)[^>]+>)", r"\n\1", svg)
    return svg.strip() + "\n"


def test_there_are_few_pictures_and_each_is_looked_at() -> None:
    """Each file belongs to a screen; none asks a foreign host for anything."""
    files = sorted((ROOT / "tests/golden/screens").iterdir())
    assert [file.stem for file in files] == sorted(SHOTS) and len(files) <= MOST
    for file in files:
        assert "url(http" not in file.read_text("utf-8").replace('"', ""), file


@pytest.mark.parametrize(("theme", "least"), [("textual-dark", 4.5), ("gruvbox", 3.0), ("textual-light", 2.5)])
def test_the_row_under_the_cursor_can_be_read(tmp_path: Path, theme: str, least: float) -> None:
    """Its colours are those of the other rows: on what lies under the cursor they keep their contrast."""
    seen: list[float] = []

    async def scene(stage: Stage) -> None:
        stage.app.theme = theme
        await stage.question(ASKED)
        await stage.press("ctrl+down")
        await stage.settle()
        strip = stage.app.screen.query_one(Citations).render_line(0)
        for text, style, _ in strip:
            if text.strip() and style and style.color and style.bgcolor:
                ink, ground = (Color.from_rich_color(each) for each in (style.color, style.bgcolor))
                seen.append(_ratio(ink, ground))

    play(scene, tmp_path, ANSWER)
    assert seen and min(seen) >= least


def _ratio(one: Color, other: Color) -> float:
    """As WCAG has it."""
    low, high = sorted(_light(each) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def _light(colour: Color) -> float:
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(part * weight for part, weight in zip(parts, (0.2126, 0.7152, 0.0722), strict=True))

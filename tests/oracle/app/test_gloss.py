"""What a quotation in another language means stands under it: in the list, and above the page it is marked on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Static

from oracle.contracts import Answer, Citation, Evidence, Question
from oracle.texts import LANGUAGES, Texts
from tests.fakes.table import QUOTE, answered, found, passage
from tests.oracle.app.scenes import cut
from tests.oracle.app.stage import SIZES, Stage, play

MEANT = "Les joueurs qui ont plus de sept cartes en défaussent la moitié"
BANK = "You may trade four equal cards with the bank."
TEXT = f"{MEANT} : “{QUOTE}” [[1]]. “{BANK}” [[2]]"


def in_french(question: Question, evidence: Evidence | None = None) -> Answer:
    """Two quotations of an English book; the answer says in French what the first one means."""
    answer = answered(question, evidence, TEXT, language="fr")
    other = passage(2, text=BANK)
    cited = (Citation(1, passage(), passage().ref, QUOTE, True), Citation(2, other, other.ref, BANK, True))
    assert answer.verified is not None
    return replace(answer, verified=replace(answer.verified, citations=cited))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_foreign_quotation_has_its_translation_marked_as_one(
    tmp_path: Path, size: tuple[int, int], lang: str
) -> None:
    """In the language of the app that it is a translation; a quotation that nobody translated has none."""
    told = Texts(lang)("app.cites.gloss", text=MEANT)

    async def scene(stage: Stage) -> None:
        await stage.question("Dois-je défausser ?")
        assert [row.partition("\n")[2].strip() for row in stage.rows] == [told, ""]
        assert told[:30] in stage.screen and cut(stage.app.screen) == []
        await stage.press("tab", "enter")
        await stage.settle()
        above = stage.page.query_one("#page-gloss", Static)
        assert above.display and str(above.content) == told and cut(stage.app.screen) == []
        await stage.press("n")
        await stage.settle()
        assert not above.display, "nothing is marked on the next page"

    play(scene, tmp_path, [found(), in_french], size=size, lang=lang)

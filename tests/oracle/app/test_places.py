from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ingest.contracts import BookletKind, PageRef
from oracle.app.phrase import where
from oracle.app.widgets.places import cited_places, picture_place
from oracle.contracts import Question, Stack
from oracle.texts import Texts
from tests.fakes.table import QUOTE, FakeLibrary, FakeParts, answered, booklet, evidence, found, only_passages
from tests.oracle.app.stage import NARROW, NORMAL, WIDE, Stage, play

SAY = Texts("en")
REGION = (10.0, 20.0, 200.0, 300.0)


def test_the_row_of_a_picture_leads_to_the_part_that_was_looked_at() -> None:
    """Where the model saw a region, that is framed; where nobody knows one, it is where the passages stand."""
    verified = answered(Question("?", Stack("islands"))).verified
    assert verified is not None
    seen = PageRef("islands", "rules", 2)
    row = cited_places(SAY, verified, evidence(), seen, booklet=False, region=REGION)[-1]
    assert (row.ref, row.mark.boxes, row.picture) == (seen, (REGION,), True)
    (row,) = picture_place(SAY, evidence(), PageRef("islands", "rules", 1), booklet=False, seen=False)
    assert row.mark.boxes == evidence().passages[0].passage.boxes


@pytest.mark.parametrize(("size", "in_list"), [(WIDE, 37), (NORMAL, 40), (NARROW, 28)])
def test_a_long_title_takes_the_room_there_is(tmp_path: Path, size: tuple[int, int], in_list: int) -> None:
    """Whole above a passage, where lines wrap; in the list as much as half of a row."""
    long = "Rules of play for three to six islands, with the storms of the second edition"
    parts = FakeParts(FakeLibrary(tmp_path / "home"))
    parts.library.extra = (booklet("islands", "seas", tmp_path / "home", BookletKind.EXPANSION),)
    named = evidence(QUOTE)
    ranked = named.passages[0]
    named = replace(named, passages=(replace(ranked, passage=replace(ranked.passage, booklet_title=long)),))

    async def scene(stage: Stage) -> None:
        await stage.question()
        assert long in " ".join(stage.shown(".passage").split())
        shown = stage.rows[0].split(" · ")[1].split(" …")[0]
        assert long.startswith(shown) and in_list - 8 <= len(shown) <= in_list

    play(scene, tmp_path, [found(what=named), lambda question: only_passages(question, named)], size=size, parts=parts)


def test_a_heading_that_is_the_title_of_its_booklet_says_nothing_more() -> None:
    """A passage before the first heading of a Markdown file is named by its booklet, once."""
    above = replace(evidence().passages[0].passage, on_paper=False, booklet_title="Questions")
    assert where(SAY, replace(above, section_path=("Questions",)), above.ref, booklet=True) == "Questions (rules)"
    assert where(SAY, replace(above, section_path=("Questions", "Trade")), above.ref, booklet=True).startswith(
        "§ Trade"
    )

"""The old system's worst bug: page 4 of the base game shown for page 4 of the expansion."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.library import Library
from ingest.settings import Settings
from oracle.contracts import Question, Stack
from oracle.find import find
from oracle.profile import Profile
from oracle.questions import Item, read_questions
from tests.tools import ROOT

GAME = "hnefatafl"
TRAPPED = ("hnefatafl/hnefatafl.pdf", "hnefatafl/alea-evangelii.pdf")
ITEMS = read_questions(ROOT / "rulebooks" / "questions.jsonl")
QUESTIONS = [item for item in ITEMS if any((file, 4) in item.gold.pages for file in TRAPPED)]


@pytest.fixture(scope="module")
def shelf(samples: Path) -> Iterator[Library]:
    """The samples as `oracle ingest sync` publishes them, with the models of the default configuration."""
    with Library.open(Settings(samples)) as library:
        yield library


@pytest.mark.slow
@pytest.mark.parametrize("item", QUESTIONS, ids=lambda item: item.asked.id)
def test_the_first_passage_and_the_page_to_read_are_of_the_booklet_that_is_asked_about(
    shelf: Library, item: Item
) -> None:
    """Base and expansion state one topic on their pages 4 with other numbers: the question says which."""
    _, _, evidence = find(shelf, Question(item.asked.text, Stack(GAME)), Profile())
    right = {Path(file).name for file, _ in item.gold.pages}
    assert evidence.passages[0].passage.source_file in right
    if evidence.page_to_read:
        assert shelf.booklet(evidence.page_to_read.owner).source_file in right


def test_there_are_enough_questions_about_both_pages_4() -> None:
    """The trap is set from both sides."""
    for file in TRAPPED:
        assert sum((file, 4) in item.gold.pages for item in QUESTIONS) >= 5

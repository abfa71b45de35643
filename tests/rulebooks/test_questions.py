"""The questions on the sample rulebooks, asked of the real index: what a player would notice if it got worse.

The floors stand well below what is reached, and the README's figures above them: they catch a break, not a breath.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracle.commands import oracle

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def figures(samples: Path, rulebooks: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, float]]:
    """What `oracle eval` prints for them; the home of the samples serves as it is."""
    questions = rulebooks / "questions.jsonl"
    ran = oracle("eval", str(questions), "--rulebooks", str(rulebooks), "--home", str(samples), "--json")
    assert ran.code == 0, ran.err
    record = json.loads(ran.out)
    assert isinstance(record, dict)
    return record


def test_nothing_had_to_be_read_again(samples: Path, rulebooks: Path) -> None:
    """`eval` and `sync` make the same booklets of the same folder."""
    questions = rulebooks / "questions.jsonl"
    ran = oracle("eval", str(questions), "--rulebooks", str(rulebooks), "--home", str(samples), "--half", "check")
    assert ran.code == 0
    assert "there already" in ran.err
    assert "embedded" not in ran.err


def test_the_right_page_is_among_the_first_five(figures: dict[str, dict[str, float]]) -> None:
    """Nearly always, whichever the language of the question and of the booklet."""
    assert figures["page"]["n"] >= 80
    assert figures["page"]["hit@5"] >= 0.88
    assert figures["page"]["mrr"] >= 0.6
    by_language = figures["by_language"]
    assert all(group["hit@5"] >= 0.8 for group in by_language.values())  # type: ignore[index,attr-defined]


def test_a_question_about_a_picture_is_offered_its_page(figures: dict[str, dict[str, float]]) -> None:
    """Most are, and few others are offered one that they do not need."""
    seen = figures["visual"]
    assert seen["offered"] / seen["needed"] >= 0.6
    assert seen["offered_needlessly"] / seen["others"] <= 0.35


def test_few_answerable_questions_are_turned_away(figures: dict[str, dict[str, float]]) -> None:
    """`abstain` is for what stands nowhere."""
    answerable = figures["zones"]["answerable"]
    assert answerable["abstain"] / sum(answerable.values()) <= 0.05  # type: ignore[index,attr-defined]

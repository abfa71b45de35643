"""The near-misses of tests/bench/questions: forty, of every game, in both languages, none that the gate would stop."""

from __future__ import annotations

from pathlib import Path

from oracle.gate import check
from oracle.questions import read_questions

ITEMS = read_questions(Path(__file__).parent.parent / "bench" / "questions" / "near_misses.jsonl")


def test_the_near_misses_are_spread_over_games_and_languages() -> None:
    """Figures on them would otherwise be those of one book."""
    assert len(ITEMS) == 40
    assert len({item.asked.game for item in ITEMS}) == 9
    assert {item.gold.language.partition(">")[0] for item in ITEMS} == {"en", "fr"}
    assert not any(item.gold.pages for item in ITEMS)


def test_no_near_miss_is_stopped() -> None:
    """They are rules questions: silence is not the gate's business."""
    assert [item.asked.text for item in ITEMS if not check(item.asked.text).open] == []

"""The zones on the sample rulebooks, with the real models: what ADR 27 claims, well below what is reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.library import Library
from oracle.config import load
from oracle.contracts import Zone
from oracle.profile import Profile
from tests.bench.zones import Seen, cases, look

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def seen(samples: Path, rulebooks: Path) -> Sequence[Seen]:
    """Every question on its own stack, and questions of each game asked on the others'."""
    settings = replace(load({"ORACLE_HOME": str(samples)}).settings, home=samples)
    with Library.open(settings) as library:
        return [look(library, Profile(), case) for case in cases([(rulebooks / "questions.jsonl", rulebooks)])]


def share(seen: Sequence[Seen], kind: str, *zones: Zone) -> float:
    mine = [one.zone in zones for one in seen if one.case.kind == kind]
    assert len(mine) >= 60
    return sum(mine) / len(mine)


def test_most_answerable_questions_come_without_a_warning(seen: Sequence[Seen]) -> None:
    """A warning that half of all answers carry is read by nobody."""
    assert share(seen, "answerable", Zone.NORMAL) >= 0.65
    assert share(seen, "answerable", Zone.ABSTAIN) <= 0.02


def test_most_questions_of_a_sister_game_come_with_one(seen: Sequence[Seen]) -> None:
    """The samples are all old board and card games: nothing is harder to tell apart."""
    assert share(seen, "sister game", Zone.CAUTIOUS, Zone.ABSTAIN) >= 0.5

"""The bench of the table runs, small, and everything it promises is measured."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bench.table import KINDS, Figures, Row, Sizes, asking, asking_bare, build_home

SMALL = Sizes(runs=1, questions=2, characters=100, asked=1, answers=3, pages=1, paper=(248, 350))


@pytest.mark.slow
@pytest.mark.parametrize(("ours", "bare", "lines"), KINDS, ids=lambda value: getattr(value, "__name__", ""))
def test_every_figure_is_measured_on_both_apps(
    tmp_path: Path, ours: Callable[..., Figures], bare: Callable[..., Figures], lines: tuple[tuple[str, str, str], ...]
) -> None:
    """Ours and the bare app play the same scene and give the same figures; none is judged here."""
    home = tmp_path / "home"
    home.mkdir()
    seen, beside = ours(home, SMALL), bare(SMALL)
    for name, what, unit in lines:
        assert seen[name] > 0
        assert str(Row(what, unit, seen[name], beside[name]))


@pytest.mark.slow
def test_questions_are_put_to_the_real_pipeline(tmp_path: Path) -> None:
    """Every question of the bench brings passages from a real home."""
    build_home(tmp_path / "home", pages=3)
    assert set(asking(tmp_path / "home", SMALL)) == set(asking_bare(SMALL)) == {"p50", "p95"}

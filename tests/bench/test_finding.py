"""The bench of finding runs, small, and what it measures holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.bench.finding import MODELS, Bench, everything, scoped
from tests.bench.library import SMALL, Language, Plan, build, home_settings, slug


@pytest.mark.slow
def test_the_small_bench_runs_and_dense_recall_is_whole(tmp_path: Path) -> None:
    """Made from nothing: as many chunks as planned, every exact neighbour heard, few files, little memory."""
    bench, lines = Bench(home_settings(tmp_path, MODELS), SMALL, Language(MODELS)), list[str]()
    for _ in build(bench.settings, bench.plan, bench.language):
        pass
    with bench.library() as library:
        games = library.games()
    assert len(games) == SMALL.games
    assert sum(booklet.chunks for game in games for booklet in game.booklets) == SMALL.chunks
    scoped(bench, lines.append, profile=False)
    assert len(lines) == len(SMALL.exact)
    assert all("recall@60 1.0000" in line for line in lines)
    everything(bench, lines.append)
    found = re.search(r"([\d,]+) MB resident.* (\d+) descriptors", lines[-1])
    assert found is not None
    assert int(found[1].replace(",", "")) <= 2048
    assert int(found[2]) <= 600


def test_the_whole_plan_is_what_the_issue_asks_for() -> None:
    """424,835 chunks in 4,000 games, 300 of them with collections, three of the sizes that are measured."""
    plan = Plan()
    sizes = plan.sizes()
    assert (len(sizes), sum(sizes), len(set(plan.real_games()))) == (4_000, 424_835, 300)
    assert {100, 1_000, 20_000} <= {sizes[game] for game in plan.real_games()}
    assert min(sizes) > 0
    assert slug(7) == "game-0007"

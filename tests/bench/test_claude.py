"""The bench of Claude runs, once, and what it measures is all there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.claude import Bench, measure, rows, told
from tests.bench.loopback import loopback


@pytest.mark.slow
def test_one_round_measures_everything(tmp_path: Path) -> None:
    """Each kind of question is answered by the real CLI; times are printed, none is judged here."""
    with loopback(tmp_path) as where:
        bench = Bench(where)
        trials = measure(bench.kinds(), 1, warm_up=False)
    assert all(0 < trial.asked < trial.end for each in trials.values() for trial in each)
    assert all(row.values for row in rows(trials))
    assert len(list(told(trials))) == len(trials) + len(rows(trials)) + 2

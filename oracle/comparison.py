"""How far the figures of an evaluation can be trusted, and what moved since another one. Pure.

Owns confidence intervals (percentile bootstrap over whole books: questions on one book are not independent; Efron and
Tibshirani 1993, ch. 13) and the comparison of two reports. What a figure means stands in `oracle.scoring`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from oracle.errors import UsageError
from oracle.figures import FIGURES
from oracle.scoring import Scored, page_figures

_DRAWS: Final = 1000
_SEED: Final = 2026
_OUTSIDE: Final = 0.025


def intervals(scored: Sequence[Scored]) -> dict[str, list[float]]:
    """95 % intervals [low, high] of the page figures; the same questions give the same intervals."""
    books: dict[str, list[Scored]] = {}
    for item, outcome in scored:
        if item.gold.pages:
            books.setdefault(min(item.gold.pages)[0], []).append((item, outcome))
    chance, names = random.Random(_SEED), sorted(books)
    drawn = [
        page_figures([one for name in chance.choices(names, k=len(names)) for one in books[name]])
        for _ in range(_DRAWS if names else 0)
    ]
    return {figure: _middle(sorted(sample[figure] for sample in drawn)) for figure in FIGURES}


def compared(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, object]:
    """What moved: figures as [before, now], questions whose rank changed, those that only one of the two asked.

    Raises:
        UsageError: `old` is no report of `oracle eval --json`.
    """
    try:
        before = {str(row["id"]): row["rank"] for row in old["rows"]}
        figures = {name: [float(old["page"][name]), float(new["page"][name])] for name in FIGURES}
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError("eval.not_a_report", why=error) from error
    now = {str(row["id"]): row["rank"] for row in new["rows"]}
    both = [name for name in now if name in before]
    moved = [{"id": name, "before": before[name], "now": now[name]} for name in both if before[name] != now[name]]
    return {
        "page": figures,
        "better": [one for one in moved if _place(one["now"]) < _place(one["before"])],
        "worse": [one for one in moved if _place(one["now"]) > _place(one["before"])],
        "only_before": [name for name in before if name not in now],
        "only_now": [name for name in now if name not in before],
    }


def _place(rank: Any) -> float:
    return float("inf") if rank is None else float(rank)


def _middle(values: Sequence[float]) -> list[float]:
    if not values:
        return [0.0, 0.0]
    cut = int(_OUTSIDE * len(values))
    return [values[cut], values[-1 - cut]]

"""Figures of an evaluation: rank, hit@k, reciprocal rank, recall, and counts of zones and of pages offered.

Pure. Owns what a figure means; runs no question.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from oracle.contracts import Zone
from oracle.questions import FilePage, Item
from oracle.sections import Section

SHOWN = 12


@dataclass(frozen=True)
class Outcome:
    """What the pipeline made of one question: page and section of each passage in order, zone, page to read, time."""

    pages: tuple[FilePage, ...]
    zone: Zone
    page_to_read: FilePage | None
    ms: float
    sections: tuple[Section, ...] = ()

    @property
    def distinct(self) -> tuple[FilePage, ...]:
        """Its pages in the order in which they first appear."""
        return tuple(dict.fromkeys(self.pages))


Scored = tuple[Item, Outcome]


def report(scored: Sequence[Scored]) -> dict[str, object]:
    """All figures of a run, as `oracle eval --json` prints them."""
    return {
        "questions": len(scored),
        "page": page_figures(scored),
        "by_language": _by(scored, lambda item: item.gold.language),
        "by_category": _by(scored, lambda item: item.gold.category),
        "by_game": _by(scored, lambda item: item.asked.game),
        "zones": zones(scored),
        "visual": visual(scored),
        "cross": cross(scored),
        "latency_ms": latency([outcome.ms for _, outcome in scored]),
        "rows": [row(item, outcome) for item, outcome in scored],
    }


def rank(gold: Iterable[FilePage], outcome: Outcome) -> int | None:
    """The place, from 1, of the first gold page among the distinct pages; `None` when none is there."""
    wanted = set(gold)
    return next((place for place, page in enumerate(outcome.distinct, 1) if page in wanted), None)


def page_figures(scored: Iterable[Scored]) -> dict[str, float]:
    """hit@k, recall@12 and MRR over the questions that have gold pages."""
    asked = [(item.gold.pages, outcome) for item, outcome in scored if item.gold.pages]
    ranks = [rank(gold, outcome) for gold, outcome in asked]
    recalls = [len(gold & set(outcome.pages[:SHOWN])) / len(gold) for gold, outcome in asked]
    hits = {f"hit@{k}": _mean([float(place is not None and place <= k) for place in ranks]) for k in (1, 3, 5)}
    return {
        **hits,
        "recall@12": _mean(recalls),
        "mrr": _mean([1 / place if place else 0.0 for place in ranks]),
        "n": len(asked),
    }


def zones(scored: Iterable[Scored]) -> dict[str, dict[str, int]]:
    """How many answerable and unanswerable questions fell in each zone."""
    counts = {kind: dict.fromkeys(map(str, Zone), 0) for kind in ("answerable", "unanswerable")}
    for item, outcome in scored:
        counts["answerable" if item.gold.pages else "unanswerable"][outcome.zone] += 1
    return counts


def visual(scored: Sequence[Scored]) -> dict[str, int]:
    """How often a page was offered to look at, where it is needed and where it is not."""
    needing = [(item, outcome) for item, outcome in scored if item.gold.visual]
    others = [outcome for item, outcome in scored if not item.gold.visual]
    return {
        "needed": len(needing),
        "offered": sum(outcome.page_to_read is not None for _, outcome in needing),
        "right_page": sum(outcome.page_to_read in item.gold.pages for item, outcome in needing),
        "others": len(others),
        "offered_needlessly": sum(outcome.page_to_read is not None for outcome in others),
    }


def cross(scored: Iterable[Scored]) -> dict[str, float]:
    """How often the first passage is of the right booklet, where a question sets one of a stack against another."""
    asked = [pair for pair in scored if pair[0].gold.category == "cross" and pair[0].gold.pages]
    right = [_right_booklet_first(item, outcome) for item, outcome in asked]
    return {"right_booklet_first": _mean(right), "n": len(right)}


def _right_booklet_first(item: Item, outcome: Outcome) -> float:
    return float(bool(outcome.pages) and outcome.pages[0][0] in {file for file, _ in item.gold.pages})


def latency(times: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile, in milliseconds."""
    ordered = sorted(times)
    if not ordered:
        return {"p50": 0.0, "p95": 0.0}
    return {"p50": round(statistics.median(ordered), 1), "p95": round(ordered[-(-95 * len(ordered) // 100) - 1], 1)}


def row(item: Item, outcome: Outcome) -> dict[str, object]:
    """One question of the report."""
    return {
        "id": item.asked.id,
        "rank": rank(item.gold.pages, outcome),
        "zone": outcome.zone,
        "page_to_read": outcome.page_to_read and list(outcome.page_to_read),
        "pages": [list(page) for page in outcome.distinct[:SHOWN]],
    }


def _by(scored: Iterable[Scored], key: Callable[[Item], str]) -> Mapping[str, dict[str, float]]:
    groups: dict[str, list[Scored]] = {}
    for item, outcome in scored:
        groups.setdefault(key(item), []).append((item, outcome))
    return {name: page_figures(groups[name]) for name in sorted(groups)}


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0

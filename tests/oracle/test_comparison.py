"""Intervals around figures, and what moved between two evaluations."""

from __future__ import annotations

import pytest

from oracle.comparison import compared, intervals
from oracle.contracts import Zone
from oracle.errors import UsageError
from oracle.questions import Asked, Gold, Item
from oracle.scoring import Outcome, Scored, report


def scored(name: str, book: str, *, found: bool) -> Scored:
    """A question on page 1 of a book, found first or not at all."""
    gold = Gold(frozenset({(book, 1)}), "en>en", "lookup", visual=False)
    outcome = Outcome(((book, 1 if found else 2),), Zone.NORMAL, None, 1.0)
    return Item(Asked(name, "Go", "?", (book,)), gold, "work"), outcome


def test_an_interval_holds_its_figure_and_is_the_same_each_time() -> None:
    """Books are drawn whole: ten questions on one book tell no more than that book."""
    run = [scored(f"{book}{n}", book, found=book != "c") for book in "abcd" for n in range(10)]
    low, high = intervals(run)["hit@1"]
    assert low < 0.75 < high
    assert intervals(run) == intervals(run)
    one = [scored(str(n), "a", found=n < 5) for n in range(10)]
    assert intervals(one)["hit@1"] == [0.5, 0.5]


def test_a_comparison_names_what_moved() -> None:
    """Question by question, in both directions; questions that only one run asked are told apart."""
    old = report([scored("x", "a", found=True), scored("y", "a", found=False), scored("gone", "a", found=True)])
    new = report([scored("x", "a", found=False), scored("y", "a", found=True), scored("new", "a", found=True)])
    told = compared(old, new)
    assert told["better"] == [{"id": "y", "before": None, "now": 1}]
    assert told["worse"] == [{"id": "x", "before": 1, "now": None}]
    assert (told["only_before"], told["only_now"]) == (["gone"], ["new"])


@pytest.mark.parametrize("old", [{}, {"rows": 3}, {"rows": [{}], "page": {}}])
def test_what_is_no_report_is_refused(old: dict[str, object]) -> None:
    """A file of something else is a usage error."""
    with pytest.raises(UsageError):
        compared(old, report([scored("x", "a", found=True)]))

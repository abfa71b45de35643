from __future__ import annotations

from oracle.contracts import Zone
from oracle.questions import Asked, FilePage, Gold, Item
from oracle.scoring import Outcome, cross, latency, page_figures, rank, report


def item(name: str, *gold: FilePage, language: str = "en>en", category: str = "lookup", visual: bool = False) -> Item:
    return Item(Asked(name, "Go", "?", ("a.pdf",)), Gold(frozenset(gold), language, category, visual), "work")


def outcome(*pages: int, zone: Zone = Zone.NORMAL, read: int | None = None, ms: float = 1.0) -> Outcome:
    return Outcome(tuple(("a.pdf", page) for page in pages), zone, ("a.pdf", read) if read else None, ms)


def test_the_rank_counts_distinct_pages() -> None:
    """Two passages of one page are one place; a gold page that is not there has no rank."""
    assert rank([("a.pdf", 7)], outcome(3, 3, 5, 7)) == 3
    assert rank([("a.pdf", 9)], outcome(3, 3, 5, 7)) is None


def test_recall_counts_pages_of_the_first_twelve_passages() -> None:
    """A gold page whose first passage is the thirteenth is missed, however few pages stand before it."""
    seen = outcome(1, *[2] * 11, 3)
    assert page_figures([(item("q", ("a.pdf", 1), ("a.pdf", 3)), seen)])["recall@12"] == 0.5


def test_figures_are_over_the_questions_that_have_an_answer() -> None:
    """Unanswerable questions count in the zones only."""
    scored = [
        (item("a", ("a.pdf", 1)), outcome(1, 2)),
        (item("b", ("a.pdf", 4), language="fr>en"), outcome(1, 2, 3, 4, zone=Zone.CAUTIOUS)),
        (item("c", category="unanswerable"), outcome(1, zone=Zone.ABSTAIN)),
    ]
    figures = report(scored)
    assert figures["questions"] == 3
    assert figures["page"] == {"hit@1": 0.5, "hit@3": 0.5, "hit@5": 1.0, "recall@12": 1.0, "mrr": 0.625, "n": 2}
    assert figures["by_language"]["fr>en"]["mrr"] == 0.25  # type: ignore[index]
    assert figures["zones"] == {
        "answerable": {"normal": 1, "cautious": 1, "abstain": 0},
        "unanswerable": {"normal": 0, "cautious": 0, "abstain": 1},
    }


def test_pages_offered_are_counted_where_they_are_needed_and_where_not() -> None:
    """Needed = the question is visual; right = the page offered is a gold page."""
    scored = [
        (item("a", ("a.pdf", 1), visual=True), outcome(1, read=1)),
        (item("b", ("a.pdf", 1), visual=True), outcome(1, read=2)),
        (item("c", ("a.pdf", 1), visual=True), outcome(1)),
        (item("d", ("a.pdf", 1)), outcome(1, read=1)),
        (item("e", ("a.pdf", 1)), outcome(1)),
    ]
    assert report(scored)["visual"] == {
        "needed": 3,
        "offered": 2,
        "right_page": 1,
        "others": 2,
        "offered_needlessly": 1,
    }


def test_a_row_shows_at_most_twelve_pages() -> None:
    """What `--json` prints of one question."""
    scored = [(item("a", ("a.pdf", 14)), outcome(*range(1, 15), read=2))]
    (row,) = report(scored)["rows"]  # type: ignore[misc]
    assert (row["id"], row["rank"], row["zone"], row["page_to_read"]) == ("a", 14, "normal", ["a.pdf", 2])
    assert row["pages"] == [["a.pdf", page] for page in range(1, 13)]


def test_latency_is_the_median_and_the_95th_percentile() -> None:
    """Of a hundred times, five may be longer."""
    assert latency([float(n) for n in range(1, 101)]) == {"p50": 50.5, "p95": 95.0}
    assert latency([7.0]) == {"p50": 7.0, "p95": 7.0}


def test_the_right_booklet_first_is_counted_over_cross_questions() -> None:
    """Whatever its page; other categories and questions without an answer do not count."""
    scored = [
        (item("a", ("a.pdf", 1), category="cross"), outcome(7)),
        (item("b", ("b.pdf", 7), category="cross"), outcome(7)),
        (item("c", ("b.pdf", 1), category="lookup"), outcome(1)),
        (item("d", category="cross"), outcome(1)),
    ]
    assert cross(scored) == {"right_booklet_first": 0.5, "n": 2}

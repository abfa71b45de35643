from __future__ import annotations

from ingest.contracts import BookletKind
from oracle.precedence import kinds_differ, precedence
from tests.oracle.records import passage


def test_errata_win_over_faq_over_expansion_over_core() -> None:
    """The order of the issue, and an aid, which only sums up, behind them all."""
    order = ["errata", "faq", "expansion", "core", "aid"]
    assert [precedence(BookletKind(kind)) for kind in order] == [1, 2, 3, 4, 5]


def test_house_rules_stand_apart() -> None:
    """They have no place in the order, and never count as a difference within the book."""
    core, house = passage("a"), passage("b", "house:1", BookletKind.HOUSE)
    errata = passage("c", "errata:1", BookletKind.ERRATA)
    assert precedence(BookletKind.HOUSE) is None
    assert not kinds_differ([core, house])
    assert kinds_differ([core, errata])

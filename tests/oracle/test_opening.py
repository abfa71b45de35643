from __future__ import annotations

from pathlib import Path

from ingest.contracts import BookletRef, PageRef
from oracle.opening import carrying, elsewhere, open_page
from oracle.pagetext import Mark
from tests.fakes.numbered import Numbered
from tests.fakes.table import QUOTE, FakeLibrary

RULES = BookletRef("islands", "rules")


def at(page: int) -> PageRef:
    return PageRef("islands", "rules", page)


def test_a_page_is_opened_with_its_quote_and_its_pictures(tmp_path: Path) -> None:
    """The view holds where the quote stands, in the text and on the paper."""
    view = open_page(FakeLibrary(tmp_path), at(1), Mark(QUOTE), "icon")
    assert (view.missed, view.partly, len(view.boxes)) == (False, False, 2)
    assert view.thumb == tmp_path / "thumbs" / "p0001.webp"


def test_the_pages_that_hold_a_quote_are_found() -> None:
    """All of them but the page itself; a part of the quote is not enough."""
    library = FakeLibrary(Path())
    assert list(elsewhere(library, at(2), QUOTE)) == [1]
    assert list(elsewhere(library, at(1), QUOTE)) == []
    assert list(elsewhere(library, at(3), f"{QUOTE} And a dragon comes.")) == []


def test_the_page_that_carries_a_number_is_named() -> None:
    """Who says page 3 may mean the first of the file; nobody means another where the numbers agree, or are absent."""
    assert carrying(Numbered(Path()), at(3)) == 1
    assert carrying(Numbered(Path()), at(2)) is None
    assert carrying(Numbered(Path(), printed=("1", "2", "2")), at(2)) is None
    assert carrying(Numbered(Path(), printed=(None, None, None)), at(1)) is None

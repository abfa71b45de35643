"""The page that `GAME/BOOKLET:PAGE` names, however each of the three is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.contracts import PageRef
from oracle.cli.places import named_page
from oracle.errors import UsageError
from tests.fakes.numbered import Numbered

LIBRARY = Numbered(Path(), printed=("i", "ii", "1", "2"))


@pytest.mark.parametrize(
    ("place", "page"),
    [("islands/rules:1", 1), ("islands/rules:ii", 2), ("islands/rules:II ", 2), ("islands/RULES:2", 2)],
)
def test_a_page_is_named_by_its_place_or_by_what_is_printed_on_it(place: str, page: int) -> None:
    """A number is the place in the file; a word that is no place is looked for on the pages."""
    assert named_page(LIBRARY, place) == PageRef("islands", "rules", page)


@pytest.mark.parametrize("place", ["islands/rules:0", "islands/rules:-1", "islands/rules:99", "islands/rules:\x1b[31m"])
def test_a_page_that_is_not_there_is_told_with_those_that_are(place: str) -> None:
    """From the first to the last; a strange name steers nothing."""
    with pytest.raises(UsageError) as caught:
        named_page(LIBRARY, place)
    assert caught.value.key == "show.unknown_page"
    assert "\x1b" not in str(caught.value.facts["page"])


def test_a_booklet_alone_is_asked_for_its_page() -> None:
    """With the number of pages that it has."""
    for place in ("islands/rules", "islands/rules:"):
        with pytest.raises(UsageError) as caught:
            named_page(LIBRARY, place)
        assert caught.value.key == "show.no_page"

"""The icons of a real rulebook, checked by eye against its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.contracts import Reading
from ingest.reading import ReadOptions, read_source

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


@pytest.fixture(scope="module")
def reading(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Reading:
    source = corpus / "rulebooks" / "phoneimpact" / "LivretDeRegles.en.pdf"
    into = tmp_path_factory.mktemp("icons")
    return read_source(source, into, ReadOptions(languages=("en",)), lambda progress: None)


def test_the_suppliers_are_once_each_with_the_pages_where_they_stand(reading: Reading) -> None:
    """Red and orange skull, green arrows: named by their legend, small on page 4, large on 6, the skulls also on 9."""
    named = {icon.name: icon.pages for icon in reading.icons if icon.name and ":" in icon.name}
    assert named == {
        "Red: PolluMore": (4, 6, 9),
        "Orange: PolluLess": (4, 6, 9),
        "Green: Recycl'": (4, 6),
    }


def test_the_numbers_of_the_set_up_keep_their_places_and_are_told_apart(reading: Reading) -> None:
    """Nine digits in circles, pictures all of them: 1 twice, the others once."""
    steps = [icon for icon in reading.icons if set(icon.pages) <= {10, 11}]
    assert sorted(icon.count for icon in steps) == [1, 1, 1, 1, 1, 1, 1, 1, 2]
    text = " ".join(reading.pages[9].text.split())
    assert f"Then, to the left of each pile, {{icon:{steps[4].id}}} place the Resource-Summary cards" in text


def test_resources_are_named_by_the_text_beside_them(reading: Reading) -> None:
    """A legend in pictures, its names in bold before the explanation."""
    names = {icon.name for icon in reading.icons if icon.pages == (7,)}
    assert names == {"Base metals", "Precious metals", "Rare earths", "Other metals", "Other materials"}

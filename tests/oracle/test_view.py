"""The view as a file: named by what it holds, cut once, turned upright."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from ingest.contracts import PageFacts, PageRef, PageStatus, TextSource
from ingest.errors import BadRulebook
from oracle.region import WHOLE, Region
from oracle.view import known_view, make_view


@pytest.fixture
def facts(tmp_path: Path) -> PageFacts:
    """A page of 400 x 400 points at 72 DPI: white, a red square in its upper left quarter, at the lower left."""
    sheet = Image.new("RGB", (400, 400), "white")
    sheet.paste((255, 0, 0), (10, 180, 30, 199))
    sheet.save(tmp_path / "p.png")
    return PageFacts(
        PageRef("game", "core", 1),
        None,
        PageStatus.TEXT,
        TextSource.LAYER,
        9,
        0,
        0.0,
        0,
        None,
        tmp_path / "p.png",
        None,
        72,
        400,
        400,
    )


QUARTER = Region((0.0, 0.0, 200.0, 200.0), 180, "Setup")


def test_a_region_is_cut_and_turned(facts: PageFacts, tmp_path: Path) -> None:
    """And keeps what the book calls it."""
    view = make_view(facts, QUARTER, tmp_path / "views")
    assert view is not None
    assert (view.box, view.title) == (QUARTER.box, "Setup")
    assert view.file.name == f"{view.digest}.png"
    assert hashlib.sha256(view.file.read_bytes()).hexdigest() == view.digest
    with Image.open(view.file) as image:
        assert image.size == (200, 200)
        assert image.getpixel((180, 10)) == (255, 0, 0)


def test_a_view_is_cut_once(facts: PageFacts, tmp_path: Path) -> None:
    """The same page and region are the same file, and cost nothing the second time; other regions are others."""
    first = make_view(facts, WHOLE, tmp_path / "views")
    assert first is not None and first == known_view(facts, WHOLE, tmp_path / "views")
    written = first.file.stat().st_mtime_ns
    assert make_view(facts, WHOLE, tmp_path / "views") == first
    assert first.file.stat().st_mtime_ns == written
    assert known_view(facts, QUARTER, tmp_path / "views") is None
    assert known_view(facts, replace(QUARTER, turn=0), tmp_path / "views") is None


@pytest.mark.parametrize("damage", [lambda file: file.write_bytes(b"damaged"), lambda file: file.unlink()])
def test_a_view_that_is_no_longer_what_it_was_is_cut_again(facts: PageFacts, tmp_path: Path, damage: object) -> None:
    """Nothing damaged is sent to a machine."""
    first = make_view(facts, WHOLE, tmp_path / "views")
    assert first is not None and callable(damage)
    damage(first.file)
    assert make_view(facts, WHOLE, tmp_path / "views") == first
    assert hashlib.sha256(first.file.read_bytes()).hexdigest() == first.digest


def test_without_a_page_image_there_is_no_view(facts: PageFacts, tmp_path: Path) -> None:
    """A broken one is an error of ours, and leaves no draft behind."""
    assert make_view(replace(facts, image=None), WHOLE, tmp_path / "views") is None
    assert make_view(replace(facts, image=tmp_path / "gone.png"), WHOLE, tmp_path / "views") is None
    (tmp_path / "p.png").write_bytes(b"\x89PNG\r\n\x1a\nbroken")
    with pytest.raises(BadRulebook):
        make_view(facts, WHOLE, tmp_path / "views")
    assert list((tmp_path / "views").iterdir()) == []

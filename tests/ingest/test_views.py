"""Views: never larger than asked, never scaled up, of the right place, the same each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from ingest.contracts import Box
from ingest.views import cut_view


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page of 600 × 900 points at 300 DPI, red but for a blue square at (300, 600)–(400, 700)."""
    image = Image.new("RGB", (2500, 3750), "red")
    image.paste("blue", (1250, 2500, 1667, 2917))
    image.save(tmp_path / "page.png")
    return tmp_path / "page.png"


@pytest.mark.parametrize(
    ("box", "size"),
    [
        (None, (1333, 2000)),
        ((0, 0, 600, 900), (1333, 2000)),
        ((0, 0, 600, 300), (2000, 1000)),
        ((300, 600, 400, 700), (417, 417)),
        ((-50, -50, 5000, 5000), (1333, 2000)),
        ((600, 900, 600, 900), (1, 1)),
    ],
)
def test_a_view_has_at_most_the_pixels_asked_for(
    page: Path, tmp_path: Path, box: Box | None, size: tuple[int, int]
) -> None:
    """A page is scaled down; a small region keeps its own resolution; a box beyond the page is the page."""
    with Image.open(cut_view(page, 600, 900, box, tmp_path / "view.png")) as view:
        assert view.size == size


def test_a_view_shows_the_region_and_nothing_else(page: Path, tmp_path: Path) -> None:
    """Points are counted from the top left."""
    with Image.open(cut_view(page, 600, 900, (300, 600, 400, 700), tmp_path / "view.png")) as view:
        assert view.convert("RGB").getcolors() == [(view.width * view.height, (0, 0, 255))]


def test_the_same_view_has_the_same_bytes(page: Path, tmp_path: Path) -> None:
    """So that a machine that has it is sent nothing."""
    first, second = (cut_view(page, 600, 900, None, tmp_path / name) for name in ("a.png", "b.png"))
    assert first.read_bytes() == second.read_bytes()

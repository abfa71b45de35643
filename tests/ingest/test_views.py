from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from ingest.errors import BadRulebook
from ingest.views import cut_view

A4 = (595.0, 842.0)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """An A4 page at 300 DPI: white, with a red square of one inch at (1, 1) inch."""
    image = Image.new("RGB", (2480, 3508), "white")
    image.paste((255, 0, 0), (300, 300, 600, 600))
    file = tmp_path / "p0001.png"
    image.save(file)
    return file


def test_a_whole_page_is_scaled_to_what_a_model_sees(page: Path, tmp_path: Path) -> None:
    """2000 px on the long side, the same shape, in the file that was named."""
    view = cut_view(page, *A4, None, tmp_path / "view.png")
    with Image.open(view) as image:
        assert (image.size, image.format) == ((1414, 2000), "PNG")
        assert image.getpixel((250, 250)) == (255, 0, 0)


def test_a_region_keeps_its_resolution(page: Path, tmp_path: Path) -> None:
    """An inch of the page is 300 px of the view, and only what was asked for is on it."""
    with Image.open(cut_view(page, *A4, (72.0, 72.0, 144.0, 144.0), tmp_path / "view.png")) as image:
        assert image.size == (300, 300)
        assert image.getcolors() == [(90_000, (255, 0, 0))]


def test_a_page_without_colours_can_be_cut_and_turned(tmp_path: Path) -> None:
    """Grey pages are kept grey on disk."""
    grey = Image.new("L", (200, 100), 250)
    grey.paste(0, (0, 0, 20, 20))
    grey.save(tmp_path / "grey.png")
    with Image.open(cut_view(tmp_path / "grey.png", 200.0, 100.0, None, tmp_path / "view.png", turn=90)) as image:
        assert (image.size, image.mode) == ((100, 200), "RGB")
        assert image.getpixel((95, 5)) == (0, 0, 0)


def test_the_same_view_is_the_same_file(page: Path, tmp_path: Path) -> None:
    """It is stored by its content."""
    one, two = (cut_view(page, *A4, None, tmp_path / name).read_bytes() for name in ("a.png", "b.png"))
    assert one == two


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\nbroken", b"<html>"])
def test_a_broken_page_image_is_said(tmp_path: Path, content: bytes) -> None:
    """Our error, not Pillow's."""
    (tmp_path / "p.png").write_bytes(content)
    with pytest.raises(BadRulebook):
        cut_view(tmp_path / "p.png", *A4, None, tmp_path / "view.png")

"""PNG files written by our own few lines, read back by Pillow."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from ingest.page.png import Mode, write_png


@pytest.mark.parametrize("size", [(1, 1), (3, 200), (257, 65), (64, 64)])
@pytest.mark.parametrize(("mode", "channels"), [("L", 1), ("RGB", 3)])
def test_what_is_written_is_read_back(tmp_path: Path, size: tuple[int, int], mode: Mode, channels: int) -> None:
    """Every pixel, the size, the mode and the resolution, whatever the number of rows."""
    pixels = bytes(i * 37 % 251 for i in range(size[0] * size[1] * channels))
    write_png(tmp_path / "p.png", size, mode, pixels, 300)
    with Image.open(tmp_path / "p.png") as image:
        image.load()
        assert (image.mode, image.size, image.tobytes()) == (mode, size, pixels)
        assert image.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_pixels_that_do_not_fill_the_picture_are_an_error(tmp_path: Path) -> None:
    """Nothing is written then."""
    with pytest.raises(ValueError, match="are not"):
        write_png(tmp_path / "p.png", (2, 2), "RGB", b"\0" * 11, 300)
    assert not (tmp_path / "p.png").exists()

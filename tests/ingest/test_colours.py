from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from ingest.errors import NoIndex
from ingest.page.colours import HUES, shown_colours

PAPER = (255, 255, 255)


def painted(folder: Path, *colours: tuple[int, int, int]) -> Path:
    """A white picture with a square of a hundredth of it for each colour."""
    image = Image.new("RGB", (1000, 1000), PAPER)
    for place, colour in enumerate(colours):
        image.paste(colour, (200 * place, 100, 200 * place + 100, 200))
    file = folder / "page.webp"
    image.save(file, lossless=True)
    return file


@pytest.mark.parametrize(
    ("name", "colour"),
    [
        ("red", (200, 20, 20)),
        ("orange", (240, 140, 20)),
        ("brown", (130, 80, 40)),
        ("golden", (212, 175, 55)),
        ("yellow", (245, 230, 40)),
        ("green", (40, 150, 60)),
        ("turquoise", (60, 210, 210)),
        ("blue", (40, 80, 200)),
        ("purple", (130, 60, 170)),
        ("pink", (240, 130, 190)),
    ],
)
def test_colours_have_the_names_that_people_give_them(tmp_path: Path, name: str, colour: tuple[int, int, int]) -> None:
    """A square of a hundredth of the picture is found as such."""
    assert shown_colours(painted(tmp_path, colour))[name] == pytest.approx(0.01)


def test_print_has_no_colour(tmp_path: Path) -> None:
    """Black, white and grey are on every page."""
    shown = shown_colours(painted(tmp_path, (0, 0, 0), (128, 128, 128), (240, 238, 235)))
    assert set(shown) == set(HUES)
    assert not any(shown.values())


def test_several_colours_stand_beside_each_other(tmp_path: Path) -> None:
    """Each has its own share."""
    shown = shown_colours(painted(tmp_path, (200, 20, 20), (40, 80, 200), (200, 20, 20)))
    assert shown["red"] == pytest.approx(0.02)
    assert shown["blue"] == pytest.approx(0.01)


def test_what_cannot_be_opened_is_a_damaged_index(tmp_path: Path) -> None:
    """And says which file."""
    file = tmp_path / "page.webp"
    file.write_bytes(b"no picture")
    with pytest.raises(NoIndex) as caught:
        shown_colours(file)
    assert caught.value.facts["file"] == file

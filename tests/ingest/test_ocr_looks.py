from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.page.contrast import flattened, levelled, threshold
from ingest.page.line_looks import Look, read_lines
from ingest.page.ocr_looks import read_picture
from ingest.page.trust import agreement
from tests.tools import program

TEXT = [
    "At the start of the game each player takes five cards",
    "and three tokens. The youngest player begins. On your",
    "turn you must choose one action: draw two cards, move",
    "your hero one space, or attack a player who stands near.",
    "If you attack, roll two dice and add the strength of your",
    "hero. The highest total wins the fight and one token.",
]


def page(ground: Image.Image, ink: int = 10) -> Image.Image:
    """Six lines of large print on some ground, at 300 DPI."""
    draw = ImageDraw.Draw(ground)
    for i, line in enumerate(TEXT):
        draw.text((120, 150 + 90 * i), line, fill=ink, font=ImageFont.load_default(size=46))
    return ground


def gradient() -> Image.Image:
    """From white to the gray of slate."""
    return Image.fromarray(np.tile(np.linspace(250, 70, 1600).astype(np.uint8), (850, 1)))


@pytest.fixture(autouse=True)
def _tools() -> None:
    program("tesseract")


def read(image: Image.Image, folder: Path) -> str:
    return read_picture(image, 300, ("eng",), folder, ()).text


@pytest.mark.parametrize(
    "image",
    [page(Image.new("L", (1600, 850), 255)), page(Image.new("L", (1600, 850), 40), ink=245), page(gradient())],
    ids=["white", "dark", "gradient"],
)
def test_print_is_read_on_any_ground(image: Image.Image, tmp_path: Path) -> None:
    """Black on white, light on dark, and across a gradient that one threshold cannot divide."""
    assert agreement(" ".join(TEXT), read(image, tmp_path)) >= 0.96


def test_lines_are_read_alone_and_answered_in_order(tmp_path: Path) -> None:
    """Dark and light lines in one look; a place that shows nothing has no answer."""
    image = Image.new("L", (1600, 900), 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 300, 1600, 500), fill=20)
    font = ImageFont.load_default(size=46)
    draw.text((100, 100), "Victory points", fill=0, font=font)
    draw.text((100, 370), "Golden crown", fill=240, font=font)
    boxes = [(24.0, 88.0, 130.0, 103.0), (24.0, 24.0, 130.0, 39.0), (24.0, 160.0, 130.0, 175.0)]
    looks = [Look(boxes[0], light=True), Look(boxes[1]), Look(boxes[2])]
    answers = read_lines(image, 300, looks, ("eng",), tmp_path)
    assert [answer.text for answer in answers] == ["Golden crown", "Victory points", ""]
    assert answers[2].confidence == 0.0


def test_grounds_are_made_light() -> None:
    """The middle lies between ink and ground; dark pictures are inverted; a gradient becomes even."""
    card = np.full((40, 40), 60, np.uint8)
    card[10:20, 10:20] = 230
    assert 60 <= threshold(card) < 230
    assert levelled(card)[0, 0] > 200
    assert levelled(card)[15, 15] < 60
    slope = np.tile(np.linspace(120, 250, 40).astype(np.uint8), (40, 1))
    assert np.ptp(flattened(slope, slope)) <= 1

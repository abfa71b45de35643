from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from ingest.contracts import Box
from ingest.errors import BadRulebook
from ingest.geometry import holds
from ingest.marked import around, marked_png

A4 = (595.0, 842.0)
WORDS = ((100.0, 400.0, 300.0, 412.0), (72.0, 414.0, 180.0, 426.0))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A grey A4 page as scans are, with a black stroke where the words stand."""
    image = Image.new("L", (1190, 1684), 250)
    for box in WORDS:
        ImageDraw.Draw(image).line([(x * 2, box[1] * 2 + 12) for x in (box[0], box[2])], fill=0, width=5)
    image.save(tmp_path / "p0001.png", compress_level=1)
    return tmp_path / "p0001.png"


def picture(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    return image.convert("RGB")


def at(image: Image.Image, region: Box, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place of the page."""
    scale = image.width / (region[2] - region[0])
    found = image.getpixel((round((x - region[0]) * scale), round((y - region[1]) * scale)))
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize("crop", [False, True])
def test_words_are_washed_and_stay_as_dark_as_they_are(page: Path, crop: bool) -> None:
    """Yellow paper under the words, black letters, white paper beside them, a frame around both lines."""
    image = picture(marked_png(page, A4, WORDS, crop=crop))
    region = around(WORDS, A4) if crop else (0.0, 0.0, *A4)
    assert at(image, region, 250, 402)[2] < 110 < at(image, region, 250, 402)[1]
    assert max(at(image, region, 250, 406)) < 30
    assert min(at(image, region, 330, 402)) > 240
    assert at(image, region, 200, 412.5)[2] < 110
    frame = at(image, region, 200, 398)
    assert frame[0] > 180 > 150 > frame[1]


def test_a_whole_page_is_made_smaller_and_a_crop_keeps_its_resolution(tmp_path: Path) -> None:
    """At most 2000 px a side: a page at 300 DPI is reduced, the part around a few words need not be."""
    page = tmp_path / "page.png"
    Image.new("L", (2479, 3508), 250).save(page, compress_level=1)
    assert picture(marked_png(page, A4, WORDS)).size == (1413, 2000)
    region = around(WORDS, A4)
    assert picture(marked_png(page, A4, WORDS, crop=True)).width == round((region[2] - region[0]) * 2479 / 595)


def test_a_crop_holds_all_marks_with_room_around_them() -> None:
    """150 pt wider and higher than the marks, as far as the page goes."""
    assert around(WORDS, A4) == (0.0, 325.0, 375.0, 501.0)
    corner = (580.0, 830.0, 594.0, 841.0)
    assert around([corner], A4) == (505.0, 755.0, 595.0, 842.0)
    assert holds(around([*WORDS, corner], A4), corner)


def test_nothing_to_mark_is_the_page_as_it_is(page: Path) -> None:
    """Without marks there is nothing to cut around either."""
    plain = marked_png(page, A4, (), crop=True)
    assert picture(plain).size == (1190, 1684)
    assert plain == marked_png(page, A4, ())


def test_the_same_marks_give_the_same_bytes(page: Path) -> None:
    """A picture that is made again is the same file."""
    assert marked_png(page, A4, WORDS, crop=True) == marked_png(page, A4, WORDS, crop=True)


@pytest.mark.parametrize(
    "boxes", [[(-50.0, -50.0, 10.0, 10.0)], [(900.0, 900.0, 950.0, 950.0)], [(5.0, 5.0, 5.0, 5.0)]]
)
@pytest.mark.parametrize("crop", [False, True])
def test_marks_that_leave_the_page_harm_nothing(page: Path, boxes: list[Box], crop: bool) -> None:
    """Whatever a page record says, a picture comes out."""
    assert picture(marked_png(page, A4, boxes, crop=crop)).width > 0


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\nbroken", b"<html>"])
def test_a_broken_page_image_is_said(tmp_path: Path, content: bytes) -> None:
    """Our error, not Pillow's."""
    (tmp_path / "p.png").write_bytes(content)
    with pytest.raises(BadRulebook):
        marked_png(tmp_path / "p.png", A4, WORDS)


def test_a_picture_is_framed_and_keeps_its_colours(page: Path) -> None:
    """What is looked at for its colours gets no wash, and is what the crop is made around."""
    icon = (200.0, 600.0, 260.0, 660.0)
    image = picture(marked_png(page, A4, (), frames=[icon], crop=True))
    region = around([icon], A4)
    assert image.width == (region[2] - region[0]) * 2
    assert min(at(image, region, 230, 630)) > 240
    assert at(image, region, 199, 630)[2] < 100

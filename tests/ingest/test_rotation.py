"""Whichever way a page lies, its text, its boxes and its picture are those of the upright page."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageOps

from ingest.contracts import Box, Line, Page, TextSource
from ingest.reading import ReadOptions, read_source
from tests.tools import program

SIZE = (480.0, 640.0)
CROP = (36.0, 24.0)
FIELD = (80.0, 470.0, 220.0, 560.0)
PLACES = {
    "Each player draws two cards from the pile": (60.0, 80.0),
    "Nobody may look at the cards of another player": (100.0, 140.0),
    "Whoever has the lowest card begins the round": (60.0, 200.0),
    "The winner of a trick leads to the next one": (140.0, 260.0),
    "Points are counted when all cards are played": (60.0, 320.0),
    "Game over": (330.0, 400.0),
    "The first player with fifty points wins": (200.0, 600.0),
}
QUARTERS = (0, 90, 180, 270)


@pytest.fixture(autouse=True)
def _tools() -> None:
    program("pdftoppm")
    program("tesseract")


def field() -> bytes:
    """A picture that is dark at one side."""
    out = io.BytesIO()
    Image.linear_gradient("L").resize((140, 90)).point(lambda value: value * 2 // 3).save(out, "PNG")
    return out.getvalue()


def drawn(path: Path, *, rotate: int = 0, lying: int = 0) -> Path:
    """Known lines at known places of a page with a margin outside its CropBox.

    `rotate` is the page's own flag on content that makes up for it; `lying` turns the content itself clockwise.
    """
    with pymupdf.open() as upright, pymupdf.open() as document:
        page = upright.new_page(width=SIZE[0], height=SIZE[1])
        for text, (x, y) in PLACES.items():
            page.insert_text((x, y), text, fontsize=13)
        page.insert_image(FIELD, stream=field())
        turn = (lying - rotate) % 360
        wide, high = SIZE if turn in (0, 180) else SIZE[::-1]
        page = document.new_page(width=wide + 2 * CROP[0], height=high + 2 * CROP[1])
        inner = pymupdf.Rect(CROP[0], CROP[1], CROP[0] + wide, CROP[1] + high)
        page.show_pdf_page(inner, upright, 0, rotate=-turn)
        page.set_cropbox(inner)
        page.set_rotation(rotate)
        document.save(path)
    return path


def photographed(path: Path, *, rotate: int = 0, lying: int = 0) -> Path:
    """The same page as a picture alone."""
    with pymupdf.open(drawn(path.with_suffix(".layer.pdf"), lying=(lying - rotate) % 360)) as source:
        picture = source[0].get_pixmap(dpi=200, colorspace=pymupdf.csRGB)
        size = source[0].rect
        with pymupdf.open() as document:
            page = document.new_page(width=size.width, height=size.height)
            page.insert_image(page.rect, stream=picture.tobytes("png"))
            page.set_rotation(rotate)
            document.save(path)
    return path


def read(source: Path) -> tuple[Page, Image.Image]:
    """The only page and its picture in gray."""
    into = source.parent / "into"
    page = read_source(source, into, ReadOptions(languages=("en",), workers=1), lambda _: None).pages[0]
    assert page.image
    with Image.open(into / page.image) as image:
        return page, image.convert("L")


def ink_around(image: Image.Image, box: Box, page: Page, room: float = 9.0) -> Box:
    """Where the picture is dark in and around a box, in points."""
    scale = image.width / page.width
    x0, y0, x1, y1 = box[0] - room, box[1] - room, box[2] + room, box[3] + room
    cut = image.crop((int(x0 * scale), int(y0 * scale), int(x1 * scale), int(y1 * scale)))
    found = ImageOps.invert(cut).point(lambda value: 255 if value > 100 else 0).getbbox()
    assert found is not None, box
    left, top = int(x0 * scale), int(y0 * scale)
    a, b, c, d = found
    return ((left + a) / scale, (top + b) / scale, (left + c) / scale, (top + d) / scale)


def lines(page: Page) -> dict[str, Line]:
    return {line.text: line for block in page.blocks for line in block.lines}


def check(page: Page, image: Image.Image) -> None:
    """Every line stands where it was drawn, and where the picture shows it."""
    assert (page.width, page.height) == pytest.approx(SIZE, abs=0.5)
    assert image.width / image.height == pytest.approx(SIZE[0] / SIZE[1], abs=0.01)
    found = lines(page)
    assert set(PLACES) <= set(found)
    for text, (x, y) in PLACES.items():
        box = found[text].box
        assert box[0] == pytest.approx(x, abs=2.5)
        assert box[1] < y - 5 < box[3]
        ink = ink_around(image, box, page)
        assert box[0] - 2.5 <= ink[0] and ink[2] <= box[2] + 2.5, text
        assert box[1] - 2.5 <= ink[1] and ink[3] <= box[3] + 2.5, text


@pytest.mark.parametrize(
    ("rotate", "lying"), [(0, 0), (90, 0), (180, 0), (270, 0), (0, 90), (0, 180), (0, 270), (90, 90), (270, 180)]
)
def test_boxes_of_the_layer_stand_where_the_picture_shows_the_words(tmp_path: Path, rotate: int, lying: int) -> None:
    """Through the flag /Rotate, through content that lies on its side, through a CropBox, and through all of them."""
    page, image = read(drawn(tmp_path / "a.pdf", rotate=rotate, lying=lying))
    assert page.source is TextSource.LAYER
    check(page, image)


@pytest.mark.slow
@pytest.mark.parametrize(("rotate", "lying"), [(0, 0), (90, 0), (0, 90), (0, 180), (0, 270), (270, 180)])
def test_boxes_of_ocr_stand_where_the_picture_shows_the_words(tmp_path: Path, rotate: int, lying: int) -> None:
    """A scan that lies on its side is turned: text, boxes and picture alike."""
    page, image = read(photographed(tmp_path / "a.pdf", rotate=rotate, lying=lying))
    assert page.source is TextSource.OCR
    check(page, image)


@pytest.mark.parametrize("rotate", QUARTERS)
def test_pictures_stand_where_the_page_shows_them(tmp_path: Path, rotate: int) -> None:
    """The shaded field, whichever way the page lies."""
    page, _ = read(drawn(tmp_path / "a.pdf", rotate=rotate))
    assert [picture.box for picture in page.pictures] == [pytest.approx(FIELD, abs=2)]

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.contracts import PageStatus, Reading
from ingest.errors import BadRulebook
from ingest.gate import inspect
from ingest.inputs.photos import photo_page
from ingest.reading import ReadOptions, read_source
from tests.builders import tiny_pdf
from tests.tools import program

RULES = [
    "Setup: each player takes 5 cards and 3 gold tokens.",
    "The red icon means: discard one card from your hand.",
    "The player with the most gold wins the game at once.",
    "When the deck is empty, shuffle all the discarded cards.",
]


@pytest.fixture(autouse=True)
def _tools() -> None:
    program("tesseract")


def photo(lines: list[str] = RULES, size: tuple[int, int] = (1240, 1754), mode: str = "RGB") -> Image.Image:
    """A sheet of paper as a camera sees it."""
    image = Image.new("RGB", size, (238, 234, 228))
    draw = ImageDraw.Draw(image)
    for i, line in enumerate(lines * 4):
        draw.text((90, 120 + 70 * i), line, fill=(30, 28, 25), font=ImageFont.load_default(size=36))
    return image.convert(mode)


def read(*files: Path) -> Reading:
    """Files that are one booklet, into a folder beside the first."""
    return read_source(files, files[0].parent / "into", ReadOptions(languages=("en",)), lambda _: None)


def test_a_photo_is_a_page_read_by_ocr(tmp_path: Path) -> None:
    """Whatever its name; its paper is about A4, its picture a PNG."""
    photo().save(tmp_path / "b.pdf", "JPEG")
    page = read(tmp_path / "b.pdf").pages[0]
    assert page.status is PageStatus.OCR
    assert "each player takes 5 cards" in page.text
    assert 840 <= page.height <= 843 and 590 <= page.width <= 600
    assert page.image
    with Image.open(tmp_path / "into" / page.image) as image:
        assert image.format == "PNG"


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_each_format_is_known_by_its_content(tmp_path: Path, form: str) -> None:
    """The name says nothing."""
    photo(size=(300, 400)).save(tmp_path / "a.txt", form)
    facts = inspect(tmp_path / "a.txt")
    assert (facts.kind, facts.pages) == ("photo", 1)


def test_exif_says_how_the_camera_was_held(tmp_path: Path) -> None:
    """A photo stored on its side is read and shown upright."""
    exif = Image.Exif()
    exif[0x0112] = 6
    photo().transpose(Image.Transpose.ROTATE_90).save(tmp_path / "a.jpg", exif=exif)
    page = read(tmp_path / "a.jpg").pages[0]
    assert page.height > page.width
    assert "each player takes 5 cards" in page.text


def test_each_page_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    """In order, at the density that the scanner wrote."""
    leaves = [photo([f"Chapter {name}. {line}" for line in RULES], mode="1") for name in ("one", "two")]
    leaves[0].save(tmp_path / "a.tif", save_all=True, append_images=leaves[1:], dpi=(150, 150))
    pages = read(tmp_path / "a.tif").pages
    assert ["Chapter one" in page.text for page in pages] == [True, False]
    assert [(page.dpi, round(page.width)) for page in pages] == [(150, 595), (150, 595)]


def test_a_large_photo_is_made_smaller(tmp_path: Path) -> None:
    """No side of a page's picture passes 6000 points."""
    photo(size=(2000, 6400)).save(tmp_path / "a.png")
    assert photo_page(tmp_path / "a.png", 1)[1].size == (1875, 6000)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "CMYK", "I;16", "L", "1"])
def test_every_way_to_store_colours_is_flattened(tmp_path: Path, mode: str) -> None:
    """Dark ink on light paper, in eight bits a colour."""
    image = photo(mode="RGB" if mode == "I;16" else mode)
    if mode == "I;16":
        image = image.convert("L").convert("I").point(lambda value: value * 256).convert("I;16")
    image.save(tmp_path / "a", "TIFF" if mode in {"CMYK", "I;16"} else "PNG")
    _, shown = photo_page(tmp_path / "a", 1)
    assert shown.mode in {"L", "RGB"}
    gray = shown.convert("L")
    assert gray.getextrema()[0] < 90
    assert sum(gray.histogram()[200:]) > 0.8 * gray.width * gray.height


def test_what_is_transparent_shows_white_paper(tmp_path: Path) -> None:
    """Not the black that its hidden colour is."""
    Image.new("RGBA", (300, 300), (0, 0, 0, 0)).save(tmp_path / "a.png")
    assert photo_page(tmp_path / "a.png", 1)[1].getpixel((5, 5)) == (255, 255, 255)


def test_photos_and_pdfs_are_one_booklet_in_order(tmp_path: Path) -> None:
    """Pages are counted through all files."""
    photo().save(tmp_path / "one.jpg")
    tiny_pdf(tmp_path / "two.pdf", ["The second page says this in its layer.", "The third page says that in its own."])
    pages = read(tmp_path / "one.jpg", tmp_path / "two.pdf").pages
    assert [page.number for page in pages] == [1, 2, 3]
    assert [page.status for page in pages] == [PageStatus.OCR, PageStatus.TEXT, PageStatus.TEXT]
    assert "third page" in pages[2].text
    assert all((tmp_path / "into" / str(page.image)).is_file() for page in pages)


def refused(file: Path) -> str:
    """The key of the error with which a file is refused."""
    with pytest.raises(BadRulebook) as caught:
        inspect(file)
    return caught.value.key


def test_a_photo_that_breaks_off_is_refused(tmp_path: Path) -> None:
    """Before anything of it is published."""
    whole = io.BytesIO()
    photo().save(whole, "JPEG")
    (tmp_path / "a.jpg").write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    assert refused(tmp_path / "a.jpg") == "ingest.reading.picture_damaged"


def test_a_picture_that_unfolds_to_far_more_is_refused(tmp_path: Path) -> None:
    """A few bytes may say 60,000 points a side."""
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 1, 0, 0, 0, 0)
    chunk = b"IHDR" + header
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    (tmp_path / "a.png").write_bytes(data + b"\0\0\0\4IDAT1234\0\0\0\0")
    assert refused(tmp_path / "a.png") == "ingest.reading.picture_too_large"


def test_a_stamp_is_no_page(tmp_path: Path) -> None:
    """Nothing can be read on less than 200 points."""
    photo(size=(90, 120)).save(tmp_path / "a.png")
    assert refused(tmp_path / "a.png") == "ingest.reading.picture_too_small"

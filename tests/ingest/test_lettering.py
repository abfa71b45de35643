from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pymupdf
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from ingest.chunks.chunking import chunk
from ingest.contracts import Chunk, Page, Reading, TextSource
from ingest.page.marks import components, lettered_lines
from ingest.reading import ReadOptions, read_source
from tests.ingest.test_chunking import words
from tests.tools import program

PROSE = [
    "Battle cards",
    "Each player takes one battle card and keeps it secret",
    "until the end of the turn. Then all cards are shown,",
    "and the player with the strongest card wins the trick.",
]


def picture(lines: list[str], *, ink: int = 0, ground: int = 235, size: int = 40) -> bytes:
    """A card of 900 by 600 pixels with some words on it."""
    image = Image.new("L", (900, 600), ground)
    draw = ImageDraw.Draw(image)
    for i, line in enumerate(lines):
        draw.text((70, 80 + 90 * i), line, fill=ink, font=ImageFont.load_default(size=size))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def noise() -> bytes:
    """A picture of clouds: edges everywhere and no word."""
    cloud = Image.effect_noise((900, 600), 90).filter(ImageFilter.GaussianBlur(6))
    out = io.BytesIO()
    cloud.point(lambda value: max(0, min(255, (value - 128) * 8 + 128))).save(out, "PNG")
    return out.getvalue()


def illustrated(path: Path, image: bytes, box: tuple[float, float, float, float] = (60, 200, 360, 400)) -> Path:
    """A page of text with one picture below it."""
    with pymupdf.open() as document:
        page = document.new_page(width=420, height=595)
        for i, line in enumerate(PROSE):
            page.insert_text((50, 80 + 16 * i), line, fontsize=16 if i == 0 else 11)
        page.insert_image(pymupdf.Rect(box), stream=image)
        document.save(path)
    return path


def read(source: Path) -> Reading:
    """A whole source in English, into a folder beside it."""
    program("pdftoppm")
    program("tesseract")
    return read_source(source, source.parent / "into", ReadOptions(languages=("en",)), lambda _: None)


def lettering(page: Page) -> str:
    return "\n".join(block.text for block in page.lettering)


def ocr_chunks(reading: Reading) -> list[Chunk]:
    return [c for c in chunk(reading, words, 240) if c.source is TextSource.OCR]


@pytest.mark.parametrize(("ink", "ground"), [(0, 235), (250, 60)])
def test_the_words_of_a_picture_are_read_into_a_channel_of_their_own(tmp_path: Path, ink: int, ground: int) -> None:
    """Dark on light or light on dark: in `lettering`, never in the text of the page, and the page says so."""
    source = illustrated(
        tmp_path / "card.pdf", picture(["Dragon of the north", "Costs 7 gold"], ink=ink, ground=ground)
    )
    page = read(source).pages[0]
    assert "Dragon of the north" in lettering(page)
    assert "Costs 7 gold" in lettering(page)
    assert "Dragon" not in page.text
    assert page.source is TextSource.LAYER
    assert any(note.key.endswith("lettering") for note in page.notes)


def test_lettering_is_a_passage_of_lower_trust_where_its_picture_stands(tmp_path: Path) -> None:
    """Its chunk says OCR, has the picture's box and link, and the section of the text beside it."""
    card = picture(["Dragon of the north", "Costs 7 gold"], ground=200)
    (only,) = ocr_chunks(read(illustrated(tmp_path / "card.pdf", card)))
    assert only.content == "Dragon of the north\nCosts 7 gold"
    assert only.section_path == ("Battle cards",)
    assert only.connect_to[0].relation == "embeds"
    assert only.boxes[0] == pytest.approx((60, 200, 360, 400), abs=3)


def test_a_picture_without_words_says_nothing(tmp_path: Path) -> None:
    """Clouds are no lettering, whatever OCR sees in them."""
    page = read(illustrated(tmp_path / "clouds.pdf", noise())).pages[0]
    assert page.lettering == ()


def test_a_title_as_outlines_is_lettering(tmp_path: Path) -> None:
    """Letters drawn as paths, on a page whose text is its layer."""
    source = illustrated(tmp_path / "title.pdf", picture([]), box=(60, 500, 90, 520))
    with pymupdf.open(source) as document, pymupdf.open() as outlined:
        svg = document[0].get_svg_image(text_as_path=True)
        page = outlined.new_page(width=420, height=595)
        for i, line in enumerate(PROSE):
            page.insert_text((50, 300 + 16 * i), line.replace("card", "hand"), fontsize=11)
        drawn = pymupdf.open("pdf", pymupdf.open("svg", svg.encode()).convert_to_pdf())
        page.show_pdf_page(pymupdf.Rect(0, 0, 420, 595), drawn)
        outlined.save(tmp_path / "outlines.pdf")
    page = read(tmp_path / "outlines.pdf").pages[0]
    assert "one battle card and keeps it secret" in lettering(page)
    assert "battle card" not in page.text


def test_connected_parts_have_their_boxes_and_areas() -> None:
    """A ring and a dot in it are two; what touches only at a corner is two."""
    mask = np.zeros((8, 12), bool)
    mask[1:6, 1:6] = True
    mask[2:5, 2:5] = False
    mask[3, 3] = True
    mask[6, 6] = True
    assert sorted(components(mask)) == [((1, 1, 6, 6), 16), ((3, 3, 4, 4), 1), ((6, 6, 7, 7), 1)]


def test_marks_side_by_side_are_a_line() -> None:
    """Letters are found, a frame and specks are not, and nothing is looked for where text is known."""
    image = Image.new("L", (600, 300), 255)
    draw = ImageDraw.Draw(image)
    draw.rectangle((20, 20, 580, 280), outline=0, width=3)
    draw.text((80, 100), "Victory points", fill=0, font=ImageFont.load_default(size=30))
    gray, ground = np.asarray(image), np.asarray(image.filter(ImageFilter.BoxBlur(20)))
    found = lettered_lines(gray, ground, np.zeros(gray.shape, bool))
    assert len(found) == 1 and not found[0].light and found[0].marks >= 10
    known = np.zeros(gray.shape, bool)
    known[90:150, 60:400] = True
    assert lettered_lines(gray, ground, known) == []

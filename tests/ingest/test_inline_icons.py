"""Small pictures among words, in real PDFs: lines, cells, legends, and what is only decoration."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageDraw

from ingest.contracts import Reading
from ingest.icons.placeholders import PLACEHOLDER
from ingest.reading import ReadOptions, read_source

RED, GREEN, BLUE = (220, 40, 30), (40, 170, 80), (50, 70, 200)
Draw = Callable[[ImageDraw.ImageDraw, tuple[int, int, int]], None]


def skull(draw: ImageDraw.ImageDraw, color: tuple[int, int, int]) -> None:
    draw.ellipse((10, 5, 90, 75), fill=color)
    draw.rectangle((32, 70, 68, 95), fill=color)
    draw.ellipse((25, 30, 45, 52), fill="white")
    draw.ellipse((55, 30, 75, 52), fill="white")


def gear(draw: ImageDraw.ImageDraw, color: tuple[int, int, int]) -> None:
    draw.rectangle((40, 2, 60, 98), fill=color)
    draw.rectangle((2, 40, 98, 60), fill=color)
    draw.ellipse((20, 20, 80, 80), fill=color)
    draw.ellipse((38, 38, 62, 62), fill="white")


def flag(draw: ImageDraw.ImageDraw, color: tuple[int, int, int]) -> None:
    draw.rectangle((10, 5, 18, 98), fill=color)
    draw.polygon([(18, 8), (92, 28), (18, 52)], fill=color)


def png(draw: Draw, color: tuple[int, int, int], pixels: int = 100) -> bytes:
    image = Image.new("RGB", (100, 100), "white")
    draw(ImageDraw.Draw(image), color)
    data = io.BytesIO()
    image.resize((pixels, pixels), Image.Resampling.LANCZOS).save(data, "PNG")
    return data.getvalue()


class Book:
    """Pages on which text and pictures are set at places of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._document = pymupdf.open()
        self.page = self._document.new_page(width=420, height=595)

    def turn(self) -> None:
        self.page = self._document.new_page(width=420, height=595)

    def line(self, y: float, *parts: str | bytes, size: float = 11, icon: float = 12) -> None:
        """Text and pictures side by side on one baseline."""
        x = 50.0
        for part in parts:
            if isinstance(part, bytes):
                self.page.insert_image((x + 2, y - icon + 2, x + 2 + icon, y + 2), stream=part)
                x += icon + 4
            else:
                self.page.insert_text((x, y), part, fontname="helv", fontsize=size)
                x += pymupdf.Font("helv").text_length(part, size)

    def read(self) -> Reading:
        file = self._folder / "book.pdf"
        self._document.save(file)
        self._document.close()
        return read_source(file, self._folder / "read", ReadOptions(languages=("en",)), lambda progress: None)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return Book(tmp_path)


def said(reading: Reading, page: int = 1) -> str:
    known = {icon.id: str(number) for number, icon in enumerate(reading.icons, 1)}
    return PLACEHOLDER.sub(lambda found: f"<{known[found[1]]}>", reading.pages[page - 1].text)


def test_pictures_keep_their_places_in_sentences(book: Book) -> None:
    """The same picture at two sizes is one icon, another colour is another."""
    book.line(80, "Pay ", png(skull, RED), " to the bank and take ", png(gear, BLUE), " from it.")
    book.line(100, "A player who has no ", png(skull, GREEN), " pays two ", png(gear, BLUE, 64), icon=10)
    book.turn()
    book.line(80, "At the end of the round each ", png(skull, RED, 180), " counts one point.", icon=15)
    reading = book.read()
    assert said(reading) == "Pay <1> to the bank and take <2> from it.\nA player who has no <3> pays two <2>"
    assert said(reading, 2) == "At the end of the round each <1> counts one point."
    assert [icon.pages for icon in reading.icons] == [(1, 2), (1,), (1,)]
    assert [icon.count for icon in reading.icons] == [2, 2, 1]


def test_drawn_icons_are_found_as_placed_ones_are(book: Book) -> None:
    """Paths that touch are one drawing; a line under a word and a frame around it are none."""
    book.line(80, "Move the pawn to the            on the board.")
    shape = book.page.new_shape()
    x = 53 + pymupdf.Font("helv").text_length("Move the pawn to the", 11)
    shape.draw_polyline([(x, 82), (x, 70), (x + 6, 74), (x + 12, 70), (x + 12, 82), (x, 82)])
    shape.finish(fill=(0.8, 0.2, 0.1), color=(0, 0, 0), width=0.4)
    shape.draw_line((50, 83), (75, 83))
    shape.draw_rect((48, 68, 78, 84))
    shape.finish(color=(0, 0, 0), width=0.5)
    shape.commit()
    reading = book.read()
    assert said(reading) == "Move the pawn to the <1> on the board."


def test_a_legend_in_pictures_names_them_also_where_they_are_larger(book: Book) -> None:
    """Pictures below each other, the text that begins beside each; the same pictures elsewhere are known."""
    names = ("Skull", "Gear", "Flag")
    for row, (draw, color, name) in enumerate(zip((skull, gear, flag), (RED, BLUE, GREEN), names, strict=True)):
        top = 70 + 90 * row
        book.page.insert_image((50, top, 110, top + 60), stream=png(draw, color))
        book.page.insert_text((130, top + 14), f"{name}:", fontname="hebo", fontsize=11)
        book.page.insert_text((130, top + 28), "it is worth a point when the game ends.", fontname="helv", fontsize=11)
    book.turn()
    book.line(80, "Whoever takes ", png(gear, BLUE), " may draw a card.")
    reading = book.read()
    assert [icon.name for icon in reading.icons] == list(names)
    assert [icon.pages for icon in reading.icons] == [(1,), (1, 2), (1,)]
    assert said(reading, 2) == "Whoever takes <2> may draw a card."


def test_a_picture_alone_in_a_cell_is_said_there(book: Book) -> None:
    """A table of what each icon gives."""
    shape = book.page.new_shape()
    for y in (60, 90, 120, 150):
        shape.draw_line((50, y), (350, y))
    for x in (50, 150, 350):
        shape.draw_line((x, 60), (x, 150))
    shape.finish(color=(0, 0, 0), width=0.8)
    shape.commit()
    for y, name in ((80, "Symbol"), (110, ""), (140, "")):
        book.page.insert_text((60, y), name, fontname="hebo", fontsize=11)
    for y, text in ((80, "What it gives"), (110, "Two coins"), (140, "One card")):
        book.page.insert_text((160, y), text, fontname="helv", fontsize=11)
    book.page.insert_image((92, 98, 108, 114), stream=png(skull, RED))
    book.page.insert_image((92, 128, 108, 144), stream=png(gear, BLUE))
    reading = book.read()
    assert [row for table in reading.pages[0].tables for row in table.rows][1:] == [
        (f"{{icon:{reading.icons[0].id}}}", "Two coins"),
        (f"{{icon:{reading.icons[1].id}}}", "One card"),
    ]
    assert [icon.name for icon in reading.icons] == ["Two coins", "One card"]


def test_decoration_is_no_icon(book: Book) -> None:
    """Pictorial bullets, plain drawn bullets, and a picture that stands alone."""
    for row in range(4):
        book.line(80 + 20 * row, png(flag, BLUE), " Take one card from the deck and keep it.")
    for row in range(3):
        book.line(200 + 20 * row, "    Put the card back below the deck.")
        book.page.draw_circle((54, 196 + 20 * row), 2.6, fill=(0, 0, 0), color=(0, 0, 0))
    book.page.insert_image((180, 400, 240, 460), stream=png(gear, RED))
    reading = book.read()
    assert reading.icons == ()
    assert said(reading).count("• Take one card") == 4
    assert said(reading).count("• Put the card back") == 3

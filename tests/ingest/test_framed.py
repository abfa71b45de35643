"""A picture is cut to itself, not to the frame of its page."""

from __future__ import annotations

from PIL import Image, ImageDraw

from ingest.page.framed import without_frame
from ingest.page.raster import perceptual_hash

BOX = (20, 20, 280, 380)


def mask(*rectangles: tuple[int, int, int, int]) -> Image.Image:
    """A mask of 300 by 400 pixels that holds these rectangles."""
    made = Image.new("L", (300, 400))
    for rectangle in rectangles:
        ImageDraw.Draw(made).rectangle(rectangle, fill=255)
    return made


def test_the_frame_of_the_page_is_no_part_of_a_picture() -> None:
    """Its lines run through the picture's box and go on outside."""
    ink = mask((60, 100, 159, 199), (270, 0, 273, 399), (0, 370, 299, 373))
    assert without_frame(ink, BOX) == (60, 100, 160, 200)


def test_a_picture_keeps_a_frame_of_its_own() -> None:
    """One that ends where the picture does."""
    ink = mask((60, 100, 159, 199), (270, 30, 273, 369))
    assert without_frame(ink, BOX) == (60, 30, 274, 370)


def test_where_there_is_nothing_there_is_no_picture() -> None:
    """Or nothing but the frame."""
    assert without_frame(mask(), BOX) is None


def board(*pieces: tuple[int, int]) -> Image.Image:
    """Five by five squares with black pieces, 30 pixels a square."""
    made = Image.new("RGB", (150, 150), "tan")
    draw = ImageDraw.Draw(made)
    for i in range(0, 151, 30):
        draw.line((i, 0, i, 149), fill="brown")
        draw.line((0, i, 149, i), fill="brown")
    for x, y in pieces:
        draw.ellipse((30 * x + 6, 30 * y + 6, 30 * x + 24, 30 * y + 24), fill="black")
    return made


def test_two_diagrams_of_one_board_are_two_pictures() -> None:
    """One piece stands elsewhere: they are not the same, but a picture is itself."""
    assert perceptual_hash(board((1, 2), (2, 2))) != perceptual_hash(board((1, 2), (3, 2)))
    assert perceptual_hash(board((1, 2))) == perceptual_hash(board((1, 2)))

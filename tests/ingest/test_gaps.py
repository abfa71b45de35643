from __future__ import annotations

import pymupdf
import pytest
from PIL import Image

from ingest.contracts import Box
from ingest.gaps import settled

SCALE = 2.5
LINE = "Take seven cards. If you cannot, pass."


@pytest.fixture(scope="module")
def printed() -> tuple[Image.Image, dict[str, Box]]:
    """A printed line as pixels, and where each of its words stands."""
    document = pymupdf.open()
    page = document.new_page(width=300, height=60)
    page.draw_rect(page.rect, fill=(0.93, 0.87, 0.75), color=None)
    page.insert_text((20, 36), LINE, fontname="tiro", fontsize=10)
    pixels = page.get_pixmap(matrix=pymupdf.Matrix(SCALE, SCALE))
    places = {word: (x0, y0, x1, y1) for x0, y0, x1, y1, word, *_ in page.get_text("words")}
    return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples), places


def pixels(box: Box) -> Box:
    return box[0] * SCALE, box[1] * SCALE, box[2] * SCALE, box[3] * SCALE


@pytest.mark.parametrize("off", [-1.0, 0.0, 2.0, 4.0])
def test_a_mark_ends_between_two_words_wherever_it_was_guessed(
    printed: tuple[Image.Image, dict[str, Box]], off: float
) -> None:
    """A mark on "cards." ends before "If", on coloured paper, be it guessed too short or half over the next word."""
    image, places = printed
    x0, y0, x1, y1 = pixels(places["cards."])
    left, _, right, _ = settled(image, (x0 - off * SCALE, y0, x1 + off * SCALE, y1), 3)
    assert pixels(places["seven"])[2] - 1 <= left <= x0 + 1
    assert x1 - 1 <= right <= pixels(places["If"])[0] + 1


def test_the_end_of_a_line_keeps_the_room_beside_it(printed: tuple[Image.Image, dict[str, Box]]) -> None:
    """Where no word follows, the mark ends a little beside the last letter, not in the middle of the margin."""
    image, places = printed
    box = pixels(places["pass."])
    assert settled(image, box, 4)[2] == pytest.approx(box[2] + 4, abs=3)


def test_where_no_gap_is_seen_the_guess_stands(printed: tuple[Image.Image, dict[str, Box]]) -> None:
    """A text set upright, a box on the edge of the picture: both keep their place and get the room."""
    image, _ = printed
    assert settled(image, (50, 20, 60, 120), 4) == (46, 16, 64, 124)
    noisy = Image.effect_noise((200, 40), 90)
    assert settled(noisy, (40, 10, 90, 30), 4) == (36, 6, 94, 34)

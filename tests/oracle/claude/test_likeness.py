"""Whether the picture in the stream is the view: as it is, packed anew, made smaller, or another."""

from __future__ import annotations

import base64
import hashlib
import io
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from ingest.contracts import PageRef
from oracle.claude.likeness import shows
from oracle.contracts import View

TEXT = "On your turn, roll two dice and move your pawn that many spaces."


def page(*lines: str) -> Image.Image:
    """A page of text, in the size of a view."""
    picture = Image.new("RGB", (1414, 2000), "ivory")
    draw = ImageDraw.Draw(picture)
    for n, line in enumerate(lines):
        draw.text((120, 140 + 60 * n), line, "black", font_size=36)
    draw.ellipse((500, 1300, 900, 1700), fill="firebrick")
    return picture


@pytest.fixture
def view(tmp_path: Path) -> View:
    """A page as it is offered."""
    file = tmp_path / "view.png"
    page(*[TEXT] * 15).save(file)
    return View(PageRef("g", "b", 1), file, hashlib.sha256(file.read_bytes()).hexdigest())


def packed(picture: Image.Image, kind: str = "JPEG", **how: int) -> str:
    """A picture as it stands in the stream."""
    file = io.BytesIO()
    picture.save(file, kind, **how)
    return base64.b64encode(file.getvalue()).decode()


def test_the_view_as_it_is_is_the_view(view: View) -> None:
    """Byte for byte: then the picture itself need not be looked at."""
    sent = base64.b64encode(view.file.read_bytes()).decode()
    view.file.unlink()
    assert shows(sent, view)


@pytest.mark.parametrize("side", [2000, 1568, 1092])
@pytest.mark.parametrize("quality", [80, 50])
def test_the_view_packed_anew_is_the_view(view: View, side: int, quality: int) -> None:
    """As Claude Code does with a large one; and were it made smaller on the way."""
    picture = Image.open(view.file)
    picture.thumbnail((side, side))
    assert shows(packed(picture, quality=quality), view)
    assert shows(packed(picture, "PNG"), view)


@pytest.mark.parametrize(
    "other",
    [
        page(*["When you draw a card, put it face down in front of you."] * 15),
        page(*[TEXT] * 14),
        page(*[TEXT] * 7, TEXT.replace("two dice", "six dice"), *[TEXT] * 7),
        page(),
        Image.new("RGB", (1414, 2000), "ivory"),
        page(*[TEXT] * 15).rotate(90, expand=True),
        page(*[TEXT] * 15).rotate(180),
        page(*[TEXT] * 15).crop((0, 0, 1414, 1900)),
    ],
    ids=["text", "a line less", "a word", "no text", "blank", "turned", "upside down", "cut"],
)
def test_another_picture_is_not(view: View, other: Image.Image) -> None:
    """Another page, another word, another side up."""
    assert not shows(packed(other, quality=80), view)


@pytest.mark.parametrize("data", [None, "", "x", "é", 7, "iVBORw0KGgo=", "R0lGODlhAQABAAAAACw="])
def test_what_is_no_picture_is_not(view: View, data: object) -> None:
    """Nor is a broken one."""
    assert not shows(data, view)


def test_a_picture_far_too_large_is_not_even_unpacked(view: View) -> None:
    """A small file can hold a picture that fills the memory."""
    assert not shows(packed(Image.new("1", (20_000, 20_000)), "PNG"), view)

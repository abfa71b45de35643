"""What is taken out: Markdown, text for the clipboard, HTML with pictures. Whatever was asked or read stays text."""

from __future__ import annotations

import base64
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from ingest.contracts import Block, Line, PageRef
from oracle.export.crops import MOST, _fitting, _shown
from oracle.export.entry import Cited, Crop, Entry
from oracle.export.html import POLICY, html
from oracle.export.markdown import escaped, markdown, plain
from oracle.pagetext import Mark, page_view
from oracle.texts import LANGUAGES, Texts
from tests.fakes.table import booklet, page

HOSTILE = "<script>alert(1)</script> \x1b]0;x\x07 \u202e[a](https://evil.example) ![i](http://x/y.png) {{ 7*7 }} \"'>"
SAY = Texts("en")


def entry(text: str = "Yes, half", crop: Crop | None = None) -> Entry:
    return Entry(
        "abcd2345", "2026-11-30 20:14", text, text, "The book says:", (((text, None), ("", 1)), (("And.", None),)),
        (Cited(1, f"Rules (core rules), p. 4 {text}", text, verified=True, crop=crop),), ((text, text),), "✓ 6.2 s",
        (text,), starred=True, language="fr",
    )  # fmt: skip


class Parsed(HTMLParser):
    """The elements of a document, their attributes and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def test_a_line_of_which_a_part_is_quoted_is_shown_whole_where_it_can_be_read() -> None:
    """Of a narrow column the whole lines; of one too wide for a phone what is marked."""

    def seen(wide: float) -> float:
        line = Line("On your turn you move one piece, and you must.", (50.0, 100.0, 50.0 + wide, 112.0))
        told = replace(page(1), blocks=(Block("text", (line,)),))
        view = page_view(PageRef("race", "rules", 1), booklet("race", "rules", Path()), told, Mark("one piece"))
        return max(box[2] for box in _shown(view))

    assert seen(300) == 350
    assert seen(500) < 550


PIXEL = Crop("image/png", b"not looked at", 20, 10)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_html_file_needs_nothing_and_may_nothing(language: str) -> None:
    """No script, no address but its own places and pictures, and a policy that forbids the rest."""
    shown = Parsed(html([entry(HOSTILE, PIXEL)], Texts(language), HOSTILE))
    names = {name for name, _ in shown.elements}
    assert not names & {"script", "link", "iframe", "object", "form", "base"}
    policies = [each["content"] for each in shown.named("meta") if each.get("http-equiv") == "Content-Security-Policy"]
    assert policies == [POLICY] and POLICY.startswith("default-src 'none'")
    assert [each["href"] for each in shown.named("a")] == ["#abcd2345-1"]
    assert [str(each["src"])[:22] for each in shown.named("img")] == ["data:image/png;base64,"]
    assert not [key for _, attributes in shown.elements for key in attributes if key.startswith("on")]
    assert "<script>alert(1)</script>" in shown.text and "{{ 7*7 }}" in shown.text
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", shown.text)
    assert [each["lang"] for each in (*shown.named("html"), *shown.named("article"))] == [language, "fr"]


def test_a_picture_stands_whole_in_the_file() -> None:
    """It can be taken out again."""
    shown = Parsed(html([entry(crop=PIXEL)], SAY, "An evening"))
    (image,) = shown.named("img")
    assert base64.b64decode(str(image["src"]).partition(",")[2]) == PIXEL.data
    assert "p. 4" in str(image["alt"])


def test_in_markdown_nothing_that_was_written_becomes_markup() -> None:
    """Neither a link, nor a picture, nor a heading, nor HTML."""
    written = markdown([entry(f"# {HOSTILE}")], SAY, "An evening")
    for each in (r"(?<!\\)<", r"(?<!\\)\]\(", r"!\[", r"[\x1b\u202e]", "://", r"(?<!\\)\{"):
        assert not re.search(each, written), each
    assert written.startswith("# An evening\n\n## \\# \\<script") and "★" in written.splitlines()[2]
    assert escaped("1. one\n- two\n=== www.x.y a@b.c") == "1\\. one\n\\- two\n\\=== www\\.x.y a\\@b.c"


def test_what_is_copied_is_plain_text() -> None:
    """Question, verdict, answer, citations, as a person writes them into a chat; no control characters."""
    copied = plain(replace(entry(), passages=()), SAY)
    assert copied == (
        "Yes, half\n\nThe book says:\nYes, half[1]\nAnd.\n\n[1] ✓ Rules (core rules), p. 4 Yes, half: “Yes, half”"
    )
    assert "\x1b" not in plain(entry(HOSTILE), SAY)


@pytest.mark.parametrize(("noise", "kinds"), [(0, {"image/png"}), (90, {"image/jpeg"})])
def test_a_picture_is_made_small_enough(noise: int, kinds: set[str]) -> None:
    """As it is where it can be; a photograph is written smaller."""
    image = Image.effect_noise((1000, 700), noise).convert("RGB")
    made = _fitting(image, MOST)
    assert len(made.data) <= MOST and made.media in kinds
    with Image.open(io.BytesIO(made.data)) as opened:
        assert opened.size == (made.width, made.height)


@pytest.mark.parametrize("hostile", ["plain", "<b>*bold*</b>"])
def test_both_readings_stand_under_their_headings(hostile: str) -> None:
    """Bold in Markdown, a class of their own in HTML; what was written is text in both."""
    told = replace(
        entry(), lines=((("Reading 1:", None),), ((hostile, None), ("", 1)), (("Reading 2:", None),)), headings={0, 2}
    )  # type: ignore[arg-type]
    text = markdown([told], Texts("en"), "Title")
    assert "**Reading 1:**\n\n" in text and "**Reading 2:**" in text
    page = html([told], Texts("en"), "Title")
    assert page.count('<p class="reading">Reading') == 2
    assert "<b>" not in page

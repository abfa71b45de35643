"""The HTML report of a booklet, and a page in words: what they say and in what order; a book is never markup."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from ingest.cli.page_html import report
from ingest.cli.page_words import facts, page_json, page_line, with_icon_names
from ingest.contracts import Block, Icon, Line, Note, Page, PagePart, PageStatus, Picture, Table, TextSource
from ingest.quality import quality_of
from oracle.texts import Texts

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"
EN, FR = Texts("en"), Texts("fr")


class Parsed(HTMLParser):
    """The elements of a document, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """The elements of a kind whose class holds what is wanted."""
        found = [attributes for name, attributes in self.elements if name == tag]
        return [a for a in found if all(value in (a.get(key.rstrip("_")) or "") for key, value in wanted.items())]


def page(number: int, **more: object) -> Page:
    """A page with a heading and a text."""
    heading = Block("heading", (Line("Setup", (50, 40, 200, 60)),), 1)
    text = Block("text", (Line("Take five cards", (50, 70, 300, 82)), Line("and a coin.", (50, 84, 280, 96))))
    made = Page(
        number, PageStatus.TEXT, TextSource.LAYER, 400, 600, blocks=(heading, text), image="i.png", thumb="t.png"
    )
    made = replace(made, **more)  # type: ignore[arg-type]
    return replace(made, quality=quality_of(made))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A revision's folder with the small picture of a page."""
    Image.new("RGB", (40, 60), "white").save(tmp_path / "t.png")
    return tmp_path


def test_the_worst_pages_come_first(folder: Path) -> None:
    """The index links to every page, coloured by quality; pages themselves stand in order."""
    pages = [page(1), page(2, confidence=0.5, source=TextSource.OCR), page(3, notes=(note("coarse_photo"),))]
    found = Parsed(report("Rules", folder, pages, EN))
    assert [link["href"] for link in found.all("a")] == ["#p2", "#p3", "#p1"]
    assert [link["class"] for link in found.all("a")] == ["low", "fair", "good"]
    assert [section["id"] for section in found.all("section")] == ["p1", "p2", "p3"]
    assert "low confidence: 1 of 3" in found.text
    assert "The photo is coarse" in found.text


def test_boxes_stand_where_the_page_says(folder: Path) -> None:
    """In points of the page, over an image of the same shape: blocks, tables, pictures, parts, lettering."""
    made = page(
        1,
        tables=(Table((10, 300, 200, 350), (("1", "2"),), ""),),
        pictures=(Picture((210, 300, 390, 400), "d"),),
        parts=(PagePart((0, 0, 200, 600), "half", "1"),),
        lettering=(Block("text", (Line("GOLD", (220, 310, 260, 320)),)),),
    )
    found = Parsed(report("Rules", folder, [made], EN))
    assert found.all("svg")[0]["viewbox"] == "0 0 400.00 600.00"
    assert [rect["class"] for rect in found.all("rect")] == [
        "l-blocks r-heading", "l-blocks r-text", "l-tables", "l-pictures", "l-parts", "l-lettering",
    ]  # fmt: skip
    text = found.all("rect", class_="r-text")[0]
    assert (text["x"], text["y"], text["width"], text["height"]) == ("50.0", "70.0", "250.0", "26.0")


@pytest.mark.parametrize("say", [EN, FR], ids=["en", "fr"])
def test_a_hostile_book_is_only_text(folder: Path, say: Texts) -> None:
    """Whatever a page, a table, a note, a printed number says: shown, never obeyed, and nothing is loaded."""
    lines = (Line(HOSTILE, (1, 1, 9, 9)),)
    made = page(
        1,
        blocks=(Block("text", lines), Block("table", (Line(HOSTILE, (0, 0, 9, 9)),))),
        tables=(Table((0, 0, 9, 9), ((HOSTILE, HOSTILE),), HOSTILE, trusted=False),),
        lettering=(Block("caption", lines),),
        parts=(PagePart((0, 0, 9, 9), "panel", HOSTILE),),
        printed=HOSTILE,
        notes=(note("furniture", text=HOSTILE),),
    )
    text = report(HOSTILE, folder, [made], say)
    found = Parsed(text)
    assert not found.all("script")
    assert all(str(image["src"]).startswith("data:image/png;base64,") for image in found.all("img"))
    assert not [key for _, attributes in found.elements for key in attributes if key.startswith("on")]
    assert all(str(link["href"]).startswith("#") for link in found.all("a"))
    assert not found.all("link")
    assert found.text.count("<script>alert(1)</script>") >= 6
    assert text.encode("utf-8").decode("utf-8").startswith("<!doctype html>")


def test_a_page_without_a_picture_says_so(tmp_path: Path) -> None:
    """Text of a file that has no pages, and a page that could not be read at all."""
    unread = Page(2, PageStatus.UNREADABLE, TextSource.NONE, 0, 0, notes=(failure("timeout"),), quality=0.0)
    found = Parsed(report("Rules", tmp_path, [page(1, image=None, thumb=None), unread], EN))
    assert found.text.count("no image") == 2
    assert found.all("a")[0]["href"] == "#p2"


def test_every_layer_of_boxes_can_be_hidden(folder: Path) -> None:
    """By checkboxes alone."""
    found = Parsed(report("Rules", folder, [page(1)], EN))
    names = [box["id"] for box in found.all("input")]
    assert names == ["show-blocks", "show-tables", "show-pictures", "show-parts", "show-lettering"]
    assert [label["for"] for label in found.all("label")] == names


def test_a_page_says_how_it_was_read_in_words() -> None:
    """Where its text came from and why, what was left out, what is doubtful."""
    made = page(
        7,
        printed="5",
        language="en",
        status=PageStatus.OCR,
        source=TextSource.OCR,
        confidence=0.7,
        notes=(note("ocr_no_text"), note("invisible_text", count=3), note("ornaments", count=2)),
        tables=(Table((0, 0, 9, 9), (("1", "2"),), "", trusted=False),),
    )
    assert page_line(made, EN).startswith("page 7 · printed 5 · read from the picture (OCR) · ")
    said = list(facts(made, EN))
    assert "70 %" in said[0]
    assert any("no text of its own" in fact for fact in said)
    assert any("3 lines that the page does not show" in fact for fact in said)
    assert any("decoration" in fact for fact in said)
    assert any("A table is doubtful" in fact for fact in said)
    assert not set(said) & set(facts(made, FR))


def test_one_line_is_told_in_the_singular() -> None:
    """In both languages; a person reads no `line(s)`."""
    made = page(1, notes=(note("covered_text", count=1), note("lettering", count=2)))
    told = list(facts(made, EN))
    assert told[0] == "1 line that something covers was left out."
    assert told[1].startswith("2 lines of lettering were read")
    assert next(facts(made, FR)) == "1 ligne recouverte a été laissée de côté."


def test_parts_without_a_printed_number_are_counted() -> None:
    """In their reading order; a printed number is said as it stands."""
    parts = (PagePart((0, 0, 9, 9), "panel"), PagePart((9, 0, 18, 9), "panel"))
    assert "Lue par parties : volet (1), volet (2)." in list(facts(page(1, parts=parts), FR))
    halves = (PagePart((0, 0, 9, 9), "half", "12"), PagePart((9, 0, 18, 9), "half", "13"))
    assert "Read in parts: half 12, half 13." in list(facts(page(1, parts=halves), EN))


def test_icons_are_shown_by_name_everywhere_on_a_page() -> None:
    """In blocks, tables, lettering and captions; never by the id that they are stored under."""
    line = (Line("Pay {icon:3f2a} or {icon:beef}", (1, 1, 9, 9)),)
    made = page(
        1,
        blocks=(Block("text", line),),
        tables=(Table((0, 0, 9, 9), (("{icon:3f2a}", "2"),), ""),),
        lettering=(Block("caption", line),),
        pictures=(Picture((0, 0, 9, 9), "d", caption="{icon:3f2a}"),),
    )
    gold = Icon("3f2a", "picture", "d", None, (1,), 1, name="Gold")
    shown = with_icon_names(made, [gold], "icon")
    assert (shown.text, shown.lettering[0].text) == ("Pay ⟨Gold⟩ or ⟨icon⟩",) * 2
    assert (shown.tables[0].rows, shown.pictures[0].caption) == ((("⟨Gold⟩", "2"),), "⟨Gold⟩")


def test_json_holds_everything_of_a_page(folder: Path) -> None:
    """Notes with their words, doubts, blocks with boxes, tables, pictures, parts, lettering."""
    made = page(1, notes=(note("turned", degrees=90),), parts=(PagePart((0, 0, 200, 600), "half", "1"),))
    record = page_json(made, (), (), folder, EN)
    assert record["notes"] == [
        {
            "key": "ingest.reading.note.turned",
            "facts": {"degrees": 90},
            "says": "The page was turned by 90° to stand upright.",
        }
    ]
    assert record["parts"] == [{"kind": "half", "printed": "1", "box": (0, 0, 200, 600)}]
    assert (record["quality"], record["low"], record["doubts"]) == (1.0, False, [])


def note(key: str, **about: object) -> Note:
    """A note of reading."""
    return Note(f"ingest.reading.note.{key}", about)


def failure(key: str) -> Note:
    """Why a page could not be read."""
    return Note(f"ingest.reading.failure.{key}", {"page": 2})

from __future__ import annotations

import json
from pathlib import Path

import pymupdf
import pytest

from ingest.contracts import Passage
from oracle import quotes
from oracle.contracts import Evidence, Ranked, Zone
from oracle.icons import shown, shown_evidence
from oracle.pagetext import locate
from oracle.stream import Stream
from oracle.texts import Texts
from tests.fonts import ARROW, DIAMOND, icon_font
from tests.oracle.commands import oracle
from tests.oracle.records import passage

NAMED: Passage = passage(
    "Pay {icon:3f2a} or {icon:beef} and draw.", section=("Use {icon:3f2a}",), icons=(("3f2a", "Gold"),)
)


def test_players_see_names_of_icons() -> None:
    """The name where the book has one, else the word for an icon; never an id."""
    found = shown_evidence(Evidence((Ranked(NAMED, 1.0, {}),), Zone.NORMAL, None), Texts("fr")("ask.icon"))
    shown_one = found.passages[0].passage
    assert shown_one.text == "Pay ⟨Gold⟩ or ⟨icône⟩ and draw."
    assert shown_one.section_path == ("Use ⟨Gold⟩",)


def test_a_quotation_is_compared_without_its_icons() -> None:
    """A model may copy the placeholder or leave it out; the words must be the book's."""
    page = quotes.fold(NAMED.text)
    assert quotes.holds(page, "Pay {icon:3f2a} or {icon:beef} and draw")
    assert quotes.holds(page, "Pay or and draw.")
    assert not quotes.holds(page, "Pay {icon:3f2a} and draw it")


def test_a_stream_shows_names_too() -> None:
    """A placeholder that comes in two pieces is shown whole, as its name."""
    stream = Stream(Texts("en"), {"3f2a": "Gold"})
    told = stream.feed("The book says:\nYou pay {icon:3f") + stream.feed("2a} now and {icon:beef}.") + stream.rest()
    assert "You pay ⟨Gold⟩ now and ⟨icon⟩." in told


def test_a_quote_is_found_on_a_page_that_shows_names() -> None:
    """The page pane shows names where the quotation has placeholders."""
    text = shown(NAMED.text, {"3f2a": "Gold"}, "icon")
    assert locate(text, "Pay {icon:3f2a} or {icon:beef} and draw") == ((0, len(text) - 1),)


def test_the_icons_of_a_booklet_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As lines, as JSON with its schema, as one HTML file that holds the crops and escapes the book's words."""
    monkeypatch.setenv("ORACLE_EMBEDDING_MODELS", "hash")
    font, book, report = tmp_path / "icons.ttf", tmp_path / "rules.pdf", tmp_path / "icons.html"
    icon_font(font, {0xE001: DIAMOND, 0xE002: ARROW})
    with pymupdf.open() as document:
        page = document.new_page(width=420, height=595)
        page.insert_font(fontname="icons", fontfile=str(font))
        for y, sign, words in (
            (80, "\ue001", "<b>Gold"),
            (100, "\ue002", "Step"),
            (140, "\ue001", "pays for any card."),
        ):
            page.insert_text((50, y), sign, fontname="icons", fontsize=11)
            page.insert_text((70, y), words, fontname="helv", fontsize=11)
        document.save(book)
    home = ("--home", str(tmp_path / "home"))
    assert oracle(*home, "ingest", "add", str(book), "-g", "tafl", "--lang", "en").code == 0
    listed = json.loads(oracle(*home, "ingest", "icons", "tafl/rules", "--json").out)
    assert listed["schema"] == 1
    assert [(icon["name"], icon["pages"], icon["count"]) for icon in listed["icons"]] == [
        ("<b>Gold", [1], 2),
        ("Step", [1], 1),
    ]
    assert all(Path(icon["png"]).is_file() for icon in listed["icons"])
    lines = oracle(*home, "ingest", "icons", "tafl/rules").out.splitlines()
    assert lines[0].startswith(f"{listed['icons'][0]['id']} · <b>Gold · 2 × · page 1")
    assert oracle(*home, "ingest", "icons", "tafl/rules", "--html", str(report)).code == 0
    written = report.read_text("utf-8")
    assert "&lt;b&gt;Gold" in written
    assert "<b>Gold" not in written
    assert written.count("data:image/png;base64,") == 2
    assert "⟨<b>Gold⟩ | pays for any card" in oracle(*home, "search", "what pays for a card", "-g", "tafl").out
    assert "⟨Step⟩ | Step" in oracle(*home, "ingest", "show", "tafl/rules:1").out

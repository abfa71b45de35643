"""The language of each page, of each passage, of the booklet, and what Tesseract is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.contracts import Block, Line, Page, PageStatus, TextSource
from ingest.page_languages import for_ocr, of_passage, of_texts, with_languages
from ingest.reading import ReadOptions, read_source
from tests.builders import tiny_pdf
from tests.tools import program

FR = "Chaque joueur lance les dés et avance son pion du nombre indiqué. S'il tombe sur une case, il recule de trois."
FR += " La partie est finie quand il est arrivé."
EN = "Each player rolls the dice and moves a pawn by the number shown. If it lands on a space, it goes back three."
EN += " The game is over when it has arrived."
DE = "Jeder Spieler würfelt und zieht seine Figur um die Zahl der Augen. Wenn das Feld besetzt ist, muss er zurück."
DE += " Das Spiel ist aus, wenn sie im Haus ist."


def page(number: int, *texts: str) -> Page:
    """A page with a block for each text."""
    blocks = tuple(Block("text", (Line(text, (0, 0, 9, 9)),)) for text in texts)
    return Page(number, PageStatus.TEXT, TextSource.LAYER, 600, 800, blocks=blocks)


def languages(*pages: tuple[str, ...], told: tuple[str, ...] | None = None) -> tuple[list[str | None], tuple[str, ...]]:
    """The languages of pages of these texts, and those of the booklet."""
    found, spoken = with_languages([page(n, *texts) for n, texts in enumerate(pages, 1)], told)
    return [one.language for one in found], spoken


def test_pages_in_turn_have_each_its_own_language() -> None:
    """A booklet of alternating pages speaks both, the first that is said more first."""
    assert languages((FR, FR), (EN,), (FR,), (EN,)) == (["fr", "en", "fr", "en"], ("fr", "en"))


def test_two_columns_in_two_languages_are_told_as_both() -> None:
    """One page that says everything twice makes a booklet of two languages."""
    assert set(languages((FR, EN), (FR, EN))[1]) == {"fr", "en"}


def test_few_words_take_what_the_pages_around_say() -> None:
    """A picture page between two French ones is French, one after the last English page English."""
    assert languages((FR,), ("Plan",), (FR,), (EN,), ("42",)) == (["fr", "fr", "fr", "en", "en"], ("fr", "en"))


def test_a_licence_in_another_language_makes_no_bilingual_book() -> None:
    """Its page is named truly; the booklet stays what it is."""
    assert languages(*[(FR,)] * 5, (EN,)) == (["fr"] * 5 + ["en"], ("fr",))


def test_what_was_told_is_believed() -> None:
    """One language for all pages; of several, each page takes its own."""
    assert languages((EN,), told=("fr",)) == (["fr"], ("fr",))
    assert languages((DE,), (EN,), told=("en", "de")) == (["de", "en"], ("en", "de"))


def test_a_german_book_is_german_and_an_unknown_one_is_nothing() -> None:
    """Another language is named, or left open; it is never called English."""
    assert languages((DE,), (DE,)) == (["de", "de"], ("de",))
    swedish = (
        "Varje spelare kastar tärningarna och flyttar sin pjäs det antal steg som visas på dem båda två varje gång nu."
    )
    assert languages((swedish,)) == ([None], ())


def test_a_passage_of_a_bilingual_booklet_is_stemmed_in_its_own_language() -> None:
    """Its words decide; too few of them leave it to the page."""
    assert of_passage(EN, "fr", ("fr", "en")) == "en"
    assert of_passage("Plan", "fr", ("fr", "en")) == "fr"
    assert of_passage(EN, "en", ("fr",)) == "fr"
    assert of_passage("Plan", None, ()) == "und"


def test_ocr_reads_a_page_in_the_language_of_its_layer() -> None:
    """Where a booklet has several, the page's own layer decides; where it says nothing, all are tried."""
    assert for_ocr(("fra", "eng"), EN) == ("eng",)
    assert for_ocr(("fra", "eng"), "") == ("fra", "eng")
    assert for_ocr(("fra", "eng"), DE) == ("fra", "eng")
    assert for_ocr(("fra",), EN) == ("fra",)
    assert of_texts([FR, EN, FR]) == ("fr", "en")


@pytest.mark.parametrize("told", [None, ("en", "fr")])
def test_a_bilingual_pdf_is_read_page_by_page(told: tuple[str, ...] | None, tmp_path: Path) -> None:
    """The real thing: alternating pages keep their languages through reading."""
    program("pdftoppm")
    program("tesseract")
    source = tiny_pdf(tmp_path / "a.pdf", ["\n".join(text.split(". ")) for text in (EN, FR, EN, FR)])
    reading = read_source(source, tmp_path / "into", ReadOptions(languages=told), lambda _: None)
    assert [one.language for one in reading.pages] == ["en", "fr", "en", "fr"]
    assert reading.languages == ("en", "fr")

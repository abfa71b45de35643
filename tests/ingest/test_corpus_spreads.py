"""The derived files of the corpus: spreads, a printer's sheets, rotation. Read for real, once each."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from ingest.contracts import Page, Reading
from ingest.reading import ReadOptions, read_source

pytestmark = [pytest.mark.corpus, pytest.mark.slow]
COUNT = 16


def read(source: Path, into: Path, language: str = "en") -> Reading:
    """A whole file of the corpus."""
    return read_source(source, into, ReadOptions(languages=(language,), workers=2), lambda _: None)


def words(text: str) -> list[str]:
    """Words of two letters or more, accents folded, without icons."""
    bare = re.sub(r"\{icon:[^}]*\}", " ", text)
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", bare)).casefold()
    plain = "".join(c for c in folded if not unicodedata.combining(c))
    return re.findall(r"[^\W\d_]{2,}", plain)


def found_again(original: str, again: str) -> float:
    """The share of the words of one reading that another one has too, each as often."""
    left = words(again)
    hits = 0
    for word in (mine := words(original)):
        if word in left:
            left.remove(word)
            hits += 1
    return hits / len(mine)


def half_text(page: Page, side: int) -> str:
    """The lines that stand in one half of a page."""
    x0, _, x1, _ = page.parts[side].box
    lines = [line for block in page.blocks for line in block.lines]
    return "\n".join(line.text for line in lines if x0 - 4 <= line.box[0] < x1)


@pytest.fixture(scope="module")
def original(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Reading:
    source = corpus / "rulebooks/phoneimpact/LivretDeRegles.en.pdf"
    return read(source, tmp_path_factory.mktemp("original"))


def test_two_up_spreads_give_every_page_once_in_order(corpus: Path, tmp_path: Path, original: Reading) -> None:
    """With the number that each printed page carries; the cover and the contents carry none."""
    spreads = read(corpus / "rulebooks/_derived/phoneimpact_en_2up_spreads.pdf", tmp_path)
    assert [len(page.parts) for page in spreads.pages] == [2] * (COUNT // 2)
    printed = [part.printed for page in spreads.pages for part in page.parts]
    assert printed == [page.printed for page in original.pages] == [None, None, *map(str, range(3, COUNT + 1))]
    assert [page.printed for page in spreads.pages][1:3] == ["3-4", "5-6"]
    for page in original.pages:
        text = half_text(spreads.pages[(page.number - 1) // 2], (page.number - 1) % 2)
        assert found_again(page.text, text) >= 0.995, page.number
        assert len(words(text)) <= 1.02 * len(words(page.text)) + 1, page.number


def test_a_printers_sheet_gives_every_page_once_with_its_own_number(
    corpus: Path, tmp_path: Path, original: Reading
) -> None:
    """16 and 1 on the first side, 8 and 9 on the last; the order is that of the folded booklet."""
    sheets = read(corpus / "rulebooks/_derived/phoneimpact_en_booklet_imposed.pdf", tmp_path)
    places = {part.order: (page, side) for page in sheets.pages for side, part in enumerate(page.parts)}
    assert sorted(places) == list(range(1, COUNT + 1))
    for page in original.pages:
        sheet, side = places[page.number]
        assert sheet.parts[side].printed == page.printed
        assert found_again(page.text, half_text(sheet, side)) >= 0.995, page.number
    assert all(page.notes[-1].key == "ingest.reading.note.imposed" for page in sheets.pages)
    assert (sheets.pages[2].printed, sheets.pages[7].printed) == ("14, 3", "8-9")


def test_a_rotation_flag_loses_no_word(corpus: Path, tmp_path: Path) -> None:
    """/Rotate 90 on upright pages."""
    plain = read(corpus / "rulebooks/petit-jdr-universel/Regles.pdf", tmp_path / "plain", "fr")
    turned = read(corpus / "rulebooks/_derived/petit-jdr_rotate90flag.pdf", tmp_path / "turned", "fr")
    assert found_again(_text(plain), _text(turned)) >= 0.995
    assert all(page.height > page.width for page in turned.pages)


def test_a_sideways_scan_comes_out_upright(corpus: Path, tmp_path: Path) -> None:
    """Text, picture and boxes: no line reaches beyond the upright page."""
    plain = read(corpus / "rulebooks/petit-jdr-universel/Regles.pdf", tmp_path / "plain", "fr")
    turned = read(corpus / "rulebooks/_derived/petit-jdr_sideways_scan.pdf", tmp_path / "turned", "fr")
    assert found_again(_text(plain), _text(turned)) >= 0.96
    for page in turned.pages:
        assert page.height > page.width
        assert all(line.box[2] <= page.width + 1 for block in page.blocks for line in block.lines)


def _text(reading: Reading) -> str:
    return "\n".join(page.text for page in reading.pages)

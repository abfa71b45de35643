"""Real booklets of `rulebooks/` set two up, imposed for folding and printed as sheets of panels, then read for real."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from ingest import pipeline
from ingest.chunks.chunking import chunk
from ingest.contracts import BookletKind, BookletRef, Page, PageRef, Reading
from ingest.gate import inspect
from ingest.library import Library
from ingest.reading import ReadOptions, read_source
from ingest.settings import Settings
from ingest.store.fingerprint import AddOrder
from tests.fakes.workshop import FakeTools
from tests.tools import ROOT, program

BOOKLET = ROOT / "rulebooks/hnefatafl/hnefatafl.pdf"
OPTIONS = ReadOptions(languages=("en",), ocr="off", workers=2)
ROMAN = ROOT / "rulebooks/backgammon/backgammon-en.pdf"


@pytest.fixture(autouse=True)
def _tools() -> None:
    program("pdftoppm")
    program("tesseract")


def read(source: Path, options: ReadOptions = OPTIONS) -> Reading:
    """A whole file, without OCR unless asked."""
    return read_source(source, source.parent / f"{source.stem}-into", options, lambda _: None)


def impose(
    source: Path,
    path: Path,
    sides: Sequence[Sequence[int | None]],
    *,
    down: int = 1,
    upside_down: Sequence[int] = (),
) -> Path:
    """Pages (from 1) of a booklet beside each other, row by row; `None` leaves a place empty."""
    with pymupdf.open(source) as booklet, pymupdf.open() as document:
        wide, high = booklet[0].rect.width, booklet[0].rect.height
        over = max(len(side) for side in sides) // down
        for side in sides:
            page = document.new_page(width=wide * over, height=high * down)
            for at, number in enumerate(side):
                if number is not None:
                    x, y = at % over * wide, at // over * high
                    turn = 180 if number in upside_down else 0
                    page.show_pdf_page(pymupdf.Rect(x, y, x + wide, y + high), booklet, number - 1, rotate=turn)
        document.save(path, garbage=3, deflate=True)
    return path


def in_part(page: Page, index: int) -> list[str]:
    """The words of one part, in the order of the page's text."""
    x0, y0, x1, y1 = page.parts[index].box
    lines = (line for block in page.blocks for line in block.lines)
    held = [
        line.text for line in lines if x0 - 2 <= line.box[0] < x1 - 2 and y0 <= (line.box[1] + line.box[3]) / 2 < y1
    ]
    return words("\n".join(held))


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def same_words(part: Sequence[str], page: Page) -> bool:
    """In the same order too: a part is read as the page was."""
    return list(part) == words(page.text)


@pytest.fixture(scope="module")
def booklet(tmp_path_factory: pytest.TempPathFactory) -> Reading:
    program("pdftoppm")
    folder = tmp_path_factory.mktemp("booklet")
    (folder / "a.pdf").write_bytes(BOOKLET.read_bytes())
    return read(folder / "a.pdf")


@pytest.mark.slow
@pytest.mark.parametrize("lying", [False, True])
def test_spreads_read_like_the_pages_they_are_made_of(tmp_path: Path, booklet: Reading, lying: bool) -> None:
    """A cover alone, then two pages a sheet, the last without a neighbour; also where the sheet is flagged to turn."""
    if lying:
        spreads = read(_rotated(impose(BOOKLET, tmp_path / "up.pdf", _two_up(10)), tmp_path / "two.pdf"))
    else:
        spreads = read(impose(BOOKLET, tmp_path / "two.pdf", _two_up(10)))
    places = [(page, index) for page in spreads.pages for index in range(len(page.parts))]
    assert len(places) == 10
    for original, (page, index) in zip(booklet.pages, places, strict=True):
        assert page.parts[index].printed == original.printed
        assert same_words(in_part(page, index), original), original.number
    assert [page.printed for page in spreads.pages][1:3] == ["3-4", "5-6"]


def _two_up(count: int) -> list[tuple[int, int]]:
    return [(n, n + 1) for n in range(1, count, 2)]


def _rotated(source: Path, path: Path) -> Path:
    """The same sheets stored on their side with a flag that turns them."""
    with pymupdf.open(source) as upright, pymupdf.open() as document:
        for sheet in upright:
            page = document.new_page(width=sheet.rect.height, height=sheet.rect.width)
            page.show_pdf_page(page.rect, upright, sheet.number, rotate=90)
            page.set_rotation(90)
        document.save(path)
    return path


@pytest.mark.slow
def test_an_imposed_booklet_reads_like_the_booklet(tmp_path: Path, booklet: Reading) -> None:
    """8 | 1, 2 | 7, 6 | 3, 4 | 5 of its first eight pages."""
    sheets = read(impose(BOOKLET, tmp_path / "imposed.pdf", [(8, 1), (2, 7), (6, 3), (4, 5)]))
    places = {part.order: (page, index) for page in sheets.pages for index, part in enumerate(page.parts)}
    assert sorted(places) == list(range(1, 9))
    for original in booklet.pages[:8]:
        page, index = places[original.number]
        assert page.parts[index].printed == original.printed
        assert same_words(in_part(page, index), original), original.number
    assert {page.notes[-1].key for page in sheets.pages} == {"ingest.reading.note.imposed"}


@pytest.mark.slow
def test_roman_and_arabic_numbers_on_spreads(tmp_path: Path) -> None:
    """The offset changes between the front matter and the text."""
    spreads = read(impose(ROMAN, tmp_path / "two.pdf", [(1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, None)]))
    printed = [part.printed for page in spreads.pages for part in page.parts]
    assert printed[2:11] == [str(n) for n in range(1, 10)]
    assert printed[1] in {"i", None}
    assert (printed[0], printed[11]) == (None, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("side", "down", "upside_down"),
    [([3, 4, 5, 6, 7, 8], 2, ()), ([2, 3, 4, 5], 2, ()), ([6, 5, 4, 3, 7, 8, 9, 10], 2, (3, 4, 5, 6))],
)
def test_a_sheet_of_panels_reads_like_its_pages(
    tmp_path: Path, booklet: Reading, side: list[int], down: int, upside_down: tuple[int, ...]
) -> None:
    """Six, four, or eight of which the upper row stands on its head for folding."""
    page = read(impose(BOOKLET, tmp_path / "panels.pdf", [side], down=down, upside_down=upside_down)).pages[0]
    assert [part.kind for part in page.parts] == ["panel"] * len(side)
    assert [part.printed for part in page.parts] == [str(n) for n in sorted(side)]
    for index, number in enumerate(sorted(side)):
        original = booklet.pages[number - 1]
        assert page.parts[index].turn == (180 if number in upside_down else 0)
        assert len(set(in_part(page, index)) & set(words(original.text))) >= 0.97 * len(set(words(original.text)))


@pytest.mark.slow
def test_passages_of_a_spread_are_cited_by_the_number_of_their_half(tmp_path: Path, booklet: Reading) -> None:
    """From the catalogue too: the page names both, each passage its own, and the page knows its halves."""
    source = impose(BOOKLET, tmp_path / "two.pdf", _two_up(10))
    settings = Settings(tmp_path / "home", models=("a",))
    fake = FakeTools()
    tools = replace(
        fake.workshop(),
        inspect=inspect,
        read=lambda source, into, order, settings, progress: read_source(source, into, OPTIONS, progress),
        chunk=chunk,
    )
    order = AddOrder(BookletRef("tafl", "core"), "Tafl", BookletKind.CORE)
    added = pipeline.add(source, order, settings, pipeline.quiet, tools)
    assert added.error is None
    with Library.open(settings, fake.embedder) as library:
        ref = PageRef("tafl", "core", 2)
        facts = library.page_facts([ref])[0]
        passages = library.page_passages(ref)
        first = library.page_passages(PageRef("tafl", "core", 1))
    assert facts.printed == "3-4"
    assert [(part.printed, part.order) for part in facts.parts] == [("3", 3), ("4", 4)]
    assert {passage.printed for passage in passages} == {"3", "4"}
    assert all((passage.boxes[0][0] < 418) == (passage.printed == "3") for passage in passages)
    assert {passage.printed for passage in first} <= {None, "2"}


@pytest.mark.slow
def test_the_row_of_a_scanned_sheet_that_stands_on_its_head_is_read(tmp_path: Path, booklet: Reading) -> None:
    """A picture alone of four panels, two of them upside down: each is read upright, at its place."""
    source = impose(BOOKLET, tmp_path / "layer.pdf", [(6, 5, 7, 8)], down=2, upside_down=(5, 6))
    with pymupdf.open(source) as layer, pymupdf.open() as document:
        sheet = document.new_page(width=595, height=842)
        sheet.insert_image(sheet.rect, stream=layer[0].get_pixmap(dpi=150).tobytes("png"))
        document.save(tmp_path / "scan.pdf")
    read_page = read(tmp_path / "scan.pdf", replace(OPTIONS, ocr="auto")).pages[0]
    assert [part.turn for part in read_page.parts] == [180, 180, 0, 0]
    found = []
    for index in range(4):
        shares = {page.number: _share(page, in_part(read_page, index)) for page in booklet.pages}
        found.append(max(shares, key=lambda number: shares[number]))
        assert shares[found[-1]] >= 0.9
    assert found in ([5, 6, 7, 8], [7, 8, 5, 6])  # either row may be the one that is called upright


def _share(page: Page, found: Sequence[str]) -> float:
    printed = set(words(page.text))
    return len(printed & set(found)) / len(printed)


def test_the_grounds_of_two_pages_hide_no_picture(tmp_path: Path) -> None:
    """Each half has a framed picture below its text; what is placed on it is still found."""
    with pymupdf.open() as document:
        sheet = document.new_page(width=840, height=595)
        for x in (0, 420):
            sheet.insert_image(pymupdf.Rect(x, 4, x + 420, 591), stream=_shaded(frame=True), keep_proportion=False)
            sheet.insert_text((x + 60, 80), "Each player takes a board and four men.", fontsize=11)
        sheet.insert_image(pymupdf.Rect(500, 200, 620, 300), stream=_shaded(), keep_proportion=False)
        document.save(tmp_path / "a.pdf")
    pictures = read(tmp_path / "a.pdf").pages[0].pictures
    assert [picture.box for picture in pictures] == [pytest.approx((500, 200, 620, 300), abs=2)]


def _shaded(*, frame: bool = False) -> bytes:
    """A picture that is darker at one side, or a frame around nothing."""
    image = Image.linear_gradient("L").resize((210, 294)).point(lambda value: value * 2 // 3)
    if frame:
        image.paste(255, (12, 12, 198, 282))
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()

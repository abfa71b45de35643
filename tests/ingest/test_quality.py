"""The quality of a page: what each doubt takes away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ingest.contracts import Block, Line, Note, Page, PageStatus, Table, TextSource
from ingest.quality import LOW, doubts, quality_of

LINES = tuple(Line(f"Line {n}: each player takes a card from the deck.", (0, 0, 9, 9)) for n in range(10))
GOOD = Page(1, PageStatus.TEXT, TextSource.LAYER, 600, 800, blocks=(Block("text", LINES),), image="p.png")


def noted(key: str, **facts: object) -> Page:
    """The good page with a note."""
    return replace(GOOD, notes=(Note(f"ingest.reading.note.{key}", facts),))


def test_a_page_without_a_doubt_is_wholly_trusted() -> None:
    """Text as the layer gives it, and a blank page that is blank."""
    assert quality_of(GOOD) == 1.0
    assert quality_of(Page(2, PageStatus.BLANK, TextSource.NONE, 600, 800)) == 1.0
    assert quality_of(noted("turned", degrees=90)) == 1.0


@pytest.mark.parametrize(
    "page",
    [
        replace(GOOD, status=PageStatus.UNREADABLE, blocks=()),
        replace(GOOD, status=PageStatus.UNREADABLE),
        replace(GOOD, status=PageStatus.OCR, source=TextSource.OCR, confidence=0.65),
        replace(GOOD, tables=(Table((0, 0, 9, 9), (("1", "2"),), "", trusted=False),)),
        replace(
            GOOD, blocks=(Block("text", (Line("\ue001\ue002\ue003 and \ue004\ue005\ue006 \ue007", (0, 0, 9, 9)),)),)
        ),
        noted("hidden_text_kept"),
        noted("damaged_page"),
        noted("invisible_text", count=90),
    ],
)
def test_a_page_to_look_at_is_below_the_threshold(page: Page) -> None:
    """Unreadable, guessed by OCR, a doubtful table, junk, hidden text kept, damage, most lines left out."""
    assert quality_of(page) < LOW
    assert doubts(page)


def test_sure_ocr_is_as_good_as_a_layer() -> None:
    """Quality follows OCR's confidence, and reaches 1 where it is sure."""
    read = [
        quality_of(replace(GOOD, status=PageStatus.OCR, source=TextSource.OCR, confidence=share))
        for share in (0.3, 0.5, 0.7, 0.85, 0.96)
    ]
    assert read == sorted(read)
    assert (read[0], read[-1]) == (0.0, 1.0)


def test_doubts_add_up_and_the_gravest_comes_first() -> None:
    """Two small doubts make a page worse than one; the worst is named first."""
    page = replace(noted("coarse_photo"), status=PageStatus.OCR, source=TextSource.OCR, confidence=0.7)
    assert [doubt.key for doubt in doubts(page)] == ["ocr", "coarse_photo"]
    assert quality_of(page) == pytest.approx(0.6 * 0.8)

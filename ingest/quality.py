"""How well a page was read, from 0 to 1, by what its reading noted. Pure, and the only judge of `Page.quality`.

Owns what each doubt takes away. Whoever reads leaves facts: the source, OCR's confidence, notes, tables that are
not trusted. A page below `LOW` is one that a person or a model should look at.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from ingest.clean import junk_share
from ingest.contracts import Page, PageStatus, TextSource
from ingest.icons.placeholders import MARK
from ingest.page.trust import looks_wrong, words

LOW: Final = 0.6

_NOTE: Final = "ingest.reading.note."
_NOTED: Final[Mapping[str, float]] = MappingProxyType(
    {
        "partial_picture": 0.4,
        "hidden_text_kept": 0.5,
        "hidden_text_unread": 0.5,
        "corrected_text": 0.9,
        "damaged_page": 0.5,
        "no_text_found": 0.7,
        "coarse_photo": 0.8,
        "drawing_too_heavy": 0.9,
    }
)
_LEFT_OUT: Final = ("invisible_text", "dropped_text", "covered_text")
_UNREADABLE: Final = 0.3
_SURE, _GUESSED = 0.9, 0.4
_JUNK: Final = 5.0
_STRANGE: Final = 0.65
_DOUBTFUL_TABLE: Final = 0.55
_LETTERING: Final = 0.8


@dataclass(frozen=True)
class Doubt:
    """A reason not to trust a page wholly: a key below `ingest.cli.doubt`, and the share of trust that it leaves."""

    key: str
    leaves: float


def quality_of(page: Page) -> float:
    """1 without a doubt; else the product of what each doubt leaves. A blank page is read as well as can be."""
    return round(math.prod(doubt.leaves for doubt in doubts(page)), 2)


def doubts(page: Page) -> tuple[Doubt, ...]:
    """Why a page may have been read wrongly or in part, the gravest first."""
    found = (Doubt(key, max(0.0, min(1.0, leaves))) for key, leaves in _found(page))
    return tuple(sorted((doubt for doubt in found if doubt.leaves < 1.0), key=lambda doubt: doubt.leaves))


def _found(page: Page) -> Iterator[tuple[str, float]]:
    if page.status is PageStatus.UNREADABLE:
        yield "unreadable", _UNREADABLE if page.blocks else 0.0
    if page.source is TextSource.OCR and page.confidence is not None:
        yield "ocr", (page.confidence - _GUESSED) / (_SURE - _GUESSED)
    text = MARK.sub("", page.text)
    yield "junk", 1.0 - _JUNK * junk_share(text)
    if looks_wrong(text):
        yield "strange", _STRANGE
    if not all(table.trusted for table in page.tables):
        yield "table", _DOUBTFUL_TABLE
    if page.blocks and _size(page, lettering=True) > _size(page):
        yield "lettering", _LETTERING
    yield from _by_notes(page)


def _by_notes(page: Page) -> Iterator[tuple[str, float]]:
    kept = sum(len(block.lines) for block in page.blocks)
    for note in page.notes:
        key = note.key.removeprefix(_NOTE)
        if key in _NOTED:
            yield key, _NOTED[key]
        count = note.facts.get("count")
        if key in _LEFT_OUT and isinstance(count, int):
            yield "left_out", 1.0 - 0.5 * count / max(1, count + kept)


def _size(page: Page, *, lettering: bool = False) -> int:
    return sum(len(words(block.text)) for block in (page.lettering if lettering else page.blocks))

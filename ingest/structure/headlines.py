"""Decides which rows of a run are headings, by what stands around them. Pure.

Owns the context: a bold line within a sentence, items of a list and an introduction in larger print are no headings; a
numbered, bold or capital line that stands alone is one. What a line says by itself is `ingest.structure.fonts`'s.
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.layout.rows import Row
from ingest.structure.fonts import ENDS_SENTENCE, LARGER, LARGER_OCR, Fonts
from ingest.structure.leadins import lead_of
from ingest.structure.numbering import numbers_a_title

SENTENCE: Final = re.compile(r"[.!?:»”\")]$")
_PAIR: Final = re.compile(r"^[^\W\d][^:]{1,30}\s?: ?\S")
_MOST_LINES: Final = 4
_MOST_WORDS_IN_ALL: Final = 20
_TIGHT: Final = 0.25
_APART: Final = 0.25
_FULL: Final = 0.92


@dataclass(frozen=True)
class Setting:
    """What the rows of one page need to know."""

    fonts: Fonts
    page: int
    body: float


def levels_of(rows: Sequence[Row], setting: Setting) -> list[int | None]:
    """The heading level of each row, `None` for text."""
    fonts, page = setting.fonts, setting.page
    levels = [fonts.level(row, page, setting.body) for row in rows]
    levels = [_second_line(rows, levels, i) if level is None else level for i, level in enumerate(levels)]
    kept = list(levels)
    for i, row in enumerate(rows):
        if levels[i] is not None and fonts.outlined(row, page) is None and _is_doubtful(rows, levels, i, setting):
            kept[i] = None
    for first, last in _tight_runs(rows, kept):
        words = sum(len(row.text.split()) for row in rows[first:last])
        if last - first > _MOST_LINES or words > _MOST_WORDS_IN_ALL:
            kept[first:last] = [None] * (last - first)
    usual = usual_gap(rows)
    weak = [fonts.weak(row) if level is None else None for row, level in zip(rows, levels, strict=True)]
    for i, level in enumerate(weak):
        if level is not None and _stands_alone(rows, kept, weak, i, usual):
            kept[i] = level
    return kept


def _second_line(rows: Sequence[Row], levels: Sequence[int | None], i: int) -> int | None:
    """The level of a title read by OCR that goes on in a second line as large as the first."""
    row, before = rows[i], rows[i - 1]
    if i == 0 or levels[i - 1] is None or row.main.font != "ocr" or not row.text[:1].islower():
        return None
    alike = abs(row.size - before.size) < 0.12 * before.size and row.bold == before.bold
    return levels[i - 1] if alike and row.box[1] - before.box[3] < _height(row) else None


def _is_doubtful(rows: Sequence[Row], levels: Sequence[int | None], i: int, setting: Setting) -> bool:
    row = rows[i]
    small = row.size < (LARGER_OCR if row.main.font == "ocr" else LARGER) * setting.body
    if small and (_within_text(rows, levels, i) or _goes_on(rows, levels, i)):
        return True
    if small and _PAIR.match(row.text) and any(_is_pair(rows, levels, i, j) for j in (i - 1, i + 1)):
        return True
    return row.is_item and any(_is_next_item(rows, levels, i, j) for j in (i - 1, i + 1))


def _tight_runs(rows: Sequence[Row], levels: Sequence[int | None]) -> list[tuple[int, int]]:
    """Lines that would be one heading: a long one is an introduction in larger print."""
    runs: list[tuple[int, int]] = []
    first = 0
    for i in range(1, len(rows) + 1):
        if i < len(rows) and levels[i] is not None and levels[i] == levels[i - 1]:
            gap = rows[i].box[1] - rows[i - 1].box[3]
            if gap < 0.5 * _height(rows[i]) and rows[i].main.style == rows[i - 1].main.style:
                continue
        if levels[i - 1] is not None:
            runs.append((first, i))
        first = i
    return runs


def _within_text(rows: Sequence[Row], levels: Sequence[int | None], i: int) -> bool:
    """Whether a line ends a sentence, or follows another one so closely that it belongs to its sentence."""
    if ENDS_SENTENCE.search(rows[i].text):
        return True
    if i == 0 or levels[i - 1] is not None:
        return False
    before, row = rows[i - 1], rows[i]
    close = row.box[1] - before.box[3] < _TIGHT * _height(row)
    return close and not row.is_item and not SENTENCE.search(before.text)


def _goes_on(rows: Sequence[Row], levels: Sequence[int | None], i: int) -> bool:
    """Whether the text below goes on in the middle of a sentence that this line, as wide as the text, began."""
    if i + 1 >= len(rows) or levels[i + 1] is not None:
        return False
    row, after = rows[i], rows[i + 1]
    wide = row.box[2] >= after.box[0] + _FULL * (after.box[2] - after.box[0])
    close = after.box[1] - row.box[3] < 0.6 * _height(after)
    return wide and close and (after.text[:1].islower() or lead_of(row) is not None)


def _is_next_item(rows: Sequence[Row], levels: Sequence[int | None], i: int, j: int) -> bool:
    return 0 <= j < len(rows) and levels[j] is not None and rows[j].is_item and levels[i] == levels[j]


def _is_pair(rows: Sequence[Row], levels: Sequence[int | None], i: int, j: int) -> bool:
    """Names with their values one below the other ("Age: 14+") head nothing."""
    return 0 <= j < len(rows) and levels[i] == levels[j] and bool(_PAIR.match(rows[j].text))


def _stands_alone(
    rows: Sequence[Row], levels: Sequence[int | None], weak: Sequence[int | None], i: int, usual: float
) -> bool:
    """Whether a row has room above it and text below it, as a title has and a line of a paragraph has not."""
    row = rows[i]
    if i + 1 >= len(rows) or (row.is_item and not numbers_a_title(row.text)):
        return False
    if any(0 <= j < len(rows) and weak[j] is not None and rows[j].main.style == row.main.style for j in (i - 1, i + 1)):
        return False
    after = rows[i + 1]
    if (after.text[:1].islower() and levels[i + 1] is None) or _goes_on(rows, levels, i):
        return False
    if row.box[2] - row.box[0] > 0.8 * (max(r.box[2] for r in rows) - min(r.box[0] for r in rows)):
        return False
    gap = row.box[1] - rows[i - 1].box[3] if i else _height(row)
    return gap > (usual + _APART) * _height(row) or bool(i and levels[i - 1] is not None)


def usual_gap(rows: Sequence[Row]) -> float:
    """The gap between two lines of one paragraph, as a share of a line's height."""
    gaps = [(b.box[1] - a.box[3]) / _height(b) for a, b in pairwise(rows)]
    near = [gap for gap in gaps if -0.6 < gap < 0.6]
    return statistics.median_low(near) if near else 0.3


def _height(row: Row) -> float:
    return max(row.box[3] - row.box[1], 1.0)

"""Tells headings from text, and makes blocks of rows. Pure.

Owns the order of evidence: the file's outline, then the fonts of the whole book in a bounded number of levels.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.clean import join_lines
from ingest.contracts import Block, BlockRole, OutlineEntry
from ingest.rows import Row
from ingest.sheet import Sheet

LEVELS: Final = 6
_FONT_LEVELS: Final = 4
_LONGEST: Final = 110
_MOST_WORDS: Final = 16
_MOST_LINES: Final = 4
_MOST_WORDS_IN_ALL: Final = 20
_LARGER: Final = 1.12
_LARGER_OCR: Final = 1.3
_TITLE_OCR: Final = 2.3
_FEW_WORDS_OCR: Final = 9
_PARAGRAPH: Final = 0.22
_RARE: Final = 0.12
_FEW_CHARS: Final = 300
_NOT_A_LETTER: Final = re.compile(r"[^\w]+")
_ENDS_SENTENCE: Final = re.compile(r"[.,;…][»”\"')]*$")
CONTENTS_LINE: Final = re.compile(r"… ?\d{1,4}$")
_CAPTION: Final = re.compile(r"^(?:fig(?:ure)?|illustration|tableau|table|example|exemple)\b[\s.:\d]", re.IGNORECASE)

Style = tuple[str, float, bool, int]


def same(text: str) -> str:
    """A title reduced to what two ways of writing it share."""
    return _NOT_A_LETTER.sub("", text.casefold())


@dataclass(frozen=True)
class Fonts:
    """What the fonts of a book mean: the look of its text and the level of each heading style."""

    body: float
    text: Style
    levels: Mapping[Style, int]
    outline: Mapping[int, Mapping[str, int]]

    def level(self, row: Row, page: int, body: float) -> int | None:
        """The heading level of a row, `None` for text."""
        if not _can_head(row):
            return None
        if (told := self.outline.get(page, {}).get(same(row.text))) and self._stands_out(row):
            return told
        if row.main.font == "ocr":
            return _ocr_level(row, body)
        return self.levels.get(row.main.style) if _all_one_look(row) else None

    def _stands_out(self, row: Row) -> bool:
        """A line that says what a bookmark says is that title, unless it looks like the text around it."""
        if row.main.font == "ocr":
            return not _ENDS_SENTENCE.search(row.text)
        return row.size >= 0.93 * self.body and (row.main.style != self.text or not _ENDS_SENTENCE.search(row.text))


def _can_head(row: Row) -> bool:
    text = row.text
    if CONTENTS_LINE.search(text):
        return False
    if len(text) > _LONGEST or len(text.split()) > _MOST_WORDS or not any(c.isalpha() for c in text):
        return False
    return len(same(text)) >= 2


def _all_one_look(row: Row) -> bool:
    if any(span.lead for span in row.spans):
        return False  # a run-in title: the text goes on beside it
    return all(span.size >= 0.8 * row.size and (span.bold or not row.bold) for span in row.spans if len(span.text) > 3)


def _ocr_level(row: Row, body: float) -> int | None:
    """The heading level of a line read by OCR: by its size, its weight, its capitals."""
    first = row.text.lstrip('«“"( ')[:1]
    if _ENDS_SENTENCE.search(row.text) or len(same(row.text)) < 4 or first.islower():
        return None
    if row.size > _TITLE_OCR * body:
        return 1
    if row.size > _LARGER_OCR * body:
        return 2
    few = len(row.text.split()) <= _FEW_WORDS_OCR
    return 3 if few and (row.bold or row.text.isupper()) else None


def learn_fonts(pages: Mapping[int, Sequence[Row]], outline: Sequence[OutlineEntry]) -> Fonts:
    """The fonts of a book, learned from all its rows outside tables."""
    rows = [(number, row) for number, found in pages.items() for row in found if row.main.font != "ocr"]
    told = _outline_by_page(outline)
    body = body_size(row for _, row in rows)
    text = _text_style(rows)
    styles = _heading_styles(rows, text, body)
    return Fonts(body, text, _levels(styles, rows, told), told)


def _text_style(rows: Sequence[tuple[int, Row]]) -> Style:
    counts: Counter[Style] = Counter()
    for _, row in rows:
        counts[row.main.style] += len(row.text)
    return counts.most_common(1)[0][0] if counts else ("", 0.0, False, 0)


def body_size(rows: Iterable[Row]) -> float:
    """The size most text is set in."""
    sizes: Counter[float] = Counter()
    for row in rows:
        sizes[round(row.size * 2) / 2] += len(row.text)
    return sizes.most_common(1)[0][0] if sizes else 10.0


def _outline_by_page(outline: Sequence[OutlineEntry]) -> dict[int, dict[str, int]]:
    told: dict[int, dict[str, int]] = defaultdict(dict)
    for entry in outline:
        level = min(entry.level, LEVELS)
        for title in {entry.title, re.sub(r"^(?:table|tableau)\s*:\s*", "", entry.title, flags=re.IGNORECASE)}:
            told[entry.page].setdefault(same(title), level)
    return told


def _heading_styles(rows: Sequence[tuple[int, Row]], text_style: Style, body: float) -> dict[Style, list[Row]]:
    by_style: dict[Style, list[Row]] = defaultdict(list)
    for _, row in rows:
        by_style[row.main.style].append(row)
    total = sum(len(row.text) for _, row in rows) or 1
    common = Counter({style: sum(len(r.text) for r in found) for style, found in by_style.items()})
    kept = {}
    for style, found in by_style.items():
        if style == text_style or common[style] > max(_RARE * total, _FEW_CHARS):
            continue
        if _is_heading_style(style, found, text_style, body):
            kept[style] = found
    return kept


def _is_heading_style(style: Style, found: Sequence[Row], text_style: Style, body: float) -> bool:
    able = [row for row in found if _can_head(row) and not _ENDS_SENTENCE.search(row.text)]
    if len(able) < 0.6 * len(found):
        return False
    _, size, bold, color = style
    if size >= _LARGER * body:
        return True
    if size < 0.93 * body:
        return False
    loud = (bold and not text_style[2]) or (color != text_style[3] and style[0] != text_style[0])
    other = style[0] != text_style[0] and not found[0].main.italic
    capitals = other and sum(row.text.isupper() for row in found) > 0.7 * len(found)
    longest = statistics.median(len(row.text) for row in found)
    return ((loud or capitals) and longest <= 45) or (other and len(found) >= 2 and longest <= 30)


def _levels(
    styles: Mapping[Style, Sequence[Row]],
    rows: Sequence[tuple[int, Row]],
    told: Mapping[int, Mapping[str, int]],
) -> dict[Style, int]:
    """Levels by the outline where it speaks of a style, else by rank of size and weight."""
    known: dict[Style, list[int]] = defaultdict(list)
    for number, row in rows:
        if (level := told.get(number, {}).get(same(row.text))) is not None:
            known[row.main.style].append(level)
    by_outline = {style: round(statistics.median(levels)) for style, levels in known.items() if style in styles}
    if by_outline:
        deepest = min(max(by_outline.values()) + 1, LEVELS)
        largest = max(style[1] for style in by_outline)
        highest = min(by_outline.values())
        return {s: by_outline.get(s, highest if s[1] > largest else deepest) for s in styles}
    return _ranked(styles)


def _ranked(styles: Mapping[Style, Sequence[Row]]) -> dict[Style, int]:
    levels: dict[Style, int] = {}
    rank, last = 0, (0.0, False)
    for style in sorted(styles, key=lambda s: (-s[1], not s[2])):
        look = (style[1], style[2])
        if not rank or last[0] - look[0] > 0.6 or last[1] != look[1]:
            rank += 1
        last = look
        levels[style] = min(rank, _FONT_LEVELS)
    return levels


@dataclass(frozen=True)
class Setting:
    """What blocks of one page need to know."""

    fonts: Fonts
    page: int
    body: float


def page_body(sheet: Sheet, fonts: Fonts) -> float:
    """The body size of one page: the book's, or what OCR measured there."""
    if sheet.source != "ocr" or not sheet.spans:
        return fonts.body
    return statistics.median(span.size for span in sheet.spans for _ in range(max(1, len(span.text) // 8)))


def blocks_of(rows: Sequence[Row], setting: Setting) -> list[Block]:
    """Blocks of a run of rows: headings, paragraphs, items of lists."""
    blocks: list[Block] = []
    group: list[Row] = []
    group_level: int | None = None
    levels = _believed(rows, [setting.fonts.level(row, setting.page, setting.body) for row in rows], setting)
    usual = _usual_gap(rows)
    for row, level in zip(rows, levels, strict=True):
        if group and (level != group_level or _breaks(group, row, level, usual)):
            blocks.append(_block(group, group_level))
            group = []
        group.append(row)
        group_level = level
    if group:
        blocks.append(_block(group, group_level))
    return blocks


def _believed(rows: Sequence[Row], levels: Sequence[int | None], setting: Setting) -> list[int | None]:
    """Levels without those of bold lines within a paragraph, and of the items of a list."""
    kept = list(levels)
    for i, row in enumerate(rows):
        if kept[i] is None or same(row.text) in setting.fonts.outline.get(setting.page, {}):
            continue
        read = row.main.font == "ocr"
        in_text = (row.size < _LARGER * setting.body or read) and _within_text(rows, levels, i)
        in_list = row.is_item and any(_is_next_item(rows, levels, i, j) for j in (i - 1, i + 1))
        if in_text or in_list:
            kept[i] = None
    for first, last in _tight_runs(rows, kept):
        words = sum(len(row.text.split()) for row in rows[first:last])
        if last - first > _MOST_LINES or words > _MOST_WORDS_IN_ALL:
            kept[first:last] = [None] * (last - first)
    return kept


def _tight_runs(rows: Sequence[Row], levels: Sequence[int | None]) -> list[tuple[int, int]]:
    """Lines that would be one heading: a long one is an introduction in larger print."""
    runs: list[tuple[int, int]] = []
    first = 0
    for i in range(1, len(rows) + 1):
        if i < len(rows) and levels[i] is not None and levels[i] == levels[i - 1]:
            gap = rows[i].box[1] - rows[i - 1].box[3]
            if gap < 0.5 * (rows[i].box[3] - rows[i].box[1]) and rows[i].main.style == rows[i - 1].main.style:
                continue
        if levels[i - 1] is not None:
            runs.append((first, i))
        first = i
    return runs


def _within_text(rows: Sequence[Row], levels: Sequence[int | None], i: int) -> bool:
    """Whether a line ends a sentence, or follows another one so closely that it belongs to its sentence."""
    if _ENDS_SENTENCE.search(rows[i].text):
        return True
    if i == 0 or levels[i - 1] is not None:
        return False
    before, row = rows[i - 1], rows[i]
    close = row.box[1] - before.box[3] < 0.25 * (row.box[3] - row.box[1])
    return close and not row.is_item and not re.search(r"[.!?:»”\")]$", before.text)


def _is_next_item(rows: Sequence[Row], levels: Sequence[int | None], i: int, j: int) -> bool:
    return 0 <= j < len(rows) and levels[j] is not None and rows[j].is_item and levels[i] == levels[j]


def _usual_gap(rows: Sequence[Row]) -> float:
    """The gap between two lines of one paragraph, as a share of a line's height."""
    gaps = [(b.box[1] - a.box[3]) / max(b.box[3] - b.box[1], 1.0) for a, b in pairwise(rows)]
    near = [gap for gap in gaps if -0.6 < gap < 0.6]
    return statistics.median_low(near) if near else 0.3


def _breaks(group: Sequence[Row], row: Row, level: int | None, usual: float) -> bool:
    last = group[-1]
    high = max(row.box[3] - row.box[1], 1.0)
    gap = row.box[1] - last.box[3]
    if gap < -0.6 * high:
        return True
    if level is not None:
        return gap > 0.7 * high or row.main.style[1] != last.main.style[1] or len(group) >= 4
    if row.is_item or _changes_look(last, row):
        return True
    if gap > min(usual + _PARAGRAPH, 0.55) * high:
        return True
    left = min(r.box[0] for r in group[-3:])
    indented = 4.0 < row.box[0] - left < 40.0 and not group[0].is_item
    return indented and bool(re.search(r"[.!?:»”\"]$", last.text))


def _changes_look(last: Row, row: Row) -> bool:
    """A caption above a text: wholly in italics, or in another size, where the text is not."""
    sentence = bool(re.search(r"[.!?:»”\"]$", last.text))
    slanted = all(span.italic for span in last.spans) != all(span.italic for span in row.spans)
    return sentence and (slanted or abs(last.size - row.size) > 0.08 * row.size) and row.main.font != "ocr"


def _block(rows: Sequence[Row], level: int | None) -> Block:
    lines = tuple(row.line for row in rows)
    if level is not None:
        return Block("heading", lines, level)
    role: BlockRole = "text"
    if rows[0].is_item:
        role = "list"
    elif _CAPTION.match(rows[0].text) and len(rows) <= 3:
        role = "caption"
    return Block(role, lines)


def heading_text(block: Block) -> str:
    """A heading on one line."""
    return join_lines([line.text for line in block.lines])

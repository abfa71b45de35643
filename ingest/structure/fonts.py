"""Learns what the fonts of a book mean: its text, and the level of each heading style. Pure.

Owns the order of evidence for a line alone: the file's outline, then fonts of the whole book in a bounded number of
levels, then numbers and weight. What stands around a line is `ingest.structure.blocks`'s.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.contracts import OutlineEntry
from ingest.layout.rows import Row
from ingest.page.sheet import Sheet
from ingest.structure.numbering import number_of, numbers_a_title
from ingest.structure.outline import placed, same

LEVELS: Final = 6
LARGER: Final = 1.12
ENDS_SENTENCE: Final = re.compile(r"[.,;…][»”\"')]*$")
CONTENTS_LINE: Final = re.compile(r"… ?\d{1,4}$")
_FONT_LEVELS: Final = 4
_LONGEST: Final = 110
_MOST_WORDS: Final = 16
_FEW_WORDS: Final = 9
LARGER_OCR: Final = 1.3
_TITLE_OCR: Final = 2.3
_RARE: Final = 0.12
_FEW_CHARS: Final = 300
_SHOUTING: Final = 0.2
_LETTERS: Final = 3
_NUMBERED_CAPTION: Final = re.compile(r"^(?:fig(?:ure)?|illustration|tableau|table)\b[.\s]*\d", re.IGNORECASE)
_DICE: Final = re.compile(r"\b\d*d\d+\b", re.IGNORECASE)

Style = tuple[str, float, bool, int]
Told = Mapping[int, Mapping[str, int]]


@dataclass(frozen=True)
class Fonts:
    """The look of a book's text, the level of each heading style, and what its outline says of each page's lines.

    `numbered` is the level of a title whose number has one part; `below` the level of what no style tells.
    """

    body: float
    text: Style
    levels: Mapping[Style, int]
    told: Told
    numbered: int | None = None
    below: int = 2
    shouting: bool = False

    def level(self, row: Row, page: int, body: float) -> int | None:
        """The heading level of a row that looks like a heading, `None` for text."""
        if told := self.outlined(row, page):
            return told
        if not can_head(row):
            return None
        if row.main.font == "ocr":
            return _ocr_level(row, body)
        if row.main.style not in self.levels or not _all_one_look(row):
            return None
        return self._by_number(row) or self.levels[row.main.style]

    def outlined(self, row: Row, page: int) -> int | None:
        """The level of a row that the outline names, if it stands out from the text."""
        level = self.told.get(page, {}).get(same(row.text))
        return level if level and _stands_out(row, self.text, self.body) else None

    def weak(self, row: Row) -> int | None:
        """The level of a row that is a heading only if it stands alone: numbered, bold, or in capitals."""
        text = row.text
        if not can_head(row) or ENDS_SENTENCE.search(text) or len(text.split()) > _FEW_WORDS:
            return None
        if any(span.lead for span in row.spans):
            return None
        if row.size < 0.88 * self.body and row.main.font != "ocr":
            return None
        if numbers_a_title(text):
            return self._by_number(row) or self.below
        if text[-1:].isdigit() or sum(c.isalpha() for c in text) <= _LETTERS:
            return None  # "Armor Class 9": a name and its value, a cell
        other = row.main.font not in (self.text[0], "ocr") and not row.main.italic
        loud = (all(span.bold for span in row.spans) and not self.text[2]) or other
        capitals = text.isupper() and not self.shouting
        return self.below if (loud or capitals) and not text[:1].islower() else None

    def _by_number(self, row: Row) -> int | None:
        """The level that a dotted number gives: "1.2.3" is two below "1."."""
        number = number_of(row.text)
        if number is None or number.kind or number.depth < 2 or self.numbered is None:
            return None
        return min(self.numbered + number.depth - 1, LEVELS)


def can_head(row: Row, letters: int = _LETTERS) -> bool:
    """Whether a row may be a heading at all: short, with a word in it."""
    text = row.text
    if CONTENTS_LINE.search(text) or _NUMBERED_CAPTION.match(text):
        return False
    if len(text) > _LONGEST or len(text.split()) > _MOST_WORDS:
        return False
    found = sum(c.isalpha() for c in _DICE.sub("", text))
    return found >= letters or (found > 0 and numbers_a_title(text))


def _stands_out(row: Row, text: Style, body: float) -> bool:
    """A line that says what a bookmark says is that title, unless it looks like the text around it."""
    if row.main.font == "ocr":
        return not ENDS_SENTENCE.search(row.text)
    if row.size < 0.88 * body:
        return False
    loud = row.bold or row.main.italic or row.size >= LARGER * body
    return not ENDS_SENTENCE.search(row.text) or (row.main.style != text and loud)


def _all_one_look(row: Row) -> bool:
    if any(span.lead for span in row.spans):
        return False  # a run-in title: the text goes on beside it
    return all(span.size >= 0.8 * row.size and (span.bold or not row.bold) for span in row.spans if len(span.text) > 3)


def _ocr_level(row: Row, body: float) -> int | None:
    """The heading level of a line read by OCR: by its size, its weight, its capitals."""
    first = row.text.lstrip('«“"( ')[:1]
    if ENDS_SENTENCE.search(row.text) or len(same(row.text)) < 4:
        return None
    if row.size > _TITLE_OCR * body:
        return 1
    if first.islower():
        return None
    if row.size > LARGER_OCR * body:
        return 2
    few = len(row.text.split()) <= _FEW_WORDS
    return 3 if few and (row.bold or row.text.isupper()) else None


def learn_fonts(pages: Mapping[int, Sequence[Row]], outline: Sequence[OutlineEntry]) -> Fonts:
    """The fonts of a book, learned from all its rows outside tables and pictures."""
    rows = [(number, row) for number, found in pages.items() for row in found if row.main.font != "ocr"]
    body = body_size(row for _, row in rows)
    text = _text_style(rows)
    told = _told(pages, outline, text, body)
    levels = _levels(_heading_styles(rows, text, body), rows, told)
    deepest = max(levels.values(), default=max((e.level for e in outline), default=1))
    below = min(deepest + 1, _FONT_LEVELS + 1)
    return Fonts(body, text, levels, told, _numbered(rows, levels, told), below, _is_shouting(pages))


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


def page_body(sheet: Sheet, fonts: Fonts) -> float:
    """The body size of one page: the book's, or what OCR measured there."""
    if sheet.source != "ocr" or not sheet.spans:
        return fonts.body
    return statistics.median(span.size for span in sheet.spans for _ in range(max(1, len(span.text) // 8)))


def _is_shouting(pages: Mapping[int, Sequence[Row]]) -> bool:
    """Whether the book sets its text in capitals, so that they tell no heading."""
    rows = [row for found in pages.values() for row in found if len(row.text) > 12]
    return sum(row.text.isupper() for row in rows) > _SHOUTING * len(rows)


def _told(pages: Mapping[int, Sequence[Row]], outline: Sequence[OutlineEntry], text: Style, body: float) -> Told:
    """For each page, the lines that the outline names, with its level."""
    able = {n: list(_titles(found, text, body)) for n, found in pages.items()} if outline else {}
    told: dict[int, dict[str, int]] = defaultdict(dict)
    for entry, page, place in placed(outline, {n: [title for title, _ in found] for n, found in able.items()}):
        for row in able[page][place][1]:
            told[page].setdefault(same(row.text), min(entry.level, LEVELS))
    return told


def _titles(rows: Sequence[Row], text: Style, body: float) -> Iterator[tuple[str, tuple[Row, ...]]]:
    """What may be a title on a page: a row, or two or three rows of one look."""
    able = [can_head(row, 2) and _stands_out(row, text, body) for row in rows]
    for row, one in zip(rows, able, strict=True):
        if one:
            yield row.text, (row,)
    for many in (2, 3):
        for start in range(len(rows) - many + 1):
            run = tuple(rows[start : start + many])
            alike = len({row.main.style for row in run}) == 1 and run[0].main.style != text
            if alike and all(able[start : start + many]):
                yield " ".join(row.text for row in run), run


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
    able = [row for row in found if can_head(row) and not ENDS_SENTENCE.search(row.text)]
    if len(able) < 0.6 * len(found):
        return False
    _, size, bold, color = style
    if size >= LARGER * body:
        return True
    if size < 0.88 * body:
        return False
    loud = (bold and not text_style[2]) or (color != text_style[3] and style[0] != text_style[0])
    other = style[0] != text_style[0] and not found[0].main.italic
    capitals = other and sum(row.text.isupper() for row in found) > 0.7 * len(found)
    longest = statistics.median(len(row.text) for row in found)
    return ((loud or capitals) and longest <= 45) or (other and len(found) >= 2 and longest <= 30)


def _levels(styles: Mapping[Style, Sequence[Row]], rows: Sequence[tuple[int, Row]], told: Told) -> dict[Style, int]:
    """Levels by the outline where it speaks of a style, else by rank of size and weight."""
    known: dict[Style, list[int]] = defaultdict(list)
    for number, row in rows:
        if (level := told.get(number, {}).get(same(row.text))) is not None:
            known[row.main.style].append(level)
    levels = {style: round(statistics.median(found)) for style, found in known.items() if style in styles}
    if not levels:
        return _ranked(styles)
    for style in sorted(set(styles) - set(levels), key=lambda s: (-s[1], not s[2], s)):
        larger = [level for other, level in levels.items() if other[1] > style[1] + 0.6]
        levels[style] = min(max(larger) + 1, LEVELS) if larger else min(levels.values())
    return levels


def _ranked(styles: Mapping[Style, Sequence[Row]]) -> dict[Style, int]:
    """Ranks by size and weight; a style that stands only once (on a cover) takes no rank of its own."""
    levels: dict[Style, int] = {}
    rank, last, once = 0, (0.0, False), False
    for style in sorted(styles, key=lambda s: (-s[1], not s[2])):
        look = (style[1], style[2])
        if not rank or ((last[0] - look[0] > 0.6 or last[1] != look[1]) and not (once and rank > 1)):
            rank += 1
        last, once = look, len(styles[style]) == 1
        levels[style] = min(rank, _FONT_LEVELS)
    return levels


def _numbered(rows: Sequence[tuple[int, Row]], levels: Mapping[Style, int], told: Told) -> int | None:
    """The level of titles whose number has one part, where a book numbers its titles with dots."""
    found: dict[int, list[int]] = defaultdict(list)
    for page, row in rows:
        number = number_of(row.text) if can_head(row) else None
        if number and not number.kind and row.text[:1].isdigit():
            level = told.get(page, {}).get(same(row.text)) or levels.get(row.main.style)
            if level:
                found[number.depth].append(level)
    deep = sum(len(of_depth) for depth, of_depth in found.items() if depth > 1)
    if deep < 2:
        return None
    if 1 in found:
        return round(statistics.median_low(found[1]))
    shallowest = min(found)
    return max(1, round(statistics.median_low(found[shallowest])) - shallowest + 1)

"""Draws tables of many makes into real PDFs, and reads them back. Test inputs only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pymupdf

from ingest.assemble import assemble
from ingest.contracts import Page
from ingest.page import pdf

SPANNED = None
Spec = str | tuple[str, int, int] | None


@dataclass(frozen=True)
class Make:
    """How a table is drawn. `rules`: none, all, rows, outer, columns (frame, columns and the header's line)."""

    rules: str = "none"
    head: int = 1
    bold: bool = True
    ground: bool = False
    stripes: bool = False
    align: str = "l"
    size: float = 9.0
    pad: float = 3.0
    middle: bool = False
    leading: float = 1.2
    leaders: bool = False
    order: str = "rows"
    sections: tuple[int, ...] = field(default=())


@dataclass
class _Text:
    row: int
    column: int
    lines: list[str]
    rowspan: int
    colspan: int


def draw(
    page: pymupdf.Page, rows: Sequence[Sequence[Spec]], at: tuple[float, float], widths: Sequence[float], make: Make
) -> float:
    """Draw a table; cells are texts, (text, colspan, rowspan), or SPANNED. Gives its bottom."""
    texts = [t for r, row in enumerate(rows) for t in _texts(r, row, widths, make)]
    line = make.size * make.leading
    heights = [
        max([len(t.lines) for t in texts if t.row == r and t.rowspan == 1] or [1]) * line + 2 * make.pad
        for r in range(len(rows))
    ]
    xs = [at[0] + sum(widths[:c]) for c in range(len(widths) + 1)]
    ys = [at[1] + sum(heights[:r]) for r in range(len(rows) + 1)]
    _grounds(page, xs, ys, make)
    for text in sorted(texts, key=lambda t: (t.column, t.row) if make.order == "columns" else (t.row, t.column)):
        _write(page, text, xs, ys, make)
    _rules(page, texts, xs, ys, make)
    return ys[-1]


def _font(make: Make, row: int) -> str:
    return "hebo" if make.bold and row < make.head else ("heit" if row in make.sections else "helv")


def _texts(r: int, row: Sequence[Spec], widths: Sequence[float], make: Make) -> list[_Text]:
    made = []
    for c, cell in enumerate(row):
        if cell is None or cell == "":
            continue
        text, wide, high = cell if isinstance(cell, tuple) else (cell, 1, 1)
        room = sum(widths[c : c + wide]) - 2 * make.pad - 2
        made.append(_Text(r, c, _wrapped(text, room, _font(make, r), make.size), high, wide))
    return made


def _wrapped(text: str, room: float, font: str, size: float) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and pymupdf.get_text_length(longer, font, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _grounds(page: pymupdf.Page, xs: Sequence[float], ys: Sequence[float], make: Make) -> None:
    for r in range(len(ys) - 1):
        if (make.ground and r < make.head) or (make.stripes and r >= make.head and (r - make.head) % 2 == 0):
            for c in range(len(xs) - 1):
                page.draw_rect(pymupdf.Rect(xs[c], ys[r], xs[c + 1], ys[r + 1]), color=None, fill=(0.85, 0.82, 0.7))


def _write(page: pymupdf.Page, text: _Text, xs: Sequence[float], ys: Sequence[float], make: Make) -> None:
    font, line = _font(make, text.row), make.size * make.leading
    left, right = xs[text.column] + make.pad, xs[text.column + text.colspan] - make.pad
    top, bottom = ys[text.row] + make.pad, ys[text.row + text.rowspan] - make.pad
    if make.middle:
        top += (bottom - top - len(text.lines) * line) / 2
    align = "c" if text.colspan > 1 else (make.align * 20)[text.column] if len(make.align) > 1 else make.align
    for i, words in enumerate(text.lines):
        wide = pymupdf.get_text_length(words, font, make.size)
        x = {"l": left, "r": right - wide, "c": (left + right - wide) / 2}[align]
        y = top + i * line + make.size
        page.insert_text((x, y), words, fontname=font, fontsize=make.size)
        if make.leaders and text.column == 0 and text.row >= make.head and i == len(text.lines) - 1:
            dot = pymupdf.get_text_length(".", font, make.size)
            page.insert_text(
                (x + wide + 2, y), "." * int((right - x - wide - 2) / dot), fontname=font, fontsize=make.size
            )


def _rules(page: pymupdf.Page, texts: Sequence[_Text], xs: Sequence[float], ys: Sequence[float], make: Make) -> None:
    def rule(x0: float, y0: float, x1: float, y1: float) -> None:
        page.draw_line((x0, y0), (x1, y1), width=0.6)

    if make.rules == "all":
        covered = {
            (r, c): (t.row, t.column)
            for t in texts
            for r in range(t.row, t.row + t.rowspan)
            for c in range(t.column, t.column + t.colspan)
        }
        for r in range(len(ys)):
            for c in range(len(xs) - 1):
                if r in (0, len(ys) - 1) or covered.get((r, c), (r, c)) != covered.get((r - 1, c), (r - 1, c)):
                    rule(xs[c], ys[r], xs[c + 1], ys[r])
        for c in range(len(xs)):
            for r in range(len(ys) - 1):
                if c in (0, len(xs) - 1) or covered.get((r, c), (r, c)) != covered.get((r, c - 1), (r, c - 1)):
                    rule(xs[c], ys[r], xs[c], ys[r + 1])
    elif make.rules == "rows":
        for y in ys:
            rule(xs[0], y, xs[-1], y)
    elif make.rules in {"outer", "columns", "book"}:
        for y in (ys[0], ys[make.head], ys[-1]) if make.rules != "outer" else (ys[0], ys[-1]):
            rule(xs[0], y, xs[-1], y)
        if make.rules != "book":
            for x in xs if make.rules == "columns" else (xs[0], xs[-1]):
                rule(x, ys[0], x, ys[-1])


def prose(page: pymupdf.Page, x: float, y: float, wide: float, words: int = 60, size: float = 9.5) -> float:
    """A paragraph of text; gives its bottom."""
    some = [
        "On",
        "your",
        "turn",
        "you",
        "may",
        "move",
        "one",
        "of",
        "your",
        "pieces",
        "and",
        "then",
        "play",
        "a",
        "card",
        "from",
        "your",
        "hand",
        "unless",
        "the",
        "tower",
        "is",
        "closed",
        "in",
        "which",
        "case",
        "you",
        "must",
        "pay",
        "the",
        "guard",
        "before",
        "anything",
        "else",
        "happens",
        "and",
        "nobody",
        "may",
        "help",
        "you",
        "while",
        "you",
        "do",
        "so",
    ]
    text = " ".join(some[(i * 7) % len(some)] for i in range(words)) + "."
    for line in _wrapped(text, wide, "helv", size):
        y += size * 1.25
        page.insert_text((x, y), line, fontname="helv", fontsize=size)
    return y + size * 0.8


def title(page: pymupdf.Page, x: float, y: float, text: str, size: float = 14.0, font: str = "hebo") -> float:
    """A line of its own; gives its bottom."""
    page.insert_text((x, y + size), text, fontname=font, fontsize=size)
    return y + size * 1.5


def read_back(path: Path) -> tuple[Page, ...]:
    """The pages of a PDF as assembled from their layers, without a picture and without OCR."""
    with pymupdf.open(path) as document:
        count = document.page_count
    sheets = [pdf.extract(path, n).sheet for n in range(1, count + 1)]
    return assemble([replace(s, source="layer", image=f"p{s.number}.png", dpi=100) for s in sheets], ())

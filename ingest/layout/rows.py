"""Printed rows: what stands on one baseline of one column. Pure.

Owns joining the pieces that a file draws apart (a bullet and its text, a word in italics).
"""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from ingest.contracts import Box, Line
from ingest.geometry import hull
from ingest.page.sheet import Span

LEADERS: Final = re.compile(r"(?:\s*[.·…_]){4,}\s*")
BULLET: Final = re.compile(r"^(?:[•‣▪▫■□●○◦◆◇➢➤✓✔★☆►▶]|[–—*-](?=\s)|o(?=\s[A-ZÀ-Ý]))\s*(?=\S)|^[•‣▪■●○◦◆➢►▶]$")
NUMBERED: Final = re.compile(r"^(?:\(?\d{1,2}[.)]|\(?[a-z][.)]|[ivx]{1,4}[.)])\s+\S")


@dataclass(frozen=True)
class Row:
    """Spans on one baseline, from left to right. Never empty."""

    spans: tuple[Span, ...]

    @cached_property
    def box(self) -> Box:
        """What all its spans cover."""
        return hull(span.box for span in self.spans)

    @cached_property
    def text(self) -> str:
        """Its spans with single spaces, dot leaders shortened."""
        return LEADERS.sub(" … ", " ".join(span.text for span in self.spans)).strip(" ¶")

    @cached_property
    def main(self) -> Span:
        """The span with most text: its look is the row's."""
        return max(self.spans, key=lambda span: len(span.text))

    @property
    def size(self) -> float:
        """Font size of the main span."""
        return self.main.size

    @property
    def bold(self) -> bool:
        """Whether most of it is bold."""
        heavy = sum(len(span.text) for span in self.spans if span.bold)
        return heavy > 0.6 * sum(len(span.text) for span in self.spans)

    @property
    def line(self) -> Line:
        """As a line of the contract."""
        return Line(self.text, self.box)

    @property
    def is_item(self) -> bool:
        """Whether it begins an item of a list."""
        return bool(BULLET.match(self.text) or NUMBERED.match(self.text))


def rows_of(spans: Sequence[Span]) -> list[Row]:
    """The rows of one column, top to bottom."""
    rows: list[list[Span]] = []
    for span in sorted(spans, key=lambda s: ((s.box[1] + s.box[3]) / 2, s.box[0])):
        if rows and _same_row(rows[-1], span):
            rows[-1].append(span)
        else:
            rows.append([span])
    return [Row(tuple(sorted(row, key=lambda s: s.box[0]))) for row in rows]


def with_drop_caps(spans: Sequence[Span]) -> list[Span]:
    """The spans, a large initial joined to the word that it begins."""
    if not spans:
        return []
    body = statistics.median(span.size for span in spans)
    out = list(spans)
    for cap in [span for span in spans if len(span.text) <= 2 and span.size > 1.8 * body and span.text.isalpha()]:
        first = [s for s in out if s is not cap and 0 <= s.box[0] - cap.box[2] + 2 < 12 and _beside(cap, s)]
        if first:
            word = min(first, key=lambda s: s.box[1])
            gap = "" if word.text[:1].islower() or not cap.text.isupper() or word.text[:2].isupper() else " "
            joined = replace(word, text=cap.text + gap + word.text, box=(cap.box[0], *word.box[1:]))
            out[out.index(word)] = joined
            out.remove(cap)
    return out


def _beside(cap: Span, span: Span) -> bool:
    return cap.box[1] - 4 <= span.box[1] and span.box[3] <= cap.box[3] + 2 and span.size < 0.75 * cap.size


def _same_row(row: Sequence[Span], span: Span) -> bool:
    top, bottom = min(s.box[1] for s in row), max(s.box[3] for s in row)
    shared = min(bottom, span.box[3]) - max(top, span.box[1])
    smaller = min(statistics.median(s.box[3] - s.box[1] for s in row), span.box[3] - span.box[1])
    if shared < 0.55 * smaller:
        return False
    return not any(_overlap(other, span) for other in row)


def _overlap(one: Span, other: Span) -> bool:
    """Whether two spans stand above each other: then they are two rows, however tight."""
    shared = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    return shared > 0.5 * min(one.box[2] - one.box[0], other.box[2] - other.box[0])

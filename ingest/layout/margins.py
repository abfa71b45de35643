"""Takes what stands in the margin of a column out of its lines: hanging titles and marginal notes. Pure.

Owns what is in a margin, and where it is read: a title before the paragraph that begins beside it, a note after the
paragraph beside it. Decides no columns.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.page.sheet import Span

_LEAST_LINES: Final = 6
_MOST_SHARE: Final = 0.35
_GUTTER: Final = 5.0
_ALIGNED: Final = 3.0
_LARGER: Final = 1.1
_SMALLER: Final = 0.93
_TITLE_WORDS: Final = 8
_TIGHT: Final = 0.8
_PARAGRAPH: Final = 0.4
_TITLED_LINES: Final = 3


@dataclass(frozen=True)
class Part:
    """Lines that are read together: of the column, or a title or a note of its margin."""

    spans: tuple[Span, ...]
    is_note: bool = False


def parts_of(spans: Sequence[Span]) -> list[Part]:
    """The lines of a column in parts; one part when nothing stands in its margin."""
    aside = _in_margin(spans)
    column = sorted((span for span in spans if span not in aside), key=lambda s: (s.box[1] + s.box[3], s.box[0]))
    cuts = [cut for group in _groups(aside) if (cut := _cut(group, column)) is not None]
    taken = {span for _, part in cuts for span in part.spans}
    if not cuts or len(taken) < len(aside):
        return [Part(tuple(spans))]
    places = [0, *(place for place, _ in sorted(cuts, key=lambda cut: cut[0])), len(column)]
    between = [Part(tuple(column[a:b])) for a, b in pairwise(places)]
    margin: list[Part | None] = [part for _, part in sorted(cuts, key=lambda cut: cut[0])]
    both = [part for pair in zip(between, [*margin, None], strict=True) for part in pair if part is not None]
    return [part for part in both if part.spans]


def _look(span: Span) -> tuple[float, bool, bool]:
    return round(span.size * 2) / 2, span.bold, span.italic


def _in_margin(spans: Sequence[Span]) -> list[Span]:
    """The lines left or right of all that has the look of the text, in another look; few against the text."""
    looks = Counter(_look(span) for span in spans for _ in range(len(span.text)))
    if not looks:
        return []
    usual = looks.most_common(1)[0][0]
    text = [span for span in spans if _look(span) == usual]
    if len(text) < _LEAST_LINES:
        return []
    left, right = min(s.box[0] for s in text), max(s.box[2] for s in text)
    out = [s for s in spans if s.box[2] <= left - _GUTTER or s.box[0] >= right + _GUTTER]
    flush = sum(span.box[0] < left + _ALIGNED for span in text) >= 0.5 * len(text)
    other = all(_is_title(span, usual[0]) or _is_small(span, usual) for span in out)
    return out if flush and other and len(out) <= _MOST_SHARE * len(text) else []


def _is_title(span: Span, size: float) -> bool:
    return (span.bold or span.size >= _LARGER * size) and span.size >= size


def _is_small(span: Span, usual: tuple[float, bool, bool]) -> bool:
    return span.size <= _SMALLER * usual[0] or (span.italic and not usual[2])


def _groups(spans: Sequence[Span]) -> Iterator[list[Span]]:
    """Lines of one margin that stand close below each other."""
    group: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.box[0] > spans[0].box[2], s.box[1])):
        last = group[-1] if group else None
        if last is not None and not -1.0 < (span.box[1] - last.box[3]) / (span.box[3] - span.box[1]) < _TIGHT:
            yield group
            group = []
        group.append(span)
    if group:
        yield group


def _cut(group: Sequence[Span], column: Sequence[Span]) -> tuple[int, Part] | None:
    """Before which line of the column a group is read, `None` when it has no place of its own there."""
    top = group[0].box[1]
    beside = next((i for i, line in enumerate(column) if line.box[3] > top + 2.0), None)
    if beside is None:
        return None
    begins = [0, *(i for i in range(1, len(column)) if _begins(column[i - 1], column[i])), len(column)]
    size = statistics.median(line.size for line in column)
    if all(_is_title(span, size) for span in group) and sum(len(s.text.split()) for s in group) <= _TITLE_WORDS:
        after = next((i for i in begins if i > beside), len(column))
        titled = beside in begins and after - beside >= _TITLED_LINES
        return (beside, Part(tuple(group))) if titled else None
    return next(i for i in begins if i > beside), Part(tuple(group), is_note=True)


def _begins(above: Span, line: Span) -> bool:
    """Whether a line begins a paragraph below another one."""
    return line.box[1] - above.box[3] > _PARAGRAPH * (line.box[3] - line.box[1])

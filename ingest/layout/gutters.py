"""Weighs the evidence that two sides of a page are columns: read one after the other, not row by row. Pure.

Owns that evidence: room between them, lines that fill them, sentences that go on below, baselines that cells share, and
how often the file goes from one side to the other. Looks for no columns.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ingest.layout.atoms import Atom, chars
from ingest.layout.rows import BULLET
from ingest.page.sheet import Span

_LEAST_LINES: Final = 3
_GUTTER: Final = 5.0
_ALIGNED: Final = 3.0
_INDENT: Final = 14.0
_PROSE_CHARS: Final = 18.0
_PROSE_WIDTH: Final = 0.45
_FEW_SWITCHES: Final = 0.25
_MANY_CUT: Final = 0.25
_BARE_SHARE: Final = 0.34
_UNLIKE: Final = 2.0
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_ENDS_SENTENCE: Final = re.compile(r"[.!?:;…][»”\"')\]]*$")


def are_columns(left: Sequence[Atom], right: Sequence[Atom], x: float) -> bool:
    """Whether two sides are read one after the other, and are neither cells of a table nor cards in rows."""
    if min(_weight(left), _weight(right)) < _LEAST_LINES or not (chars(left) and chars(right)):
        return False
    if not _side_by_side(left, right) or _gutter(left, right, x) < _GUTTER or _are_cards(left, right):
        return False
    if _is_margin(left, right) or _is_margin(right, left):
        return False
    if _switches(left, right) <= max(2.0, _FEW_SWITCHES * min(len(left), len(right))):
        return not _are_cells(left, right)
    if _are_items(left) and _are_items(right):
        return True
    return _are_cut(left, right) or (_is_prose(left) and _is_prose(right))


def _is_margin(side: Sequence[Atom], other: Sequence[Atom]) -> bool:
    """A few lines apart from each other, in another print than the text beside them: notes and titles in its margin."""
    lines, text = _lines(side), _lines(other)
    if len(lines) < len(side) or not 4 * len(lines) <= len(text):
        return False
    apart = sum(b.box[1] - a.box[3] > 3 * (b.box[3] - b.box[1]) for a, b in pairwise(lines))
    size = statistics.median(span.size for span in text)
    unlike = all(s.bold or s.italic or not 0.93 * size < s.size < 1.1 * size for s in lines)
    return apart >= 1 and unlike and len(lines) <= 4 * (apart + 1)


def _lines(side: Sequence[Atom]) -> list[Span]:
    return sorted((atom.span for atom in side if atom.span is not None), key=lambda span: span.box[1])


def _are_cards(left: Sequence[Atom], right: Sequence[Atom]) -> bool:
    """Boxes in rows of the same height: they are read row by row."""
    tops = [[a.box[1] for a in side if isinstance(a.solid, tuple)] for side in (left, right)]
    if min(map(len, tops)) < 2 or sum(map(len, tops)) < len(left) + len(right):
        return False
    return sum(any(abs(a - b) < _ALIGNED for b in tops[1]) for a in tops[0]) >= 0.75 * len(tops[0])


def _are_items(side: Sequence[Atom]) -> bool:
    """Whether a side is a list: most of its lines begin with a bullet."""
    lines = [atom.span.text for atom in side if atom.span is not None]
    return sum(bool(BULLET.match(line)) for line in lines) > 0.5 * len(lines)


def _are_cut(left: Sequence[Atom], right: Sequence[Atom]) -> bool:
    """Whether the file often goes to the other side in the middle of a sentence that goes on below: no table does."""
    sides = (_texts(left), _texts(right))
    if not all(sides):
        return False
    both = sorted([(order, side, i) for side in (0, 1) for i, (order, _) in enumerate(sides[side])])
    turns, cuts = [0, 0], [0, 0]
    for (_, side, i), (_, after, _) in pairwise(both):
        if side != after and i + 1 < len(sides[side]):
            turns[side] += 1
            cuts[side] += _goes_on(sides[side][i][1], sides[side][i + 1][1])
    brief = min(statistics.mean(len(text) for _, text in side) for side in sides) < _PROSE_CHARS
    return not brief and all(cut >= _MANY_CUT * turn > 0 for cut, turn in zip(cuts, turns, strict=True))


def _texts(side: Sequence[Atom]) -> list[tuple[int, str]]:
    lines = sorted((a for a in side if a.span is not None), key=lambda a: a.middle)
    return [(atom.order, atom.span.text) for atom in lines if atom.span is not None]


def _goes_on(line: str, after: str) -> bool:
    """Whether a sentence that a line leaves open can go on with another line."""
    return not _ENDS_SENTENCE.search(line) and after.lstrip("(«“\"'’")[:1].islower()


def _gutter(left: Sequence[Atom], right: Sequence[Atom], x: float) -> float:
    """How much room is between two sides where they stand beside each other: a title above both does not count."""
    left = [a for a in left if a.box[2] <= x + 1]
    right = [a for a in right if a.box[0] >= x - 1]
    if not (left and right):
        return 0.0
    top = max(min(a.box[1] for a in left), min(a.box[1] for a in right))
    bottom = min(max(a.box[3] for a in left), max(a.box[3] for a in right))
    ends = [a.box[2] for a in left if a.box[3] > top and a.box[1] < bottom]
    starts = [a.box[0] for a in right if a.box[3] > top and a.box[1] < bottom]
    return min(starts) - max(ends) if starts and ends else 0.0


def _weight(side: Sequence[Atom]) -> int:
    return sum(1 if atom.solid is None else _LEAST_LINES for atom in side)


def _side_by_side(left: Sequence[Atom], right: Sequence[Atom]) -> bool:
    top = max(min(a.box[1] for a in left), min(a.box[1] for a in right))
    bottom = min(max(a.box[3] for a in left), max(a.box[3] for a in right))
    line = statistics.median(a.box[3] - a.box[1] for a in (*left, *right))
    return bottom - top > 1.5 * line


def _switches(left: Sequence[Atom], right: Sequence[Atom]) -> int:
    """How often the file goes from one side to the other while it draws them."""
    sides = [side for _, side in sorted([(a.order, 0) for a in left] + [(a.order, 1) for a in right])]
    return sum(one != other for one, other in pairwise(sides)) - 1


def _are_cells(left: Sequence[Atom], right: Sequence[Atom]) -> bool:
    """A table drawn column by column: what stands on the same baselines on both sides, and is no prose and no list."""
    if (_is_prose(left) and _is_prose(right)) or (_are_items(left) and _are_items(right)):
        return False
    if min(_long_lines(left), _long_lines(right)) >= _LEAST_LINES or not _are_unlike(left, right):
        return False
    fewer, more = sorted((left, right), key=len)
    level = sum(any(abs(atom.middle - other.middle) < 1.5 for other in more) for atom in fewer)
    short = statistics.median(atom.chars for atom in (*left, *right)) < 12
    paired = level == len(fewer) == len(more)
    level = max(level, sum(any(abs(a.middle - b.middle) < 1.5 for b in fewer) for a in more) * len(fewer) // len(more))
    return (short and not _is_prose(left) and not _is_prose(right) and level >= 0.8 * len(fewer)) or paired


def _are_unlike(left: Sequence[Atom], right: Sequence[Atom]) -> bool:
    """Whether one side holds numbers, or much longer texts than the other: names beside names are two lists."""
    if _is_bare(left) or _is_bare(right):
        return True
    one, other = sorted(statistics.median(atom.chars for atom in side) for side in (left, right))
    return other >= _UNLIKE * one


def _long_lines(side: Sequence[Atom]) -> int:
    """How many lines fill the width of a side, as those of a paragraph do."""
    wide = max(a.box[2] for a in side) - min(a.box[0] for a in side)
    return sum(atom.chars >= _PROSE_CHARS and atom.box[2] - atom.box[0] >= 0.7 * wide for atom in side)


def _is_bare(side: Sequence[Atom]) -> bool:
    """Whether a third of the lines of a side hold no word: numbers, dice, prices."""
    texts = [atom.span.text for atom in side if atom.span is not None]
    return sum(not _WORD.search(text) for text in texts) >= _BARE_SHARE * len(texts)


def _is_prose(side: Sequence[Atom]) -> bool:
    """Whether most lines are long and fill the room up to where the next column begins, or the side ends."""
    lines = [atom for atom in side if atom.span is not None]
    if not lines:
        return True
    starts = Counter(round(atom.box[0]) for atom in lines)
    walls = sorted(x for x, count in starts.items() if count >= _LEAST_LINES)
    end = max(a.box[2] for a in side)
    full = statistics.median(_fullness(atom, walls, end) for atom in lines)
    return statistics.mean(a.chars for a in lines) >= _PROSE_CHARS and full >= _PROSE_WIDTH


def _fullness(atom: Atom, walls: Sequence[int], end: float) -> float:
    wide = atom.box[2] - atom.box[0]
    wall = next((x for x in walls if x > max(atom.box[0] + _INDENT, atom.box[2])), end)
    return wide / max(wall - atom.box[0], 1.0)

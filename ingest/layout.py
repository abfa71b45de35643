"""Puts what stands on a page into the order in which a person reads it. Pure.

Owns columns, bands across columns and boxes, decided from the page's geometry and from the order in which the
file draws it. Knows no headings and no tables.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from typing import Final

from ingest.contracts import Box
from ingest.rows import BULLET
from ingest.sheet import Span

_LEAST_SIDE: Final = 0.14
_LEAST_LINES: Final = 3
_GUTTER: Final = 5.0
_ALIGNED: Final = 3.0
_INDENT: Final = 14.0
_PROSE_CHARS: Final = 18.0
_PROSE_WIDTH: Final = 0.45
_FEW_SWITCHES: Final = 0.25
_MOST_DEPTH: Final = 6
_MOST_TAIL: Final = 4
_LARGE: Final = 1.3
_BLANK: Final = 0.4
_FEW_LABELS: Final = 0.12
_MANY_CUT: Final = 0.25
_BARE_SHARE: Final = 0.34
_UNLIKE: Final = 2.0
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
ENDS_SENTENCE: Final = re.compile(r"[.!?:;…][»”\"')\]]*$")


@dataclass(frozen=True)
class Atom:
    """Something that is read in one go: a span, or a solid thing such as a box or a ruled table.

    `order` is its place in the file's own drawing order. `solid` is what the caller knows it by.
    """

    box: Box
    order: int
    chars: int
    span: Span | None = None
    solid: object = None

    @property
    def middle(self) -> float:
        """Its vertical middle."""
        return (self.box[1] + self.box[3]) / 2


def arrange(atoms: Sequence[Atom], depth: int = 0) -> list[list[Atom]]:
    """Runs of atoms in reading order; within a run everything stands in one column, top to bottom."""
    if len(atoms) < 2 * _LEAST_LINES or depth > _MOST_DEPTH:
        return [_down(atoms)] if atoms else []
    bands = _best_bands(atoms)
    if bands is None:
        return [_down(atoms)]
    runs: list[list[Atom]] = []
    for left, right in bands:
        for side in (left, right):
            if side:
                runs += arrange(side, depth + 1) if len(side) < len(atoms) else [_down(side)]
    return runs


def _down(atoms: Sequence[Atom]) -> list[Atom]:
    """Top to bottom; solid things that stand beside each other from left to right, whatever their heights."""
    read: list[Atom] = []
    beside: list[Atom] = []
    for atom in sorted(atoms, key=lambda a: (a.middle, a.box[0])):
        if beside and not (atom.solid is not None and all(_level(atom, other) for other in beside)):
            read += sorted(beside, key=lambda a: a.box[0])
            beside = []
        if atom.solid is None:
            read.append(atom)
        else:
            beside.append(atom)
    return read + sorted(beside, key=lambda a: a.box[0])


def _level(one: Atom, other: Atom) -> bool:
    """Whether two things stand beside each other in one row."""
    shared = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    apart = one.box[2] <= other.box[0] + 1 or other.box[2] <= one.box[0] + 1
    return apart and shared > 0.5 * min(one.box[3] - one.box[1], other.box[3] - other.box[1])


_Band = tuple[list[Atom], list[Atom]]


def _best_bands(atoms: Sequence[Atom]) -> list[_Band] | None:
    """The way of cutting into columns that puts most text side by side, `None` when none holds."""
    best: list[_Band] | None = None
    best_score = 0
    for x in _candidates(atoms):
        bands = _bands(atoms, x)
        score = sum(min(_chars(left), _chars(right)) for left, right in bands if right)
        if score > best_score:
            best, best_score = bands, score
    return best


def _with_labels(left: list[Atom], right: list[Atom]) -> tuple[list[Atom], list[Atom]]:
    """A few things that stand right of everything else at the left belong to the right: labels beside its text."""
    most = max(1, round(_FEW_LABELS * len(left)))
    labels: list[Atom] = []
    for atom in sorted(left, key=lambda a: -a.box[0])[:most]:
        others = [other.box[2] for other in left if other is not atom and other not in labels]
        if not others or not right or atom.box[0] < max(others) + _GUTTER:
            break
        labels.append(atom)
    return [atom for atom in left if atom not in labels], right + labels


def _without_tail(
    left: Sequence[Atom], right: Sequence[Atom], below: Atom
) -> tuple[list[Atom], list[Atom], list[Atom]]:
    """Both sides without what stands in the line of `below`, or under them and close above it: its title."""
    both = sorted((*left, *right), key=lambda a: a.box[1])
    tail = [a for a in both if below.span is not None and a.span is not None and _level(a, below)][::-1]
    most = len(tail) + _MOST_TAIL
    for atom in reversed([a for a in both if a not in tail]):
        rest = [other for other in both if other is not atom and other not in tail]
        bottom = max((other.box[3] for other in rest), default=0.0)
        top = min([below.box[1], *(other.box[1] for other in tail)])
        if len(tail) >= most or atom.box[1] < bottom or not top - atom.box[3] < min(20.0, atom.box[1] - bottom + 4.0):
            break
        tail.append(atom)
    kept = set(map(id, tail))
    return [a for a in left if id(a) not in kept], [a for a in right if id(a) not in kept], tail[::-1]


def _chars(atoms: Sequence[Atom]) -> int:
    return sum(atom.chars for atom in atoms)


def _candidates(atoms: Sequence[Atom]) -> Iterator[float]:
    """Places where several lines begin, away from both edges."""
    left, right = min(a.box[0] for a in atoms), max(a.box[2] for a in atoms)
    margin = _LEAST_SIDE * (right - left)
    yield from (a.box[0] - 0.5 for a in atoms if a.solid is not None and left + margin < a.box[0] < right - margin)
    yield from (a.box[2] + 2.0 for a in atoms if a.solid is not None and left + margin < a.box[2] < right - margin)
    starts = sorted(a.box[0] for a in atoms if left + margin < a.box[0] < right - margin)
    groups: list[list[float]] = []
    for x in starts:
        if groups and x - groups[-1][-1] <= _ALIGNED:
            groups[-1].append(x)
        else:
            groups.append([x])
    for group, after in zip_longest(groups, groups[1:]):
        indented = after is not None and len(after) > 1 and after[0] - group[0] < _INDENT
        if len(group) > 1 or indented:
            yield group[0] - 0.5


def _bands(atoms: Sequence[Atom], x: float) -> list[_Band]:
    """Between things that cross `x`: what stands at its left and right. A band with nothing right is one column."""
    bands: list[_Band] = []
    flow: list[Atom] = []
    left: list[Atom] = []
    right: list[Atom] = []

    def close(below: Atom | None = None) -> None:
        nonlocal left, right, flow
        left, right, rest = _without_rest(flow, left, right)
        flow += rest
        tail: list[Atom] = []
        if below is not None:
            left, right, tail = _without_tail(left, right, below)
        left, right = _with_labels(left, right)
        if _are_columns(left, right, x):
            if flow:
                bands.append((flow, []))
                flow = []
            bands.append((left, right))
        else:
            flow += left + right
        flow += tail
        left, right = [], []

    large = _LARGE * statistics.median([a.span.size for a in atoms if a.span is not None] or [0.0])
    for atom in sorted(atoms, key=lambda a: a.middle):
        side = _side_of(atom, x, atoms)
        if side < 0 and atom.span is not None and atom.span.size >= large and _heads_all(atom, x, atoms):
            side = 0
        if side < 0:
            left.append(atom)
        elif side > 0:
            right.append(atom)
        else:
            close(atom)
            flow.append(atom)
    close()
    if flow:
        bands.append((flow, []))
    return bands


def _without_rest(
    flow: Sequence[Atom], left: Sequence[Atom], right: Sequence[Atom]
) -> tuple[list[Atom], list[Atom], list[Atom]]:
    """Both sides without what goes on other columns that stood above: what crosses here only ended before them."""
    lines = [atom for atom in (*flow, *left, *right) if atom.span is not None]
    if not flow or not any(_level(flow[-1], other) for other in lines):
        return list(left), list(right), []
    rest: list[Atom] = []
    for side in (left, right):
        above = list(flow)
        for atom in sorted(side, key=lambda a: a.middle):
            if not any(_stands_on(other, atom) for other in above):
                break
            rest.append(atom)
            above = [atom]
    kept = set(map(id, rest))
    return [a for a in left if id(a) not in kept], [a for a in right if id(a) not in kept], rest


def _stands_on(atom: Atom, below: Atom) -> bool:
    """Whether a line stands close above another one and begins where it begins."""
    gap = below.box[1] - atom.box[3]
    return abs(atom.box[0] - below.box[0]) < _INDENT and -2.0 < gap < 0.8 * (below.box[3] - below.box[1])


def _side_of(atom: Atom, x: float, atoms: Sequence[Atom]) -> int:
    """Left of `x` (-1), right of it (1) or across (0). What text flows around divides no columns."""
    if atom.box[2] <= x + 1.0:
        return -1
    if atom.box[0] >= x - 1.0:
        return 1
    if atom.solid is None:
        return 0
    beside = [a for a in atoms if a.span is not None and atom.box[1] < a.middle < atom.box[3]]
    left = sum(a.box[2] <= min(x, atom.box[0]) + 1 for a in beside) >= _LEAST_LINES
    right = sum(a.box[0] >= max(x, atom.box[2]) - 1 for a in beside) >= _LEAST_LINES
    if left and right:
        return -1 if atom.box[0] + atom.box[2] <= 2 * x else 1
    return right * -1 + left * 1


def _heads_all(title: Atom, x: float, atoms: Sequence[Atom]) -> bool:
    """Whether a large title at the left heads what is right of `x` too: nothing stands beside it there."""
    if title.box[0] > min(a.box[0] for a in atoms) + _INDENT:
        return False
    top, bottom = title.box[1] - 1.0, title.box[3] + _BLANK * (title.box[3] - title.box[1])
    right = [a for a in atoms if a.box[2] > x + 1.0]
    above, below = any(a.box[3] <= top for a in right), any(a.box[1] >= bottom for a in right)
    return above and below and not any(a.box[3] > top and a.box[1] < bottom for a in right)


def _are_columns(left: Sequence[Atom], right: Sequence[Atom], x: float) -> bool:
    """Whether two sides are read one after the other, and are neither cells of a table nor cards in rows."""
    if min(_weight(left), _weight(right)) < _LEAST_LINES or not (_chars(left) and _chars(right)):
        return False
    if not _side_by_side(left, right) or _gutter(left, right, x) < _GUTTER or _are_cards(left, right):
        return False
    if _switches(left, right) <= max(2.0, _FEW_SWITCHES * min(len(left), len(right))):
        return not _are_cells(left, right)
    if _are_items(left) and _are_items(right):
        return True
    return _are_cut(left, right) or (_is_prose(left) and _is_prose(right))


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
            cuts[side] += goes_on(sides[side][i][1], sides[side][i + 1][1])
    brief = min(statistics.mean(len(text) for _, text in side) for side in sides) < _PROSE_CHARS
    return not brief and all(cut >= _MANY_CUT * turn > 0 for cut, turn in zip(cuts, turns, strict=True))


def _texts(side: Sequence[Atom]) -> list[tuple[int, str]]:
    lines = sorted((a for a in side if a.span is not None), key=lambda a: a.middle)
    return [(atom.order, atom.span.text) for atom in lines if atom.span is not None]


def goes_on(line: str, after: str) -> bool:
    """Whether a sentence that a line leaves open can go on with another line."""
    return not ENDS_SENTENCE.search(line) and after.lstrip("(«“\"'’")[:1].islower()


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

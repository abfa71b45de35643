"""Puts what stands on a page into the order in which a person reads it. Pure.

Owns columns, bands across columns and what ends them, decided from the page's geometry. Whether two sides are columns
is weighed in `ingest.layout.gutters`. Knows no headings and no tables.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from ingest.layout.atoms import Atom, chars
from ingest.layout.gutters import are_columns

_LEAST_SIDE: Final = 0.14
_LEAST_LINES: Final = 3
_GUTTER: Final = 5.0
_ALIGNED: Final = 3.0
_INDENT: Final = 14.0
_MOST_DEPTH: Final = 6
_MOST_TAIL: Final = 4
_LARGE: Final = 1.3
_BLANK: Final = 0.4
_FEW_LABELS: Final = 0.12


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
        score = sum(min(chars(left), chars(right)) for left, right in bands if right)
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
        if are_columns(left, right, x):
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

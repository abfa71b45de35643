"""Finds what looks like lettering in a gray picture: small marks of one height, side by side. Pure.

Owns connected components and how they become lines. Reads no letter: that is for OCR, and only where lines were
found, so that a picture without lettering costs next to nothing.
"""

from __future__ import annotations

import statistics
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pixels = tuple[int, int, int, int]

_CONTRAST: Final = 34
_LEAST_HIGH: Final = 5
_LEAST_DARK: Final = 6
_MOST_HIGH: Final = 0.2
_WIDEST: Final = 9.0
_SOLID: Final = 0.96
_MOST_MARKS: Final = 9000
_LEAST_MARKS: Final = 3
_GAP: Final = 1.1
_OTHER_HEIGHT: Final = 2.6
_BUCKET: Final = 8
_LEAN: Final = 0.03


@dataclass(frozen=True)
class Lettered:
    """A line of marks: its box, their usual height, and whether they are light on dark."""

    box: tuple[float, float, float, float]
    high: float
    light: bool
    marks: int


def lettered_lines(gray: NDArray[Any], ground: NDArray[Any], known: NDArray[Any]) -> list[Lettered]:
    """The lines of marks in a gray picture, from the top. `ground` is the same picture blurred.

    Where `known` is true, nothing is looked for.
    """
    import numpy as np

    difference = gray.astype(np.int16) - ground.astype(np.int16)
    found: list[Lettered] = []
    for light in (False, True):
        mask = (difference > _CONTRAST) if light else (difference < -_CONTRAST)
        marks = components(mask & ~known)
        usable = [box for box, area in marks if _is_mark(box, area, gray.shape[0])]
        found += [_line(group, light=light) for group in _grouped(usable[:_MOST_MARKS]) if _is_line(group)]
    return sorted(_without_shadows(found), key=lambda line: (line.box[1], line.box[0]))


def components(mask: NDArray[Any]) -> list[tuple[Pixels, int]]:
    """The connected parts of a mask, each with its box and its number of pixels."""
    import numpy as np

    high, wide = mask.shape
    padded = np.zeros((high, wide + 2), np.int8)
    padded[:, 1:-1] = mask
    steps = np.diff(padded, axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    if not len(rows):
        return []
    labels = _labels(rows, starts, ends, wide)
    names, index = np.unique(labels, return_inverse=True)
    boxes = np.empty((len(names), 4), np.int64)
    boxes[:, :2], boxes[:, 2:] = 1 << 30, 0
    np.minimum.at(boxes[:, 0], index, starts)
    np.minimum.at(boxes[:, 1], index, rows)
    np.maximum.at(boxes[:, 2], index, ends)
    np.maximum.at(boxes[:, 3], index, rows + 1)
    areas = np.bincount(index, ends - starts)
    return [((a, b, c, d), int(n)) for (a, b, c, d), n in zip(boxes.tolist(), areas, strict=True)]


def _labels(rows: NDArray[Any], starts: NDArray[Any], ends: NDArray[Any], wide: int) -> NDArray[Any]:
    """One number for all runs that touch, from row to row."""
    import numpy as np

    row = wide + 2
    first = np.searchsorted(rows * row + ends, (rows + 1) * row + starts, "right")
    after = np.searchsorted(rows * row + starts, (rows + 1) * row + ends, "left")
    counts = np.maximum(after - first, 0)
    upper = np.repeat(np.arange(len(rows)), counts)
    lower = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts) + np.repeat(first, counts)
    labels = np.arange(len(rows))
    while True:
        least = np.minimum(labels[upper], labels[lower])
        before = labels.copy()
        np.minimum.at(labels, before[upper], least)
        np.minimum.at(labels, before[lower], least)
        np.minimum.at(labels, upper, least)
        np.minimum.at(labels, lower, least)
        labels = labels[labels]
        if (labels == before).all():
            return labels


def _is_mark(box: Pixels, area: int, page_high: int) -> bool:
    wide, high = box[2] - box[0], box[3] - box[1]
    if not _LEAST_HIGH <= high <= _MOST_HIGH * page_high or wide > _WIDEST * high:
        return False
    return area >= _LEAST_DARK and area <= _SOLID * wide * high + 12 and area >= 0.06 * wide * high


def _grouped(boxes: Sequence[Pixels]) -> list[list[Pixels]]:
    """Marks that stand side by side on one line."""
    rows: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for i, box in enumerate(boxes):
        rows[(box[1] + box[3]) // 2 // _BUCKET].append((box[0], i))
    for row in rows.values():
        row.sort()
    parent = list(range(len(boxes)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, box in enumerate(boxes):
        for j in _beside(box, rows, boxes):
            parent[root(j)] = root(i)
    groups: dict[int, list[Pixels]] = defaultdict(list)
    for i, box in enumerate(boxes):
        groups[root(i)].append(box)
    return list(groups.values())


def _beside(box: Pixels, rows: dict[int, list[tuple[int, int]]], boxes: Sequence[Pixels]) -> list[int]:
    high = box[3] - box[1]
    reach = box[2] + int(_GAP * high) + 2
    found = []
    for bucket in range((box[1] - high // 4) // _BUCKET, (box[3] + high // 4) // _BUCKET + 1):
        row = rows.get(bucket, [])
        for x, j in row[bisect_left(row, (box[0] + 1, -1)) :]:
            if x > reach:
                break
            if _alike(box, boxes[j]):
                found.append(j)
                break
    return found


def _alike(one: Pixels, other: Pixels) -> bool:
    a, b = one[3] - one[1], other[3] - other[1]
    shared = min(one[3], other[3]) - max(one[1], other[1])
    return max(a, b) <= _OTHER_HEIGHT * min(a, b) and shared >= 0.45 * min(a, b)


def _is_line(group: Sequence[Pixels]) -> bool:
    """Several marks, in a row that is longer than high, close to each other."""
    if len(group) < _LEAST_MARKS:
        return False
    box = _hull(group)
    high = statistics.median(b[3] - b[1] for b in group)
    wide = box[2] - box[0]
    filled = sum(b[2] - b[0] for b in group)
    return box[3] - box[1] <= 2.6 * high + _LEAN * wide and wide >= 1.6 * high and filled >= 0.4 * wide


def _line(group: Sequence[Pixels], *, light: bool) -> Lettered:
    return Lettered(_hull(group), statistics.median(b[3] - b[1] for b in group), light, len(group))


def _without_shadows(lines: Sequence[Lettered]) -> list[Lettered]:
    """Between dark letters the ground forms light marks too: of two lines in one place, the one with more marks."""
    kept: list[Lettered] = []
    for line in sorted(lines, key=lambda one: (-one.marks, one.light)):
        if not any(_overlap(line.box, other.box) > 0.5 for other in kept if other.light != line.light):
            kept.append(line)
    return kept


def _overlap(one: Sequence[float], other: Sequence[float]) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    area = max(1.0, (one[2] - one[0]) * (one[3] - one[1]))
    return wide * high / area if wide > 0 and high > 0 else 0.0


def _hull(boxes: Sequence[Pixels]) -> Pixels:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )

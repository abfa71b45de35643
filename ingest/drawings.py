"""Groups drawn paths into figures: a board, a card or a diagram that is not an embedded picture. Pure.

Owns what counts as one drawing. Rules, table cells and boxes around text are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ingest.contracts import Box
from ingest.sheet import Shape, Span

_CELL: Final = 6.0
_LEAST_SIDE: Final = 28.0
_LEAST_PATHS: Final = 4
_DENSE: Final = 0.3
_MOST_OF_PAGE: Final = 0.85


def drawn_figures(shapes: Sequence[Shape], spans: Sequence[Span], width: float, height: float) -> tuple[Box, ...]:
    """The boxes of the drawings on a page, largest first."""
    paths = [shape for shape in shapes if shape.kind != "fill" or shape.color != 0xFFFFFF]
    paths = [shape for shape in paths if _size(shape.box) < _MOST_OF_PAGE * width * height]
    groups = _connected([shape for shape in paths if shape.kind == "curve" or _small(shape.box)])
    found = [_hull([shape.box for shape in group]) for group in groups if _is_drawing(group, spans)]
    return tuple(sorted(found, key=_size, reverse=True)[:200])


def island_figures(cells: Sequence[Box], width: float, height: float) -> tuple[Box, ...]:
    """The pictures of a scanned page, from the cells of it that show something and are no text."""
    groups = _connected([Shape("curve", box) for box in cells])
    found = []
    for group in groups:
        box = _hull([shape.box for shape in group])
        dense = sum(_size(shape.box) for shape in group) >= _DENSE * _size(box)
        if dense and min(box[2] - box[0], box[3] - box[1]) >= 1.4 * _LEAST_SIDE and _size(box) < 0.9 * width * height:
            found.append(box)
    return tuple(sorted(found, key=_size, reverse=True)[:40])


def _small(box: Box) -> bool:
    return max(box[2] - box[0], box[3] - box[1]) <= 60.0 and min(box[2] - box[0], box[3] - box[1]) > 3.0


def _is_drawing(group: Sequence[Shape], spans: Sequence[Span]) -> bool:
    box = _hull([shape.box for shape in group])
    curves = sum(shape.kind == "curve" for shape in group)
    colours = len({shape.color for shape in group})
    if min(box[2] - box[0], box[3] - box[1]) < _LEAST_SIDE or len(group) < _LEAST_PATHS:
        return False
    if curves < _LEAST_PATHS and not (curves and colours >= 3) and colours < 4:
        return False
    inside = sum(_size(span.box) for span in spans if _within(span.box, box))
    return inside < 0.35 * _size(box)


def _connected(shapes: Sequence[Shape]) -> list[list[Shape]]:
    """Shapes that touch the same cells of a coarse grid, by union of their cells."""
    owner: dict[tuple[int, int], int] = {}
    parent = list(range(len(shapes)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, shape in enumerate(shapes):
        for cell in _cells(shape.box):
            other = owner.setdefault(cell, i)
            parent[root(i)] = root(other)
    groups: dict[int, list[Shape]] = {}
    for i, shape in enumerate(shapes):
        groups.setdefault(root(i), []).append(shape)
    return list(groups.values())


def _cells(box: Box) -> list[tuple[int, int]]:
    x0, y0, x1, y1 = (int(value / _CELL) for value in box)
    return [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]


def _hull(boxes: Sequence[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _within(box: Box, area: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]

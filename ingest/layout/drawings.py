"""Groups drawn paths into figures: a board, a card or a diagram that is not an embedded picture. Pure.

Owns what counts as one drawing. Rules, table cells and boxes around text are none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ingest.contracts import Box
from ingest.geometry import hull
from ingest.page.sheet import Shape, Span

_CELL: Final = 6.0
_LEAST_SIDE: Final = 28.0
_LEAST_PATHS: Final = 4
_DENSE: Final = 0.3
_MANY_PATHS: Final = 12
_MOST_PARTS: Final = 3000
_MOST_WORDS: Final = 40
_TEXT_SHARE: Final = 0.35
_REACH: Final = 3.0
_MOST_OF_PAGE: Final = 0.5


def drawn_figures(
    shapes: Sequence[Shape], spans: Sequence[Span], taken: Sequence[Box], width: float, height: float
) -> tuple[Box, ...]:
    """The boxes of the drawings on a page, largest first. What is in `taken` (tables, boxes of text) draws nothing."""
    parts = [s for s in shapes if _size(s.box) < _MOST_OF_PAGE * width * height and not _is_part(s, taken)]
    groups = _connected(parts[:_MOST_PARTS])
    found = [hull([shape.box for shape in group]) for group in groups if _is_drawing(group, spans)]
    return tuple(sorted(found, key=_size, reverse=True)[:200])


def _is_part(shape: Shape, taken: Sequence[Box]) -> bool:
    """Whether a shape is the frame, a rule or a ground of a table or of a box, and not a picture in it."""
    if shape.kind == "curve":
        return any(all(abs(a - b) < 4.0 for a, b in zip(shape.box, box, strict=True)) for box in taken)
    return any(_within(shape.box, box) for box in taken)


def island_figures(cells: Sequence[Box], spans: Sequence[Span], width: float, height: float) -> tuple[Box, ...]:
    """The pictures of a scanned page, from the cells of it that show something and are no text."""
    groups = _connected([Shape("curve", box) for box in cells])
    found = []
    for group in groups:
        box = hull([shape.box for shape in group])
        dense = sum(_size(shape.box) for shape in group) >= _DENSE * _size(box)
        text = sum(_size(span.box) for span in spans if _within(span.box, box))
        if text > _TEXT_SHARE * _size(box):
            continue
        if dense and min(box[2] - box[0], box[3] - box[1]) >= 1.4 * _LEAST_SIDE and _size(box) < 0.9 * width * height:
            found.append(box)
    return tuple(sorted(found, key=_size, reverse=True)[:40])


def _is_drawing(group: Sequence[Shape], spans: Sequence[Span]) -> bool:
    box = hull([shape.box for shape in group])
    curves = sum(shape.kind == "curve" for shape in group)
    colours = len({shape.color for shape in group})
    if min(box[2] - box[0], box[3] - box[1]) < _LEAST_SIDE or len(group) < _LEAST_PATHS:
        return False
    if curves < _LEAST_PATHS and colours < 3 and not (colours == 2 and len(group) >= _MANY_PATHS):
        return False
    inside = [span for span in spans if _within(span.box, box)]
    words = sum(len(span.text.split()) for span in inside if len(span.text) > 3)
    return sum(_size(span.box) for span in inside) < _TEXT_SHARE * _size(box) and words <= max(_MOST_WORDS, curves)


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
    x0, y0 = int((box[0] - _REACH) / _CELL), int((box[1] - _REACH) / _CELL)
    x1, y1 = int((box[2] + _REACH) / _CELL), int((box[3] + _REACH) / _CELL)
    return [(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)]


def _size(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _within(box: Box, area: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]

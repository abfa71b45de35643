"""Where small pictures stand among words: in a line, in a cell, before a label. Pure.

Owns what makes a picture an icon by its place and its size, and the spans that keep that place in the text. Looks at
no picture: whether it shows anything is for `ingest.page.page_icons` to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ingest.contracts import Box
from ingest.geometry import hull, shared_area
from ingest.page.sheet import Shape, Sheet, Span
from ingest.tables.grids import find_grids

_LEAST: Final = 4.0
_MOST: Final = 64.0
_MOST_HIGH: Final = 3.4
_LEAST_HIGH: Final = 0.45
_NEAR: Final = 1.6
_WORDS: Final = 6.0
_FAR: Final = 4.0
_ONE_LINE: Final = 1.6
_SAME_LINE: Final = 0.5
_COVERED: Final = 0.3
_REACH: Final = 0.8
_MOST_SHAPES: Final = 2500
_MOST_BOXES: Final = 400
_LETTERING: Final = 4
_LABEL_MOST: Final = 170.0
_LABEL_GAP: Final = 60.0
_LABEL_AREA: Final = 0.09
_NAME_WORDS: Final = 5
_NAMED: Final = re.compile(r"^[^.:]{2,40}\s?:")
_LIKE_SIZE: Final = 1.7


@dataclass(frozen=True)
class Place:
    """A small picture and the span that it stands beside: `after` it in the line, before it, or `alone` in a cell."""

    box: Box
    span: Span
    after: bool
    alone: bool = False

    def icon(self, text: str) -> Span:
        """The span that stands for the picture: on the line of its neighbour, close to it where it is large."""
        x0, y0, x1, y1 = self.box
        line, size = self.span.box, self.span.size
        if self.alone:
            return replace(self.span, text=text, box=self.box, bold=False, lead=0, baseline=y1)
        if y1 - y0 > _MOST_HIGH * size or x1 > line[0] > x0:
            x0, x1 = (line[2] + 1.0, line[2] + size) if self.after else (line[0] - size, line[0] - 1.0)
        return replace(self.span, text=text, box=(x0, line[1], max(x1, x0 + 1.0), line[3]), bold=False, lead=0)


def obstacles(images: Iterable[Any], paths: Iterable[dict[str, Any]]) -> list[Box]:
    """The boxes of small pictures in the page's own coordinates: no run of text goes on across one."""
    found = [tuple(map(float, box)) for box in images]
    found += [
        tuple(map(float, path["rect"]))
        for path in paths
        if path.get("type") not in {"clip", "group"} and any(item[0] in {"c", "re", "qu"} for item in path["items"])
    ]
    boxes = [(x0, y0, x1, y1) for x0, y0, x1, y1 in found]
    return [box for box in boxes if min(_sides(box)) >= _LEAST and max(_sides(box)) <= _MOST][:_MOST_BOXES]


def drawn_boxes(shapes: Sequence[Shape]) -> list[Box]:
    """The boxes of small drawings: shapes that touch each other, together no larger than an icon."""
    small = [shape.box for shape in shapes if shape.kind not in "hv" and max(_sides(shape.box)) <= _MOST]
    if len(small) > _MOST_SHAPES:
        return []
    return [box for box in _joined(small) if min(_sides(box)) >= _LEAST and max(_sides(box)) <= _MOST][:_MOST_BOXES]


def apart_from(boxes: Sequence[Box], figures: Sequence[Box]) -> list[Box]:
    """The small pictures that are no part of a larger one: pieces on a board, signs in a diagram."""
    large = [figure for figure in figures if min(_sides(figure)) > _MOST]
    return [box for box in boxes if not any(shared_area(box, figure) > 0.8 * _area(box) for figure in large)]


def in_lines(boxes: Sequence[Box], spans: Sequence[Span]) -> list[Place]:
    """The pictures that stand beside words of a line, no higher than a few lines, and hold no words themselves."""
    upright = [span for span in spans if span.upright]
    places = [place for box in boxes if (place := _place(box, upright)) is not None]
    return [place for place in places if not _is_lettering(place, places)]


def labelled(boxes: Sequence[Box], sheet: Sheet) -> list[Place]:
    """Larger pictures in a column, each with a text that begins beside it: a legend in pictures."""
    area = sheet.width * sheet.height
    able = [
        (box, span)
        for box in boxes
        if min(_sides(box)) >= _LEAST and max(_sides(box)) <= _LABEL_MOST and _area(box) < _LABEL_AREA * area
        if (span := _label(box, sheet.spans)) is not None
    ]
    found = [pair for pair in able if any(_is_below(pair, other) for other in able if other is not pair)]
    return [Place(box, span, after=False) for box, span in found]


def in_cells(boxes: Sequence[Box], sheet: Sheet) -> list[Place]:
    """The pictures that stand alone in a cell of a table with rules, or above and below the words of one."""
    grids = find_grids(sheet.shapes, sheet.spans, sheet.width, sheet.height) if boxes else []
    return [
        Place(box, min(grid.spans, key=lambda span: span.box[1]), after=False, alone=True)
        for box in boxes
        for grid in grids
        if grid.spans and shared_area(box, grid.box) > 0.9 * _area(box)
        if not any(shared_area(box, span.box) > _COVERED * _area(box) for span in grid.spans)
    ]


def with_icon(spans: Sequence[Span], place: Place, text: str) -> tuple[Span, ...]:
    """The spans with the icon in its place, also in the order of drawing."""
    out: list[Span] = []
    for span in spans:
        icon = [place.icon(text)] if span is place.span else []
        out += [span, *icon] if place.after else [*icon, span]
    return tuple(out)


def _place(box: Box, spans: Sequence[Span]) -> Place | None:
    high = box[3] - box[1]
    if any(shared_area(box, span.box) > _COVERED * min(_area(box), _area(span.box)) for span in spans):
        return None
    near: list[tuple[float, Place]] = []
    for span in spans:
        if not _LEAST_HIGH * span.size <= high <= _MOST_HIGH * span.size or not _on_line(box, span.box):
            continue
        left, right = box[0] - span.box[2], span.box[0] - box[2]
        gap = max(left, right)
        reach = _FAR if left >= right and high <= _ONE_LINE * span.size else _NEAR
        if gap <= reach * span.size:
            near.append((gap if left >= right else gap + 0.01, Place(box, span, after=left >= right)))
    found = min(near, key=lambda found: found[0])[1] if near else None
    return found if found and _in_words(found.span, spans) else None


def _in_words(span: Span, spans: Sequence[Span]) -> bool:
    """Whether a line says something: the numbers along a board do not."""
    line = [other for other in spans if other is span or _on_line(other.box, span.box)]
    near = (other for other in line if other.box[0] - span.box[2] < _WORDS * span.size > span.box[0] - other.box[2])
    return any(character.isalpha() for other in near for character in other.text)


def _on_line(box: Box, line: Box) -> bool:
    shared = min(box[3], line[3]) - max(box[1], line[1])
    return shared >= _SAME_LINE * min(box[3] - box[1], line[3] - line[1])


def _is_lettering(place: Place, places: Sequence[Place]) -> bool:
    """Letters drawn as outlines stand side by side in a row, closer than icons do."""
    high = place.box[3] - place.box[1]
    row = sorted((other.box for other in places if _on_line(other.box, place.box)), key=lambda box: box[0])
    at = row.index(place.box)
    first = last = at
    while first > 0 and row[first][0] - row[first - 1][2] < 0.4 * high:
        first -= 1
    while last + 1 < len(row) and row[last + 1][0] - row[last][2] < 0.4 * high:
        last += 1
    return last - first + 1 >= _LETTERING


def _label(box: Box, spans: Sequence[Span]) -> Span | None:
    """The first line of the text right of a picture."""
    beside = [
        span
        for span in spans
        if span.upright
        and -2.0 <= span.box[0] - box[2] <= _LABEL_GAP
        and box[1] - 4.0 <= (span.box[1] + span.box[3]) / 2 <= box[3] + 4.0
    ]
    if not beside or any(shared_area(box, span.box) > 0.5 * _area(span.box) for span in spans):
        return None
    first = min(beside, key=lambda span: (round(span.box[1]), span.box[0]))
    small = box[3] - box[1] <= _MOST_HIGH * first.size
    return first if any(map(str.isalpha, first.text)) and (small or _names(first)) else None


def _names(span: Span) -> bool:
    """Whether a line begins with a name, and not in the middle of prose."""
    return span.bold or span.lead > 1 or len(span.text.split()) <= _NAME_WORDS or bool(_NAMED.match(span.text))


def _is_below(one: tuple[Box, Span], other: tuple[Box, Span]) -> bool:
    """Whether two labelled pictures stand in one column: like sizes, middles and texts below each other."""
    a, b = one[0], other[0]
    sizes = sorted((max(_sides(a)), max(_sides(b))))
    apart = abs((a[0] + a[2]) - (b[0] + b[2])) / 2
    return (
        sizes[1] <= _LIKE_SIZE * sizes[0]
        and apart <= 0.35 * sizes[1]
        and min(a[3], b[3]) - max(a[1], b[1]) <= 4.0
        and abs(one[1].box[0] - other[1].box[0]) <= 6.0
    )


def _joined(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that touch made one, again and again, from left to right."""
    done: list[Box] = []
    active: list[Box] = []
    for box in sorted(boxes):
        done += [old for old in active if old[2] + _REACH < box[0]]
        active = [old for old in active if old[2] + _REACH >= box[0]]
        touching = [old for old in active if old[1] - _REACH <= box[3] and box[1] - _REACH <= old[3]]
        while touching:
            active = [old for old in active if old not in touching]
            box = hull([box, *touching])
            touching = [old for old in active if old[1] - _REACH <= box[3] and box[1] - _REACH <= old[3]]
        active.append(box)
    return done + active


def _sides(box: Box) -> tuple[float, float]:
    return (box[2] - box[0], box[3] - box[1])


def _area(box: Box) -> float:
    return max((box[2] - box[0]) * (box[3] - box[1]), 1e-6)

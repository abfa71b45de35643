"""What of a placed picture is let through by the clipping paths around it. Pure, on plain dictionaries.

Many programs place a whole sheet of pictures and clip it to the one they want: its box alone says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ingest.contracts import Box

_SAME: Final = 1.5


def shown_parts(bboxes: Sequence[Box], paths: Sequence[dict[str, Any]]) -> list[Box]:
    """What is left of each picture by the clips among `paths`; both in drawing order.

    A picture leaves a clip of its own size; the clips it is nested in, and those that follow it one level deeper,
    cut it further. One that leaves none of its own stands under the next clip that fits into it and is nobody else's.
    """
    own = [_place(bbox, paths) for bbox in bboxes]
    taken = {place for place in own if place is not None}
    parts: list[Box] = []
    done = -1
    for bbox, place in zip(bboxes, own, strict=True):
        at = place if place is not None else _next_free(bbox, paths, done, taken)
        if at is None:
            parts.append(bbox)
            continue
        done = max(done, at)
        taken.add(at)
        parts.append(_cut(bbox, paths, at))
    return parts


def _place(bbox: Box, paths: Sequence[dict[str, Any]]) -> int | None:
    return next((i for i, path in enumerate(paths) if path["type"] == "clip" and _same(path["scissor"], bbox)), None)


def _next_free(bbox: Box, paths: Sequence[dict[str, Any]], done: int, taken: set[int]) -> int | None:
    for i in range(done + 1, len(paths)):
        if i in taken:
            return None
        path = paths[i]
        if path["type"] == "clip" and _fits(path["scissor"], bbox):
            return i
    return None


def _fits(clip: Sequence[float], bbox: Box) -> bool:
    inside = clip[0] >= bbox[0] - 1 and clip[1] >= bbox[1] - 1 and clip[2] <= bbox[2] + 1 and clip[3] <= bbox[3] + 1
    return inside and not _same(clip, bbox)


def _cut(bbox: Box, paths: Sequence[dict[str, Any]], at: int) -> Box:
    chain = [bbox, paths[at]["scissor"], *_around(paths, at), *_within(paths, at)]
    x0, y0 = max(c[0] for c in chain), max(c[1] for c in chain)
    x1, y1 = min(c[2] for c in chain), min(c[3] for c in chain)
    return (x0, y0, x1, y1) if x1 - x0 > 1 and y1 - y0 > 1 else bbox


def _same(one: Sequence[float], other: Sequence[float]) -> bool:
    return all(abs(a - b) < _SAME for a, b in zip(one, other, strict=True))


def _around(paths: Sequence[dict[str, Any]], place: int) -> list[Sequence[float]]:
    level, found = paths[place]["level"], []
    for path in reversed(paths[:place]):
        if path["level"] < level and path["type"] in {"clip", "group"}:
            level = path["level"]
            if path["type"] == "clip":
                found.append(path["scissor"])
    return found


def _within(paths: Sequence[dict[str, Any]], place: int) -> list[Sequence[float]]:
    level, found = paths[place]["level"], []
    for path in paths[place + 1 :]:
        if path["type"] != "clip" or path["level"] <= level:
            break
        level = path["level"]
        found.append(path["scissor"])
    return found

"""The gold boxes: where on the gold page of a visual question one must look. Owns their reading; frames nothing itself.

    boxes = read_boxes()
    boxes[0].shown_by((0, 0, 420, 300))  # the share of what must be seen that a view of this region shows

Boxes are as `ingest.contracts.Box` says: points of the upright CropBox, origin at the top left. How they were drawn:
`tests/bench/questions/README.md`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from ingest.contracts import Box

Set: TypeAlias = Literal["dev-open", "samples", "fresh", "fresh-samples", "regions", "regions-corpus"]

BOXES = Path(__file__).parent / "questions/boxes.jsonl"


@dataclass(frozen=True)
class GoldBox:
    """What must be seen on one page to answer one question.

    `detail_pt` is the height of the smallest letter, figure or sign that must be made out. `needs_sight` is False where
    the words of the page, as they are read, answer. `equal` are other places of the page that show the very same.
    """

    set: Set
    id: str
    question: str
    file: str
    page: int
    box: Box
    detail_pt: float
    needs_sight: bool
    what: str
    equal: tuple[Box, ...] = ()

    def shown_by(self, view: Box) -> float:
        """The share of the box (or of an equal one) that lies in a view of this page."""
        return max(_covered(box, view) for box in (self.box, *self.equal))


def read_boxes(path: Path = BOXES) -> tuple[GoldBox, ...]:
    """Every gold box of the file, in its order."""
    return tuple(_gold_box(json.loads(line)) for line in path.read_text("utf-8").splitlines())


def area(box: Box) -> float:
    """Its area; nothing where the sides are crossed."""
    return max(0.0, box[2] - box[0]) * max(0.0, box[3] - box[1])


def _covered(box: Box, view: Box) -> float:
    both = (max(box[0], view[0]), max(box[1], view[1]), min(box[2], view[2]), min(box[3], view[3]))
    return area(both) / area(box)


def _gold_box(row: Mapping[str, Any]) -> GoldBox:
    return GoldBox(**{**row, "box": _box(row["box"]), "equal": tuple(_box(each) for each in row.get("equal", []))})


def _box(numbers: Sequence[float]) -> Box:
    x0, y0, x1, y1 = (float(number) for number in numbers)
    return x0, y0, x1, y1

"""The one picture that a model may read: the chosen page, or the region of it that matters.

Owns which part of the page is shown and where the file lies. Chooses no page; cutting is `ingest.views`'.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path

from ingest.contracts import Box, PageFacts, PagePart, PageRef, Passage
from oracle.contracts import View

PIXELS = 2000
"""What the model sees of the long side, whatever it is given."""

ENOUGH_DPI = 150
"""A page that arrives at this resolution is legible as a whole: an A4 arrives at about 170."""

_MARGIN = 36.0
_MOST = 0.8


def choose_box(width: float, height: float, passages: Iterable[Passage], parts: Sequence[PagePart] = ()) -> Box | None:
    """The region to show, in page points; `None` when the whole page is legible, or nothing is known.

    On a page too large to be read whole, the region is the half or the panel that holds the passages found there,
    else it holds their boxes, with room around them for the picture that they speak of.
    """
    if _legible(width, height):
        return None
    boxes = [box for passage in passages for box in passage.boxes]
    if not boxes:
        return None
    part = holding(parts, boxes)
    if part is not None and _legible(part.box[2] - part.box[0], part.box[3] - part.box[1]):
        return part.box
    region = _grown(boxes, width, height)
    return None if _share(region, width, height) > _MOST else region


def holding(parts: Sequence[PagePart], boxes: Sequence[Box]) -> PagePart | None:
    """The one part of a page in which all boxes stand, `None` where there is no such part."""
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in boxes]
    for part in parts:
        x0, y0, x1, y1 = part.box
        if middles and all(x0 <= x <= x1 and y0 <= y <= y1 for x, y in middles):
            return part
    return None


def _legible(width: float, height: float) -> bool:
    return max(width, height) * ENOUGH_DPI / 72 <= PIXELS


def make_view(facts: PageFacts, passages: Sequence[Passage], folder: Path) -> View | None:
    """The view of a page as a file under `folder`, named by what it holds; `None` without a page image."""
    if facts.image is None or not facts.image.is_file():
        return None
    from ingest.views import cut_view

    here = [passage for passage in passages if passage.ref == facts.ref]
    box, turn = _region(facts, here)
    folder.mkdir(parents=True, exist_ok=True)
    into = folder / _draft_name(facts.ref)
    draft = cut_view(facts.image, facts.width, facts.height, box, into, limit=PIXELS, turn=turn)
    digest = hashlib.sha256(draft.read_bytes()).hexdigest()
    file = folder / f"{digest}.png"
    draft.replace(file)
    return View(facts.ref, file, digest, box)


def _region(facts: PageFacts, passages: Sequence[Passage]) -> tuple[Box | None, int]:
    """What to show and how to turn it: a panel that is printed on its side or its head is shown upright, alone."""
    part = holding(facts.parts, [box for passage in passages for box in passage.boxes])
    if part is not None and part.turn:
        return part.box, part.turn
    return choose_box(facts.width, facts.height, passages, facts.parts), 0


def _draft_name(ref: PageRef) -> str:
    return f".{ref.game}.{ref.booklet}.{ref.page}.{uuid.uuid4().hex}.png"


def _grown(boxes: Sequence[Box], width: float, height: float) -> Box:
    """The boxes together with a margin, widened to at least half the page's sides."""
    x0, x1 = _side(min(b[0] for b in boxes), max(b[2] for b in boxes), width)
    y0, y1 = _side(min(b[1] for b in boxes), max(b[3] for b in boxes), height)
    return (x0, y0, x1, y1)


def _side(low: float, high: float, length: float) -> tuple[float, float]:
    low, high = low - _MARGIN, high + _MARGIN
    missing = max(0.0, length / 2 - (high - low)) / 2
    low, high = low - missing, high + missing
    shift = max(0.0, -low) - max(0.0, high - length)
    return max(0.0, low + shift), min(length, high + shift)


def _share(region: Box, width: float, height: float) -> float:
    x0, y0, x1, y1 = region
    return (x1 - x0) * (y1 - y0) / (width * height)

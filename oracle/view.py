"""The one picture that a model may read: the chosen page, or the region of it that matters.

Owns which part of the page is shown and where the file lies. Chooses no page; cutting is `ingest.views`'.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path

from ingest.contracts import Box, PageFacts, PageRef, Passage
from oracle.contracts import View

PIXELS = 2000
"""What the model sees of the long side, whatever it is given."""

ENOUGH_DPI = 150
"""A page that arrives at this resolution is legible as a whole: an A4 arrives at about 170."""

_MARGIN = 36.0
_MOST = 0.8


def choose_box(width: float, height: float, passages: Iterable[Passage]) -> Box | None:
    """The region to show, in page points; `None` when the whole page is legible, or nothing is known.

    On a page too large to be read whole, the region holds the boxes of the passages found there, with
    room around them for the picture that they speak of.
    """
    if max(width, height) * ENOUGH_DPI / 72 <= PIXELS:
        return None
    boxes = [box for passage in passages for box in passage.boxes]
    if not boxes:
        return None
    region = _grown(boxes, width, height)
    return None if _share(region, width, height) > _MOST else region


def make_view(facts: PageFacts, passages: Sequence[Passage], folder: Path) -> View | None:
    """The view of a page as a file under `folder`, named by what it holds; `None` without a page image."""
    if facts.image is None or not facts.image.is_file():
        return None
    from ingest.views import cut_view

    here = [passage for passage in passages if passage.ref == facts.ref]
    box = choose_box(facts.width, facts.height, here)
    folder.mkdir(parents=True, exist_ok=True)
    draft = cut_view(facts.image, facts.width, facts.height, box, folder / _draft_name(facts.ref), limit=PIXELS)
    digest = hashlib.sha256(draft.read_bytes()).hexdigest()
    file = folder / f"{digest}.png"
    draft.replace(file)
    return View(facts.ref, file, digest, box)


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

"""Gives a picture the words that stand with it. Pure.

Owns what is a caption: a short block directly below a picture, or above or beside it, that nothing else claims.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ingest.clean import join_lines
from ingest.contracts import Block, Box, Picture
from ingest.geometry import hull
from ingest.page.sheet import Figure

_NEAR: Final = 16.0
_MOST_WORDS: Final = 30
_FEW_WORDS: Final = 10
_MOST_LINES: Final = 2
_OFF: Final = 5.0
_LEAST_SIDE: Final = 24.0


def with_captions(figures: Sequence[Figure], blocks: Sequence[Block]) -> tuple[Picture, ...]:
    """The figures of a page as pictures, each with its caption or none."""
    able = [(hull(line.box for line in block.lines), block) for block in blocks if _may_caption(block)]
    return tuple(
        Picture(f.box, f.digest, f.file, _caption(f.box, able) or _below_row(f, figures, blocks)) for f in figures
    )


def _below_row(figure: Figure, figures: Sequence[Figure], blocks: Sequence[Block]) -> str:
    """A sentence or two centred below a picture, or below the row of pictures in which it stands."""
    if min(figure.box[2] - figure.box[0], figure.box[3] - figure.box[1]) < _LEAST_SIDE:
        return ""
    row = hull(f.box for f in figures if abs(f.box[3] - figure.box[3]) < 3.0 and abs(f.box[1] - figure.box[1]) < 3.0)
    for block in blocks:
        words = len(block.text.split())
        if block.role not in {"text", "caption"} or len(block.lines) > _MOST_LINES or words > _MOST_WORDS:
            continue
        centred = all(abs((line.box[0] + line.box[2]) - (row[0] + row[2])) < 2 * _OFF for line in block.lines)
        if centred and -4.0 <= block.lines[0].box[1] - row[3] <= _NEAR:
            return join_lines([line.text for line in block.lines])
    return ""


def _may_caption(block: Block) -> bool:
    words = len(block.text.split())
    if block.role == "caption":
        return words <= _MOST_WORDS
    return block.role in {"heading", "text"} and words <= _FEW_WORDS and not block.text.endswith(".")


def _caption(box: Box, blocks: Sequence[tuple[Box, Block]]) -> str:
    if min(box[2] - box[0], box[3] - box[1]) < _LEAST_SIDE:
        return ""
    near = [(distance, block) for other, block in blocks if (distance := _distance(box, other, block)) is not None]
    if not near:
        return ""
    _, best = min(near, key=lambda found: found[0])
    return join_lines([line.text for line in best.lines])


def _distance(box: Box, other: Box, block: Block) -> float | None:
    """How far a block stands from a picture, `None` when it is not its caption; below is nearest."""
    across = min(box[2], other[2]) - max(box[0], other[0])
    if across < 0.5 * min(box[2] - box[0], other[2] - other[0]):
        return _beside(box, other) if block.role == "caption" else None
    below, above = other[1] - box[3], box[1] - other[3]
    if -4.0 <= below <= _NEAR and block.role != "heading":
        return below
    if -4.0 <= above <= _NEAR:
        return above + _NEAR
    return None


def _beside(box: Box, other: Box) -> float | None:
    """How far a caption stands at the side of a picture, `None` when it is not beside it."""
    apart = max(other[0] - box[2], box[0] - other[2])
    level = box[1] - 6.0 <= other[1] and other[3] <= box[3] + 6.0
    return apart + 2 * _NEAR if level and -4.0 <= apart <= _NEAR + 4.0 else None

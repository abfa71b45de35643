"""Tells a placed picture from the frame of its page, which may run through the same box. Pure but for Pillow.

Owns what a frame is: a thin line along an edge of the picture's box that goes on outside it, with an empty band inside.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

_THICK: Final = 14
_BAND: Final = 8
_EMPTY: Final = 0.06
_ALONG: Final = 0.5

Pixels = tuple[int, int, int, int]


def without_frame(ink: Image.Image, box: Pixels) -> Pixels | None:
    """What a mask holds within `box`, less the frame of the page; `None` where it holds nothing.

    The mask goes on a little beyond the box, so that a line that does can be seen to.
    """
    found = ink.crop(box).getbbox()
    if found is None:
        return None
    x0, y0, x1, y1 = box[0] + found[0], box[1] + found[1], box[0] + found[2], box[1] + found[3]
    cut = ink.crop((x0, y0, x1, y1))
    across = _shares(cut.resize((cut.width, 1), Image.Resampling.BOX))
    down = _shares(cut.resize((1, cut.height), Image.Resampling.BOX))
    upright, level = _ends(ink, box, upright=True), _ends(ink, box, upright=False)
    left = _line(across) if any(upright[x0 : x0 + _THICK]) else 0
    right = _line(across[::-1]) if any(upright[max(x1 - _THICK, 0) : x1]) else 0
    top = _line(down) if any(level[y0 : y0 + _THICK]) else 0
    bottom = _line(down[::-1]) if any(level[max(y1 - _THICK, 0) : y1]) else 0
    x0, y0, x1, y1 = x0 + left, y0 + top, x1 - right, y1 - bottom
    inner = ink.crop((x0, y0, x1, y1)).getbbox() if x0 < x1 and y0 < y1 else None
    return None if inner is None else (x0 + inner[0], y0 + inner[1], x0 + inner[2], y0 + inner[3])


def _shares(profile: Image.Image) -> list[float]:
    return [value / 255 for value in profile.tobytes()]


def _ends(ink: Image.Image, box: Pixels, *, upright: bool) -> list[bool]:
    """For each column (or row) of the mask, whether it holds ink beyond the box."""
    wide, high = ink.size
    strips = (
        [(0, 0, wide, box[1]), (0, box[3], wide, high)] if upright else [(0, 0, box[0], high), (box[2], 0, wide, high)]
    )
    found = [False] * (wide if upright else high)
    for strip in strips:
        if strip[0] < strip[2] and strip[1] < strip[3]:
            size = (wide, 1) if upright else (1, high)
            profile = ink.crop(strip).resize(size, Image.Resampling.BOX).tobytes()
            found = [known or value > 127 for known, value in zip(found, profile, strict=True)]
    return found


def _line(ink: Sequence[float]) -> int:
    """How much of a profile is a thin line along its beginning and the empty band after it."""
    thick = next((i for i, share in enumerate(ink[: _THICK + 1]) if share < _EMPTY and max(ink[: i + 1]) > _ALONG), 0)
    band = next((i for i, share in enumerate(ink[thick:]) if share >= _EMPTY), 0)
    return thick + band if thick and band >= _BAND else 0

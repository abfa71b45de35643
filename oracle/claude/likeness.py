"""Whether the picture that went to the model is the view that it was offered, and no other that lay in its place.

Pure but for reading the view. Claude Code sends a PNG of up to about 500 KB as it is, and packs a larger one anew
(measured): then the two must look alike, point by point where they are of one size, in the large where it was made
smaller.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
from pathlib import Path
from typing import TYPE_CHECKING

from oracle.contracts import View

if TYPE_CHECKING:
    from PIL.Image import Image

FINE, COARSE = 500, 160
"""Long sides at which two pictures are compared: of the same size, and of different ones."""

FARTHEST = 64
"""Grey levels by which no point of two pictures that are one may differ.

Measured at 2000 px: pages of the corpus packed anew at most 18, made smaller too at most 31, pure noise 44; another
page of the same book differs by more than 200.
"""

_LARGEST = 8000


def shows(data: object, view: View) -> bool:
    """Whether a picture, in base64 as it stands in the stream, is the view."""
    try:
        sent = base64.b64decode(str(data), validate=True)
    except (binascii.Error, ValueError):
        return False
    return hashlib.sha256(sent).hexdigest() == view.digest or _alike(sent, view.file)


def _alike(sent: bytes, file: Path) -> bool:
    from PIL import Image, ImageChops

    try:
        with Image.open(io.BytesIO(sent)) as one, Image.open(file) as other:
            if max(*one.size, *other.size) > _LARGEST:
                return False
            side = FINE if one.size == other.size else COARSE
            pair = _reduced(one, side), _reduced(other, side)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):  # no picture, or none to be unpacked
        return False
    if any(abs(a - b) > 1 for a, b in zip(pair[0].size, pair[1].size, strict=True)):
        return False
    farthest = ImageChops.difference(pair[0], pair[1].resize(pair[0].size)).getextrema()[1]
    return int(str(farthest)) <= FARTHEST


def _reduced(picture: Image, side: int) -> Image:
    from PIL.Image import Resampling

    share = side / max(picture.size)
    width, height = (max(1, round(length * share)) for length in picture.size)
    return picture.convert("L").resize((width, height), Resampling.BOX)

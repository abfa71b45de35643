"""Makes lettering dark on light, whatever its ground, before OCR looks at it. Pure: arrays in, arrays out.

Owns where a picture's own middle between ink and ground lies. Decides nothing about what is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

_LEAST_RANGE: Final = 24
_PAPER: Final = 215
_MIDDLE: Final = 128
_DARK_GROUND: Final = 110
_WHITE: Final = 235


def threshold(gray: NDArray[Any]) -> int:
    """The gray value that best divides a picture into dark and light (Otsu)."""
    import numpy as np

    counts = np.bincount(gray.ravel(), minlength=256).astype(float)
    dark = np.cumsum(counts)
    light = dark[-1] - dark
    weight = np.cumsum(counts * np.arange(256))
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = dark * light * (weight / dark - (weight[-1] - weight) / light) ** 2
    return int(np.argmax(np.nan_to_num(apart)))


def levelled(gray: NDArray[Any], light: Sequence[tuple[int, int, int, int]] = ()) -> NDArray[Any]:
    """The picture on a light ground. The boxes in `light` hold letters that are lighter than what they stand on.

    A picture on paper is left as it is: its shades help OCR.
    """
    import numpy as np

    usual = int(np.median(gray))
    out = gray.copy() if usual >= _PAPER else _stretched(gray)
    dark = int(np.median(out)) < _MIDDLE
    if dark:
        out = 255 - out
    for x0, y0, x1, y1 in light if not dark else ():
        part = gray[y0:y1, x0:x1]
        if part.size and int(np.median(part)) < _MIDDLE:  # else it is what shows between dark letters
            out[y0:y1, x0:x1] = 255 - _stretched(part)
    return out


def _stretched(gray: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    if not gray.size:
        return gray
    low, high = (int(value) for value in np.percentile(gray, (0.5, 99.5)))
    if high - low < _LEAST_RANGE:
        return np.full(gray.shape, 255, np.uint8)
    middle = min(max(threshold(gray), low + 8), high - 8)
    curve = np.interp(np.arange(256), [low, middle, high], [0, 128, 255])
    stretched: NDArray[Any] = curve[gray].astype(np.uint8)
    return stretched


def flattened(gray: NDArray[Any], ground: NDArray[Any]) -> NDArray[Any]:
    """The picture as if its ground were white everywhere; on dark ground it is inverted."""
    import numpy as np

    ink, paper = gray.astype(float), ground.astype(float)
    on_light = ink / np.maximum(paper, 1) * _WHITE
    on_dark = 255 - (ink - paper) / np.maximum(255 - paper, 1) * 255
    out: NDArray[Any] = np.clip(np.where(paper < _DARK_GROUND, on_dark, on_light), 0, 255).astype(np.uint8)
    return out

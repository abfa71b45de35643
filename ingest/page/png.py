"""Writes PNG files fast: each row as it is (filter 0), compressed by ISA-L. The only module that imports `isal`.

A page of 25 MB costs 10 ms of compression here, 150 ms in Pillow, whose encoder tries five filters on every row; on
print the file is as small (ADR 0023). Format: W3C, Portable Network Graphics (Third Edition), sections 5, 9 and 11.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Final, Literal

from isal import isal_zlib

Mode = Literal["L", "RGB"]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPE: Final = {"L": 0, "RGB": 2}
_CHANNELS: Final = {"L": 1, "RGB": 3}
_ROWS: Final = 64


def write_png(file: Path, size: tuple[int, int], mode: Mode, pixels: bytes, dpi: int) -> None:
    """Write a picture of `size` (width, height): `pixels` row by row from the top, 8 bits a channel.

    Raises:
        ValueError: `pixels` is not as long as the size says.
        OSError: the disk is full, or the file cannot be written.
    """
    width, height = size
    if len(pixels) != height * width * _CHANNELS[mode]:
        raise ValueError(f"{len(pixels)} bytes are not {width} x {height} of {mode}")
    per_metre = round(dpi / 0.0254)
    with file.open("wb") as out:
        out.write(_SIGNATURE)
        out.write(_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPE[mode], 0, 0, 0)))
        out.write(_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
        out.write(_chunk(b"IDAT", _compressed(memoryview(pixels), height)))
        out.write(_chunk(b"IEND", b""))


def _compressed(pixels: memoryview, height: int) -> bytes:
    """The rows, each after a zero byte (its filter), some at a time: the whole twice in memory would cost more."""
    row, packed = len(pixels) // height, isal_zlib.compressobj(1)
    out = []
    for first in range(0, height, _ROWS):
        last = min(first + _ROWS, height)
        rows = (pixels[y * row : (y + 1) * row] for y in range(first, last))
        out.append(packed.compress(b"\0" + b"\0".join(rows)))
    return b"".join((*out, packed.flush()))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        (struct.pack(">I", len(data)), kind, data, struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind))))
    )

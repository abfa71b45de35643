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


def write_png(file: Path, size: tuple[int, int], mode: Mode, rows: bytes, dpi: int) -> None:
    """Write a picture of `size` (width, height): `rows` holds its rows, each after one zero byte, 8 bits a channel.

    Raises:
        ValueError: `rows` is not as long as the size says.
        OSError: the disk is full, or the file cannot be written.
    """
    width, height = size
    if len(rows) != height * (1 + width * _CHANNELS[mode]):
        raise ValueError(f"{len(rows)} bytes are not {width} x {height} of {mode}")
    per_metre = round(dpi / 0.0254)
    with file.open("wb") as out:
        out.write(_SIGNATURE)
        out.write(_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPE[mode], 0, 0, 0)))
        out.write(_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
        out.write(_chunk(b"IDAT", isal_zlib.compress(rows, 1)))
        out.write(_chunk(b"IEND", b""))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return b"".join(
        (struct.pack(">I", len(data)), kind, data, struct.pack(">I", isal_zlib.crc32(data, isal_zlib.crc32(kind))))
    )

"""Arithmetic and cleaning that every model needs. Knows no model."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ingest.embedders import Vectors

LONGEST = 20_000


def unit(rows: object, dimension: int) -> Vectors:
    """`rows` as float32 of length 1 each; a row that is nothing but zeros stays one."""
    matrix = np.asarray(rows, dtype=np.float32).reshape(-1, dimension)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    return np.ascontiguousarray(matrix / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def plain(text: str) -> str:
    """`text` as a tokenizer can take it: no lone surrogate (a file name may hold one), and no endless length."""
    return text[:LONGEST].encode("utf-8", "replace").decode("utf-8")

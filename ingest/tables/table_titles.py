"""Tells whether the words beside a table are its title. Pure."""

from __future__ import annotations

import re
from typing import Final

from ingest.contracts import Block, Table

_NAMED: Final = re.compile(r"^(?:table|tableau|tab\.)(?=[\s\d:.])", re.IGNORECASE)
_MOST_WORDS: Final = 14
_NEAR: Final = 1.6


def is_title(block: Block, table: Table) -> bool:
    """Whether a block read just before a table names it: one short line close above, or one that says "Table"."""
    words = len(block.text.split())
    if block.role not in {"text", "caption"} or not 0 < words <= _MOST_WORDS or len(block.lines) > 2:
        return False
    if _NAMED.match(block.text):
        return True
    return not block.text.rstrip().endswith((".", ",", ";", "!", "?")) and _is_close(block, table)


def _is_close(block: Block, table: Table) -> bool:
    last = block.lines[-1].box
    gap = table.box[1] - last[3]
    return -2.0 <= gap <= _NEAR * max(last[3] - last[1], 1.0)

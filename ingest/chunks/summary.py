"""A one-line summary of a text, taken from it: its first sentence, cut at a word. Pure."""

from __future__ import annotations

import re

LENGTH = 160
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s")


def summary(text: str) -> str:
    """The first sentence of a text, at most `LENGTH` characters."""
    line = " ".join(text.split())
    first = _SENTENCE_END.split(line, maxsplit=1)[0]
    if len(first) <= LENGTH:
        return first
    return first[: LENGTH - 1].rsplit(" ", 1)[0] + "…"

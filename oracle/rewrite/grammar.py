"""The grammar of a rewrite, shared by the prompt, the parser and the tests: one or two lines `SEARCH: phrase`.

Owns what a phrase may be. What a model wrote is data: whatever is not exactly this is no rewrite.
"""

from __future__ import annotations

import re
import unicodedata

from oracle.display import clean
from oracle.words import content_words

LABEL = "SEARCH:"
LINES = 2
ASKED_LENGTH = 120
"""What the model is told; a little more is let pass."""

LONGEST = 240
_LABELLED = re.compile(r"SEARCH ?:")
_MARKUP = re.compile(r"[<>{}\[\]|\\`*_~#^]|\w+://|\bwww\.|@/")


def parse(text: str) -> tuple[str, ...]:
    """The phrases to search for; none where the text is not exactly the lines that were asked for."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if not lines or len(lines) > LINES or not all(_LABELLED.match(line) for line in lines):
        return ()
    phrases = [_plain(_LABELLED.sub("", line, count=1)) for line in lines]
    return tuple(dict.fromkeys(phrases)) if all(map(_is_phrase, phrases)) else ()


def _plain(text: str) -> str:
    """One line without what could steer a screen or stand for another letter, nor quotation marks around it."""
    return clean(unicodedata.normalize("NFKC", text), one_line=True).strip(" \"'“”«»")


def _is_phrase(text: str) -> bool:
    return len(text) <= LONGEST and not _MARKUP.search(text) and bool(content_words(text))

"""An answer cut into its sentences, quotations and markers kept whole.

Pure. Owns where a sentence ends in French and English prose. Judges nothing.
"""

from __future__ import annotations

import re

from oracle.grammar import MARKER
from oracle.quotes import spans

_ABBREVIATIONS = " p pp cf ex e.g i.e eg ie vs no nos n° fig ch sect art max min env incl resp mme st "
_END = re.compile(r"[.!?…]+\s?[»”\"’)\]]*(?:\s*\[\[[0-9]+\]\])*(?=\s+(?!\[\[)(\S))")
_LONE_MARKERS = re.compile(r"\s*\n\s*((?:\[\[[0-9]+\]\]\s*)+)(?=\n|\Z)")
_LAST_WORD = re.compile(r"([\w.°]+)\Z")


def lines(text: str) -> list[list[str]]:
    """The lines of a text, each a list of its sentences; empty lines are dropped."""
    joined = _LONE_MARKERS.sub(r" \1", text)
    return [sentences(line.strip()) for line in _keep_quotes(joined).split("\n") if line.strip()]


def _keep_quotes(text: str) -> str:
    """A quotation that runs over a line end is one line again."""
    pieces, last = [], 0
    for quote in spans(text):
        pieces += [text[last : quote.start], " ".join(text[quote.start : quote.end].split())]
        last = quote.end
    return "".join([*pieces, text[last:]])


def sentences(line: str) -> list[str]:
    """The sentences of one line. Markers after a full stop belong to the sentence before."""
    found, start = [], 0
    for end in _END.finditer(_masked(line)):
        if _is_end(line, end):
            found.append(line[start : end.end()].strip())
            start = end.end()
    return _with_what_follows([sentence for sentence in [*found, line[start:].strip()] if sentence])


def _with_what_follows(found: list[str]) -> list[str]:
    """A lone "Yes." is no statement of its own: it opens the next one."""
    merged: list[str] = []
    for sentence in reversed(found):
        brief = len(sentence.split()) <= 2 and not MARKER.search(sentence) and not any(spans(sentence))
        if merged and brief:
            merged[-1] = f"{sentence} {merged[-1]}"
        else:
            merged.append(sentence)
    return merged[::-1]


def _masked(line: str) -> str:
    """Quotations as `xxx`, but for the stop at their end: nothing inside one ends a sentence."""
    masked = line
    for quote in spans(line):
        inner = masked[quote.start + 1 : quote.end - 1]
        kept = re.search(r"[.!?…]?\s?\Z", inner)
        tail = kept[0] if kept else ""
        masked = masked[: quote.start + 1] + "x" * (len(inner) - len(tail)) + tail + masked[quote.end - 1 :]
    return masked


def _is_end(line: str, end: re.Match[str]) -> bool:
    following = end[1]
    if not (following.isupper() or following.isdigit() or following in '«“"‘(¿¡[-*•'):
        return False
    if MARKER.search(end[0]) or not end[0].startswith("."):
        return True
    word = _LAST_WORD.search(line[: end.start()])
    return not (word and (f" {word[1].lower()} " in _ABBREVIATIONS or (len(word[1]) == 1 and word[1].isalpha())))

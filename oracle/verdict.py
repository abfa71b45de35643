"""The verdict line of an answer, read and checked.

Pure. Owns its place and its word. What stands before it is no part of the answer; two verdicts that
differ are none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from oracle.contracts import Struck, Verdict
from oracle.grammar import VERDICT_LABEL
from oracle.strike import visible

_BEFORE = r"[*_#>\s]*"
_COLON = re.compile(r"\s[:：]|：|\s\Z")
"""French puts a space before it."""

_LINE = re.compile(rf"{_BEFORE}{re.escape(VERDICT_LABEL[:-1])}\s?[:：]\s*[*_]*(\w*)[*_.]*\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Ruled:
    """An answer's verdict, the text under it, and what of the verdict lines had to go."""

    verdict: Verdict | None
    body: str
    struck: tuple[Struck, ...]


def read_verdict(text: str) -> Ruled:
    """The verdict of a whole answer text."""
    lines = text.split("\n")
    found = {at: match for at, line in enumerate(lines) if (match := _LINE.fullmatch(line))}
    if not found:
        return Ruled(None, text.strip(), (Struck("verdict", ""),))
    words = {_word(match) for match in found.values()}
    verdict = words.pop() if len(words) == 1 else None
    first = min(found)
    preamble = "\n".join(lines[:first]).strip() if verdict else ""
    body = [found[at][2] if at in found else line for at, line in enumerate(lines) if at >= first or not verdict]
    repeated = [lines[at] for at in found if verdict is None or at != first]
    return Ruled(verdict, "\n".join(body).strip(), _struck([preamble, *repeated]))


def may_be_verdict(beginning: str) -> bool:
    """Whether a line that begins so can still become a verdict line."""
    said = _COLON.sub(":", re.sub(rf"\A{_BEFORE}", "", beginning).lower())
    label = VERDICT_LABEL.lower()
    return said.startswith(label) or label.startswith(said)


def _word(match: re.Match[str]) -> Verdict | None:
    word = match[1].lower()
    return Verdict(word) if word in set(Verdict) else None


def _struck(pieces: Sequence[str]) -> tuple[Struck, ...]:
    return tuple(Struck("verdict", visible(piece.strip())) for piece in pieces if piece.strip())

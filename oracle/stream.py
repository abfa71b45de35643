"""Claude's words as they come, made fit for a screen before anything is verified.

Pure. Owns what is held back until it can be judged: the verdict line, half a marker, a word that may turn out
to be a link. Verifies nothing. `icons` are the names of the icons that the passages hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from oracle.display import clean
from oracle.grammar import GAP, MARKER
from oracle.icons import shown
from oracle.strike import strike
from oracle.texts import Texts
from oracle.verdict import may_be_verdict, read_verdict

_WHOLE_WORDS = re.compile(r"^(?:.*\s)?", re.DOTALL)
_OPEN_BRACKETS = re.compile(r"\[[^\]]*\Z|!\Z|<[^>]*\Z")


class Stream:
    """Feed it pieces, write what it gives; `rest` at the end."""

    def __init__(self, words: Texts, icons: Mapping[str, str] | None = None) -> None:
        self._words = words
        self._icons = icons or {}
        self._held = ""
        self._begun = False

    def feed(self, piece: str) -> str:
        """What may be written now."""
        self._held += clean(piece)
        return self._head() + self._take(self._ready()) if self._head_known() else ""

    def rest(self) -> str:
        """What is still held; nothing more comes."""
        return self._head() + self._take(len(self._held))

    def _ready(self) -> int:
        """How much of what is held may be shown."""
        return _settled(self._held)

    def _worded(self, piece: str) -> str:
        """A piece in words that players read."""
        return piece

    def _head_known(self) -> bool:
        return self._begun or "\n" in self._held.lstrip() or not may_be_verdict(self._held)

    def _head(self) -> str:
        """The verdict line in the player's language, once."""
        if self._begun:
            return ""
        self._begun = True
        line, newline, after = self._held.lstrip().partition("\n")
        ruled = read_verdict(line)
        if ruled.verdict is None:
            return ""
        self._held = ruled.body + (newline if ruled.body else "") + after
        return verdict_words(self._words, ruled.verdict) + "\n"

    def _take(self, length: int) -> str:
        piece, self._held = self._held[:length], self._held[length:]
        return shown(MARKER.sub(r"[\1]", self._worded(_without_links(piece))), self._icons, self._words("ask.icon"))


def verdict_words(words: Texts, verdict: str | None) -> str:
    """A verdict as a player reads it."""
    return words(f"ask.{verdict}" if verdict else "ask.no_verdict")


def _settled(held: str) -> int:
    """How much of the held text can no longer become a marker, a tag or a link."""
    whole = _WHOLE_WORDS.match(held)
    end = whole.end() if whole else 0
    opened = _OPEN_BRACKETS.search(held, max(0, end - 300))
    return min(end, opened.start()) if opened and end - opened.start() < 300 else end


def _without_links(piece: str) -> str:
    shown, struck = strike(piece)
    return f"{shown.rstrip()} {GAP}{piece[len(piece.rstrip()) :]}" if struck else shown

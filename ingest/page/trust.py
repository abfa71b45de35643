"""Decides whether a page's own text can be trusted, and which of two readings is the better. Pure.

Owns the thresholds of DESIGN §4. Reads nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from ingest.clean import junk_share
from ingest.contracts import Box
from ingest.languages import scores
from ingest.page.sheet import OcrMode

Reason = Literal["forced", "no_text", "little_text", "hidden_text", "junk", "short", "disagrees"]

_WORD = re.compile(r"[^\W\d_]{2,}")
_FEW: Final = 20
_LITTLE: Final = 200
_SHORT: Final = 60
_BIG_PICTURE: Final = 0.2
_JUNK: Final = 0.1
_ENOUGH_WORDS: Final = 30
_FOREIGN: Final = 0.03
_SENTENCE: Final = 8
_SMALL_WORDS: Final = 0.22
_UNSURE: Final = 0.6
_QUITE_SURE: Final = 0.85
_SAME: Final = 0.5
_CONFIRMED: Final = 0.7


@dataclass(frozen=True)
class LayerFacts:
    """What is known of a page's text layer before its picture was read."""

    text: str
    hidden: str
    picture_share: float
    draws_something: bool


def words(text: str) -> list[str]:
    """The words of `text` of two letters or more, in small letters."""
    return [word.casefold() for word in _WORD.findall(text)]


def why_ocr(facts: LayerFacts, mode: OcrMode) -> Reason | None:
    """Why the picture of a page must be read, `None` when its layer is enough."""
    if mode != "auto":
        return "forced" if mode == "force" else None
    shown, hidden = len(facts.text.replace(" ", "")), len(facts.hidden.replace(" ", ""))
    if hidden > max(_FEW, shown):
        return "hidden_text"
    if shown < _FEW:
        return "no_text" if facts.draws_something else None
    if shown < _LITTLE and facts.picture_share > _BIG_PICTURE:
        return "little_text"
    if looks_wrong(facts.text):
        return "junk"
    return "short" if shown < _SHORT else None


def looks_wrong(text: str) -> bool:
    """Whether a text is not what anybody prints: characters that show nothing, or no function word at all."""
    if junk_share(text) > _JUNK:
        return True
    found = words(text)
    return len(found) >= _ENOUGH_WORDS and max(scores(text).values()) < _FOREIGN


def is_prose(text: str) -> bool:
    """Whether a text holds sentences: enough words, and small words among them."""
    return len(words(text)) >= _SENTENCE and max(scores(text).values()) >= _SMALL_WORDS


def agreement(one: str, other: str) -> float:
    """The share of the words of `one` that also stand in `other`, 0..1."""
    mine, theirs = words(one), set(words(other))
    return sum(word in theirs for word in mine) / len(mine) if mine else 0.0


def ocr_is_better(reason: Reason, layer: str, ocr: str, confidence: float) -> bool:
    """Which reading of a page to keep. For `hidden_text`, `layer` is what is hidden."""
    mine, read = words(layer), words(ocr)
    if reason == "forced" or not mine:
        return bool(ocr.strip())
    if not read:
        return False
    if reason == "hidden_text":
        return _beats_hidden(evidence(layer, ocr, confidence), layer, len(read) / len(mine))
    if reason == "disagrees":
        return confidence >= 0.6 and len(read) >= 0.4 * len(mine)
    if reason == "junk":
        return confidence >= 0.6 and max(scores(ocr).values()) > max(scores(layer).values())
    if reason in {"short", "no_text"} and agreement(layer, ocr) < 0.3:
        return confidence >= 0.75 and len(read) >= len(mine)
    if agreement(layer, ocr) >= _CONFIRMED and len(read) < 3 * len(mine) + 10:
        return False  # the layer is what is printed; what only pictures say is lettering, and no text of the page
    return confidence >= 0.7 and len(read) > 1.5 * len(mine) + 5


@dataclass(frozen=True)
class Evidence:
    """What speaks for a hidden layer or for OCR: shares of 1. `known` are small words that every sentence has."""

    agreement: float
    confidence: float
    known: float
    known_hidden: float

    def facts(self) -> dict[str, int]:
        """The same in hundredths, for a note."""
        return {
            "agreement": round(100 * self.agreement),
            "confidence": round(100 * self.confidence),
            "known": round(100 * self.known),
            "known_hidden": round(100 * self.known_hidden),
        }


def evidence(hidden: str, ocr: str, confidence: float) -> Evidence:
    """How much two readings of one picture agree, and how much each is a language."""
    both = (agreement(hidden, ocr) + agreement(ocr, hidden)) / 2
    return Evidence(both, confidence, max(scores(ocr).values()), max(scores(hidden).values()))


def _beats_hidden(found: Evidence, hidden: str, length: float) -> bool:
    """OCR sees the picture: it wins unless it is unsure, or lost half, of a layer that is credible.

    Where both say the same, the one that is more of a language is the better reading of the same words.
    """
    if not _credible(hidden):
        return True
    if found.confidence < _UNSURE or length < 0.5:
        return False
    if found.agreement >= _SAME and found.confidence < _QUITE_SURE:
        return found.known >= found.known_hidden
    return True


def _credible(text: str) -> bool:
    return not looks_wrong(text) and (len(words(text)) < _ENOUGH_WORDS or max(scores(text).values()) > 0.08)


def covered(box: Box, by: Sequence[Box], least: float = 0.85) -> bool:
    """Whether one of `by` covers at least that share of `box`."""
    area = max((box[2] - box[0]) * (box[3] - box[1]), 1e-6)
    for x0, y0, x1, y1 in by:
        wide, high = min(box[2], x1) - max(box[0], x0), min(box[3], y1) - max(box[1], y0)
        if wide > 0 and high > 0 and wide * high >= least * area:
            return True
    return False

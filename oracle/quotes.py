"""Quotations: where they stand in a text, and whether a page really holds their words.

Pure. Owns what counts as "the same words": NFKC, typography, white space, line-end hyphens, case and
closing punctuation may differ, icons are left out; a letter, a digit, a sign or the order of words may not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.icons.placeholders import PLACEHOLDER
from oracle.grammar import MIN_QUOTE

_INVISIBLE = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b-\u200f\u2060-\u2064\ufeff\ufe00-\ufe0f]")
_SOFT_HYPHEN = re.compile("\u00ad\\s*")
_DASHES = dict.fromkeys(map(ord, "‐‑‒−⁃"), "-") | dict.fromkeys(map(ord, "–—―"), "—")
_APOSTROPHES = dict.fromkeys(map(ord, "’‘‛ʼ´`′＇"), "'")
_SPACES = dict.fromkeys(map(ord, '"“”„‟«»‹›″＂*_•■▪◦●○►▶‣·|'), " ")
_TYPOGRAPHY = _DASHES | _APOSTROPHES | _SPACES | {ord("⁄"): "/"}
# NFKC turns 2² into 22 and 1½ into 11/2: keep a digit from growing.
_RAISED = re.compile("([⁰¹²³⁴-⁹₀-₉]+)")
_FRACTION = re.compile("([¼-¾⅐-⅞↉])")
_SPELLING = {ord("œ"): "oe", ord("æ"): "ae"}
# Typewriters and many keyboards have no capital À: the accent of a first letter tells no two rules apart.
_FIRST_LETTER = re.compile(r"(?<!\w)[à-äç-ïñ-öù-ü]")
_LETTER = r"[^\W\d_]"
_LINE_END_HYPHEN = re.compile(rf"(?<={_LETTER})-\s*(?={_LETTER})")
_RANGE = re.compile(r"(?<=\d)—(?=\d)")
_LOOSE_APOSTROPHE = re.compile(rf"(?<!{_LETTER})'|'(?!{_LETTER})")
_BEFORE_POINT = re.compile(r"\s+(?=[,.;:!?%)\]])")
_AFTER_OPENING = re.compile(r"(?<=[(\[])\s+")
_ENDS = " .,;:!?-"

_MARKS = re.compile(
    r"«((?:[^«»]|«[^«»]*»)*)»"
    r"|“((?:[^“”]|“[^“”]*”)*)”"
    r"|„([^„“”]*)[“”]"
    r"|‹([^‹›]*)›"
    r"|「([^「」]*)」|『([^『』]*)』|❝([^❝❞]*)❞|〝([^〝〞〟]*)[〞〟]|＂([^＂\n]*)＂"
    r"|''([^'\n]{12,})''"
    r"|‘((?:[^‘’\n]|(?<=\w)’(?=\w))*)’(?!\w)"
    r'|"([^"\n]*)"'
    r"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){12,})'(?!\w)"
)
ORPHANS = re.compile("[«»“”„‹›‟〝〞〟＂「」『』❝❞❛❜⹂‚]|(?<![0-9])\"|''|``")
"""Quotation marks that open or close nothing: what they stand beside is not a quotation."""


@dataclass(frozen=True)
class Quote:
    """A quoted span: `start` and `end` include the marks, `inner` does not."""

    start: int
    end: int
    inner: str


def spans(text: str) -> Iterator[Quote]:
    """The quotations of a text, outermost, from left to right."""
    for match in _MARKS.finditer(text):
        inner = next(group for group in match.groups() if group is not None)
        yield Quote(match.start(), match.end(), inner.strip())


def fold(text: str) -> str:
    """The form in which two texts are compared: equal forms are the same words."""
    text = _SOFT_HYPHEN.sub("", _INVISIBLE.sub("", PLACEHOLDER.sub(" ", text)))
    text = _FRACTION.sub(r" \1", _RAISED.sub(r" ^\1", text)).translate(_TYPOGRAPHY)
    text = unicodedata.normalize("NFKC", text).translate(_TYPOGRAPHY).casefold().translate(_SPELLING)
    text = _FIRST_LETTER.sub(lambda first: unicodedata.normalize("NFD", first[0])[0], text)
    text = _LOOSE_APOSTROPHE.sub(" ", _LINE_END_HYPHEN.sub("", text))
    text = _RANGE.sub("-", text).replace("—", " - ")
    text = " ".join(text.split())
    return _AFTER_OPENING.sub("", _BEFORE_POINT.sub("", text))


def needle(quote: str) -> str:
    """The folded quotation without the punctuation that a writer may add at its ends."""
    return fold(quote).strip(_ENDS)


def long_enough(quote: str) -> bool:
    """Whether a quotation can prove anything at all."""
    return len(needle(quote)) >= MIN_QUOTE


def holds(folded: str, quote: str) -> bool:
    """Whether a folded text holds the quotation, contiguous, whole words and whole numbers only."""
    return any(occurrences(folded, needle(quote)))


def occurrences(folded: str, wanted: str, start: int = 0) -> Iterator[range]:
    """Where in a folded text a folded piece stands from `start` on, whole words and whole numbers only."""
    at = folded.find(wanted, start) if wanted else -1
    while at >= 0:
        if _whole(folded, at, at + len(wanted)):
            yield range(at, at + len(wanted))
        at = folded.find(wanted, at + 1)


def holds_but_numbers(folded: str, quote: str) -> bool:
    """Whether the quotation would stand there if its numbers were others."""
    return holds(_NUMBER.sub("0", folded), _NUMBER.sub("0", needle(quote)))


_NUMBER = re.compile(r"\d+")


def _whole(text: str, start: int, end: int) -> bool:
    return not (_continues(text, start - 1, start, -1) or _continues(text, end, end - 1, +1))


def _continues(text: str, outside: int, edge: int, step: int) -> bool:
    """Whether the word or number at `edge` goes on at `outside`: `15 cards` does not hold `5 cards`."""
    if not 0 <= outside < len(text):
        return False
    near = text[outside]
    if near.isalnum() or near == "^":
        return text[edge].isalnum() or near == "^"
    if not text[edge].isdigit():
        return False
    beyond = text[outside + step] if 0 <= outside + step < len(text) else " "
    if step < 0:
        return near in "-+±~×" or (near in ".,/:" and beyond.isdigit())
    return near == "%" or (near in "-.,/:×" and beyond.isdigit())

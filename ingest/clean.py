"""Makes text from a file harmless and readable, once, at ingestion.

Owns normalisation (NFKC, spaces, soft hyphens), ligatures that are control characters, and the removal of
hostile code points. Knows no page, no layout.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ingest.icons.placeholders import harmless, is_mark

# TeX's old text encoding: these control characters are printed as ligatures (seen in real rulebooks).
_LIGATURES: Final = {0x1B: "ff", 0x1C: "fi", 0x1D: "fl", 0x1E: "ffi", 0x1F: "ffl"}
_LIGATURE_IN_WORD = re.compile(r"[\x1b-\x1f]+(?=[^\W\d_])|(?<=[^\W\d_])[\x1b-\x1f]+")
_QUOTED = re.compile(r"\x13([^\x13\x14]*)\x14")
_AT_MOST = re.compile(r"(?<=[\w)] )\x14(?= [\w(])")
_DASHES: Final = {0x15: "–", 0x16: "—"}
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_].*?(?:\x07|\x1b\\)|[@-Z\\-_])", re.DOTALL)
_SPACES = re.compile(r"[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+")
_MANY_HYPHENS = re.compile(
    "[-\u2010\u2011]*[\u2010\u2011][-\u2010\u2011]+|[-\u2010\u2011]+[\u2010\u2011][-\u2010\u2011]*"
)
_SOFT_HYPHEN_END = re.compile("\u00ad\\s*$")

_KEEP_CONTROLS: Final = frozenset("\t\n")
# NFKC would turn these into plain letters or digits and lose what they show.
_KEEP_FORM: Final = frozenset("²³½¼¾™…") | frozenset(map(chr, range(0x2460, 0x2500)))


def _harmful(character: str, *, marks: bool = False) -> bool:
    if character in _KEEP_CONTROLS or (marks and is_mark(character)):
        return False
    point = ord(character)
    return (
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Co", "Cn"}
        or 0xFE00 <= point <= 0xFE0F
        or 0xE0000 <= point <= 0xE0FFF
        or point == 0xFFFD
    )


def _fold(character: str) -> str:
    return character if character in _KEEP_FORM else unicodedata.normalize("NFKC", character)


def _ligature(found: re.Match[str]) -> str:
    return "".join(_LIGATURES[ord(character)] for character in found.group())


def restore_ligatures(text: str) -> str:
    """Control characters as what TeX's old fonts print for them: ligatures in words, French quotation marks."""
    text = _QUOTED.sub("«\\1»", _LIGATURE_IN_WORD.sub(_ligature, text))
    return _AT_MOST.sub("≤", text).translate(_DASHES)


def clean_text(text: str, *, marks: bool = False) -> str:
    """`text` on one line, normalised, with nothing in it that a terminal or a prompt could obey.

    With `marks` the private characters that stand for icons stay (see `ingest.icons.placeholders`).
    """
    if text.isascii() and text.isprintable():
        return harmless(" ".join(text.split()))  # most lines: nothing below would change them
    text = restore_ligatures(_ESCAPE.sub("", text))
    text = _SPACES.sub(" ", _SOFT_HYPHEN_END.sub("\u2010", text).replace("\u00ad", ""))
    text = _MANY_HYPHENS.sub("-", text)
    text = "".join(_fold(character) for character in text if not _harmful(character, marks=marks))
    return harmless(_SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip())


def junk_share(text: str) -> float:
    """Share of the characters of `text` that nobody prints: controls, private use, replacement characters."""
    visible = [character for character in text if not character.isspace()]
    if not visible:
        return 0.0
    return sum(_harmful(character) and character != "\u00ad" for character in visible) / len(visible)


_BROKEN = re.compile(r"([^\W\d_])[-\u2010]$")


def join_lines(lines: list[str]) -> str:
    """Printed lines as running text: a word cut at the end of a line is made whole.

    A hyphen before a lower-case letter is taken as the printer's; before anything else it stays.
    """
    out = ""
    for line in lines:
        if out and _BROKEN.search(out) and line[:1].islower():
            out = out[:-1] + line
        else:
            out = f"{out} {line}" if out else line
    return out.replace("\u2010", "-")

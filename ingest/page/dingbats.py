"""What a code of a dingbat font prints, where Unicode has a character for it. Pure.

Owns which fonts these are, by their names, and how the character that a PDF reports leads back to the code that it
hides (`∂∑∏` are ❶❷❸: the font's codes read as Mac Roman). The table is `dingbats.toml`.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib import resources
from typing import Final

_FAMILIES: Final = (
    (re.compile(r"wingdings?2"), "wingdings2"),
    (re.compile(r"wingdings?3"), "wingdings3"),
    (re.compile(r"wingdings?"), "wingdings"),
    (re.compile(r"webdings?"), "webdings"),
    (re.compile(r"(itc|apple|monotype)?zapfdingbats|^dingbats$|d050000l|urwdingbats"), "zapfdingbats"),
    (re.compile(r"^(standard)?symbol(mt|ps|psmt|sps|sl|std|neu|set|proportionalbt)?(bold|italic|regular)*$"), "symbol"),
)
_FIRST: Final = 0x20
_ROW: Final = 16
_NOTHING: Final = "\ufffd"
# Already what is printed: these blocks hold arrows, shapes, dingbats, bullets; no letter's code hides behind them.
_PICTURES: Final = ((0x2190, 0x21FF), (0x2460, 0x24FF), (0x25A0, 0x27BF), (0x2B00, 0x2BFF), (0x1F000, 0x1FAFF))


def family(font: str) -> str | None:
    """The dingbat family that a font's name says, `None` for any other font."""
    name = re.sub(r"[^a-z0-9]", "", re.sub(r"^[A-Z]{6}\+", "", font).casefold())
    return next((known for pattern, known in _FAMILIES if pattern.search(name)), None)


def printed(kind: str, character: str, encoding: str) -> str | None:
    """What a dingbat font of that family prints where the file says `character`; `None` where Unicode has nothing."""
    if character == "•" or _is_picture(character):
        return character
    if kind == "symbol" and unicodedata.category(character) in {"Sm", "Ll", "Lu"} and ord(character) > 0x2FF:
        return character  # its names are those of the signs, so what the file says is what stands there
    code = _code(character, encoding)
    if code is None or code < _FIRST:
        return None
    row, column = divmod(code - _FIRST, _ROW)
    rows = _table()[kind]
    found = rows[row][column] if row < len(rows) else _NOTHING
    return None if found == _NOTHING else found


def _is_picture(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _PICTURES)


def _code(character: str, encoding: str) -> int | None:
    point = ord(character)
    if 0xF000 <= point <= 0xF0FF:
        return point - 0xF000
    if point < 0x80:
        return point
    for codec in ("mac_roman", "cp1252") if "Mac" in encoding else ("cp1252", "mac_roman"):
        try:
            return character.encode(codec)[0]
        except UnicodeEncodeError:
            continue
    return point if point <= 0xFF else None


@cache
def _table() -> dict[str, tuple[str, ...]]:
    text = resources.files("ingest").joinpath("dingbats.toml").read_text("utf-8")
    return {kind: tuple(rows) for kind, rows in tomllib.loads(text).items()}

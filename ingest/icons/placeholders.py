"""How an icon stands in a text: `{icon:3f2a}` in everything that is stored, one private character while a page is read.

Owns the form of the placeholder, what a text looks like without it or with names in its place, and the private
characters that stand for icons inside `ingest` until the whole book is known. Knows no icon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

PLACEHOLDER: Final = re.compile(r"\{icon:([0-9a-f]{4,16})\}")
_LITERAL: Final = re.compile(r"\{(?=icon:)", re.IGNORECASE)
_FIRST: Final = 0x10F000
_LAST: Final = 0x10FFFD
MOST: Final = _LAST - _FIRST + 1
MARK: Final = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")
_TIGHT_BEFORE: Final = re.compile(r"(?<=[\w}])(?=\{icon:[0-9a-f]{4,16}\})")
_TIGHT_AFTER: Final = re.compile(r"(\{icon:[0-9a-f]{4,16}\})(?=\w)")
_LOOSE: Final = re.compile(r"(\{icon:[0-9a-f]{4,16}\}) (?=[.,)\]])")
_BEFORE_POINT: Final = re.compile(r"(?<=\w)\s+(?=[.,;)\]])")


def mark(number: int) -> str:
    """The private character of icon `number` (from 0) of a page or of a book."""
    return chr(_FIRST + number)


def number_of(character: str) -> int:
    """Which icon a private character stands for."""
    return ord(character) - _FIRST


def is_mark(character: str) -> bool:
    """Whether a character stands for an icon."""
    return _FIRST <= ord(character) <= _LAST


def placeholder(icon_id: str) -> str:
    """What the stored text says where an icon stands."""
    return f"{{icon:{icon_id}}}"


def harmless(text: str) -> str:
    """A file's own text: what it literally says is never taken for an icon."""
    return _LITERAL.sub("{ ", text)


def written(text: str, name: Callable[[str], str]) -> str:
    """`text` with its private characters replaced by what `name` says of each, apart from the words beside them."""
    if MARK.search(text) is None:
        return text
    said = MARK.sub(lambda found: name(found[0]), text)
    return _LOOSE.sub(r"\1", _TIGHT_AFTER.sub(r"\1 ", _TIGHT_BEFORE.sub(" ", said))).strip(" ")


def ids(text: str) -> list[str]:
    """The icons that stand in a text, in order."""
    return PLACEHOLDER.findall(text)


def replaced(text: str, shown: Callable[[str], str]) -> str:
    """`text` with what `shown` makes of each icon's id in place of it."""
    return PLACEHOLDER.sub(lambda found: shown(found[1]), text)


def spoken(text: str, names: Mapping[str, str]) -> str:
    """What can be searched for: the name of each icon where it is known, nothing where it is not."""
    if PLACEHOLDER.search(text) is None:
        return text
    plain = replaced(text, lambda icon_id: f" {names.get(icon_id, '')} ")
    return _BEFORE_POINT.sub("", "\n".join(" ".join(line.split()) for line in plain.split("\n")))

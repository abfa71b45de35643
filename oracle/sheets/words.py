"""What rulebooks call set-up, a turn and scoring: `words.toml`, French and English together, as players mix them.

Owns reading it and what a heading is about. Knows no passage.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from oracle.sheets.contracts import SheetKind
from oracle.sight import plain

MAIN, BESIDE = 0, 1
_RUN_IN = 4
"""Words of a heading that stands in the line of its text, at most."""

_ENDS = (".", ":", "–", "—")

_NUMBER = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[ivx]{1,4}[.)])\s+(?=\D)")
_BRACKETS = re.compile(r"\([^()]*\)")
_MATTERS = (SheetKind.SETUP, SheetKind.TURN, SheetKind.SCORING)
_OTHERS = {kind: tuple(other for other in _MATTERS if other != kind) for kind in _MATTERS}


@dataclass(frozen=True)
class Near:
    """How near the matter something stands: under a heading that names it or beside it, and so many headings below.

    `far` is how many pages what is beside the matter stands from what names it.
    """

    tier: int
    below: int = 0
    far: int = 0


def near(kind: SheetKind, titles: Sequence[str], *, instead: bool = False) -> Near | None:
    """How near the matter what stands under these headings is, the nearest heading last; `None` = not at all.

    A heading that names another matter, or under which there are only examples, advice or mistakes, hides what those
    above it name; below one of a variant nothing counts. What is only beside the matter is not, where it stands in a
    section of another one. With `instead` a heading counts that serves where no heading of the book names the matter.
    """
    found: Near | None = None
    elsewhere = False
    for title in map(_told, titles):
        if _pattern("hides").search(title):
            return None
        own, other = _serves(kind, title) if instead else _named(kind, title), _other(kind, title)
        if own is not None and not (own >= BESIDE and found is None and elsewhere):
            found = Near(own if found is None else min(found.tier, own))
        elif _never(kind).search(title) or (other is not None and (found is None or other <= found.tier)):
            found = None
        elif found is not None:
            found = Near(found.tier, found.below + 1)
        elsewhere = elsewhere or other == MAIN
    return found


def speaks_of_else(kind: SheetKind, titles: Sequence[str]) -> bool:
    """Whether a heading names another matter than this, or one that a sheet can do without."""
    said = [_told(title) for title in titles]
    gone = any(_never(kind).search(title) or _pattern("hides").search(title) for title in said)
    return gone or any(_other(kind, title) == MAIN and _named(kind, title) is None for title in said)


def _told(title: str) -> str:
    """A heading as its words are compared: without its number, and what stands in brackets, how often or for whom."""
    return _NUMBER.sub("", _BRACKETS.sub(" ", plain(title)).strip())


def run_in(line: str) -> tuple[str, str] | None:
    """The heading that a line begins with and what follows it, where it names a matter: `Set-up. Each player …`."""
    parts = line.split(" ")
    for n in range(1, min(_RUN_IN, len(parts) - 1) + 1):
        title = " ".join(parts[:n]).rstrip(" .:–—-")
        if parts[n - 1][-1:] not in _ENDS and parts[n][-1:] in _ENDS:
            continue  # "Turn Resistance." is a heading of two words
        if title[:1].isupper() and parts[n][:1].isupper() and len(parts) - n > 2 and names_any(title):
            return title, " ".join(parts[n:])
    return None


def names_any(title: str, tier: int = MAIN) -> bool:
    """Whether a heading names one of the matters, or is as near to it as that."""
    return any((found := _named(kind, _told(title))) is not None and found <= tier for kind in _MATTERS)


def _named(kind: SheetKind, title: str) -> int | None:
    """In which tier of a matter a heading stands."""
    if _never(kind).search(title) or _pattern("things").search(title):
        return None
    return next((n for n, pattern in enumerate(_tiers(kind)) if pattern.search(title)), None)


def _serves(kind: SheetKind, title: str) -> int | None:
    """Whether a heading serves where none names the matter."""
    if _never(kind).search(title) or _pattern("things").search(title):
        return None
    return MAIN if any(re.search(pattern, title) for pattern in _words()[kind]["instead"]) else None


def _other(kind: SheetKind, title: str) -> int | None:
    """The nearest tier of another matter in which a heading stands."""
    return min((found for other in _OTHERS[kind] if (found := _named(other, title)) is not None), default=None)


def about_columns(kind: SheetKind, heads: Sequence[str]) -> bool:
    """Whether a table with these column heads is about the matter."""
    patterns = [re.compile(each) for each in _words()[kind]["heads"]]
    return any(pattern.search(plain(head)) for pattern in patterns for head in heads)


def question(kind: SheetKind, language: str) -> str:
    """What is searched for where no heading names the matter."""
    asked = _words()[kind]["ask"]
    return str(asked.get(language, asked["en"]))


def is_label(sentence: str) -> bool:
    """Whether it only names what is seen in a picture: "The pieces before the first move."."""
    said = plain(sentence)
    without = _pattern("noun").sub(" ", said)
    return _pattern("label").search(said) is not None and not does(without) and not _pattern("is").search(without)


def leans(sentence: str) -> bool:
    """Whether a sentence says nothing without the one before it."""
    return _pattern("leans").match(plain(sentence)) is not None


def does(text: str) -> bool:
    """Whether it says what somebody does or may do, not only how things are."""
    return _pattern("does").search(plain(text)) is not None


def orders(text: str) -> bool:
    """Whether it says what must, may or cannot be done, or begins with what to do."""
    return _pattern("orders").search(plain(text)) is not None


def is_aside(text: str) -> bool:
    """Whether it is an example, a note, a question: what a sheet can do without."""
    said = plain(text)
    return said.endswith("?") or _pattern("aside").search(said) is not None


@cache
def _tiers(kind: SheetKind) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile("|".join(_words()[kind].get(name, ("(?!)",)))) for name in ("main", "beside"))


@cache
def _never(kind: SheetKind) -> re.Pattern[str]:
    own = _words()[kind].get("never")
    return re.compile("|".join(filter(None, (_words()["common"]["never"], own))))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_words()["common"][name])


@cache
def _words() -> Mapping[str, Any]:
    return tomllib.loads((resources.files(__package__) / "words.toml").read_text("utf-8"))

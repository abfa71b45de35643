"""For how many players a line, a heading or a row of a table is. Pure, French and English.

Owns what counts as such a number: "with 2 players", "à quatre joueurs", "À deux" as a heading, a column of players.
"Two players share a board" is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from oracle.sight import plain

Numbers = frozenset[int] | None

MOST: Final = 12
_WORDS: Final = {
    word: n
    for n, words in enumerate(
        ("one un une", "two deux", "three trois", "four quatre", "five cinq", "six", "seven sept", "eight huit",
         "nine neuf", "ten dix", "eleven onze", "twelve douze"),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
_N: Final = rf"(?:\d{{1,2}}|{'|'.join(_WORDS)})"
_RANGE: Final = rf"(?P<low>{_N})(?:\s*(?P<joint>-|–|/|to|a|or|ou|and|et)\s*(?P<high>{_N}))?(?P<plus>\+)?"
_MORE: Final = r"(?P<more> (?:(?:and|or) more|(?:et|ou) plus))?"
_PLAYERS: Final = r"(?P<least> (?:or|and) more| ou plus)?[- ](?:players?|persons?|joueu(?:r|se)s?|personnes?)\b"
_SENTENCE: Final = (
    re.compile(
        rf"\b(?:with|for|in an?|from|if there are|among|a|de|pour|avec|s'il y a|si vous etes)\s"
        rf"(?:only |exactly |just |seulement )?{_RANGE}{_PLAYERS}{_MORE}"
    ),
    re.compile(rf"\b{_RANGE}-(?:player|person|joueur)s?\b{_MORE}"),
    re.compile(rf"^{_RANGE}{_PLAYERS}{_MORE}\s*[:.,–-]"),
    re.compile(rf"^a {_RANGE}\s?[,:]{_MORE}"),
)
_HEADING: Final = (
    re.compile(rf"\b{_RANGE}{_PLAYERS}{_MORE}"),
    re.compile(rf"\b(?:a|pour) {_RANGE}{_MORE}\s?[.:]?$"),
)
_CELL: Final = re.compile(rf"^{_RANGE}(?:{_PLAYERS})?{_MORE}$")
_HEAD: Final = re.compile(r"\b(?:players?|persons?|joueu(?:r|se)s?|personnes?)\b")


def named(text: str, headings: Sequence[str] = ()) -> Numbers:
    """The numbers of players that a text is for, by its own words or by the headings above it; `None` = for any."""
    own = _all(_SENTENCE, text)
    above = next((found for heading in reversed(headings) if (found := _all(_HEADING, heading)) is not None), None)
    return own if own is not None else above


def sliced(table: Sequence[Sequence[str]], players: int) -> tuple[tuple[str, ...], ...] | None:
    """The rows, or the columns, of a table that are for a number of players; `None` where it is not by their number."""
    if len(table) < 2:
        return None
    head, *rows = table
    across = [n for n, cell in enumerate(head) if n and _cell(cell) is not None]
    if len(across) > 1 and len(across) == len(head) - 1 and _HEAD.search(plain(head[0])):
        kept = [0, *(n for n in across if players in (_cell(head[n]) or ()))]
        return tuple(tuple(row[n] for n in kept if n < len(row)) for row in table)
    for column, title in enumerate(head):
        cells = [_cell(row[column]) if column < len(row) else None for row in rows]
        if _HEAD.search(plain(title)) and len(rows) > 1 and all(cell is not None for cell in cells):
            matching = [tuple(row) for row, cell in zip(rows, cells, strict=True) if cell and players in cell]
            return (tuple(head), *matching)
    return None


def _all(patterns: Sequence[re.Pattern[str]], text: str) -> Numbers:
    said = plain(text)
    found = [_numbers(match) for pattern in patterns for match in pattern.finditer(said)]
    return frozenset().union(*found) if found else None


def _cell(text: str) -> Numbers:
    match = _CELL.match(plain(text).strip())
    return _numbers(match) if match else None


def _numbers(match: re.Match[str]) -> frozenset[int]:
    low, high = _value(match["low"]), _value(match["high"] or match["low"])
    if match["plus"] or match["more"] or match.groupdict().get("least"):
        high = MOST
    if match["joint"] in ("or", "ou", "and", "et", "/"):
        return frozenset({low, high})
    return frozenset(range(low, max(low, high) + 1))


def _value(word: str) -> int:
    return int(word) if word.isdigit() else _WORDS[word]

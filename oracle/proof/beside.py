"""What a number is said with, and where a sentence turns that round: a bound, a sign, a unit.

Pure. Owns when a number stands with the opposite of what the quotation in the same sentence gives it: "at least three"
beside “at most three squares”, +2 beside “-2”, “20 minutes” made seconds. Only what both say of the same number is
compared, and nothing where either denies: no fewer than two is at least two. What the numbers are is `counting`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from oracle import quotes
from oracle.proof.counting import Number, numbers
from oracle.proof.turning import denies

_LEAST_BEFORE = r"at least|a minimum of|minimum|au moins|au minimum"
_MOST_BEFORE = r"at most|up to|a maximum of|maximum|au plus|au maximum|jusqu['’]à"
_NOUN = r"(?:\s+[^\W\d_]+){0,2}"
_LEAST_AFTER = rf"{_NOUN},?\s+(?:or|ou)\s+(?:more|higher|greater|above|plus)|{_NOUN},?\s+(?:at least|au moins|minimum)"
_MOST_AFTER = (
    rf"{_NOUN},?\s+(?:or|ou)\s+(?:less|fewer|lower|smaller|below|moins)|{_NOUN},?\s+(?:at most|au plus|maximum)"
)
_UNITS: Final = {
    "second": "time seconds|second|secondes|seconde|sec",
    "minute": "time minutes|minute|min",
    "hour": "time hours|hour|heures|heure",
    "day": "time days|day|jours|jour",
    "week": "time weeks|week|semaines|semaine",
    "month": "time months|month|mois",
    "year": "time years|year|années|année|ans",
    "round": "time rounds|round",
    "inch": "length inches|inch|pouces|pouce",
    "foot": "length feet|foot|ft|pieds|pied",
    "metre": "length metres|meters|metre|meter|mètres|mètre",
    "mile": "length miles|mile",
    "centimetre": "length centimetres|centimeters|cm",
    "kilometre": "length kilometres|kilometers|km",
}
_UNIT: Final = re.compile(
    r"[\s-]*(?:" + "|".join(f"(?P<{unit}>{said.split(' ', 1)[1]})" for unit, said in _UNITS.items()) + r")\b"
)
_BEFORE: Final = {
    "least": re.compile(rf"\b(?:{_LEAST_BEFORE})\s+\Z"),
    "most": re.compile(rf"\b(?:{_MOST_BEFORE})\s+\Z"),
    "+": re.compile(r"(?<![\w)\]+])\+\Z"),
    "-": re.compile(r"(?<![\w)\]-])[-−]\Z"),
}
_AFTER: Final = {"least": re.compile(_LEAST_AFTER), "most": re.compile(_MOST_AFTER)}
_SIDES: Final = {"least": "bound", "most": "bound", "+": "sign", "-": "sign"}
_NEAR = 24


@dataclass(frozen=True)
class _With:
    """A number and one thing that is said with it: `kind` is what it answers, `says` how."""

    value: Fraction
    kind: str
    says: str


def turned(said: str, quoted: str) -> Iterator[Number]:
    """The numbers of a sentence's own words that stand with the opposite of what its quotations give them."""
    if not quoted or denies(quotes.fold(said)) or denies(quotes.fold(quoted)):
        return
    there = {each for number in numbers(quoted) for each in _withs(quoted, number)}
    answered = {(each.value, each.kind) for each in there}
    for number in numbers(said):
        own = _withs(said, number)
        if any((each.value, each.kind) in answered for each in own) and not any(each in there for each in own):
            yield number


def _withs(text: str, number: Number) -> list[_With]:
    """All that is said with a number where it stands."""
    before, after = text[max(0, number.start - _NEAR) : number.start].lower(), text[number.end :][:_NEAR].lower()
    says = {(_SIDES[side], side) for side, pattern in _BEFORE.items() if pattern.search(before)}
    says |= {("bound", side) for side, pattern in _AFTER.items() if pattern.match(after)}
    if (unit := _UNIT.match(after)) and unit.lastgroup:
        says.add((_UNITS[unit.lastgroup].split(" ", 1)[0], unit.lastgroup))
    return [_With(value, kind, side) for value in number.values for kind, side in says]

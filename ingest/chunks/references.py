"""Finds where a text speaks of a table or a picture: "see the table below", "voir le schéma ci-contre". Pure.

Owns the words, in French and English. Which table or picture is meant is decided by who asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

_TABLES: Final = "table|tables|chart|tableau|tableaux"
_PICTURES: Final = (
    "figure|figures|fig|illustration|illustrations|diagram|diagrams|picture|pictures|image|images|drawing|drawings|"
    "photo|photos|example|examples|schéma|schémas|dessin|dessins|croquis|exemple|exemples"
)
_BELOW: Final = r"below|underneath|following|ci-dessous|ci-après|suivante?s?"
_ABOVE: Final = r"above|preceding|previous|ci-dessus|précédente?s?"
_BESIDE: Final = (
    r"opposite|alongside|beside|at (?:the )?(?:left|right)|on the (?:left|right)|ci-contre|à gauche|à droite"
)
_THING: Final = rf"(?P<table>{_TABLES})|(?P<picture>{_PICTURES})"
_PLACE: Final = rf"(?P<below>{_BELOW})|(?P<above>{_ABOVE})|(?P<beside>{_BESIDE})"
_NUMBERED: Final = re.compile(rf"\b(?:{_THING})\b\.?\s*(?:n[°º]\s*)?(?P<number>\d{{1,3}}[a-z]?)\b", re.IGNORECASE)
_PLACED: Final = re.compile(rf"\b(?:{_THING})\b(?:\s+[\w’'-]+){{0,2}}\s+(?:{_PLACE})\b", re.IGNORECASE)
_PLACED_BEFORE: Final = re.compile(
    r"\b(?:(?P<below>following|next)|(?P<above>preceding|previous))\s+(?:[\w’'-]+\s+)?(?:" + _THING + r")\b",
    re.IGNORECASE,
)
_POINTED: Final = re.compile(
    rf"\b(?:see|consult|refer to|shown (?:in|on|by)|as in|voir|cf\.?|consultez|reportez-vous (?:au|à la|aux)|"
    rf"montrée?s? (?:sur|dans|par)|comme sur)\s+(?:the|this|le|la|les|l’|l'|ce|cette|au|aux)?\s*(?:{_THING})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Reference:
    """Words of a text that point at a table or a picture; `place` is where they say that it stands."""

    kind: Literal["table", "picture"]
    position: int
    number: str | None = None
    place: Literal["below", "above", "beside"] | None = None


def references(text: str) -> Iterator[Reference]:
    """All of them, in order; no two for the same words."""
    found: dict[int, Reference] = {}
    for pattern in (_NUMBERED, _PLACED, _PLACED_BEFORE, _POINTED):
        for match in pattern.finditer(text):
            new = _reference(match)
            if not any(abs(new.position - other) < 12 for other in found):
                found[new.position] = new
    yield from (found[position] for position in sorted(found))


def _reference(match: re.Match[str]) -> Reference:
    said = match.groupdict()
    kind: Literal["table", "picture"] = "table" if said["table"] else "picture"
    position = match.start(kind)
    if said.get("below"):
        return Reference(kind, position, place="below")
    if said.get("above"):
        return Reference(kind, position, place="above")
    if said.get("beside"):
        return Reference(kind, position, place="beside")
    return Reference(kind, position, number=said.get("number"))

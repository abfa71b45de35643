"""A question of which both readings are wanted, and what came of that. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Carried = Literal["book", "house", "nothing"]
"""What verified quotations carry a reading: the book's, those of the table's own rules alone, or none."""


@dataclass(frozen=True)
class Contest:
    """Both readings of a question are wanted.

    `answer` is what was said to it before, empty where nothing was. `rewrites` is what was written beside it then;
    `None` = nobody was asked for that yet.
    """

    answer: str = ""
    rewrites: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Reading:
    """One way to read the rules: what it claims and why. An empty claim: none was given."""

    claim: str = ""
    why: str = ""
    carried: Carried = "nothing"


@dataclass(frozen=True)
class Dispute:
    """Both readings as they were checked.

    `deciding` is the sentence of the book that decides, quoted and verified; `holds` is the reading that it decides
    for, 0 or 1. `None` = the book does not settle it: then `table` may be what a house rule says of it, quoted too.
    """

    readings: tuple[Reading, Reading]
    deciding: str = ""
    holds: int | None = None
    table: str = ""

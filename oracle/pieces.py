"""The pieces of a model's text once it was checked: its sentences, and what was removed. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Statement:
    """One sentence of the answer and the citations that carry it; none = flagged as unproven."""

    text: str
    citations: tuple[int, ...]


StruckKind = Literal[
    "marker",
    "quote",
    "number",
    "said_number",
    "said_name",
    "said_negation",
    "url",
    "markup",
    "control",
    "verdict",
    "reading",
]


@dataclass(frozen=True)
class Struck:
    """A piece of the model's text that was removed, and why."""

    kind: StruckKind
    text: str

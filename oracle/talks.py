"""Conversations: what was said before a question, and who may have heard it. Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True)
class Turn:
    """An earlier exchange of the same conversation."""

    question: str
    answer: str


@dataclass(frozen=True)
class Thread:
    """Where a question stands in its conversation, for whoever may have heard the turns that its message tells.

    `place` is the conversation and the table that it is held at; another table is another place. `message` is the
    whole user message for one who has heard `told`: the same without them.
    """

    place: str
    told: tuple[Turn, ...]
    asked: str
    message: str = ""


class Origin(StrEnum):
    """Where the process of a question came from: started for it, started ahead of it, or kept from the one before."""

    COLD = "cold"
    AHEAD = "ahead"
    WARM = "warm"

"""What was heard while a question ran, as it is kept with it: when, and what. Standard library only.

Owns that record. What a front end hears as it comes are the events of `oracle.contracts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

HeardKind = Literal[
    "found", "waiting", "first_words", "last_words", "restarted", "looked_at", "allowed", "denied", "repairing"
]


@dataclass(frozen=True)
class Heard:
    """Something that was heard while a question ran, `at` milliseconds after it was put.

    `detail` is the page that was looked at, the tool call, or how many pieces the words came in.
    """

    at: int
    what: HeardKind
    detail: str = ""

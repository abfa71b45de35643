"""The first look at a question: deterministic rules, French and English, before anything is searched or sent.

Owns which questions get a fixed answer (`gate.*` texts) instead of a search. Games kill, poison and steal: a rule needs
the marks of the real world, or of talk to a machine, never a violent word alone. In doubt the question goes on, since a
model downstream has no tools and the book decides. A question with an order to the oracle in it is stopped whole.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from oracle.contracts import GateResult
from oracle.disguise import decoded, plainly, readings, squeezed
from oracle.words import all_words

OPEN = GateResult()

_MASH = re.compile(
    r"(.)\1{3}|[bcdfghjklmnpqrstvwxz]{6}|^[bcdfghjklmnpqrstvwxz]{5,}$|asdf|qsdf|sdfg|dfgh|fghj|ghjk|hjkl|jklm|"
    r"qwert|azert|zxcv|wxcv|uiop|asdas|lorem|ipsum|^(?:bla|blah)+$"
)
_TALK = """
hello hi hey yo hiya bye goodbye thanks thank you lol test testing haha hahaha mdr ptdr salut bonjour bonsoir coucou
merci bien oui non ca va allo revoir au how are doing today comment vas tu allez vous aujourd hui good morning evening
there everyone everybody tout le monde les amis
"""
_SMALL_TALK = frozenset(_TALK.split())
"""Texts of these words alone ask nothing."""


@dataclass(frozen=True)
class Rule:
    """What stops a question for one reason: `always`, unless a word of a game stands in it, or without its spaces."""

    reason: str
    always: re.Pattern[str]
    unless_game: re.Pattern[str]
    squeezed: re.Pattern[str]

    def stops(self, reading: str) -> bool:
        """Whether a reading of the question is stopped."""
        return bool(self.always.search(reading) or (not _game().search(reading) and self.unless_game.search(reading)))


def check(text: str) -> GateResult:
    """Whether a question may go on, or which fixed answer it gets."""
    plain = plainly(text)
    if not plain:
        return GateResult("gate.empty")
    heard, letters = tuple(readings(text)), squeezed(text)
    for rule in _rules():
        if any(rule.stops(reading) for reading in heard) or rule.squeezed.search(letters):
            return GateResult(f"gate.{rule.reason}")
    if any(decoded(text)):
        return GateResult("gate.instructions")
    return GateResult("gate.nonsense") if is_nonsense(plain) else OPEN


def is_nonsense(text: str) -> bool:
    """Whether no word of a text could be one: punctuation alone, or keys hit at random."""
    words = [word for word in all_words(text) if not word.isdigit()]
    if not words:
        return not any(character.isdigit() for character in text)
    if len(words) > 2 and len(set(words)) == 1:
        return True
    if all(word in _SMALL_TALK for word in words):
        return True
    long = [word for word in words if len(word) > 3]
    return bool(long) and all(_MASH.search(word) for word in long)


@cache
def _rules() -> tuple[Rule, ...]:
    """The reasons in the order in which they are tried, each with everything that it stops."""
    parts, reasons = _table()["parts"], _table()["reasons"]
    return tuple(
        Rule(
            reason,
            always=_pattern(kinds["always"], parts),
            unless_game=_pattern(kinds.get("unless_game", ()), parts),
            squeezed=_pattern(kinds.get("squeezed", ()), parts),
        )
        for reason, kinds in reasons.items()
    )


@cache
def _game() -> re.Pattern[str]:
    return re.compile(rf"\b{_table()['parts']['game']}\b")


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads((resources.files("oracle") / "patterns" / "gate.toml").read_text("utf-8"))


def _pattern(patterns: Iterable[str], parts: Mapping[str, str]) -> re.Pattern[str]:
    """Any of the patterns; without one, what matches nothing."""
    return re.compile("|".join(f"(?:{_filled(pattern, parts)})" for pattern in patterns) or r"(?!)")


def _filled(pattern: str, parts: Mapping[str, str]) -> str:
    for name, alternation in parts.items():
        pattern = pattern.replace(f"<{name}>", alternation)
    return pattern

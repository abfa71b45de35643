"""The first look at a question: deterministic rules, French and English, before anything is searched or sent.

Owns which questions get a fixed answer (`gate.*` texts) instead of a search. Games kill, poison and steal: a rule needs
the marks of the real world, or of talk to a machine, never a violent word alone. In doubt the question goes on, since a
model downstream has no tools and the book decides. A question with an order to the oracle in it is stopped whole.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from oracle.contracts import GateResult
from oracle.disguise import decoded, plainly, readings, squeezed
from oracle.needed import compiled, matching
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


_SAID_TO_IT = ("<order>", "<ask>")
"""A pattern that begins with one of these is tried only where somebody begins to tell the machine something."""


@dataclass(frozen=True)
class Patterns:
    """Any of them: those that may stand anywhere, and those that begin where something is told or asked, by which.

    All are written out, and compiled when a reading has the words that they need.
    """

    anywhere: tuple[str, ...]
    begun: tuple[tuple[str, tuple[str, ...]], ...]

    def found(self, reading: str) -> bool:
        """Whether one of them stands in a reading."""
        return _stands(self.anywhere, reading) or any(_begins(*each, reading) for each in self.begun)


@dataclass(frozen=True)
class Rule:
    """What stops a question for one reason: `always`, where no word of a game stands in it, or without its spaces."""

    reason: str
    always: Patterns
    unless_game: Patterns
    squeezed: tuple[str, ...]

    @property
    def written(self) -> Iterator[str]:
        """Each of its patterns."""
        for kind in (self.always, self.unless_game):
            yield from kind.anywhere
            yield from (each for _, begun in kind.begun for each in begun)
        yield from self.squeezed

    def stops(self, reading: str) -> bool:
        """Whether a reading of the question is stopped."""
        return self.always.found(reading) or (self.unless_game.found(reading) and not _game().search(reading))


def check(text: str) -> GateResult:
    """Whether a question may go on, or which fixed answer it gets."""
    plain = plainly(text)
    if not plain:
        return GateResult("gate.empty")
    heard, letters = tuple(readings(text)), squeezed(text)
    for rule in rules():
        if any(rule.stops(reading) for reading in heard) or _stands(rule.squeezed, letters):
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
def rules() -> tuple[Rule, ...]:
    """The reasons in the order in which they are tried, each with everything that it stops."""
    return tuple(
        Rule(
            reason,
            always=_patterns(kinds["always"]),
            unless_game=_patterns(kinds.get("unless_game", ())),
            squeezed=_all(kinds.get("squeezed", ())),
        )
        for reason, kinds in _table()["reasons"].items()
    )


@cache
def _game() -> re.Pattern[str]:
    return re.compile(rf"\b{_table()['parts']['game']}\b")


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads((resources.files("oracle") / "patterns" / "gate.toml").read_text("utf-8"))


def _patterns(written: Sequence[str]) -> Patterns:
    begun = ((mark, tuple(one.removeprefix(mark) for one in written if one.startswith(mark))) for mark in _SAID_TO_IT)
    return Patterns(
        anywhere=_all(one for one in written if not one.startswith(_SAID_TO_IT)),
        begun=tuple((_filled(mark), _all(rest)) for mark, rest in begun if rest),
    )


def _stands(patterns: Iterable[str], reading: str) -> bool:
    return any(each.search(reading) for each in matching(patterns, reading))


def _begins(opening: str, patterns: Iterable[str], reading: str) -> bool:
    begun = matching(patterns, reading)
    starts = compiled(opening).finditer(reading) if begun else ()
    return any(each.match(reading, start.end()) for start in starts for each in begun)


def _all(written: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_filled, written))


def _filled(pattern: str) -> str:
    for name, alternation in _table()["parts"].items():
        pattern = pattern.replace(f"<{name}>", alternation)
    return pattern

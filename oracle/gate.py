"""The first look at a question: deterministic rules, French and English, before anything is searched or sent.

Owns which questions get a fixed answer (`gate.*` texts) instead of a search. Games kill, poison and steal: a rule needs
the marks of the real world, or of talk to a machine, never a violent word alone. In doubt the question goes on, since a
model downstream has no tools and the book decides.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib import resources

from oracle.contracts import GateResult
from oracle.words import all_words, fold

OPEN = GateResult()

_MASH = re.compile(
    r"(.)\1{3}|[bcdfghjklmnpqrstvwxz]{6}|^[bcdfghjklmnpqrstvwxz]{5,}$|asdf|qsdf|sdfg|dfgh|fghj|ghjk|hjkl|jklm|"
    r"qwert|azert|zxcv|wxcv|uiop"
)


def check(text: str) -> GateResult:
    """Whether a question may go on, or which fixed answer it gets."""
    if not text.strip():
        return GateResult("gate.empty")
    plain = " ".join(fold(text).replace("’", "'").split())
    for reason, pattern in _rules():
        if pattern.search(plain):
            return GateResult(f"gate.{reason}")
    return GateResult("gate.nonsense") if is_nonsense(plain) else OPEN


def is_nonsense(text: str) -> bool:
    """Whether no word of a text could be one: punctuation alone, or keys hit at random."""
    words = [word for word in all_words(text) if not word.isdigit()]
    if not words:
        return not any(character.isdigit() for character in text)
    long = [word for word in words if len(word) > 3]
    return bool(long) and all(_MASH.search(word) for word in long)


@cache
def _rules() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The reasons in the order in which they are tried, each with everything that it stops."""
    table = tomllib.loads((resources.files("oracle") / "patterns" / "gate.toml").read_text("utf-8"))
    return tuple(
        (reason, re.compile("|".join(f"(?:{_filled(pattern, table['parts'])})" for pattern in patterns)))
        for reason, patterns in table["reasons"].items()
    )


def _filled(pattern: str, parts: dict[str, str]) -> str:
    for name, alternation in parts.items():
        pattern = pattern.replace(f"<{name}>", alternation)
    return pattern

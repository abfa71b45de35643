"""The words that turn a rule when they are lost: negations, numbers, conditions, what may and what must be.

Owns the French and English lists, and where a cut leaves one of them out. Knows no page and no quotation.
"""

from __future__ import annotations

import re
from typing import Final

from oracle.proof.counting import joined, numbers

_DENIES_AFTER = """
not never no cannot without neither nor nobody nothing none hardly
ne n' pas jamais aucun aucune sans ni non rien nul nulle personne
"""
_DENIES_BEFORE = "not never no nothing none pas jamais aucun aucune rien guère"
_IF_AND_BUT = """
if unless except excepting only until till when whenever while before after but however although though instead rather
than or otherwise else provided whether
si s' sauf excepté hormis hors seulement uniquement jusqu' jusque lorsque lorsqu' quand tant avant après mais cependant
toutefois ou sinon autrement condition dès tandis alors pendant
"""
_MAY_AND_MUST = """
may must can might should shall will would could
peut peuvent peux pouvez pouvons doit doivent dois devez devons faut
"""
_HOW_MUCH = """
one all every half double twice more less fewer most least maximum minimum other another
tout tous toute toutes chaque moitié plus moins autre autres
"""
_NOT_AFTER: Final = frozenset(_DENIES_AFTER.split())
"""What denies the words that come after it."""

_NOT_BEFORE: Final = frozenset(_DENIES_BEFORE.split())
"""What denies the words that come before it."""

NEGATIONS: Final = _NOT_AFTER | _NOT_BEFORE
CONDITIONS: Final = frozenset(_IF_AND_BUT.split())
_TURNING: Final = NEGATIONS | CONDITIONS | frozenset((_MAY_AND_MUST + _HOW_MUCH).split())
_WORD = re.compile(r"[^\W\d_]+n't\b|[^\W\d_]+'|[^\W_]+")
_CLAUSE = re.compile(r"[.,;:!?()…—]|\s-\s")
_NEVER = re.compile(r"\b(?:never|jamais)\b[\s,—-]*\Z")
_REACH = 4
"""So many words before a quotation a negation of its clause still denies it: "no player may | trade"."""


def words(folded: str) -> list[str]:
    """The words of a folded text, an elided one apart: `n'`, `oubliez`; `don't` is one."""
    return _WORD.findall(folded)


def denies(folded: str) -> bool:
    """Whether a folded text holds a negation."""
    return any(_negation(word) for word in words(folded))


def turns(folded: str) -> bool:
    """Whether a folded text holds anything that may not be left out silently."""
    found = words(folded)
    turned = any(word in _TURNING or _negation(word) or joined(word) for word in found)
    return turned or any(number.tells for number in numbers(folded))


def turning(word: str) -> bool:
    """Whether one folded word is such a word."""
    return turns(word)


def denied_before(before: str) -> bool:
    """Whether what stands before a piece, in the same clause, denies it."""
    clause = _CLAUSE.split(before)[-1]
    return bool(_NEVER.search(before)) or any(_negation(word) for word in words(clause)[-_REACH:])


def denied_after(after: str) -> bool:
    """Whether the word that follows a piece denies it."""
    following = words(_CLAUSE.split(after, maxsplit=1)[0])
    return after.startswith("'t") or bool(following and following[0] in _NOT_BEFORE)


def _negation(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't")

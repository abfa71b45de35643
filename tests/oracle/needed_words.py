"""Words without which a pattern cannot match, read off its parse tree: what `oracle/patterns/needed.json` must hold.

A clause is a set of texts of which one stands in whatever the pattern matches in. Every clause that is found here is
true by construction; the most telling ones are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

Clause = frozenset[str]

MOST = 48
"""So many texts a clause may have while it is put together."""

KEPT = 3
SPARSE = 0.05
"""A clause that any text is likelier than this to have is not worth its letters."""


def needed(pattern: str) -> list[list[str]]:
    """The clauses that are kept of a pattern, the most telling first, each in the order of the alphabet."""
    tree = parser.parse(pattern)
    assert not tree.state.flags & re.IGNORECASE
    clauses = sorted({_least(clause) for clause in _sequence(tree)}, key=_telling)
    return [sorted(each) for n, each in enumerate(clauses[:KEPT]) if n == 0 or _likely(each) <= SPARSE]


def _sequence(items: Iterable[tuple[Any, Any]]) -> list[Clause]:
    """What stands one after the other: texts of neighbours are joined while there are few enough of them."""
    found: list[Clause] = []
    run: Clause = frozenset({""})
    for item in items:
        exact = _exact(item)
        joined = frozenset(a + b for a in run for b in exact) if exact and len(run) * len(exact) <= MOST else None
        if joined is None:
            found += [run, *_within(item)]
            run = exact or frozenset({""})
        else:
            run = joined
    return [clause for clause in (*found, run) if "" not in clause]


def _exact(item: tuple[Any, Any]) -> Clause | None:
    """Every text that an item can match, where they can be counted; one that only looks matches the empty one."""
    kind, what = item
    if kind is op.LITERAL:
        return frozenset({chr(what)})
    if kind is op.IN:
        return _letters(what)
    if kind in (op.AT, op.ASSERT, op.ASSERT_NOT):
        return frozenset({""}) if kind is not op.ASSERT else None
    if kind is op.SUBPATTERN:
        return _joined(what[3])
    if kind is op.BRANCH:
        each = [_joined(branch) for branch in what[1]]
        return _united(each)
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT) and what[1] == 1:
        inner = _joined(what[2])
        return _united([inner, frozenset({""})]) if inner and what[0] == 0 else inner
    return None


def _joined(items: Sequence[tuple[Any, Any]]) -> Clause | None:
    whole: Clause = frozenset({""})
    for item in items:
        exact = _exact(item)
        if exact is None or len(whole) * len(exact) > MOST:
            return None
        whole = frozenset(a + b for a in whole for b in exact)
    return whole


def _united(each: Sequence[Clause | None]) -> Clause | None:
    known = [clause for clause in each if clause is not None]
    whole: Clause = frozenset().union(*known)
    return whole if len(known) == len(each) and len(whole) <= MOST else None


def _letters(members: Sequence[tuple[Any, Any]]) -> Clause | None:
    if any(kind is not op.LITERAL for kind, _ in members):
        return None
    return frozenset(chr(code) for _, code in members)


def _within(item: tuple[Any, Any]) -> list[Clause]:
    """The clauses of an item whose texts are too many to count."""
    kind, what = item
    if kind is op.SUBPATTERN:
        return _sequence(what[3])
    if kind is op.ASSERT:
        return _sequence(what[1])
    if kind is op.BRANCH:
        best = [min(_sequence(branch), key=_telling, default=None) for branch in what[1]]
        return [frozenset().union(*known)] if len(known := [one for one in best if one]) == len(best) else []
    if kind in (op.MAX_REPEAT, op.MIN_REPEAT) and what[0] > 0:
        return _sequence(what[2])
    return []


def _least(clause: Clause) -> Clause:
    """Without what has another of them in it."""
    return frozenset(one for one in clause if not any(other in one for other in clause if other != one))


def _telling(clause: Clause) -> tuple[float, list[str]]:
    """The most telling one comes first, the same one on every machine."""
    return _likely(clause), sorted(clause)


def _likely(clause: Clause) -> float:
    """About how likely a question has one of these: the longer a text, the rarer."""
    letters = ("".join(c for c in one if c.isalnum() or c == "'") for one in _least(clause))
    return sum(sorted(60 * 12.0 ** -len(each) for each in letters))

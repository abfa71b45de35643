"""How much of what was found fits an A6 page: whole lines in the book's order, what is done before what explains it.

Pure. Owns the bounds and which lines go first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from ingest.contracts import Booklet, BookletKind
from oracle.precedence import ORDER, precedence
from oracle.sheets.contracts import Unit
from oracle.sheets.plan import Plan

LINES: Final = 25
CHARACTERS: Final = 2600
BESIDE: Final = 8
"""Lines that are kept for what expansions, FAQ and errata add to the base game."""

ROWS: Final = 49.0
"""Printed lines of the page, its title and what is said below it left out; two fifths of them for what is laid over."""

_WIDTH: Final = 88  # characters of a printed line
_PAGE: Final = 12  # and those that name the page
_HEADING: Final = 1.3
_TITLE: Final = 1.6  # of a booklet

_EXPLAINS: Final = 2
_ENOUGH: Final = 4


def order(plan: Plan) -> list[Booklet]:
    """The base game, then what is laid over it, the weightiest last; house rules after all of the book."""
    return sorted(plan, key=lambda booklet: (_place(booklet.kind), booklet.order))


def pick(plan: Plan) -> tuple[dict[Booklet, tuple[Unit, ...]], int]:
    """What is shown of each booklet, in order, and how many lines are not."""
    base = [booklet for booklet in order(plan) if booklet.kind is BookletKind.CORE]
    over = [booklet for booklet in order(plan) if booklet not in base]
    most = _Room(BESIDE, CHARACTERS // 3, 0.4 * ROWS) if base else _Room(LINES, CHARACTERS, ROWS)
    told = _chosen([unit for booklet in over for unit in plan[booklet]], most)
    left = LINES - sum(unit.lines for unit in told), CHARACTERS - sum(len(unit.text) for unit in told)
    told += _chosen([unit for b in base for unit in plan[b]], _Room(*left, ROWS - _rows(told)))
    kept = _without_orphans({id(unit) for unit in told}, plan)
    told = [unit for unit in told if id(unit) in kept]
    shown = {booklet: tuple(unit for unit in plan[booklet] if id(unit) in kept) for booklet in (*base, *over)}
    every = sum(unit.lines for mine in plan.values() for unit in mine)
    return {booklet: mine for booklet, mine in shown.items() if mine}, every - sum(unit.lines for unit in told)


def _without_orphans(kept: frozenset[int] | set[int], plan: Plan) -> frozenset[int]:
    """Words that announce something, without what they announce, say nothing."""
    last = {
        id(unit)
        for mine in plan.values()
        for unit, after in zip_longest(mine, mine[1:])
        if unit.how == "sentence" and unit.text.endswith(":") and (after is None or id(after) not in kept)
    }
    return frozenset(kept) - last


@dataclass(frozen=True)
class _Room:
    lines: int
    characters: int
    rows: float

    def holds(self, units: Sequence[Unit]) -> bool:
        lines, characters = sum(unit.lines for unit in units), sum(len(unit.text) for unit in units)
        return lines <= self.lines and characters <= self.characters and _rows(units) <= self.rows


def _rows(units: Sequence[Unit]) -> float:
    """Printed lines: a long one takes several, a heading and the title of a booklet their own."""
    printed = sum(-(-(len(line) + _PAGE) // _WIDTH) for unit in units for line in unit.text.split("\n"))
    headings = {(unit.passage.ref.owner, unit.heading) for unit in units}
    return printed + _HEADING * len(headings) + _TITLE * len({owner for owner, _ in headings})


def _chosen(units: Sequence[Unit], room: _Room) -> list[Unit]:
    """As many as there is room for, the weightiest first; asides only where there is little else."""
    kept: list[Unit] = []
    if sum(not _can_go(unit) for unit in units) >= _ENOUGH:
        units = [unit for unit in units if not _can_go(unit)]
    for run in _by_weight(units):
        if room.holds([*kept, *run]):
            kept += run
        elif not room.holds(run):
            kept += _beginning(run, kept, room)
    return kept


def _beginning(steps: Sequence[Unit], kept: Sequence[Unit], room: _Room) -> list[Unit]:
    """The first steps of a list that no page holds: the first are worth more than none."""
    begun: list[Unit] = []
    for step in steps:
        if not room.holds([*kept, *begun, step]):
            break
        begun.append(step)
    return begun


def _can_go(unit: Unit) -> bool:
    """Whether a sheet that has enough does without it: asides, and what only explains something beside the matter."""
    return unit.rank > _EXPLAINS or (unit.tier > 0 and unit.below > 0 and unit.rank > 0)


def _by_weight(units: Sequence[Unit]) -> Iterator[list[Unit]]:
    """What goes together, the weightiest first: each unit by itself, the steps of a list all or none."""
    runs: dict[object, list[Unit]] = {}
    for place, unit in enumerate(units):
        runs.setdefault(unit.run or place, []).append(unit)
    yield from sorted(runs.values(), key=lambda run: min(map(_weight, run)))


def _weight(unit: Unit) -> tuple[bool, int, int, int, int]:
    """An erratum first, then what is done under the heading that names it, then what stands lower, off or explains."""
    return (not unit.amends, unit.tier + 2 * (unit.rank > _EXPLAINS), max(unit.rank, unit.below), unit.below, unit.far)


def _place(kind: BookletKind) -> int:
    """Core 0, aid after it, then expansion, FAQ, errata; house rules last."""
    if kind is BookletKind.CORE:
        return 0
    return len(ORDER) + 1 - (precedence(kind) or 0)

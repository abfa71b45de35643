"""The form in which both readings of a question are written: the labels, and a text cut along them.

Pure. Owns that there are two readings and one decision, whatever else was written. Checks no quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from oracle.contracts import Struck
from oracle.strike import visible

READINGS = (1, 2)
DECIDED = "DECIDED:"
NOTHING = "nothing"
UNDECIDED = f"{DECIDED} {NOTHING}"
"""What the model must write where the book does not settle the question."""

_BEFORE, _MARKS = r"[*_#>\s]*", r"[*_\s]*"
_READING = re.compile(rf"{_BEFORE}READING\s*([0-9]{{1,2}}){_MARKS}:{_MARKS}(.*)", re.IGNORECASE)
_DECIDED = re.compile(rf"{_BEFORE}DECIDED{_MARKS}:{_MARKS}(\w*)[*_.]*\s*(.*)", re.IGNORECASE)
_NONE = frozenset({NOTHING, "none", "neither"})


def reading_label(n: int) -> str:
    """What the line begins with that says what a reading claims."""
    return f"READING {n}:"


def decided_line(n: int) -> str:
    """The line that says which reading the book decides for."""
    return f"{DECIDED} {n}"


@dataclass(frozen=True)
class Side:
    """A reading as it was written: its first sentence, and the lines under it."""

    claim: str = ""
    why: str = ""


@dataclass(frozen=True)
class Parted:
    """A text cut along its labels. `decided` is 0 or 1, `None` for neither; `said` = a decision was written at all."""

    sides: tuple[Side, Side]
    decided: int | None
    said: bool
    deciding: str
    struck: tuple[Struck, ...]


@dataclass(frozen=True)
class _Part:
    """A label, what stands in its line and under it. `n` is 0 for the decision, `None` before the first label."""

    n: int | None
    line: str = ""
    body: tuple[str, ...] = ()
    word: str = ""

    @property
    def under(self) -> str:
        return "\n".join(self.body).strip()

    @property
    def whole(self) -> str:
        label = "" if self.n is None else f"{DECIDED} {self.word}" if self.n == 0 else reading_label(self.n)
        return " ".join(filter(None, [label, self.line, self.under]))


def part(text: str) -> Parted:
    """The two readings and the decision of a text; whatever belongs to none of them is struck."""
    parts = list(_parts(text.split("\n")))
    sides = tuple(_first(parts, n) for n in READINGS)
    decisions = [each for each in parts if each.n == 0]
    words = {_decision(each.word) for each in decisions}
    agreed = words.pop() if len(words) == 1 else None
    kept = [*sides, *(decisions[:1] if agreed else [])]
    surplus = [each.whole for each in parts if not any(each is one for one in kept) and each.whole]
    return Parted(
        sides=(_side(sides[0]), _side(sides[1])),
        decided=int(agreed) - 1 if agreed in ("1", "2") else None,
        said=agreed is not None,
        deciding=f"{decisions[0].line}\n{decisions[0].under}".strip() if agreed in ("1", "2", NOTHING) else "",
        struck=tuple(Struck("reading", visible(each)) for each in surplus),
    )


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    now, body = _Part(None), list[str]()
    for line in lines:
        reading, decided = _READING.fullmatch(line), _DECIDED.fullmatch(line)
        if reading or decided:
            yield _Part(now.n, now.line, tuple(body), now.word)
            body = []
        if reading:
            now = _Part(int(reading[1]), reading[2].strip())
        elif decided:
            now = _Part(0, decided[2].strip(), word=decided[1])
        else:
            body.append(line)
    yield _Part(now.n, now.line, tuple(body), now.word)


def _first(parts: Sequence[_Part], n: int) -> _Part | None:
    return next((each for each in parts if each.n == n), None)


def _side(found: _Part | None) -> Side:
    """The claim stands in the line of the label, or in the first one under it."""
    if found is None:
        return Side()
    if found.line:
        return Side(found.line, found.under)
    claim, _, why = found.under.partition("\n")
    return Side(claim.strip(), why.strip())


def _decision(word: str) -> str | None:
    said = word.casefold()
    return NOTHING if said in _NONE else said if said in ("1", "2") else None

"""Finds the number that is printed on each page, by the sequence that the numbers of a book make. Pure.

Owns what may be a printed number, what proves it, and the numbers that a sequence proves where none is printed.
Believes no page alone: a number is a label when its neighbours count on with it at the same height. What else
stands around the text is `ingest.layout.furniture`'s.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from ingest.page.sheet import Sheet, Span

_EDGE: Final = 0.11
_SIDE: Final = 0.07
_LONGEST: Final = 120
_SAME_HEIGHT: Final = 6.0
_MIRRORED: Final = 24.0
_IN_LINE: Final = 3.0
_ENOUGH: Final = 3
_FARTHEST: Final = 12
_LONE_GAP: Final = 2.0
_BARE: Final = re.compile(r"[-–—•|·.~«»\[\]()\s]*(\d{1,4})[-–—•|·.~«»\[\]()\s]*")
_DRESSED: Final = re.compile(
    r"[-–—•|·~\s]*(?:(?:page|pages|pg\.?|p\.?)\s*)?(\d{1,4})\s*(?:(?:/|of|sur|de)\s*\d{1,4})?[-–—•|·~\s]*",
    re.IGNORECASE,
)
_ROMAN: Final = re.compile(r"[-–—•|·~\s]*((?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))[-–—•|·~\s]*", re.IGNORECASE)
_LETTERED: Final = re.compile(r"[-–—•|·~\s]*([A-Z]{1,2}\s?[-–.]?\s?)(\d{1,3})[-–—•|·~\s]*")
_IN_HEAD: Final = re.compile(r"^(\d{1,4})(?=\s+\D|\s*[|–—•·:-])|(?<=[\s|–—•·:-])(\d{1,4})$")
_ROMAN_IN_HEAD: Final = re.compile(r"(?<=[|–—•·-])\s*([ivxlc]{1,7})$")
_ROMAN_VALUES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True)
class Candidate:
    """What may be the printed number of page `number`. `apart` when nothing else stands on its line."""

    number: int
    value: int
    kind: str
    text: str
    span: Span
    height: float
    apart: bool
    plain: bool

    @property
    def offset(self) -> int:
        """How far the printed number is from the position."""
        return self.value - self.number


@dataclass(frozen=True)
class Labels:
    """The printed label of each page, and the spans that print them."""

    texts: Mapping[int, str]
    spans: Mapping[int, frozenset[Span]]
    proved: frozenset[int] = frozenset()


def find_labels(sheets: Collection[Sheet], heads: Mapping[int, Collection[Span]]) -> Labels:
    """The labels of pages whose `number` is their place in the order in which they are read.

    `heads` are the lines that repeat from page to page: a number beside one of them still stands apart.
    """
    wide = {sheet.number: sheet.width for sheet in sheets}
    found = {sheet.number: list(candidates(sheet, heads.get(sheet.number, ()))) for sheet in sheets}
    strong = _strong([c for several in found.values() for c in several], wide)
    chosen = {number: best for number, several in found.items() if (best := _best(several, strong)) is not None}
    if len(sheets) <= _ENOUGH - 1:
        chosen = chosen or _of_few(sheets, found)
    chosen |= _lone_romans(found, chosen)
    spans = {number: _prints(best, found[number], strong) for number, best in chosen.items()}
    texts = {number: best.text for number, best in chosen.items()}
    between = _between(chosen, [sheet.number for sheet in sheets])
    return Labels({**between, **texts}, spans, frozenset(between))


def candidates(sheet: Sheet, heads: Collection[Span] = ()) -> Iterator[Candidate]:
    """Every number along the edges of a page that may be its own."""
    others = [span for span in sheet.spans if span not in heads]
    numbers = [span for span in sheet.spans if _DRESSED.fullmatch(span.text) or len(span.text) <= 2]
    for span in sheet.spans:
        if len(span.text) > _LONGEST or not span.upright:
            continue
        edge, side = _at_edge(span, sheet), _at_side(span, sheet)
        for value, kind, text, plain in _readings(span.text):
            if (edge or (side and plain)) and not (plain and _of_a_series(span, numbers)):
                height = span.box[1] if span.box[1] < sheet.height / 2 else span.box[1] - sheet.height
                apart = plain and _stands_apart(span, others)
                yield Candidate(sheet.number, value, kind, text, span, height, apart, plain)


def _readings(text: str) -> Iterator[tuple[int, str, str, bool]]:
    """Value, kind, label, and whether the whole text is the number."""
    if found := _BARE.fullmatch(text) or _DRESSED.fullmatch(text):
        yield int(found[1]), "arabic", found[1], True
    elif (found := _ROMAN.fullmatch(text)) and found[1]:
        yield roman(found[1]), "roman", found[1], True
    elif found := _LETTERED.fullmatch(text):
        yield int(found[2]), f"lettered {found[1].strip()}", found[1] + found[2], True
    elif any(character.isalpha() for character in text):
        for found in _IN_HEAD.finditer(text):
            digits = found[1] or found[2]
            yield int(digits), "arabic", digits, False
        if found := _ROMAN_IN_HEAD.search(text):
            yield roman(found[1]), "roman", found[1], False


def roman(text: str) -> int:
    """The value of a Roman number."""
    values = [_ROMAN_VALUES[letter] for letter in text.casefold()]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))


def _at_edge(span: Span, sheet: Sheet) -> bool:
    middle = (span.box[1] + span.box[3]) / 2 / max(sheet.height, 1.0)
    return middle < _EDGE or middle > 1 - _EDGE


def _at_side(span: Span, sheet: Sheet) -> bool:
    return span.box[2] < _SIDE * sheet.width or span.box[0] > (1 - _SIDE) * sheet.width


def _of_a_series(span: Span, numbers: Sequence[Span]) -> bool:
    """Whether numbers or letters stand beside it or in line above and below: a row of scores, the edge of a board."""
    others = [other for other in numbers if other is not span]
    x, y = _middle(span)
    beside = sum(abs(_middle(other)[1] - y) < _IN_LINE for other in others)
    above = sum(abs(_middle(other)[0] - x) < _IN_LINE for other in others)
    return beside >= 1 or above >= 2


def _middle(span: Span) -> tuple[float, float]:
    return (span.box[0] + span.box[2]) / 2, (span.box[1] + span.box[3]) / 2


def _stands_apart(span: Span, spans: Sequence[Span]) -> bool:
    y = _middle(span)[1]
    return not any(other is not span and other.box[1] <= y <= other.box[3] for other in spans)


_Key = tuple[str, int]


def _strong(found: Sequence[Candidate], wide: Mapping[int, float]) -> dict[_Key, list[tuple[float, int]]]:
    """For each kind and offset that a run of pages proves: the heights it is printed at and on how many pages."""
    by_key: dict[_Key, list[Candidate]] = defaultdict(list)
    for candidate in found:
        by_key[candidate.kind, candidate.offset].append(candidate)
    strong: dict[_Key, list[tuple[float, int]]] = {}
    for key, several in by_key.items():
        for level in _levels(several):
            if any(_proves(run, wide) for run in _runs(level)):
                pages = len({c.number for c in level})
                strong.setdefault(key, []).append((level[0].height, pages))
    return strong


def _levels(several: Sequence[Candidate]) -> Iterator[list[Candidate]]:
    """Candidates of one height each."""
    level: list[Candidate] = []
    for candidate in sorted(several, key=lambda c: c.height):
        if level and candidate.height - level[0].height > _SAME_HEIGHT:
            yield level
            level = []
        level.append(candidate)
    if level:
        yield level


def _runs(level: Sequence[Candidate]) -> Iterator[list[Candidate]]:
    """Candidates of pages that are not far from each other."""
    run: list[Candidate] = []
    for candidate in sorted(level, key=lambda c: c.number):
        if run and candidate.number - run[-1].number > _FARTHEST:
            yield run
            run = []
        run.append(candidate)
    if run:
        yield run


def _proves(run: Sequence[Candidate], wide: Mapping[int, float]) -> bool:
    """Three pages that count on, or two when the number is all that stands there, at the same or mirrored place."""
    pages = {candidate.number for candidate in run}
    if len(pages) >= _ENOUGH:
        return True
    alone = [candidate for candidate in run if candidate.apart]
    return any(b.number - a.number in (1, 2) and _same_place(a, b, wide[b.number]) for a, b in pairwise(alone))


def _same_place(one: Candidate, other: Candidate, wide: float) -> bool:
    a, b = _middle(one.span)[0], _middle(other.span)[0]
    return abs(a - b) < _MIRRORED or abs(a + b - wide) < _MIRRORED


def _support(candidate: Candidate, strong: Mapping[_Key, Sequence[tuple[float, int]]]) -> int:
    """How many pages count with it; one at another height counts less, and only where it stands apart."""
    levels = strong.get((candidate.kind, candidate.offset), ())
    here = [pages for height, pages in levels if abs(height - candidate.height) <= _SAME_HEIGHT]
    if here:
        return 2 * max(here)
    return max((pages for _, pages in levels), default=0) if candidate.apart else 0


def _best(several: Sequence[Candidate], strong: Mapping[_Key, Sequence[tuple[float, int]]]) -> Candidate | None:
    proved = [(c, support) for c in several if (support := _support(c, strong))]
    return max(proved, key=lambda p: (p[1], p[0].apart, -abs(p[0].offset)))[0] if proved else None


def _prints(
    best: Candidate, several: Sequence[Candidate], strong: Mapping[_Key, Sequence[tuple[float, int]]]
) -> frozenset[Span]:
    """All spans that print this label: some books print it above and below."""
    same = (c for c in several if (c.kind, c.value) == (best.kind, best.value) and _support(c, strong))
    return frozenset((best.span, *(c.span for c in same)))


def _of_few(sheets: Collection[Sheet], found: Mapping[int, Sequence[Candidate]]) -> dict[int, Candidate]:
    """The numbers of a file of one or two pages, too few for a sequence.

    Only one that is the page's position, far below or above everything else, is believed.
    """
    chosen = {}
    for sheet in sheets:
        text = [span for span in sheet.spans if len(span.text) > 4]
        good = [c for c in found[sheet.number] if c.apart and c.value == c.number and _far_out(c.span, text)]
        if good and text:
            chosen[sheet.number] = good[0]
    return chosen


def _far_out(span: Span, text: Sequence[Span]) -> bool:
    room = _LONE_GAP * (span.box[3] - span.box[1])
    return all(span.box[1] > other.box[3] + room for other in text) or all(
        span.box[3] < other.box[1] - room for other in text
    )


def _lone_romans(found: Mapping[int, Sequence[Candidate]], chosen: Mapping[int, Candidate]) -> dict[int, Candidate]:
    """The only page of the front matter has no neighbour: its number stands where those of the other pages do."""
    arabic = [best for best in chosen.values() if best.kind == "arabic"]
    if len(arabic) < _ENOUGH:
        return {}
    first = min(best.number for best in arabic)
    height, _ = Counter(best.height for best in arabic).most_common(1)[0]
    lone = {}
    for number, several in found.items():
        good = [c for c in several if c.kind == "roman" and c.apart and abs(c.height - height) <= _SAME_HEIGHT]
        if number < first and number not in chosen and good and good[0].value <= number:
            lone[number] = good[0]
    return lone


def _between(chosen: Mapping[int, Candidate], numbers: Sequence[int]) -> dict[int, str]:
    """Labels of pages that print none and stand between two that count on as if they did."""
    proved = {}
    for before, after in pairwise(sorted(chosen)):
        one, other = chosen[before], chosen[after]
        if after - before > _FARTHEST or (one.kind, one.offset) != (other.kind, other.offset) or one.kind == "roman":
            continue
        for number in range(before + 1, after):
            if number in numbers:
                proved[number] = one.text.replace(str(one.value), str(number + one.offset))
    return proved

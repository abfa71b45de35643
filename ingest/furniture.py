"""Finds what is printed around the text: running heads and feet, and the page numbers among them. Pure.

Owns which lines belong to the page and not to the text, and the printed label of each page. Needs the whole
book: what repeats is what matters.
"""

from __future__ import annotations

import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.sheet import Sheet, Span

_Signature = tuple[str, int]

_EDGE: Final = 0.11
_LEAST_REPEATS: Final = 3
_GAP: Final = 0.45
_DENSE: Final = 0.4
_THROUGHOUT: Final = 0.2
_NUMBER: Final = re.compile(
    r"(?:(?:page|p\.|p)\s*)?[-–—•|·\s]*(\d{1,4})[-–—•|·\s]*(?:(?:/|of|sur)\s*\d{1,4})?", re.IGNORECASE
)
_ROMAN: Final = re.compile(r"[-–—\s]*([ivxlc]{1,7})[-–—\s]*", re.IGNORECASE)
_ROMAN_VALUES: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_LABEL_AT_END: Final = re.compile(r"^(\d{1,4})\s+\D|\D\s+(\d{1,4})$")


@dataclass(frozen=True)
class Furniture:
    """For each page: the spans that are no text, and the printed label."""

    around: Mapping[int, frozenset[Span]]
    labels: Mapping[int, str]


def find_furniture(sheets: Sequence[Sheet]) -> Furniture:
    """What is printed around the text of each page."""
    edges = {sheet.number: list(_edge_spans(sheet)) for sheet in sheets}
    repeated = _repeated(edges)
    labels, numbers = _labels(sheets, edges, repeated)
    around = {}
    for sheet in sheets:
        repeats = {span for span in edges[sheet.number] if repeated[_signature(span)] and _recurs(span, repeated)}
        around[sheet.number] = numbers[sheet.number] | _apart_from_text(repeats, numbers[sheet.number], sheet)
    return Furniture(around, labels)


def _apart_from_text(repeats: set[Span], numbers: frozenset[Span], sheet: Sheet) -> frozenset[Span]:
    """Those that a gap divides from the text: a text that begins alike on several pages is no running head."""
    kept = set(repeats)
    text = [span for span in sheet.spans if span not in repeats and span not in numbers]
    while touching := {span for span in kept if any(_touches(span, other) for other in text)}:
        kept -= touching
        text += touching
    return frozenset(kept)


def _touches(span: Span, other: Span) -> bool:
    gap = max(other.box[1] - span.box[3], span.box[1] - other.box[3])
    beside = min(span.box[2], other.box[2]) - max(span.box[0], other.box[0]) > 0
    return beside and gap < _GAP * (span.box[3] - span.box[1])


def _edge_spans(sheet: Sheet) -> Iterator[Span]:
    for span in sheet.spans:
        middle = (span.box[1] + span.box[3]) / 2 / max(sheet.height, 1.0)
        if (middle < _EDGE or middle > 1 - _EDGE) and len(span.text) <= 120:
            yield span


def _signature(span: Span) -> _Signature:
    """Its words without numbers, and roughly how high it stands: the same line on another page."""
    return re.sub(r"\d+", "#", span.text.casefold()), round(span.box[1] / 4)


def _near(signature: _Signature) -> tuple[_Signature, ...]:
    text, height = signature
    return ((text, height - 1), (text, height), (text, height + 1))


def _repeated(edges: Mapping[int, Sequence[Span]]) -> Counter[_Signature]:
    """What stands at the same place of several pages, close to each other or all through the book."""
    pages: dict[_Signature, set[int]] = defaultdict(set)
    for number, spans in edges.items():
        for span in spans:
            pages[_signature(span)].add(number)
    repeated: Counter[_Signature] = Counter()
    for signature in pages:
        numbers = set[int]().union(*(pages.get(near, set()) for near in _near(signature)))
        dense = len(numbers) >= _DENSE * (max(numbers) - min(numbers) + 1)
        if len(numbers) >= _LEAST_REPEATS and (dense or len(numbers) >= _THROUGHOUT * len(edges)):
            repeated[signature] = len(numbers)
    return repeated


def _recurs(span: Span, repeated: Counter[_Signature]) -> bool:
    """A bare number repeats everywhere, also in tables: it is furniture only as a page number."""
    return any(character.isalpha() for character in span.text) or (
        repeated[_signature(span)] > 0 and len(span.text) > 4
    )


def _labels(
    sheets: Sequence[Sheet], edges: Mapping[int, Sequence[Span]], repeated: Counter[_Signature]
) -> tuple[dict[int, str], dict[int, frozenset[Span]]]:
    """The printed number of each page: the candidate whose distance to the position most neighbours share."""
    candidates = {number: list(_candidates(spans, repeated)) for number, spans in edges.items()}
    votes: Counter[tuple[int, bool]] = Counter()
    for number, found in candidates.items():
        votes.update({(value - number, roman) for value, _, _, roman in found})
    chosen = {sheet.number: _best(sheet, candidates[sheet.number], votes, len(sheets)) for sheet in sheets}
    heights = [best[0][2].box[1] for best in chosen.values() if best]
    for number, best in chosen.items():
        if not best:
            chosen[number] = tuple(c for c in candidates[number] if _beside_labels(c, heights))[:1]
    labels = {number: "–".join(text for _, text, _, _ in best) for number, best in chosen.items() if best}
    spans = defaultdict(frozenset[Span], {n: frozenset(span for _, _, span, _ in best) for n, best in chosen.items()})
    return labels, spans


def _beside_labels(candidate: _Candidate, heights: Sequence[float]) -> bool:
    """A lone number of its own kind (the only roman page) where the other pages have theirs."""
    return len(heights) >= 3 and abs(candidate[2].box[1] - statistics.median(heights)) < 3.0


_Candidate = tuple[int, str, Span, bool]


def _candidates(spans: Sequence[Span], repeated: Counter[_Signature]) -> Iterator[_Candidate]:
    for span in spans:
        if not _alone(span, spans, repeated):
            continue
        if found := _NUMBER.fullmatch(span.text):
            yield int(found[1]), found[1], span, False
        elif found := _ROMAN.fullmatch(span.text):
            yield _roman(found[1]), found[1], span, True
        elif repeated[_signature(span)] and (found := _LABEL_AT_END.search(span.text)):
            digits = found[1] or found[2]
            yield int(digits), digits, span, False


def _alone(span: Span, spans: Sequence[Span], repeated: Counter[_Signature]) -> bool:
    """Whether nothing but furniture stands on its line: the number in the last row of a table is no page number."""
    middle = (span.box[1] + span.box[3]) / 2
    beside = [other for other in spans if other is not span and other.box[1] <= middle <= other.box[3]]
    return all(repeated[_signature(other)] or _NUMBER.fullmatch(other.text) for other in beside) and len(beside) <= 3


def _roman(text: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in text.casefold()]
    return sum(-v if v < max(values[i:], default=0) else v for i, v in enumerate(values))


def _best(
    sheet: Sheet, found: Sequence[_Candidate], votes: Counter[tuple[int, bool]], pages: int
) -> tuple[_Candidate, ...]:
    least = 2 if pages > 2 else 1
    good = [c for c in found if votes[(c[0] - sheet.number, c[3])] >= least and _stands_alone(c, pages)]
    if spread := _spread(found):
        return spread
    good.sort(key=lambda c: (-votes[(c[0] - sheet.number, c[3])], abs(c[0] - sheet.number)))
    return tuple(good[:1])


def _stands_alone(candidate: _Candidate, pages: int) -> bool:
    """In a file of one or two pages nothing repeats: only a bare number near its position is believed."""
    value, _, span, roman = candidate
    return pages > 2 or (not roman and len(span.text) <= 4 and value <= 999)


def _spread(found: Sequence[_Candidate]) -> tuple[_Candidate, ...]:
    """Two consecutive bare numbers at the same height, the lower at the left: a spread of two pages."""
    for left in found:
        for right in found:
            if (
                right[0] == left[0] + 1
                and left[0] > 0
                and right[2].box[0] - left[2].box[2] > 200
                and abs(left[2].box[1] - right[2].box[1]) < 3
            ):
                return left, right
    return ()

"""Finds what is printed around the text: running heads and feet, and the page numbers among them. Pure.

Owns which lines belong to the page and not to the text. Needs the whole book: what repeats is what matters. Which
numbers are those of pages is `ingest.layout.labels`' to say.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ingest.layout.labels import find_labels
from ingest.page.sheet import Sheet, Span

_Signature = tuple[str, int]

_EDGE: Final = 0.11
_LEAST_REPEATS: Final = 3
_GAP: Final = 0.45
_DENSE: Final = 0.4
_THROUGHOUT: Final = 0.2


@dataclass(frozen=True)
class Furniture:
    """For each page: the spans that are no text, and the printed label."""

    around: Mapping[int, frozenset[Span]]
    labels: Mapping[int, str]


def find_furniture(sheets: Collection[Sheet]) -> Furniture:
    """What is printed around the text of each page."""
    edges = {sheet.number: list(_edge_spans(sheet)) for sheet in sheets}
    repeated = _repeated(edges)
    heads = {number: {s for s in spans if repeated[_signature(s)] and _recurs(s)} for number, spans in edges.items()}
    labels = find_labels(sheets, heads)
    around = {}
    for sheet in sheets:
        numbers = labels.spans.get(sheet.number, frozenset())
        around[sheet.number] = numbers | _apart_from_text(heads[sheet.number], numbers, sheet)
    return Furniture(around, labels.texts)


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


def _recurs(span: Span) -> bool:
    """A bare number repeats everywhere, also in tables: it is furniture only as a page number."""
    return any(character.isalpha() for character in span.text) or len(span.text) > 4

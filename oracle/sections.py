"""Did the search lead to the section that settles it? The heading above the gold quote, whatever page it is found on.

Pure. Owns which sections hold a quote, and hit@k over them. A question whose quotes stand under no heading, or in no
passage of ours, says nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ingest.contracts import Passage
from oracle.fidelity import folded, words_in_order

Section = tuple[str, tuple[str, ...]]
"""A file and the headings above a passage of it."""

ENOUGH: Final = 0.6
"""Where a quote is cut in two, the passage that holds most of it counts, from this share of its words on."""


def holding(quote: str, file: str, passages: Iterable[Passage]) -> frozenset[Section]:
    """The sections of those passages of a page that hold a quote, or most of it."""
    headed = [passage for passage in passages if passage.section_path]
    whole = {(file, p.section_path) for p in headed if folded(quote) in folded(p.text)}
    if whole or not headed:
        return frozenset(whole)
    share, best = max(((words_in_order(quote, p.text), p) for p in headed), key=lambda pair: pair[0])
    return frozenset({(file, best.section_path)} if share >= ENOUGH else ())


def section_figures(found: Iterable[tuple[frozenset[Section], Sequence[Section]]]) -> dict[str, float]:
    """hit@k among the sections in the order of their passages, over the questions that have a gold section."""
    places = [
        next((place for place, one in enumerate(dict.fromkeys(seen), 1) if one in gold), None)
        for gold, seen in found
        if gold
    ]
    hits = {f"hit@{k}": sum(place is not None and place <= k for place in places) for k in (1, 3, 5)}
    return {**{name: round(n / len(places), 4) if places else 0.0 for name, n in hits.items()}, "n": len(places)}

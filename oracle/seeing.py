"""Is the question about what is seen, and which one page would settle it?

Owns the choice of `page_to_read`: one page or none, never a list. Two sums that can be read term by term: how visual
the question is, by its words (`oracle.sight`) and by what was found for it; and what each page is worth to somebody who
looks at it. Renders nothing and asks no model. ADR 0029.
"""

from __future__ import annotations

from collections.abc import Sequence

from ingest.contracts import PageRef
from oracle.candidates import Candidate, Wanted, candidates, coloured, opened
from oracle.contracts import Ranked, Understood
from oracle.index import Index
from oracle.sight import Sight, headed, sight, unspoken

ENOUGH = 1.2
"""As many points, and a page is offered."""

UNSPOKEN = 1.0
"""The question names a colour or a shape of which no passage that was found speaks: it may only be drawn."""

PICTURED, ASKED, SPARSE, LETTERED = 0.6, 0.4, 0.2, 0.4
"""The best page has pictures; a fact is asked for, no permission; it has few words; words in a picture were found."""

FEW = 1000
"""With fewer characters than this, a page with pictures says little in words."""

SPEAKS = 0.8
"""From so many points of its own words a question speaks of what is seen."""

FITTING = 0.3
"""Share of the question's words that a table must hold, unless it stands on the best page."""

NEAR = 4
"""Tables are looked up on so many of the best pages."""

SHOWN, LOOKED_FOR, LARGE, READ_BY_EYE = 1.7, 1.35, 0.3, 1.25
"""What a page gains by pictures; again when the question speaks of sight; by their area; by a grid for a value."""

LEGEND, DRAWN, COLOURED, PART = 0.2, 0.35, 0.5, 1.35
"""What a page gains by icons named there, words read in its pictures, colours asked for, the heading that is meant."""

NAMED = 3
"""As many icons that are named on one page make a legend."""

SIGNS = ("sign", "meaning", "deictic")
"""Words for which a legend is worth more."""

PARTS = ("setup", "aid")
"""Parts of a book that a question may mean, known by their headings."""


def choose_page(index: Index, understood: Understood, ranked: Sequence[Ranked]) -> PageRef | None:
    """The one page worth looking at for this question, or `None`."""
    seen = sight(understood.standalone)
    found = candidates(index, ranked)
    if found and points(seen, found, ranked) >= ENOUGH:
        return _best(index, seen, opened(index, understood, found, wanted(seen)))
    if "tables" in wanted(seen):
        return look_up(opened(index, understood, found[:NEAR], ["tables"]))
    return None


def wanted(seen: Sight) -> frozenset[Wanted]:
    """What pages are opened for by a question: what `worth` asks of them for its words."""
    each: dict[Wanted, bool] = {
        "tables": seen.value or seen.has("table"),
        "icons": seen.has(*SIGNS),
        "titles": seen.has(*PARTS),
    }
    return frozenset(what for what, is_wanted in each.items() if is_wanted)


def _best(index: Index, seen: Sight, pages: Sequence[Candidate]) -> PageRef:
    """The page that is worth most; a picture is looked at for its colours only while they can make its page the first.

    Where nothing else tells two pages apart, the one that was found first stands.
    """
    plain = {page.facts.ref: worth(seen, page, pages) for page in pages}
    best, most = pages[0].facts.ref, 0.0
    for page in sorted(pages, key=lambda page: -plain[page.facts.ref]):
        if plain[page.facts.ref] * (1 + COLOURED) < most:
            break
        gain = worth(seen, coloured(index, page, seen.hues), pages) if seen.hues else plain[page.facts.ref]
        if gain > most:
            best, most = page.facts.ref, gain
    return best


def points(seen: Sight, found: Sequence[Candidate], ranked: Sequence[Ranked]) -> float:
    """How visual a question is: by its own words, and by what was found for them."""
    best = found[0].facts
    total = seen.points + (UNSPOKEN if unspoken(seen, ranked) else 0.0)
    if best.pictures:
        total += PICTURED
    if best.pictures and seen.asks:
        total += ASKED + (SPARSE if best.chars < FEW else 0.0)
    return total + (LETTERED if any(candidate.lettered for candidate in found) else 0.0)


def worth(seen: Sight, candidate: Candidate, found: Sequence[Candidate]) -> float:
    """What a page is worth to somebody who looks at it: its share of what was found, times what there is to see."""
    facts, gain = candidate.facts, 1.0
    if facts.pictures and not seen.has("table"):
        gain *= SHOWN * (LOOKED_FOR if seen.points >= SPEAKS else 1.0) * (1 + LARGE * min(0.5, facts.picture_share))
    if candidate.grid and (seen.value or seen.has("table")):
        gain *= READ_BY_EYE
    if seen.has(*SIGNS):
        gain *= 1 + LEGEND * legend(candidate, found)
    if any(seen.has(part) and headed(part, candidate.titles) for part in PARTS):
        gain *= PART
    return candidate.share * gain * (1 + DRAWN * candidate.ocr) * (1 + COLOURED * candidate.coloured)


def legend(candidate: Candidate, found: Sequence[Candidate]) -> float:
    """How much of a legend a page is, beside those that were found with it."""
    most = max(other.named for other in found)
    return candidate.named / most if most >= NAMED else 0.0


def look_up(found: Sequence[Candidate]) -> PageRef | None:
    """The page with the grid that a value is read off, by its place and by the words that it holds."""
    grids = [c for place, c in enumerate(found) if c.grid and (place == 0 or c.fit >= FITTING)]
    best = max(grids, key=lambda c: c.share + c.fit, default=None)
    return best.facts.ref if best else None

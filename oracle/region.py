"""Which part of a page is shown: the page where what matters on it can be read, else the one region that matters.

Pure. Owns what can be read (`LETTER`, `SIGN`) and how a region is grown around what matters. Opens no file, chooses no
page. ADR 0038.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.contracts import Box, Page, PageFacts, PagePart, Passage
from ingest.geometry import holds, hull, shared_area
from oracle.copies import copies
from oracle.things import Asked, Thing, elements, things
from oracle.window import longest, window

PIXELS = 2000
"""What the model sees of the long side, whatever it is given."""

LETTER, SIGN = 10.0, 16.0
"""Pixels of a small letter (its x-height) and of a sign that are read on any ground: 98 of 100 letters on a coarse one,
a third of the image's pixels taken away; at 8 pixels 95, at 7 pixels 83."""

ENOUGH = 0.8
"""So much of that is enough for a page to be shown whole: nothing of it can be missing then."""

PLAIN_DPI = 150.0
"""What every picture needs, large as its print may be; an A4 arrives at about 170."""

X_HEIGHT = 0.4
"""Of the height of a line, ascenders, descenders and some air included."""

CORE = 0.5
"""What weighs so much of the weightiest thing should be shown with it."""

RIVAL = 0.25
"""What weighs so much of it is shown where that costs nothing."""

MOST = 0.9
"""A region as wide and high as this share of the page is the page."""

MOSTLY = 0.75
"""A thing stands in a part of a page with so much of its area."""

TITLE = 120
"""Characters of what the book calls a region: a caption may be as long as a page."""

_POINTS = 72.0
_FULL_DPI = 300


@dataclass(frozen=True)
class Region:
    """What to show of a page: `box` in page points (`None` = all), turned clockwise by `turn` degrees.

    `title` is what the book calls it: a caption, a heading.
    """

    box: Box | None = None
    turn: int = 0
    title: str = ""


WHOLE = Region()


@dataclass(frozen=True)
class Needs:
    """Resolutions at which the smallest thing that matters is read: on any ground, well enough, and barely."""

    best: float
    enough: float
    least: float

    @classmethod
    def of(cls, core: Iterable[Thing], dpi: float) -> Needs:
        """What these things need; the page's picture has no more than `dpi`."""
        pixels = [LETTER / (X_HEIGHT * thing.print) for thing in core if thing.print]
        pixels += [SIGN / thing.sign for thing in core if thing.sign]
        best = max(PLAIN_DPI, *(_POINTS * each for each in (0.0, *pixels)))
        return cls(min(dpi, best), min(dpi, max(PLAIN_DPI, ENOUGH * best)), min(dpi, ENOUGH * best))

    @property
    def sides(self) -> tuple[float, float, float]:
        """As many points may a side of a region have to arrive at them."""
        return _reach(self.best), _reach(self.enough), _reach(self.least)

    def legible(self, box: Box) -> bool:
        """Whether a region can be shown as it is."""
        return longest(box) <= _reach(self.enough)


def choose_region(facts: PageFacts, page: Page | None, passages: Iterable[Passage], asked: Asked) -> Region:
    """The region of a page to look at. `passages` are what was found, best first; `page` is the page as it was read."""
    here = [passage for passage in passages if passage.ref == facts.ref]
    again = copies(page, facts.parts) if page else []
    found = [thing for thing in things(page, facts.parts, here, asked) if not any(stands_in(p, thing) for p in again)]
    if not found:
        return WHOLE
    core, rivals = _weighty(found, CORE), _weighty(found, RIVAL)
    title = next((said for thing in core if (said := " ".join(thing.title.split())[:TITLE])), "")
    paper, needs = _paper(facts), Needs.of(core, _dpi(facts))
    part = _first_part(facts.parts, core)
    if needs.legible(paper):
        alone = part and part.turn and all(stands_in(part, thing) for thing in core)
        return Region(part.box, part.turn, title) if part and alone else WHOLE
    around = [*_boxes(found), *elements(page)]
    if part is None:
        return _region(window(_in_order(core, rivals), around, paper, needs.sides), paper, title)
    if needs.legible(part.box):
        box = part.box if part.turn else _with_others(part, facts.parts, core, rivals, needs)
        return replace(_region(box, paper, title), turn=part.turn)
    inside = _in_order(*([thing for thing in each if stands_in(part, thing)] for each in (core, rivals)))
    around = [box for box in around if holds(part.box, box)]
    return Region(window(inside, around, part.box, needs.sides), part.turn, title)


def foreseen(facts: PageFacts) -> tuple[Region, ...]:
    """What may be shown of a page whatever is asked: the page, and each part that is shown alone."""
    plain = Needs.of((), _dpi(facts))
    alone = [part for part in facts.parts if part.turn or not plain.legible(_paper(facts))]
    return (WHOLE, *(Region(part.box, part.turn) for part in alone))


def stands_in(part: PagePart, thing: Thing) -> bool:
    """Whether a thing stands in a part of a page with most of its area."""
    x0, y0, x1, y1 = thing.box
    return holds(part.box, thing.box) and shared_area(part.box, thing.box) >= MOSTLY * (x1 - x0) * (y1 - y0)


def _first_part(parts: Sequence[PagePart], core: Sequence[Thing]) -> PagePart | None:
    """The part that holds most of what matters; `None` where something that matters stands across parts."""
    if not parts or not all(any(stands_in(part, thing) for part in parts) for thing in core):
        return None
    return max(parts, key=lambda part: sum(thing.weight for thing in core if stands_in(part, thing)))


def _with_others(
    part: PagePart, parts: Sequence[PagePart], core: Iterable[Thing], rivals: Iterable[Thing], needs: Needs
) -> Box:
    """A part and other whole ones: of what matters while all can be read, of rivals where that costs nothing."""
    box = part.box
    for thing, dpi in (*((thing, needs.least) for thing in core), *((thing, needs.best) for thing in rivals)):
        other = next((each for each in parts if stands_in(each, thing) and not each.turn), part)
        both = hull([box, other.box])
        if longest(both) <= _reach(dpi):
            box = both
    return box


def _in_order(core: Sequence[Thing], rivals: Sequence[Thing]) -> list[Box]:
    """What is drawn goes before what is said: where not all finds room, the words of a passage are read elsewhere."""
    return _boxes([*(thing for thing in core if thing.drawn), *core, *rivals])


def _weighty(found: Sequence[Thing], share: float) -> list[Thing]:
    return [thing for thing in found if thing.weight >= share * found[0].weight]


def _region(box: Box, paper: Box, title: str) -> Region:
    """A region, or the page where it is nearly that."""
    whole = box[2] - box[0] >= MOST * paper[2] and box[3] - box[1] >= MOST * paper[3]
    return WHOLE if whole else Region(box, 0, title)


def _reach(dpi: float) -> float:
    """How many points a side may have to arrive at a resolution, no matter what the picture has."""
    return _POINTS * PIXELS / dpi


def _paper(facts: PageFacts) -> Box:
    return (0.0, 0.0, facts.width, facts.height)


def _dpi(facts: PageFacts) -> float:
    return float(facts.dpi or _FULL_DPI)


def _boxes(found: Iterable[Thing]) -> list[Box]:
    return [thing.box for thing in found]

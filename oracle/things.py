"""What on a page matters to somebody who looks at it for a question: passages, pictures, legends, tables.

Pure. Owns where each stands, what it weighs, and how small its print is. Cuts nothing and chooses no region
(`oracle.region` does). ADR 0038.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ingest.contracts import Block, Box, Line, Page, PagePart, Passage, Picture
from ingest.geometry import holds, hull
from ingest.icons.placeholders import ids, spoken
from oracle.likeness import Words, words_of
from oracle.place import Side, on_side, sides
from oracle.sight import Sight, plain, sight
from oracle.window import gap

ICON = 30.0
"""A picture of no more points a side is a sign between words."""

GROUND = 0.8
"""A picture on so much of a page is what it is printed on."""

SEEN, SPEAKS, BESIDE = 0.2, 1.0, 0.5
"""What a picture, table or legend weighs: for being there; for words of the question in it; what a passage beside
hands on to it of its own weight (one that stands in it hands on all)."""

WANTED = 0.5
"""What a table or a legend weighs more when the question asks for such."""

NEAR, CAPTION = 24.0, 60.0
"""Points between a picture and what stands beside it; between it and its caption."""

ROWS = 3
"""So many signs near each other make a legend."""

SMALL = 0.1
"""The smallest print of a thing is that of this share of its letters: one stray letter is not."""

HALF = 1.5
"""What a thing gains that stands on the side of the page that the question names."""


@dataclass(frozen=True)
class Asked:
    """The question as things are weighed by it."""

    words: Words
    sight: Sight
    sides: frozenset[Side]

    @classmethod
    def of(cls, text: str, language: str) -> Asked:
        """From a question that stands alone."""
        return cls(words_of(text, language), sight(text), sides(text))


@dataclass(frozen=True)
class Thing:
    """Something on a page: where it stands, what it weighs, its title.

    `drawn`: words alone do not say it; those of a passage reach the model anyhow. `print` is the height in points of
    its smallest lines, `sign` the side of its smallest sign; `None` = none known.
    """

    box: Box
    weight: float
    title: str = ""
    drawn: bool = False
    print: float | None = None
    sign: float | None = None


def things(page: Page | None, parts: Sequence[PagePart], passages: Sequence[Passage], asked: Asked) -> list[Thing]:
    """What matters on a page, the weightiest first. `passages` are those that were found on it, best first.

    Without the page as it was read, the passages alone.
    """
    said = [thing for n, passage in enumerate(passages) for thing in _passage(passage, 1 / (1 + n), parts)]
    if page is None:
        return said
    drawn = [*_pictures(page, said, asked), *_legends(page, said, asked), *_tables(page, said, asked)]
    placed = [replace(thing, weight=thing.weight * _named(thing, page, asked)) for thing in (*said, *drawn)]
    printed = _lines(page)
    return sorted((_measured(thing, printed, page) for thing in placed), key=lambda thing: -thing.weight)


def elements(page: Page | None) -> list[Box]:
    """Where everything on a page stands, to be kept whole where there is room."""
    if page is None:
        return []
    texts = (hull(line.box for line in block.lines) for block in page.blocks if block.lines)
    return [*texts, *(picture.box for picture in _drawn(page)), *(table.box for table in page.tables)]


def _passage(passage: Passage, weight: float, parts: Sequence[PagePart]) -> list[Thing]:
    """A passage, once for each part of the page in which it stands."""
    title = passage.section_path[-1] if passage.section_path else ""
    groups = [[box for box in passage.boxes if holds(part.box, box)] for part in parts]
    held = set(chain.from_iterable(groups))
    groups.append([box for box in passage.boxes if box not in held])
    return [Thing(hull(boxes), weight, title) for boxes in groups if boxes]


def _pictures(page: Page, said: Sequence[Thing], asked: Asked) -> list[Thing]:
    """Each picture with its caption."""
    found = []
    for picture in _drawn(page):
        caption = [box for box in _caption(picture, page.blocks) if gap(box, picture.box) <= CAPTION]
        lettering = (line.text for line in _within(picture.box, chain(page.lettering, page.blocks)))
        text = " ".join((picture.caption, *lettering))
        found.append(
            _weighed(Thing(hull([picture.box, *caption]), SEEN, picture.caption, drawn=True), text, said, asked)
        )
    return found


def _drawn(page: Page) -> list[Picture]:
    """The pictures to look at: no signs between words, and not what the page is printed on."""
    most = GROUND * page.width * page.height
    return [p for p in page.pictures if max(_wide(p.box), _high(p.box)) > ICON and _wide(p.box) * _high(p.box) < most]


def _caption(picture: Picture, blocks: Iterable[Block]) -> list[Box]:
    said = plain(picture.caption)
    if not said:
        return []
    return [line.box for block in blocks for line in block.lines if (text := plain(line.text)) and text in said]


def _legends(page: Page, said: Sequence[Thing], asked: Asked) -> list[Thing]:
    """Rows that begin with a sign, together with the words beside each."""
    rows = [line for block in page.blocks for line in block.lines if block.role != "table"]
    signs = [line.box for line in rows if ids(line.text)]
    signs += [picture.box for picture in page.pictures if max(_wide(picture.box), _high(picture.box)) <= ICON]
    wanted = WANTED if asked.sight.has("sign", "meaning", "deictic") else 0.0
    found = []
    for group in _groups(signs):
        if len(group) >= ROWS:
            beside = [line for line in rows if any(_same_row(line.box, sign) for sign in group)]
            box = hull([*group, *(line.box for line in beside)])
            text = " ".join(line.text for line in beside)
            found.append(_weighed(Thing(box, SEEN + wanted, drawn=True), text, said, asked))
    return found


def _groups(boxes: Sequence[Box]) -> list[list[Box]]:
    """Boxes that stand near each other, together."""
    groups: list[list[Box]] = []
    for box in boxes:
        near = [group for group in groups if any(gap(box, other) <= NEAR for other in group)]
        groups = [group for group in groups if group not in near]
        groups.append([*chain.from_iterable(near), box])
    return groups


def _same_row(line: Box, sign: Box) -> bool:
    middle = (sign[1] + sign[3]) / 2
    return line[1] <= middle <= line[3] and gap(line, sign) <= NEAR


def _tables(page: Page, said: Sequence[Thing], asked: Asked) -> list[Thing]:
    wanted = WANTED if asked.sight.value or asked.sight.has("table") else 0.0
    texts = ((table.box, " ".join(chain.from_iterable(table.rows))) for table in page.tables)
    return [_weighed(Thing(box, SEEN + wanted, drawn=True), text, said, asked) for box, text in texts]


def _weighed(thing: Thing, text: str, said: Sequence[Thing], asked: Asked) -> Thing:
    """A thing with what the question's words in it, and the passages in it or beside it, add to its weight."""
    held = len(asked.words & words_of(spoken(text, {}), "und")) / max(1, len(asked.words))
    handed = max((_handed(thing.box, passage) for passage in said), default=0.0)
    return replace(thing, weight=thing.weight + SPEAKS * held + handed)


def _handed(box: Box, passage: Thing) -> float:
    if holds(box, passage.box) or holds(passage.box, box):
        return passage.weight
    return BESIDE * passage.weight if gap(box, passage.box) <= NEAR else 0.0


def _named(thing: Thing, page: Page, asked: Asked) -> float:
    return HALF if asked.sides and on_side(thing.box, page.width, page.height, asked.sides) else 1.0


def _measured(thing: Thing, printed: Sequence[Line], page: Page) -> Thing:
    """A thing with the size of its print, or of the page's where it has none of its own to measure."""
    inside = [line for line in printed if holds(thing.box, line.box)]
    signs = [min(_wide(p.box), _high(p.box)) for p in page.pictures if holds(thing.box, p.box)]
    small = [side for side in signs if side <= ICON]
    return replace(thing, print=small_print(inside), sign=min(small, default=None))


def small_print(lines: Iterable[Line]) -> float | None:
    """The height of the smallest lines, turned ones too; `None` without a line."""
    heights = sorted((_height(line), len(line.text)) for line in lines)
    letters = SMALL * sum(length for _, length in heights)
    for height, length in heights:
        letters -= length
        if letters <= 0:
            return height
    return None


def _height(line: Line) -> float:
    """Of a line that runs up or down the page, how wide it is."""
    return min(_wide(line.box), _high(line.box)) if len(line.text) > 2 else _high(line.box)


def _lines(page: Page) -> list[Line]:
    """The printed lines whose places are their own: those of a table share the table's."""
    blocks = chain((block for block in page.blocks if block.role != "table"), page.lettering)
    return [line for block in blocks for line in block.lines if line.text.strip()]


def _within(box: Box, blocks: Iterable[Block]) -> list[Line]:
    return [line for block in blocks for line in block.lines if holds(box, line.box)]


def _wide(box: Box) -> float:
    return box[2] - box[0]


def _high(box: Box) -> float:
    return box[3] - box[1]

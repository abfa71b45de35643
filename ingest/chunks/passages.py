"""Gathers the blocks of a page into what stands under each heading. Pure.

Owns paragraphs that go on over a column, heads that name a passage, items that need their lead-in, and small sections
that join the next one. Cuts nothing to size.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from ingest.clean import join_lines
from ingest.contracts import Block, Box, Table
from ingest.layout.flow import regions
from ingest.layout.strands import Strand
from ingest.structure.blocks import heading_text
from ingest.structure.fonts import CONTENTS_LINE
from ingest.structure.sections import Sections
from ingest.tables.continued import Headers
from ingest.tables.table_titles import is_title

FEW_WORDS: Final = 25
_SPEAKS: Final = 3
_UNFINISHED: Final = re.compile(r"[\w,;’'\u2010(–-]$")


@dataclass(frozen=True)
class Unit:
    """The smallest thing that a chunk is made of: one block's text, or part of it.

    `head` names the passage that it is part of, `begins` says that the passage begins here; `item` = of a list;
    `goes_on` = the same paragraph as the unit before; `boxed` = the text of a box.
    """

    text: str
    boxes: tuple[Box, ...]
    head: str | None = None
    begins: bool = False
    item: bool = False
    goes_on: bool = False
    boxed: bool = False

    @property
    def words(self) -> int:
        """Its number of words."""
        return len(self.text.split())


@dataclass(frozen=True)
class Titled:
    """A table under its own title and in its own section, whatever becomes of the text around it."""

    table: Table
    title: Unit | None
    path: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """What stands under one heading on one page. Its tables come after its text."""

    path: tuple[str, ...]
    heading: Unit | None
    units: tuple[Unit, ...] = ()
    tables: tuple[Titled, ...] = ()

    @property
    def words(self) -> int:
        """Its number of words without tables."""
        return sum(unit.words for unit in self.units)


def sections_of(strand: Strand, sections: Sections, headers: Headers) -> list[Section]:
    """What stands under each heading of a page or of a part of it, in reading order; small ones joined to the next."""
    page = strand.page
    found = [Section(sections.begin_page(page.number), None)]
    tables = iter(page.tables)
    above: Block | None = None
    for block, after in zip_longest(page.blocks, page.blocks[1:]):
        if block.role != "table":
            headers.passed(block)
        if block.role == "heading" and _names_box(block, after):
            sections.passed(page.number)
        elif block.role == "heading":
            found.append(Section(sections.enter(block, page.number), _unit(block, None)))
        elif block.role == "table":
            found[-1] = _with_table(found[-1], headers.complete(next(tables), strand.place), above)
        elif not _is_contents(block) and not _is_axis(block):
            found[-1] = replace(found[-1], units=_with(found[-1].units, block))
        above = block
    return list(_merged([replace(section, units=_without_speakers(section.units)) for section in found]))


def _without_speakers(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Heads that come again and again are the speakers of an example of play: they name no passage."""
    counts = Counter(unit.head for unit in units if unit.head and unit.begins)
    spoken = {head for head, count in counts.items() if count >= _SPEAKS}
    return tuple(replace(u, head=None, begins=False) if u.head in spoken else u for u in units) if spoken else units


def _with_table(section: Section, table: Table, above: Block | None) -> Section:
    """The section with one more table; the line above that is the table's title stands with it."""
    title = None
    units = section.units
    if above is not None and units and is_title(above, table):
        title, units = units[-1], units[:-1]
    return replace(section, units=units, tables=(*section.tables, Titled(table, title, section.path)))


def _with(units: tuple[Unit, ...], block: Block) -> tuple[Unit, ...]:
    """The units with one block more: the rest of a paragraph joins it, wherever a column or a box divided it."""
    if block.role == "text" and block.head is None and block.text[:1].islower():
        for back in (1, 2):
            if len(units) >= back and _UNFINISHED.search(units[-back].text) and not units[-back].item:
                whole = units[-back]
                boxes = (*whole.boxes, *_unit(block, None).boxes)
                joined = replace(whole, text=join_lines([whole.text, _unit(block, None).text]), boxes=boxes)
                place = len(units) - back
                return (*units[:place], joined, *units[place + 1 :])
    return (*units, _unit(block, units[-1] if units else None))


def _names_box(block: Block, after: Block | None) -> bool:
    """Whether a heading is the title of a box: it names that box, and nothing below it."""
    return after is not None and after.role == "sidebar" and after.head == heading_text(block)


def _unit(block: Block, before: Unit | None) -> Unit:
    """A block as a unit; what has no head of its own goes on under the one before."""
    head = block.head or (before.head if before and not before.boxed and block.role in {"text", "list"} else None)
    begins = block.head is not None or block.role == "sidebar" or (before is not None and before.boxed)
    text = join_lines([line.text for line in block.lines])
    if block.role == "sidebar" and block.head and not text.startswith(block.head):
        text = f"{block.head}\n{text}"
    return Unit(
        text,
        regions(block.lines),
        head,
        begins,
        block.role == "list",
        boxed=block.role == "sidebar",
    )


def _is_axis(block: Block) -> bool:
    """The letters and numbers along the edges of a board."""
    return block.role == "caption" and all(len(word) <= 3 for word in block.text.split())


def _is_contents(block: Block) -> bool:
    """Lines of a table of contents name everything and say nothing: they stay on the page, out of the chunks."""
    told = sum(bool(CONTENTS_LINE.search(line.text)) for line in block.lines)
    return told > 0.6 * len(block.lines)


def _merged(sections: Sequence[Section]) -> Iterator[Section]:
    """Sections too small to be found alone join the next one of the page; headings become part of the text."""
    waiting: Section | None = None
    for section in sections:
        if waiting is not None:
            section, waiting = _joined(waiting, section), None
        if section.words < FEW_WORDS and not section.tables:
            waiting = section
        elif section.units or section.tables:
            yield section
    if waiting is not None and (waiting.units or waiting.heading):
        yield waiting if waiting.units else replace(waiting, units=(waiting.heading,) if waiting.heading else ())


def _joined(first: Section, second: Section) -> Section:
    if not first.units and first.heading is None:
        return second
    path = _common(first.path, second.path)
    if not first.units and second.path[: len(first.path)] == first.path:
        return second  # a heading directly above a smaller one: the path says it
    heading = () if first.heading is None or first.path == path else (first.heading,)
    inner = () if second.heading is None else (second.heading,)
    return Section(path, first.heading, (*heading, *first.units, *inner, *second.units), second.tables)


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    if other[: len(one)] == one:
        return one
    shared = 0
    while shared < min(len(one), len(other)) and one[shared] == other[shared]:
        shared += 1
    return one[:shared]

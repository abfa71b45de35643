"""Cuts a reading into chunks that never cross a page. Pure.

Owns the size of chunks, their section paths, the header that a cut table repeats, and their identities. Counts
tokens only through the function that it is given.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ingest.clean import join_lines
from ingest.continued import Headers
from ingest.contracts import Block, Box, Chunk, ChunkType, Link, Page, Picture, Reading, Table, TextSource
from ingest.languages import FUNCTION_WORDS
from ingest.links import with_links
from ingest.picture_text import letterings
from ingest.rows import hull
from ingest.sections import Sections
from ingest.strands import strands
from ingest.structure import CONTENTS_LINE
from ingest.table_chunks import parts_of
from ingest.table_titles import is_title

CountTokens = Callable[[str], int]

_WORDS: Final = 120
_MOST_WORDS: Final = 160
_FEW_WORDS: Final = 25
_OVERLAP_WORDS: Final = 18
_FRAGMENT: Final = 3
_TABLE_WORDS: Final = 150
_MOST_BOXES: Final = 16
_KEYWORDS: Final = 6
_PICTURE_SIDE: Final = 60.0
_SENTENCE_END: Final = re.compile(r"(?<=[.!?…»”:;])\s+(?=[\w«“\"(•–-])")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_COMMON: Final = frozenset().union(*FUNCTION_WORDS.values())


@dataclass(frozen=True)
class Unit:
    """The smallest thing that a chunk is made of: one block's text, or part of it."""

    text: str
    boxes: tuple[Box, ...]

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


def chunk(reading: Reading, count_tokens: CountTokens, budget: int) -> tuple[Chunk, ...]:
    """The chunks of a booklet, page by page. No chunk's text to embed is longer than `budget` tokens."""
    sections, headers = Sections(reading.outline), Headers()
    by_part: dict[tuple[int, int], list[Chunk]] = {}
    for strand in strands(reading.pages):
        page = strand.page
        found = _merged(_sections(page, sections, headers, strand.place))
        made = [c for section in found for c in _chunks(section, page, count_tokens, budget)]
        made += [*_image_chunks(page, made), *_lettering_chunks(page, made, count_tokens, budget)]
        by_part[page.number, strand.part] = [replace(c, printed=strand.printed) for c in made]
    return tuple(chunk for page in reading.pages for chunk in _of_page(page, by_part))


def _of_page(page: Page, by_part: Mapping[tuple[int, int], Sequence[Chunk]]) -> list[Chunk]:
    """The chunks of a page from its first part to its last, counted and linked."""
    parts = range(max(1, len(page.parts)))
    made = with_links(_once([c for part in parts for c in by_part[page.number, part]]), page)
    return [replace(c, ordinal=ordinal) for ordinal, c in enumerate(made)]


def _once(made: Sequence[Chunk]) -> list[Chunk]:
    """Equal chunks of one page are one chunk that stands in several places (the same card printed four times)."""
    kept: dict[tuple[str, tuple[str, ...]], Chunk] = {}
    for new in made:
        key = (new.chunk_id, new.section_path)
        old = kept.get(key)
        kept[key] = (
            new if old is None else replace(old, boxes=tuple(dict.fromkeys((*old.boxes, *new.boxes)))[:_MOST_BOXES])
        )
    return list(kept.values())


def _sections(page: Page, sections: Sections, headers: Headers, place: int) -> list[Section]:
    found = [Section(sections.begin_page(page.number), None)]
    tables = iter(page.tables)
    above: Block | None = None
    for block in page.blocks:
        if block.role != "table":
            headers.passed(block)
        if block.role == "heading":
            path = sections.enter(block, page.number)
            found.append(Section(path, _unit(block)))
        elif block.role == "table":
            found[-1] = _with_table(found[-1], headers.complete(next(tables), place), above)
        elif not _is_contents(block) and not _is_axis(block):
            found[-1] = replace(found[-1], units=(*found[-1].units, _unit(block)))
        above = block
    return found


def _with_table(section: Section, table: Table, above: Block | None) -> Section:
    """The section with one more table; the line above that is the table's title stands with it."""
    title = None
    units = section.units
    if above is not None and units and is_title(above, table):
        title, units = units[-1], units[:-1]
    return replace(section, units=units, tables=(*section.tables, Titled(table, title, section.path)))


def _is_axis(block: Block) -> bool:
    """The letters and numbers along the edges of a board."""
    return block.role == "caption" and all(len(word) <= 3 for word in block.text.split())


def _is_contents(block: Block) -> bool:
    """Lines of a table of contents name everything and say nothing: they stay on the page, out of the chunks."""
    told = sum(bool(CONTENTS_LINE.search(line.text)) for line in block.lines)
    return told > 0.6 * len(block.lines)


def _unit(block: Block) -> Unit:
    return Unit(join_lines([line.text for line in block.lines]), (hull(line.box for line in block.lines),))


def _merged(sections: Sequence[Section]) -> Iterator[Section]:
    """Sections too small to be found alone join the next one of the page; headings become part of the text."""
    waiting: Section | None = None
    for section in sections:
        if waiting is not None:
            section, waiting = _joined(waiting, section), None
        if section.words < _FEW_WORDS and not section.tables:
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


def _chunks(section: Section, page: Page, count_tokens: CountTokens, budget: int) -> Iterator[Chunk]:
    section = _with_fragments(section)
    for units in _packed(_split(section.units)):
        yield from _fitting(units, section.path, page, count_tokens, budget)
    for titled in section.tables:
        yield from _table_chunks(titled, page, count_tokens, budget)


def _with_fragments(section: Section) -> Section:
    """A word or two beside a table say nothing alone: a header's stray half is left out of the chunks."""
    if section.tables and section.words < _FRAGMENT:
        return replace(section, units=())
    return section


def _split(units: Sequence[Unit]) -> Iterator[Unit]:
    """Units no longer than a chunk, cut at the ends of sentences."""
    for unit in units:
        if unit.words <= _MOST_WORDS:
            yield unit
            continue
        for piece in _pieces(unit.text, _WORDS):
            yield Unit(piece, unit.boxes)


def _pieces(text: str, words: int) -> Iterator[str]:
    piece: list[str] = []
    count = 0
    for sentence in _sentences(text, words):
        length = len(sentence.split())
        if piece and count + length > words:
            yield " ".join(piece)
            piece, count = [], 0
        piece.append(sentence)
        count += length
    if piece:
        yield " ".join(piece)


def _sentences(text: str, words: int) -> Iterator[str]:
    """Sentences; one that is longer than a chunk is cut between words."""
    for sentence in _SENTENCE_END.split(text):
        parts = sentence.split()
        for start in range(0, len(parts), words):
            yield " ".join(parts[start : start + words])


def _packed(units: Iterator[Unit]) -> Iterator[list[Unit]]:
    """Units together up to the size of a chunk, the end of one repeated at the start of the next."""
    pack: list[Unit] = []
    for unit in units:
        count = sum(u.words for u in pack)
        if pack and count + unit.words > (_MOST_WORDS if unit.words < _FEW_WORDS else _WORDS) and count >= _FEW_WORDS:
            yield pack
            pack = _overlap(pack)
        pack.append(unit)
    if pack:
        yield pack


def _overlap(pack: Sequence[Unit]) -> list[Unit]:
    last = _SENTENCE_END.split(pack[-1].text)[-1]
    return [Unit(last, pack[-1].boxes)] if len(last.split()) <= _OVERLAP_WORDS else []


def _fitting(
    units: Sequence[Unit], path: tuple[str, ...], page: Page, count_tokens: CountTokens, budget: int
) -> Iterator[Chunk]:
    made = _text_chunk(units, path, page, count_tokens)
    if made.tokens <= budget or (len(units) == 1 and len(units[0].text.split()) < 8):
        yield made
    elif len(units) > 1:
        half = len(units) // 2
        yield from _fitting(units[:half], path, page, count_tokens, budget)
        yield from _fitting(units[half:], path, page, count_tokens, budget)
    else:
        for piece in _pieces(units[0].text, max(4, units[0].words // 2)):
            yield from _fitting([Unit(piece, units[0].boxes)], path, page, count_tokens, budget)


def _text_chunk(units: Sequence[Unit], path: tuple[str, ...], page: Page, count_tokens: CountTokens) -> Chunk:
    boxes = tuple(dict.fromkeys(box for unit in units for box in unit.boxes))
    return _chunk(ChunkType.TEXT, "\n".join(unit.text for unit in units), path, page, boxes, count_tokens)


def _chunk(
    kind: ChunkType,
    content: str,
    path: tuple[str, ...],
    page: Page,
    boxes: tuple[Box, ...],
    count_tokens: CountTokens,
    html: str | None = None,
) -> Chunk:
    draft = Chunk(
        chunk_id=_identity(content),
        embed_id="",
        type=kind,
        content=content,
        page=page.number,
        ordinal=0,
        section_path=path,
        boxes=boxes if len(boxes) <= _MOST_BOXES else (hull(boxes),),
        tokens=0,
        keywords=_keywords(content),
        html=html,
        source=page.source,
    )
    return replace(draft, embed_id=_identity(draft.embed_text), tokens=count_tokens(draft.embed_text))


def _identity(text: str) -> str:
    normal = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return hashlib.sha256(normal.encode()).hexdigest()[:32]


def _keywords(text: str) -> tuple[str, ...]:
    counts = Counter(word for word in map(str.casefold, _WORD.findall(text)) if word not in _COMMON)
    return tuple(word for word, _ in counts.most_common(_KEYWORDS))


def _table_chunks(titled: Titled, page: Page, count_tokens: CountTokens, budget: int) -> Iterator[Chunk]:
    """A table whole, or cut between rows with its title, its header and the name of the group of rows repeated."""

    def fits(text: str) -> bool:
        words = sum(word != "|" for word in text.split())
        return words <= _TABLE_WORDS and count_tokens("\n".join((" > ".join(titled.path), text))) <= budget

    boxes = (titled.table.box, *(titled.title.boxes if titled.title else ()))
    for piece in parts_of(titled.table, titled.title.text if titled.title else "", fits):
        yield _chunk(ChunkType.TABLE, piece.content, titled.path, page, boxes, count_tokens, piece.html)


def _image_chunks(page: Page, made: Sequence[Chunk]) -> Iterator[Chunk]:
    """One chunk for each captioned picture that is large enough to show something."""
    for picture in page.pictures:
        wide, high = picture.box[2] - picture.box[0], picture.box[3] - picture.box[1]
        if picture.caption and min(wide, high) >= _PICTURE_SIDE:
            yield _image_chunk(picture, page, made)


def _image_chunk(picture: Picture, page: Page, made: Sequence[Chunk]) -> Chunk:
    path = made[0].section_path if made else ()
    links = (Link(picture.file or picture.digest, "embeds", picture.digest, 0),)
    draft = _chunk(ChunkType.IMAGE, picture.caption, path, page, (picture.box,), lambda text: len(text.split()))
    return replace(draft, connect_to=links)


def _lettering_chunks(page: Page, made: Sequence[Chunk], count_tokens: CountTokens, budget: int) -> Iterator[Chunk]:
    """What the pictures of a page say: passages of their own, read by OCR whatever the page's text came from."""
    read = replace(page, source=TextSource.OCR)
    for found in letterings(page, made):
        for units in _packed(_split([Unit(found.text, found.boxes)])):
            for new in _fitting(units, found.path, read, count_tokens, budget):
                yield replace(new, connect_to=found.links)

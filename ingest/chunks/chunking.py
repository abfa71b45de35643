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
from dataclasses import replace
from typing import Final

from ingest.chunks.illustrations import illustrations
from ingest.chunks.links import with_links
from ingest.chunks.packing import halves, packed
from ingest.chunks.passages import Section, Titled, Unit, sections_of
from ingest.chunks.picture_text import letterings
from ingest.contracts import Box, Chunk, ChunkType, Page, Reading, TextSource
from ingest.geometry import hull
from ingest.icons.placeholders import ids, spoken
from ingest.languages import FUNCTION_WORDS
from ingest.layout.strands import strands
from ingest.structure.outline import same
from ingest.structure.sections import Sections
from ingest.tables.continued import Headers
from ingest.tables.table_chunks import parts_of

CountTokens = Callable[[str], int]

_FRAGMENT: Final = 3
_TABLE_WORDS: Final = 150
_MOST_BOXES: Final = 16
_KEYWORDS: Final = 6
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_COMMON: Final = FUNCTION_WORDS["fr"] | FUNCTION_WORDS["en"]


def chunk(reading: Reading, count_tokens: CountTokens, budget: int) -> tuple[Chunk, ...]:
    """The chunks of a booklet, page by page. No chunk's text to embed is longer than `budget` tokens."""
    found = strands(reading.pages)
    names = {icon.id: icon.name for icon in reading.icons if icon.name}
    sections, headers = Sections(reading.outline, [strand.page for strand in found]), Headers()
    by_part: dict[tuple[int, int], list[Chunk]] = {}
    for strand in found:
        page = strand.page
        parts = sections_of(strand, sections, headers)
        made = [c for section in parts for c in _chunks(section, page, count_tokens, budget)]
        made += [*_image_chunks(page, made, count_tokens), *_lettering_chunks(page, made, count_tokens, budget)]
        made = [_with_names(c, names, count_tokens) for c in made]
        by_part[page.number, strand.part] = [replace(c, printed=strand.printed) for c in made]
    return tuple(chunk for page in reading.pages for chunk in _of_page(page, by_part))


def _of_page(page: Page, by_part: Mapping[tuple[int, int], Sequence[Chunk]]) -> list[Chunk]:
    """The chunks of a page from its first part to its last, counted and linked."""
    parts = range(max(1, len(page.parts)))
    made = with_links(_once([c for part in parts for c in by_part[page.number, part]]), page)
    return [replace(c, ordinal=ordinal) for ordinal, c in enumerate(made)]


def _with_names(chunk: Chunk, names: Mapping[str, str], count_tokens: CountTokens) -> Chunk:
    """The chunk with the names of its icons, which are what it is found by."""
    found = {icon: names[icon] for icon in ids(" ".join((*chunk.section_path, chunk.content))) if icon in names}
    if not found:
        return chunk
    named = replace(chunk, icons=tuple(found.items()))
    return replace(named, embed_id=_identity(named.embed_text), tokens=count_tokens(named.embed_text))


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


def _chunks(section: Section, page: Page, count_tokens: CountTokens, budget: int) -> Iterator[Chunk]:
    section = _with_fragments(section)
    for units in packed(section.units):
        yield from _fitting(units, _named(section.path, units), page, count_tokens, budget)
    for titled in section.tables:
        yield from _table_chunks(titled, page, count_tokens, budget)


def _with_fragments(section: Section) -> Section:
    """A word or two beside a table say nothing alone: a header's stray half is left out of the chunks."""
    if section.tables and section.words < _FRAGMENT:
        return replace(section, units=())
    return section


def _fitting(
    units: Sequence[Unit], path: tuple[str, ...], page: Page, count_tokens: CountTokens, budget: int
) -> Iterator[Chunk]:
    made = _text_chunk(units, path, page, count_tokens)
    if made.tokens <= budget or (len(units) == 1 and len(units[0].text.split()) < 8):
        yield made
    else:
        for part in halves(units):
            yield from _fitting(part, path, page, count_tokens, budget)


def _named(path: tuple[str, ...], units: Sequence[Unit]) -> tuple[str, ...]:
    """The section path of a passage: its own head comes last where all of it stands under that head."""
    heads = {unit.head for unit in units}
    head = heads.pop() if len(heads) == 1 else None
    return (*path, head) if head and (not path or same(path[-1]) != same(head)) else path


def _text_chunk(units: Sequence[Unit], path: tuple[str, ...], page: Page, count_tokens: CountTokens) -> Chunk:
    boxes = tuple(dict.fromkeys(box for unit in units for box in unit.boxes))
    return _chunk(ChunkType.TEXT, _content(units), path, page, boxes, count_tokens)


def _content(units: Sequence[Unit]) -> str:
    """The text of a passage, one line a paragraph."""
    text = ""
    for unit in units:
        text += unit.text if not text else f"{' ' if unit.goes_on else chr(10)}{unit.text}"
    return text


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
        keywords=_keywords(spoken(content, {})),
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


def _image_chunks(page: Page, made: Sequence[Chunk], count_tokens: CountTokens) -> Iterator[Chunk]:
    """One chunk for each picture that says something."""
    for one in illustrations(page, made):
        new = _chunk(ChunkType.IMAGE, one.text, one.path, page, (one.box,), count_tokens)
        yield replace(new, connect_to=one.links)


def _lettering_chunks(page: Page, made: Sequence[Chunk], count_tokens: CountTokens, budget: int) -> Iterator[Chunk]:
    """What the pictures of a page say: passages of their own, read by OCR whatever the page's text came from."""
    read = replace(page, source=TextSource.OCR)
    for found in letterings(page, made):
        for units in packed([Unit(found.text, found.boxes)]):
            for new in _fitting(units, found.path, read, count_tokens, budget):
                yield replace(new, connect_to=found.links)

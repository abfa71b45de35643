"""Makes icons of a book of what its pages showed: the same glyph or picture is one icon, wherever it stands. Pure.

Owns identities, what is a list's marker and no icon, and the placeholders in the text of pages. What icons are called
is found in `ingest.icons.legend`; what they look like was seen by `ingest.page.page_icons`.
"""

from __future__ import annotations

import hashlib
import statistics
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from ingest.contracts import Block, Box, Icon, Line, Page, Picture, Table
from ingest.icons.legend import captions_of, names_of
from ingest.icons.placeholders import MARK, MOST, mark, number_of, placeholder, written
from ingest.packed import Again
from ingest.page.imprint import SAME, SIDE, is_same_picture, unlike
from ingest.page.motifs import is_same_motif
from ingest.page.sheet import Seen, Sheet, Span

_SAME_GLYPH: Final = 0.5
_SAME_CODE: Final = 0.25
_SHORTEST_ID: Final = 4
_FURNITURE: Final = 4
_SPOT: Final = 6.0
_MARGIN: Final = 0.1
_MARKERS: Final = 3
_MARKED_WORDS: Final = 3
_BULLET: Final = "•"


@dataclass
class Group:
    """One icon of the book: how it was first seen, and how often on each page, in the text or apart from it."""

    first: Seen
    pages: Counter[int] = field(default_factory=Counter)
    spots: Counter[tuple[int, int]] = field(default_factory=Counter)

    @property
    def is_furniture(self) -> bool:
        """Whether a picture stands at one place of many pages: that of a header, a footer, a corner."""
        same = max(self.spots.values(), default=0)
        return self.first.kind == "picture" and same >= _FURNITURE and 2 * same > self.pages.total()


@dataclass(frozen=True)
class Book:
    """The icons of a book while its pages are made: icon `i` is `mark(i)` in every text."""

    groups: tuple[Group, ...]

    def written(self, pages: Sequence[Page]) -> tuple[tuple[Page, ...], tuple[Icon, ...]]:
        """The pages with placeholders for marks, and the icons that really stand in them, in order."""
        ids = _ids([group.first for group in self.groups])
        icons = tuple(self._icons(pages, ids))

        def name(character: str) -> str:
            return placeholder(ids[number_of(character)]) if number_of(character) < len(ids) else ""

        return tuple(_renamed(page, lambda text: written(text, name)) for page in pages), icons

    def _icons(self, pages: Sequence[Page], ids: Sequence[str]) -> Iterator[Icon]:
        places: dict[str, Counter[int]] = {}
        for page in pages:
            for character in MARK.findall(page.text):
                places.setdefault(character, Counter())[page.number] += 1
        names, captions = names_of(pages), captions_of(pages)
        for character, found in places.items():
            number = number_of(character)
            group = self.groups[number]
            everywhere = found | self._seen(group) if group.first.kind == "picture" else found
            yield Icon(
                id=ids[number],
                kind=group.first.kind,
                digest=_digest(group.first),
                file=group.first.file,
                pages=tuple(sorted(everywhere)),
                count=everywhere.total(),
                captions=captions.get(character, ()),
                name=names.get(character),
            )

    def _seen(self, group: Group) -> Counter[int]:
        """Where a picture stands, in the text or apart from it, and where what stands out most in it does."""
        main = group.first.motifs[:1]
        holders = (other for other in self.groups if other is not group and main)
        held = (other.pages for other in holders if any(is_same_motif(main[0], each) for each in other.first.motifs))
        return sum(held, group.pages.copy())


def gathered(sheets: Collection[Sheet]) -> tuple[Collection[Sheet], Book]:
    """The sheets with one mark for each icon of the whole book, made as they are gone through, and these icons."""
    groups: list[Group] = []
    own: dict[tuple[int, str], Group] = {}
    for sheet in sheets:
        for icon in sheet.icons:
            group = next((known for known in groups if _same(known.first, icon)), None)
            if group is None:
                group = Group(icon)
                groups.append(group)
            group.pages[sheet.number] += len(icon.boxes)
            group.spots.update({_spot(box) for box in icon.boxes if _in_margin(box, sheet)})
            own[sheet.number, icon.mark] = group
    if not own:
        return sheets, Book(())
    markers = _markers(sheets, own)
    plain = [group for group in groups if not any(group is marker for marker in markers)]
    kept = [group for group in plain if not group.is_furniture][:MOST]
    said = {id(group): mark(number) for number, group in enumerate(kept)} | {id(m): _BULLET for m in markers}
    return Again(lambda: (_remarked(sheet, own, said) for sheet in sheets)), Book(tuple(kept))


def _in_margin(box: Box, sheet: Sheet) -> bool:
    return not _MARGIN * sheet.height < (box[1] + box[3]) / 2 < (1 - _MARGIN) * sheet.height


def _spot(box: Box) -> tuple[int, int]:
    return (round((box[0] + box[2]) / 2 / _SPOT), round((box[1] + box[3]) / 2 / _SPOT))


def swept(folder: Path, icons: Sequence[Icon]) -> None:
    """Remove the crops that no icon of the book kept: the same icon was cut on many pages."""
    kept = {icon.file for icon in icons}
    for file in (folder / "images").glob("icon-*.png"):
        if f"images/{file.name}" not in kept:
            file.unlink()


def _same(one: Seen, other: Seen) -> bool:
    if one.kind != other.kind:
        return False
    if one.kind == "picture":
        return is_same_picture(one, other)
    mine, theirs = one.key.rpartition("|"), other.key.rpartition("|")
    if mine[0] == theirs[0]:
        return mine == theirs and unlike(one.shape, other.shape) <= _SAME_GLYPH
    return unlike(one.shape, other.shape) <= (_SAME_CODE if mine[2] == theirs[2] else SAME)


def _ids(icons: Sequence[Seen]) -> list[str]:
    """Identities from what icons look like, as short as they can be told apart."""
    given: list[str] = []
    for icon in icons:
        whole = hashlib.sha256(f"{icon.kind}|{icon.shape}|{icon.color if icon.kind == 'picture' else 0:x}".encode())
        digits, length = whole.hexdigest(), _SHORTEST_ID
        while digits[:length] in given:
            length += 1
        given.append(digits[:length])
    return given


def _digest(icon: Seen) -> str:
    """A perceptual hash of 8 by 8 cells, and the colour of a picture: equal icons share it, sizes do not matter."""
    step = SIDE // 8
    cells = [[int(icon.shape[y * SIDE + x], 16) for x in range(SIDE)] for y in range(SIDE)] if icon.shape else []
    means = [
        sum(cells[y][x] for y in range(row, row + step) for x in range(column, column + step))
        for row in range(0, SIDE, step)
        for column in range(0, SIDE, step)
        if cells
    ]
    level = statistics.mean(means) if means else 0
    bits = sum((value > level) << (len(means) - 1 - i) for i, value in enumerate(means))
    color = "".join(f"{icon.color >> shift & 7:x}" for shift in (21, 13, 5)) if icon.kind == "picture" else "000"
    return f"{bits:016x}{color}"


# --- list markers ------------------------------------------------------------------------------------


def _markers(sheets: Iterable[Sheet], own: dict[tuple[int, str], Group]) -> list[Group]:
    """The icons that only ever stand before the text of an item: pictorial bullets."""
    starts: dict[int, list[int]] = {}
    groups = {id(group): group for group in own.values()}
    inside: set[int] = set()
    for sheet in (each for each in sheets if each.icons):
        for span in sheet.spans:
            for found in MARK.finditer(span.text):
                group = own.get((sheet.number, found[0]))
                if group is None:
                    continue
                words = _words_after(span, found.start(), sheet)
                if words is None:
                    inside.add(id(group))
                else:
                    starts.setdefault(id(group), []).append(words)
    return [
        groups[key]
        for key, words in starts.items()
        if key not in inside and len(words) >= _MARKERS and statistics.median(words) >= _MARKED_WORDS
    ]


def _words_after(span: Span, at: int, sheet: Sheet) -> int | None:
    """How many words follow an icon that begins a line; `None` when something stands before it, or none follows."""
    if at or any(_left_of(other, span) for other in sheet.spans if other is not span):
        return None
    rest = [span.text[1:], *(other.text for other in sheet.spans if other is not span and _left_of(span, other))]
    following = [word for text in rest for word in text.split()]
    if not following or not following[0][:1].isalpha():
        return None
    return sum(word[:1].isalpha() for word in following)


def _left_of(one: Span, other: Span) -> bool:
    """Whether `one` stands close before `other` on its line."""
    shared = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    high = min(one.box[3] - one.box[1], other.box[3] - other.box[1])
    return shared > 0.5 * high and -2.0 <= other.box[0] - one.box[2] < 3 * max(one.size, other.size, 8.0)


def _remarked(sheet: Sheet, own: dict[tuple[int, str], Group], said: dict[int, str]) -> Sheet:
    if not sheet.icons:
        return sheet
    table = {
        ord(icon.mark): said.get(id(own[sheet.number, icon.mark]), "")
        for icon in sheet.icons
        if (sheet.number, icon.mark) in own
    }
    spans = (replace(span, text=span.text.translate(table).strip()) for span in sheet.spans)
    return replace(sheet, spans=tuple(span for span in spans if span.text))


# --- pages -------------------------------------------------------------------------------------------


def _renamed(page: Page, name: Callable[[str], str]) -> Page:
    return replace(
        page,
        blocks=tuple(_block(block, name) for block in page.blocks),
        tables=tuple(_table(table, name) for table in page.tables),
        pictures=tuple(_picture(picture, name) for picture in page.pictures),
        lettering=tuple(_block(block, name) for block in page.lettering),
    )


def _block(block: Block, name: Callable[[str], str]) -> Block:
    return replace(block, lines=tuple(Line(name(line.text), line.box) for line in block.lines))


def _table(table: Table, name: Callable[[str], str]) -> Table:
    rows = tuple(tuple(map(name, row)) for row in table.rows)
    return replace(table, rows=rows, html=name(table.html))


def _picture(picture: Picture, name: Callable[[str], str]) -> Picture:
    return replace(picture, caption=name(picture.caption))

"""Which parts of the booklets speak of a matter: by their headings first, with everything that stands under them.

Pure. Owns that choice, and that of two booklets that say the same in two languages one is enough. What is left of it on
a page is `oracle.sheets.pick`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ingest.contracts import Booklet, BookletKind, ChunkType, Passage, TextSource
from oracle.fidelity import folded
from oracle.sheets import words
from oracle.sheets.contracts import SheetKind, Unit
from oracle.sheets.cut import Block, blocks, captions, rows, units
from oracle.sheets.outline import Outline
from oracle.sheets.players import sliced
from oracle.sheets.words import Near

_FRAGMENT = 4
"""With so few words what seems to be done may be a name: "Three legal moves."."""

_OFTEN = 3
"""A heading that stands below so many others is one of a pattern."""

_DEEP = 2
"""A heading that serves stands below so many others at most: lower, it is a detail of something else."""

_AROUND = 8
"""So many pages from the matter, what is beside it may still belong to it."""

_BARE = Outline()
_NONE: Mapping[Booklet, Outline] = MappingProxyType({})
Plan = Mapping[Booklet, tuple[Unit, ...]]


def by_headings(
    kind: SheetKind, passages: Mapping[Booklet, Sequence[Passage]], outlines: Mapping[Booklet, Outline] = _NONE
) -> Plan:
    """What stands under headings that name the matter, booklet by booklet, in the book's order."""
    cut = {booklet: blocks(mine, outlines.get(booklet, _BARE)) for booklet, mine in passages.items()}
    nears = _choices(kind, passages, cut)
    found = {
        booklet: _units(mine, cut[booklet], nears[booklet], outlines.get(booklet, _BARE))
        for booklet, mine in passages.items()
    }
    return {booklet: mine for booklet, mine in found.items() if mine}


def beside(kind: SheetKind, passages: Sequence[Passage]) -> tuple[Passage, str] | None:
    """The first passage of a booklet under a heading that is beside the matter, and that heading: no section of it."""
    cut = blocks(passages)
    near = (block for block, near in zip(cut, _nears(kind, cut), strict=True) if near is not None and not near.below)
    block = next(near, None)
    return (block.passage, block.titles[-1]) if block else None


def in_one_language(plan: Plan, language: str) -> tuple[Plan, tuple[Booklet, ...]]:
    """Where booklets of a kind say it in several languages: those in `language` alone, and which went for it."""
    spoken = {booklet.kind for booklet in plan if language in booklet.languages}
    gone = tuple(booklet for booklet in plan if booklet.kind in spoken and language not in booklet.languages)
    return {booklet: mine for booklet, mine in plan.items() if booklet not in gone}, gone


def for_players(plan: Plan, players: int | None) -> tuple[Plan, int]:
    """What is not for other numbers of players, tables cut to the number; and how many lines went."""
    if players is None:
        return plan, 0
    kept = {
        booklet: tuple(own for unit in mine if (own := _for(unit, players)) is not None)
        for booklet, mine in plan.items()
    }
    before = sum(unit.lines for mine in plan.values() for unit in mine)
    after = sum(unit.lines for mine in kept.values() for unit in mine)
    return {booklet: mine for booklet, mine in kept.items() if mine}, before - after


def _for(unit: Unit, players: int) -> Unit | None:
    if unit.how == "table":
        cut = sliced(rows(unit.text), players)
        if cut is None:
            return unit
        numbers = frozenset({players}) if len(cut) > 1 and len(cut[0]) > 1 else frozenset[int]()
        text = "\n".join(" | ".join(row) for row in cut)
        return replace(unit, text=text, players=numbers) if numbers else None
    if unit.players is None:
        return unit
    if players not in unit.players:
        return None
    return unit if unit.rank > 2 or unit.tier > words.MAIN else replace(unit, rank=min(unit.rank, 1), below=0)


def _choices(
    kind: SheetKind, passages: Mapping[Booklet, Sequence[Passage]], cut: Mapping[Booklet, Sequence[Block]]
) -> dict[Booklet, list[Near | None]]:
    """How near each block is. What serves counts where nothing names the matter, and in what changes the game."""
    nears = {booklet: _named(kind, mine, cut[booklet]) for booklet, mine in passages.items()}
    nowhere = not any(map(_holds, nears.values()))
    return {
        booklet: _serving(kind, cut[booklet])
        if not _holds(near) and (nowhere or booklet.kind is BookletKind.EXPANSION)
        else near
        for booklet, near in nears.items()
    }


def _holds(nears: Sequence[Near | None]) -> bool:
    return any(near is not None for near in nears)


def _named(kind: SheetKind, passages: Sequence[Passage], cut: Sequence[Block]) -> list[Near | None]:
    """How near each block of a booklet is that names the matter; what is only beside it fills no sheet by itself."""
    nears = _nears(kind, cut)
    if any(near and near.tier == words.MAIN for near in nears):
        return _around(kind, cut, nears)
    return [Near(words.MAIN) if _is_all_about(kind, passages) else None for _ in cut]


def _serving(kind: SheetKind, cut: Sequence[Block]) -> list[Near | None]:
    """What serves where no heading names the matter, in the first part of the book that has it, and what is beside."""
    found = [words.near(kind, block.titles, instead=True) for block in cut]
    parts = [_part(kind, block.titles) if near else None for block, near in zip(cut, found, strict=True)]
    first = next((part for part in parts if part is not None and len(part) <= _DEEP), None)
    own = [near if first is not None and part == first else None for near, part in zip(found, parts, strict=True)]
    if not _holds(own):
        return own
    return _around(kind, cut, [near or beside for near, beside in zip(own, _nears(kind, cut), strict=True)])


def _units(
    passages: Sequence[Passage], cut: Sequence[Block], nears: Sequence[Near | None], outline: Outline
) -> tuple[Unit, ...]:
    printed = _is_printed(passages)
    found = [
        unit
        for block, near in zip(cut, nears, strict=True)
        if near is not None
        for unit in units(block, near, lettering=printed and block.passage.source is TextSource.OCR)
    ]
    return _distinct(found, captions(passages), outline.captions)


def _part(kind: SheetKind, titles: tuple[str, ...]) -> tuple[str, ...]:
    """The headings above the one that serves."""
    return next(titles[:n] for n in range(len(titles)) if words.near(kind, titles[: n + 1], instead=True))


def _around(kind: SheetKind, cut: Sequence[Block], nears: Sequence[Near | None]) -> list[Near | None]:
    """What is beside the matter counts in its own chapter or some pages around: elsewhere it is about other things."""
    main = [block for block, near in zip(cut, nears, strict=True) if near and near.tier == words.MAIN]
    chapters = {block.titles[:1] for block in main}
    found: list[Near | None] = []
    for block, near in zip(cut, nears, strict=True):
        own = near or (Near(words.BESIDE) if _columns(kind, block) else None)
        far = min(abs(block.passage.ref.page - each.passage.ref.page) for each in main)
        if own and own.tier > words.MAIN:
            own = replace(own, far=far) if far <= _AROUND or block.titles[:1] in chapters else None
        found.append(own)
    return found


def _nears(kind: SheetKind, cut: Sequence[Block]) -> list[Near | None]:
    """How near each block is. A heading that many things have, as spells and monsters do, names no part of the book."""
    parents: dict[str, set[tuple[str, ...]]] = {}
    for block in cut:
        for place, title in enumerate(block.titles):
            parents.setdefault(title, set()).add(block.titles[:place])
    often = {title for title, above in parents.items() if len(above) >= _OFTEN and words.names_any(title, words.BESIDE)}
    own = _without(often, kind, cut)
    if any(near and near.tier == words.MAIN for near in own):
        return own
    return _without({title for title in often if not words.names_any(title)}, kind, cut)


def _without(gone: Collection[str], kind: SheetKind, cut: Sequence[Block]) -> list[Near | None]:
    return [words.near(kind, tuple(title for title in block.titles if title not in gone)) for block in cut]


def _is_all_about(kind: SheetKind, passages: Sequence[Passage]) -> bool:
    """Whether the one title of a booklet names the matter: a help that is about nothing else."""
    firsts = {passage.section_path[:1] for passage in passages}
    return len(firsts) == 1 and words.near(kind, next(iter(firsts))) == Near(words.MAIN)


def _is_printed(passages: Sequence[Passage]) -> bool:
    """Whether a booklet has a layer of text: what was read off its pictures is their lettering."""
    return 2 * sum(passage.source is TextSource.LAYER for passage in passages) > len(passages)


def _columns(kind: SheetKind, block: Block) -> bool:
    return block.passage.type is ChunkType.TABLE and words.about_columns(kind, rows(block.lines[0])[0])


def _distinct(
    found: Sequence[Unit], captioned: frozenset[str] = frozenset(), below: frozenset[str] = frozenset()
) -> tuple[Unit, ...]:
    """Passages overlap: each thing once, where it stands first. The caption of a picture is an aside.

    What stands `below` a picture and orders nothing is no rule at all.
    """
    seen: set[str] = set()
    kept: list[Unit] = []
    for unit in found:
        said = folded(unit.text)
        if said in below and not words.orders(unit.text):
            continue
        if said and not any(said in other for other in seen):
            seen.add(said)
            may_be = unit.rank == 2 or (unit.rank == 1 and len(unit.text.split()) <= _FRAGMENT)
            caption = may_be and any(said in other for other in captioned)
            kept.append(replace(unit, rank=3) if caption else unit)
    return tuple(kept)

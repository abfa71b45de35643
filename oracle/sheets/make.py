"""A sheet from the library: what speaks of the matter, chosen, cut to a page, and condensed where somebody can.

Owns the order of these steps and what is said of them. Front ends call `make`; it prints nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.contracts import Booklet, BookletKind, BookletRef, ChunkType, Note, Passage, Scope
from ingest.icons.placeholders import ids, placeholder, replaced
from oracle.contracts import Question, Stack, Understood, Zone
from oracle.errors import ClaudeError
from oracle.find import find, open_stack
from oracle.icons import names_in
from oracle.parts import Parts, Shelf
from oracle.sheets import words
from oracle.sheets.changes import changes
from oracle.sheets.condense import condensed
from oracle.sheets.contracts import Group, Line, NamedIcon, Nearest, Sheet, SheetKind, Unit
from oracle.sheets.kept import Kept
from oracle.sheets.outline import Outline, outline
from oracle.sheets.pick import pick
from oracle.sheets.plan import Plan, beside, by_headings, for_players, in_one_language
from vm.errors import VmError

NEAREST = 4
"""Passages that are looked at for the nearest place, where no heading names the matter."""


@dataclass(frozen=True)
class Wanted:
    """What somebody asks for. `language` is what lines are written in where Claude writes them; `model` = it may."""

    kind: SheetKind
    stack: Stack
    players: int | None = None
    language: str = "en"
    model: bool = True
    fresh: bool = False
    timeout: float = 180.0
    room: int = 3000


def make(wanted: Wanted, parts: Parts, cancel: threading.Event, kept: Kept | None = None) -> Sheet:
    """The sheet, made before or now. What goes wrong with Claude is said on it; the book's own lines stand then."""
    scope = open_stack(parts.library, wanted.stack)
    asks = wanted.model and parts.claude is not None and wanted.kind is not SheetKind.ICONS
    key = _key(wanted, scope, parts.library, asks)
    before = kept.recall(key) if kept and not wanted.fresh else None
    if before is not None:
        return replace(before, kept=True, notes=(*wanted.stack.notes, *before.notes))
    sheet = _made(wanted, scope, parts, asks, cancel)
    if kept and not any(note.key in _PASSING for note in sheet.notes):
        kept.keep(key, sheet)
    return replace(sheet, notes=(*wanted.stack.notes, *sheet.notes))


_PASSING = frozenset({"sheet.not_condensed", "sheet.search_degraded"})
"""What is said of a sheet that may be better the next time: it is not kept."""


def _key(wanted: Wanted, scope: Scope, library: Shelf, asks: bool) -> tuple[object, ...]:
    return (
        wanted.kind, wanted.players, scope.game, library.revision_digest(scope), wanted.language, asks,
        wanted.room if asks else 0,
    )  # fmt: skip


def _made(wanted: Wanted, scope: Scope, parts: Parts, asks: bool, cancel: threading.Event) -> Sheet:
    (game,) = parts.library.games(scope.game)
    empty = Sheet(
        wanted.kind, game.slug, game.title, wanted.players, wanted.language, parts.library.revision_digest(scope)
    )
    if wanted.kind is SheetKind.ICONS:
        return _with_icons(empty, scope, parts.library)
    told = {r.booklet: parts.library.all_passages(replace(scope, revisions=(r,))) for r in scope.revisions}
    outlines = {booklet: _outline(booklet, mine, parts.library) for booklet, mine in told.items()}
    plan, gone = in_one_language(by_headings(wanted.kind, told, outlines), wanted.language)
    notes = [Note("sheet.other_language", {"booklet": each.ref.booklet}) for each in gone]
    if not plan:
        nearest, searched = _nearest(wanted, scope, told, parts)
        return replace(empty, found="search" if nearest else "nothing", nearest=nearest, notes=tuple(searched))
    sheet = replace(empty, found="headings")
    plan, others = for_players(plan, wanted.players)
    notes += _of_players(wanted.players, plan, others)
    plan = _with_changes(plan, scope, parts.library, _understood(wanted, scope))
    shown, left_out = pick(plan)
    sheet = replace(sheet, groups=_groups(shown), left_out=left_out, others=others, notes=tuple(notes))
    return (
        _condensed(sheet, wanted, plan, parts, cancel) if asks and sheet.groups else _named(sheet, plan, parts.library)
    )


def _outline(booklet: Booklet, passages: Sequence[Passage], library: Shelf) -> Outline:
    """What the pages of a booklet say of its headings; house rules have no pages."""
    if booklet.kind is BookletKind.HOUSE:
        return Outline()
    return outline(map(library.page, sorted({passage.ref for passage in passages}, key=lambda ref: ref.page)))


def _condensed(sheet: Sheet, wanted: Wanted, plan: Plan, parts: Parts, cancel: threading.Event) -> Sheet:
    assert parts.claude is not None
    try:
        sheet = condensed(sheet, wanted.room, plan, parts.claude, parts.library, wanted.timeout, cancel)
    except (VmError, ClaudeError) as error:
        why = Note(error.key, error.facts) if isinstance(error, ClaudeError) else None
        sheet = replace(sheet, notes=(*sheet.notes, Note("sheet.not_condensed"), *([why] if why else [])))
    return _named(sheet, plan, parts.library)


def _nearest(
    wanted: Wanted, scope: Scope, told: Mapping[Booklet, Sequence[Passage]], parts: Parts
) -> tuple[Nearest | None, list[Note]]:
    """Where to look in a book that has no section on the matter: a heading beside it, else what searching finds."""
    near = next(filter(None, (beside(wanted.kind, mine) for mine in told.values())), None)
    if near:
        return _place(*near), []
    asked = Question(
        words.question(wanted.kind, _book_language(scope)), wanted.stack, image="never", model=False, limit=NEAREST
    )
    _, _, evidence = find(parts.library, asked, parts.profile, memory=parts.memory)
    notes = [Note("sheet.search_degraded")] if evidence.degraded else []
    for ranked in evidence.passages if evidence.zone is Zone.NORMAL else ():
        passage = ranked.passage
        if passage.type is not ChunkType.TABLE and not words.speaks_of_else(wanted.kind, passage.section_path):
            return _place(passage, passage.section_path[-1] if passage.section_path else ""), notes
    return None, notes


def _place(passage: Passage, heading: str) -> Nearest:
    page = passage.ref.page if passage.on_paper else None
    return Nearest(passage.key, passage.ref, page, passage.printed, heading)


def _with_changes(plan: Plan, scope: Scope, library: Shelf, asked: Understood) -> Plan:
    """The plan with the errata of those rules that a page has room for."""
    rules = {unit.passage.key: unit.passage for mine in pick(plan)[0].values() for unit in mine}
    booklets = {revision.booklet.ref: revision.booklet for revision in scope.revisions}
    more: dict[Booklet, tuple[Unit, ...]] = {}
    for unit in changes(library, scope, asked, rules.values()):
        booklet = booklets[unit.passage.ref.owner]
        more[booklet] = (*more.get(booklet, ()), unit)
    said = {unit.text for mine in more.values() for unit in mine}
    kept = {b: tuple(unit for unit in mine if unit.text not in said) for b, mine in plan.items()}
    return {b: mine for b in {**plan, **more} if (mine := (*kept.get(b, ()), *more.get(b, ())))}


def _understood(wanted: Wanted, scope: Scope) -> Understood:
    language = _book_language(scope)
    text = words.question(wanted.kind, language)
    return Understood(text, text, language, scope.languages)


def _book_language(scope: Scope) -> str:
    return next((language for language in scope.languages if language in ("fr", "en")), "en")


def _of_players(players: int | None, plan: Plan, others: int) -> list[Note]:
    """Where nothing names the number of players, that is said: the lines are for any, or the book is for others."""
    if not players or not plan or any(unit.players is not None for mine in plan.values() for unit in mine):
        return []
    return [Note("sheet.players_others" if others else "sheet.players_nowhere", {"players": players})]


def _groups(shown: Mapping[Booklet, Sequence[Unit]]) -> tuple[Group, ...]:
    return tuple(
        Group(booklet.ref.booklet, booklet.title, booklet.kind, tuple(line_of(unit) for unit in mine))
        for booklet, mine in shown.items()
    )


def line_of(unit: Unit) -> Line:
    """A line as the book prints it."""
    passage = unit.passage
    return Line(
        unit.text, unit.how, passage.key, passage.ref, passage.ref.page if passage.on_paper else None, passage.printed,
        unit.heading, passage.section_path, amends=unit.amends,
    )  # fmt: skip


def _named(sheet: Sheet, plan: Plan, library: Shelf) -> Sheet:
    """The sheet with the icons that a booklet names by their names, and the pictures of all."""
    names = names_in(unit.passage for mine in plan.values() for unit in mine)

    def stands(icon: str) -> str:
        return f"⟨{names[icon]}⟩" if icon in names else placeholder(icon)

    def said(text: str) -> str:
        return replaced(text, stands)

    files = {stands(icon): file for icon, file in _files(sheet, library)}

    groups = tuple(
        replace(
            group,
            lines=tuple(replace(line, text=said(line.text), heading=said(line.heading)) for line in group.lines),
        )
        for group in sheet.groups
    )
    return replace(sheet, groups=groups, pictures=tuple(files.items()))


def _files(sheet: Sheet, library: Shelf) -> Iterator[tuple[str, str]]:
    """The icons that stand in the lines of a sheet, and where their pictures are."""
    for group in sheet.groups:
        wanted = {icon for line in group.lines for icon in ids(f"{line.heading} {line.text}")}
        ref = BookletRef(sheet.game, group.booklet)
        for icon in library.icons(ref) if wanted else ():
            if icon.id in wanted and icon.file:
                yield icon.id, str(library.booklet(ref).folder / icon.file)


# --- icons -------------------------------------------------------------------------------------------


def _with_icons(sheet: Sheet, scope: Scope, library: Shelf) -> Sheet:
    every = [(r.booklet, icon) for r in scope.revisions for icon in library.icons(r.booklet.ref)]
    nameless = sum(icon.name is None for _, icon in every)
    icons = tuple(_icons(scope, library))
    notes = (Note("sheet.nameless", {"count": nameless}),) if nameless else ()
    return replace(sheet, icons=icons, found="headings" if icons else "nothing", notes=notes)


def _icons(scope: Scope, library: Shelf) -> Iterator[NamedIcon]:
    from ingest.contracts import PageRef

    for booklet in (revision.booklet for revision in scope.revisions):
        for icon in library.icons(booklet.ref):
            if icon.name and icon.pages:
                ref = PageRef(booklet.ref.game, booklet.ref.booklet, icon.pages[0])
                file = str(booklet.folder / icon.file) if icon.file else None
                yield NamedIcon(icon.name, icon.id, ref, booklet.title, booklet.kind, icon.pages, file)

"""A sheet as people read it on a terminal and as programs read it.

Pure. Owns both layouts; the words come from `oracle/texts`.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from ingest.contracts import BookletKind
from oracle.icons import shown
from oracle.sheets.contracts import Group, Line, NamedIcon, Nearest, Sheet, SheetKind
from oracle.texts import Texts

_BULLET = "• "
_GLUE = "\ue000"
"""A blank at which no line is broken: a citation stays in one piece."""


def place(booklet: str, page: int | None, printed: str | None, section: Sequence[str], say: Texts) -> str:
    """`regle, p. 4`: the booklet and the page that carry a line, or its section where there are no pages."""
    if page is None:
        return ", ".join(filter(None, [booklet, say("ask.section", section=section[-1]) if section else ""]))
    differs = printed and printed != str(page)
    said = say("ask.page_printed", page=page, printed=printed) if differs else say("ask.page", page=page)
    return f"{booklet}, {said}" if booklet else said


def place_of(line: Line, say: Texts, *, booklet: bool = True) -> str:
    """Where a line stands, its booklet left out if that is said already, and what it changes."""
    where = place(line.ref.booklet if booklet else "", line.page, line.printed, line.section, say)
    rules = dict.fromkeys(_rule(key, say) for key in line.amends)
    return say("sheet.changes", where=where, what=", ".join(rules)) if rules else where


def _rule(key: str, say: Texts) -> str:
    """`hnefatafl p. 8` of `hnefatafl/hnefatafl:8#1`."""
    booklet, _, page = key.split("/")[-1].split("#")[0].rpartition(":")
    return f"{booklet} {say('ask.page', page=page)}"


def title(sheet: Sheet, say: Texts) -> str:
    """`Belote · Setup · 4 players`."""
    players = [say("sheet.players", count=sheet.players)] if sheet.players else []
    return " · ".join([sheet.title, say(f"sheet.kind.{sheet.kind}"), *players])


def group_title(group: Group, say: Texts) -> str:
    """The booklet and what it is."""
    return f"{group.title} ({say(f'ask.kind.{group.kind}')})"


def notes(sheet: Sheet, say: Texts) -> list[str]:
    """What must be told of how it came about, each a sentence."""
    told = [say("sheet.left_out", count=sheet.left_out)] if sheet.left_out else []
    told += [say("sheet.other_players", count=sheet.others)] if sheet.others else []
    told += [say("sheet.house")] if any(group.kind is BookletKind.HOUSE for group in sheet.groups) else []
    return [*told, *(say(note.key, **note.facts) for note in sheet.notes)]


def text(sheet: Sheet, say: Texts, width: int) -> str:
    """The whole sheet, each line with where it stands."""
    if sheet.found != "headings":
        return empty(sheet, say)
    head = [title(sheet, say), say(f"sheet.made.{sheet.made}")] if sheet.groups else [title(sheet, say)]
    body = [part for group in sheet.groups for part in _group_text(group, say, width)]
    return "\n".join([*head, *body, *_icons_text(sheet.icons, say)])


def empty(sheet: Sheet, say: Texts) -> str:
    """What is said where a sheet has nothing to show; where to look, if there is a place."""
    if sheet.nearest is None:
        return say(f"sheet.nothing_{'icons' if sheet.kind is SheetKind.ICONS else 'found'}", what=title(sheet, say))
    return say("sheet.nearest", what=say(f"sheet.about.{sheet.kind}"), where=nearest(sheet.nearest, say))


def nearest(near: Nearest, say: Texts) -> str:
    """`rules, p. 4, “Equipment”`."""
    where = place(near.ref.booklet, near.page, near.printed, (), say)
    heading = shown(near.heading, {}, say("ask.icon"))
    return say("sheet.nearest_heading", where=where, heading=heading) if heading else where


def said(line: Line, say: Texts) -> str:
    """The text of a line as players read it."""
    return shown(line.text, {}, say("ask.icon"))


def bare(line: Line, say: Texts) -> str:
    """The text without the bullet that the book prints before it."""
    return without_bullet(said(line, say))


def without_bullet(words: str) -> str:
    """A line's words without the bullet that the book prints before them."""
    return words.removeprefix(_BULLET).removeprefix("- ").strip()


def _group_text(group: Group, say: Texts, width: int) -> Iterator[str]:
    yield "\n" + group_title(group, say)
    heading = ""
    for line in group.lines:
        if line.heading and line.heading != heading:
            yield f"  {shown(line.heading, {}, say('ask.icon'))}"
        heading = line.heading
        where = f"[{place_of(line, say)}]".replace(" ", _GLUE)
        if line.how == "table":
            *rows, last = said(line, say).split("\n")
            yield "\n".join(_wrapped(row, "    ", width, "      ") for row in (*rows, f"{last}  {where}"))
        else:
            yield _wrapped(f"{bare(line, say)}  {where}", "  - ", width)


def _wrapped(words: str, first: str, width: int, later: str = "    ") -> str:
    filled = textwrap.fill(words, max(24, width), initial_indent=first, subsequent_indent=later, break_on_hyphens=False)
    return filled.replace(_GLUE, " ")


def _icons_text(icons: Sequence[NamedIcon], say: Texts) -> Iterator[str]:
    heading = ""
    for icon in icons:
        if icon.title != heading:
            yield f"\n{icon.title} ({say(f'ask.kind.{icon.kind}')})"
        heading = icon.title
        yield f"  - ⟨{icon.name}⟩  [{place(icon.ref.booklet, icon.ref.page, None, (), say)}]"


# --- for programs ------------------------------------------------------------------------------------


def sheet_json(sheet: Sheet, stack: Sequence[str], say: Texts) -> dict[str, object]:
    """The record that `oracle sheet --json` prints."""
    return {
        "game": sheet.game,
        "title": sheet.title,
        "sheet": sheet.kind,
        "players": sheet.players,
        "language": sheet.language,
        "stack": list(stack),
        "revision": sheet.revision,
        "found": sheet.found,
        "made": sheet.made,
        "cached": sheet.kept,
        "groups": [_group_json(group) for group in sheet.groups],
        "nearest": _nearest_json(sheet.nearest) if sheet.nearest else None,
        "icons": [_icon_json(icon) for icon in sheet.icons],
        "left_out": sheet.left_out,
        "for_other_players": sheet.others,
        "notes": notes(sheet, say),
    }


def _nearest_json(near: Nearest) -> dict[str, object]:
    return {
        "booklet": near.ref.booklet,
        "key": near.key,
        "page": near.page,
        "printed_page": near.printed,
        "heading": near.heading,
    }


def _group_json(group: Group) -> dict[str, object]:
    return {
        "booklet": group.booklet,
        "booklet_title": group.title,
        "kind": group.kind,
        "lines": [_line_json(line) for line in group.lines],
    }


def _line_json(line: Line) -> dict[str, object]:
    return {
        "text": line.text,
        "how": line.how,
        "key": line.key,
        "page": line.page,
        "printed_page": line.printed,
        "heading": line.heading,
        "section_path": list(line.section),
        "quote": line.quote,
        "changes": list(line.amends),
    }


def _icon_json(icon: NamedIcon) -> dict[str, object]:
    return {
        "name": icon.name,
        "id": icon.id,
        "booklet": icon.ref.booklet,
        "kind": icon.kind,
        "page": icon.ref.page,
        "pages": list(icon.pages),
        "png": icon.png,
    }

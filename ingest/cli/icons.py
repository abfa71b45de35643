"""`ingest icons`: the icons of a booklet, what they are called and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from ingest.cli.known import booklets
from ingest.cli.shelf import parse_place
from ingest.contracts import Booklet, Icon
from ingest.errors import CannotWrite, UsageError
from ingest.naming import shown
from ingest.settings import IngestContext

_STYLE: Final = """body{font:16px system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #ccc;padding:.5rem;text-align:left;
vertical-align:middle}img{max-width:96px;max-height:96px}code{color:#555}.missing{color:#a00}"""
_PAGES_SHOWN: Final = 12


@click.command()
@click.argument("place", metavar="GAME/BOOKLET", shell_complete=booklets)
@click.option("--html", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write one HTML file to look at.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def icons(context: IngestContext, place: str, file: Path | None, as_json: bool) -> int:
    """List the icons of a booklet: name, words beside them, pages."""
    from ingest.library import EVERY_STATUS, Library

    ref, page = parse_place(place)
    if page is not None:
        raise UsageError("cli.whole_booklet", name=shown(place), page=page)
    with Library.open(context.settings, statuses=EVERY_STATUS) as library:
        booklet, found = library.booklet(ref), library.icons(ref)
    if file is not None:
        _write(file, _document(context, booklet, found))
        context.screen.narrate_line(context.say("ingest.cli.written", file=file))
    if as_json:
        record = {"game": ref.game, "booklet": ref.booklet, "revision": booklet.revision}
        context.screen.emit_json({**record, "icons": [_json(icon, booklet) for icon in found]})
    elif file is None:
        for line in [_line(context, icon) for icon in found] or [context.say("ingest.cli.no_icons", name=ref)]:
            context.screen.emit(line)
    return 0


def _json(icon: Icon, booklet: Booklet) -> dict[str, object]:
    return {
        "id": icon.id,
        "kind": icon.kind,
        "name": icon.name,
        "captions": list(icon.captions),
        "count": icon.count,
        "pages": list(icon.pages),
        "digest": icon.digest,
        "png": None if icon.file is None else str(booklet.folder / icon.file),
    }


def _line(context: IngestContext, icon: Icon) -> str:
    """`3f2a · Gold · 4 × · pages 4, 6 · pay … and draw`."""
    parts = [icon.id, icon.name or "–", *_facts(context, icon), *([icon.captions[0]] if icon.captions else [])]
    return " · ".join(parts)


def _facts(context: IngestContext, icon: Icon) -> list[str]:
    pages = ", ".join(map(str, icon.pages[:_PAGES_SHOWN])) + (" …" if len(icon.pages) > _PAGES_SHOWN else "")
    key = "ingest.cli.icon_page" if len(icon.pages) == 1 else "ingest.cli.icon_pages"
    return [f"{icon.count} ×", context.say(key, pages=pages)]


def _document(context: IngestContext, booklet: Booklet, found: Sequence[Icon]) -> str:
    from ingest.html import document, element

    say = context.say
    heads = [say(f"ingest.cli.icon_{column}") for column in ("crop", "name", "places", "captions")]
    rows = [_row(context, booklet, icon) for icon in found]
    title = say("ingest.cli.icons_of", title=booklet.title)
    table = element("table", element("tr", *(element("th", head) for head in heads)), *rows)
    empty = element("p", say("ingest.cli.no_icons", name=booklet.ref))
    return document(title, say("ingest.cli.language"), _STYLE, element("h1", title), table if found else empty)


def _row(context: IngestContext, booklet: Booklet, icon: Icon) -> str:
    from ingest.html import element, picture

    crop = picture(booklet.folder / icon.file, icon.id) if icon.file else icon.id
    return element(
        "tr",
        element("td", crop),
        element("td", element("strong", icon.name or "–"), element("br"), element("code", icon.id)),
        element("td", " · ".join(_facts(context, icon))),
        element("td", *(element("div", caption) for caption in icon.captions)),
    )


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotWrite("cli.cannot_write", path=file, why=error.strerror or error) from error

"""`ingest show`: how each page of a booklet was read, a page with everything on it, a report to check a book by eye."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ingest.cli.known import booklets
from ingest.cli.page_words import facts, facts_json, page_json, page_line, with_icon_names
from ingest.cli.shelf import booklet_json, booklet_line, parse_place
from ingest.contracts import Block, BookletRef, Icon, Page, PageRef
from ingest.errors import CannotWrite, UsageError
from ingest.naming import shown
from ingest.settings import IngestContext

if TYPE_CHECKING:
    from ingest.library import Library


@click.command()
@click.argument("place", metavar="GAME/BOOKLET[:PAGE]", shell_complete=booklets)
@click.option(
    "--html",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one HTML file: each page's image beside its text as it was read, the worst pages first.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def show(context: IngestContext, place: str, file: Path | None, as_json: bool) -> int:
    """Show how the pages of a booklet were read and how well, or one page with all that was read of it."""
    from ingest.library import EVERY_STATUS, Library

    ref, number = parse_place(place)
    if file is not None and number is not None:
        raise UsageError("cli.whole_booklet", name=shown(place), page=number)
    with Library.open(context.settings, statuses=EVERY_STATUS) as library:
        if number is not None:
            _show_page(context, library, PageRef(ref.game, ref.booklet, number), as_json)
            return 0
        pages = _pages(library, ref)
        if file is not None:
            _write_report(context, library, pages, ref, file)
        if as_json or file is None:
            _show_booklet(context, library, pages, ref, as_json)
    return 0


def _pages(library: Library, ref: BookletRef) -> list[Page]:
    return [library.page(PageRef(ref.game, ref.booklet, n + 1)) for n in range(library.booklet(ref).pages)]


def _show_booklet(context: IngestContext, library: Library, pages: list[Page], ref: BookletRef, as_json: bool) -> None:
    booklet, say = library.booklet(ref), context.say
    if as_json:
        listed = [facts_json(page, booklet.folder, say) for page in pages]
        context.screen.emit_json({"game": ref.game, **booklet_json(booklet), "pages": listed})
        return
    context.screen.emit(booklet_line(context, booklet))
    for page in pages:
        context.screen.emit("  " + page_line(page, say))
        for fact in facts(page, say):
            context.screen.emit("      " + fact)


def _show_page(context: IngestContext, library: Library, ref: PageRef, as_json: bool) -> None:
    booklet, page = library.booklet(ref.owner), library.page(ref)
    icons = [icon for icon in library.icons(ref.owner) if ref.page in icon.pages]
    if as_json:
        head = {"game": ref.game, "booklet": ref.booklet, "revision": booklet.revision}
        context.screen.emit_json(
            {**head, **page_json(page, library.page_passages(ref), icons, booklet.folder, context.say)}
        )
        return
    emit = context.screen.emit
    emit(page_line(page, context.say))
    emit(context.say("ingest.cli.no_image") if page.image is None else str(booklet.folder / page.image))
    said = with_icon_names(page, icons, context.say("ingest.cli.icon"))
    for fact in (*facts(said, context.say), *_beside(context, said, booklet.folder, icons)):
        emit("  " + fact)
    emit("\n" + said.text)
    if said.lettering:
        emit("\n" + context.say("ingest.cli.lettering") + "\n" + _text(said.lettering))


def _beside(context: IngestContext, page: Page, folder: Path, icons: list[Icon]) -> list[str]:
    """The icons of a page and its pictures that have a caption or a file, one line each."""
    pictures = [
        context.say("ingest.cli.picture", caption=p.caption or "–", file=folder / p.file if p.file else "–")
        for p in page.pictures
        if p.caption or p.file
    ]
    return pictures + [context.say("ingest.cli.icon_line", id=icon.id, name=icon.name or "–") for icon in icons]


def _text(blocks: tuple[Block, ...]) -> str:
    return "\n".join(block.text for block in blocks)


def _write_report(context: IngestContext, library: Library, pages: list[Page], ref: BookletRef, file: Path) -> None:
    from ingest.cli.page_html import report

    booklet = library.booklet(ref)
    word, icons = context.say("ingest.cli.icon"), library.icons(ref)
    named = [with_icon_names(page, icons, word) for page in pages]
    text = report(booklet_line(context, booklet), booklet.folder, named, context.say)
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotWrite("cli.cannot_write", path=file, why=error.strerror or error) from error
    context.screen.narrate_line(context.say("ingest.cli.written", file=file))

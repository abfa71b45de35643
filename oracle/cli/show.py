"""`oracle show`: a page of a rulebook on the terminal, a quote marked on it, and the picture of both.

Owns flags, the order of what is printed, and the file that is written. What is marked is `oracle.pagetext`'s.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ingest.cli.known import booklets
from oracle.cli.output import STDOUT, emit, emit_bytes, emit_json, emit_marked, narrate_line
from oracle.cli.places import named_page
from oracle.cli.state import State
from oracle.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ingest.contracts import PageRef
    from ingest.library import Library
    from oracle.pagetext import PageView
    from oracle.texts import Texts

_WIDEST = 100
_MOST = 5  # other pages that are named
NOT_THERE = 8  # as an answer of which nothing could be verified
_QUOTED = {"en": ("“", "”"), "fr": ("«\u00a0", "\u00a0»")}


@click.command()
@click.argument("place", metavar="GAME/BOOKLET:PAGE", shell_complete=booklets)
@click.option("--quote", default="", help="Words to mark on the page.")
@click.option(
    "--png",
    "file",
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="Write the picture of the page with the quote marked on it; - is standard output, and no text then.",
)
@click.option("--crop", is_flag=True, help="The picture holds only the part of the page around the quote.")
@click.option("--open", "opens", is_flag=True, help="Open that picture in the system's viewer, where there is one.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def show(state: State, place: str, quote: str, file: Path | None, crop: bool, opens: bool, as_json: bool) -> int:
    """Show a page of a rulebook, with a quote marked on it.

    PAGE counts from the first page of the file, whatever number is printed on it; `iv`, which no page has as its place,
    is the page on which that is printed. Exit code 8 when the quote does not stand whole on the page, which is shown
    all the same.
    """
    from ingest.library import Library
    from oracle.opening import open_page
    from oracle.pagetext import Mark

    say = state.say
    if crop and not (file or opens):
        raise UsageError("show.crop_of_nothing")
    if file == STDOUT and (as_json or opens):
        raise UsageError("show.one_output")
    with Library.open(state.config.settings) as library:
        ref = named_page(library, place)
        view = open_page(library, ref, Mark(quote or None), say("ask.icon"))
        others = _others(library, view, quote)
        if place.rstrip().endswith(f":{ref.page}"):  # a word that is printed on it is no number of another
            _say_number(library, ref, say)
    to_pipe = file == STDOUT
    kept = _picture(state, view, file, crop) if (file or opens) and not to_pipe else None
    _opened(state, ref)
    try:
        if to_pipe:
            _emit_picture(view, crop)
        else:
            _emit(view, say, page_json(view, quote, others, kept) if as_json else None)
    finally:  # also where the reader of standard output has left, as `head` does
        _say_quote(view, quote, others, say)
        if kept:
            _say_picture(kept, say, opens=opens)
    return NOT_THERE if view.missed or view.partly else 0


# --- what is told on standard error -------------------------------------------------------------------


def _others(library: Library, view: PageView, quote: str) -> tuple[int, ...]:
    """The pages on which the quote stands, where it does not stand whole on this one."""
    from oracle.opening import elsewhere

    return tuple(islice(elsewhere(library, view.ref, quote), _MOST)) if view.missed or view.partly else ()


def _say_quote(view: PageView, quote: str, others: Sequence[int], say: Texts) -> None:
    if not (view.missed or view.partly):
        return
    narrate_line("⚠ " + say("show.partly" if view.partly else "show.missed", page=view.ref.page))
    ref, typed = view.ref, shlex.quote(" ".join(quote.split()))
    for other in others:
        narrate_line("  → " + say("show.try", game=ref.game, booklet=ref.booklet, page=other, quote=typed))
    if not others:
        narrate_line(say("show.nowhere"))
        narrate_line("  → " + say("show.search", game=view.ref.game))


def _say_number(library: Library, ref: PageRef, say: Texts) -> None:
    from oracle.opening import carrying

    other = carrying(library, ref)
    if other is not None:
        narrate_line(say("show.other_number", number=ref.page, game=ref.game, booklet=ref.booklet, page=other))


def _say_picture(file: Path, say: Texts, *, opens: bool) -> None:
    from oracle.viewer import system_viewer

    viewer = system_viewer(os.environ, sys.platform) if opens else None
    if viewer and viewer.show(file):
        narrate_line(say("show.opened", file=file))
    else:
        narrate_line(say("show.no_viewer" if opens else "show.written", file=file))


def _opened(state: State, ref: PageRef) -> None:
    """A page was gone to. That it cannot be written down is no reason not to show it."""
    from oracle.outcomes import FILE, Kind, NotKept, Outcomes, Place

    with suppress(NotKept):
        Outcomes(state.config.home / FILE).add(Kind.OPENED, [Place(ref)])


# --- the page ----------------------------------------------------------------------------------------


def _emit(view: PageView, say: Texts, record: Mapping[str, object] | None) -> None:
    if record is not None:
        emit_json(record)
    else:
        print_page(view, say)


def print_page(view: PageView, say: Texts) -> None:
    """A page as text at the terminal's width, under its heading, with what is marked on it."""
    from oracle.flowed import flowed

    emit(heading(view, say) + "\n")
    if not view.text.text:
        emit(say("show.no_text"))
        return
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    quoted = _QUOTED[say.language]
    for line in flowed(view.text.text, view.quotes, width, *quoted):
        emit_marked((piece.text, piece.marked) for piece in line)


def heading(view: PageView, say: Texts) -> str:
    """One line: the booklet and what it is, the page as counted and as printed, and how it was read."""
    number = view.ref.page
    differs = view.printed and view.printed != str(number)
    page = say("ask.page_printed", page=number, printed=view.printed) if differs else say("ask.page", page=number)
    notes = [say(f"ask.kind.{view.booklet.kind}"), *([say("ask.from_ocr")] if view.ocr else [])]
    return f"{view.booklet.title} ({', '.join(notes)}), {page} / {view.total}"


def page_json(view: PageView, quote: str, others: Sequence[int], png: Path | None) -> dict[str, object]:
    """A page as programs read it. `extents` are places in `text`, `boxes` points of the page from its top left."""
    return {
        "game": view.ref.game,
        "booklet": view.ref.booklet,
        "booklet_title": view.booklet.title,
        "kind": view.booklet.kind,
        "revision": view.booklet.revision,
        "page": view.ref.page,
        "printed_page": view.printed,
        "pages": view.total,
        "text_source": view.source,
        "width": view.size[0],
        "height": view.size[1],
        "text": view.text.text,
        "quote": _quote_json(view, quote, others) if quote else None,
        "image": None if view.image is None else str(view.image),
        "png": None if png is None else str(png),
    }


def _quote_json(view: PageView, quote: str, others: Sequence[int]) -> dict[str, object]:
    return {
        "text": quote,
        "found": "no" if view.missed else "partly" if view.partly else "yes",
        "extents": [list(extent) for extent in view.quotes],
        "boxes": [[round(side, 2) for side in box] for box in view.boxes],
        "elsewhere": list(others),
    }


# --- its picture -------------------------------------------------------------------------------------


def _picture(state: State, view: PageView, file: Path | None, crop: bool) -> Path:
    from oracle.marked_file import KEPT, keep, write

    return write(view, file, crop=crop) if file else keep(view, state.config.home / KEPT, crop=crop)


def _emit_picture(view: PageView, crop: bool) -> None:
    from oracle.marked_file import picture

    emit_bytes(picture(view, crop=crop))

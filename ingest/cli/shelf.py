"""`ingest list`, `remove`: what is on the shelf."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from ingest.cli.asking import insist
from ingest.cli.known import booklets, games
from ingest.contracts import Booklet, BookletRef, BookletStatus, Game
from ingest.errors import UsageError
from ingest.naming import checked_game, checked_ref, heading, shown
from ingest.settings import IngestContext, Say, Settings

if TYPE_CHECKING:
    from ingest.upkeep import Prunable

_KILO, _MEGA = 1_000, 1_000_000


@click.command("list")
@click.argument("game", required=False, shell_complete=games)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def list_(context: IngestContext, game: str | None, as_json: bool) -> int:
    """List the games and their booklets, or those of GAME, drafts and archived ones too."""
    from ingest import upkeep
    from ingest.library import EVERY_STATUS, Library

    with Library.open(context.settings, statuses=EVERY_STATUS) as library:
        games = library.games() if game is None else (library.game(game),)
    kept = upkeep.earlier([booklet.ref for each in games for booklet in each.booklets], context.settings)
    if as_json:
        context.screen.emit_json({"games": [_game_json(each, kept) for each in games]})
    for each in games if not as_json else ():
        context.screen.emit(heading(each))
        for booklet in each.booklets:
            context.screen.emit("  " + " · ".join((booklet_line(context, booklet), *_beside(context, booklet, kept))))
    return 0


def _beside(context: IngestContext, booklet: Booklet, kept: Mapping[BookletRef, Prunable]) -> Iterator[str]:
    """What is said of a booklet that does not answer, or that earlier revisions are kept of."""
    if booklet.status is not BookletStatus.PUBLISHED:
        yield context.say(f"ingest.cli.status_{booklet.status}")
    earlier = kept[booklet.ref]
    if earlier.revisions:
        weight = size(context.say, earlier.bytes)
        yield context.say("ingest.cli.earlier_kept", count=len(earlier.revisions), size=weight)


def size(say: Say, count: int) -> str:
    """Bytes as people read them: megabytes, and kilobytes of what is less."""
    if count < _MEGA:
        return say("ingest.cli.kilobytes", size=-(-count // _KILO))
    return say("ingest.cli.megabytes", size=f"{count / _MEGA:.1f}".replace(".", say("ingest.cli.point")))


@click.command()
@click.argument("place", metavar="GAME[/BOOKLET]", shell_complete=booklets)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def remove(context: IngestContext, place: str, yes: bool, as_json: bool) -> int:
    """Take a booklet, or a whole game, off the shelf. The files it came from stay where they are."""
    from ingest import pipeline

    refs = named(context.settings, place)
    if not yes and sys.stdin.isatty():
        question = context.say("ingest.cli.really", names=", ".join(map(str, refs)))
        insist(question, context.say)
    for ref in refs:
        pipeline.remove(ref, context.settings)
        if not as_json:
            context.screen.emit(context.say("ingest.cli.removed", name=ref))
    if as_json:
        context.screen.emit_json({"removed": [{"game": ref.game, "booklet": ref.booklet} for ref in refs]})
    return 0


def parse_place(place: str) -> tuple[BookletRef, int | None]:
    """`GAME/BOOKLET` or `GAME/BOOKLET:PAGE`. Raises `UsageError` for anything else."""
    found = re.fullmatch(r"([^/:]+)/([^/:]+)(?::([0-9]{1,6}))?", place)
    if found is None or (found[3] is not None and int(found[3]) < 1):
        raise UsageError("cli.bad_place", name=shown(place))
    return checked_ref(found[1], found[2]), int(found[3]) if found[3] else None


def published_booklets(settings: Settings) -> tuple[BookletRef, ...]:
    """Every booklet that is there, whatever its status; none where there is no home yet."""
    return tuple(booklet.ref for game in _games(settings) for booklet in game.booklets)


def published_games(settings: Settings) -> tuple[str, ...]:
    """Every game that has a booklet; none where there is no home yet."""
    return tuple(game.slug for game in _games(settings))


def _games(settings: Settings) -> tuple[Game, ...]:
    from ingest.errors import NoIndex
    from ingest.library import EVERY_STATUS, Library

    if not settings.database.is_file():
        return ()
    try:
        with Library.open(settings, statuses=EVERY_STATUS) as library:
            return library.games()
    except NoIndex as error:
        if error.key == "ingest.store.nothing_published":
            return ()
        raise


def named(settings: Settings, place: str) -> tuple[BookletRef, ...]:
    """The booklets that `GAME` or `GAME/BOOKLET` names, whatever their status."""
    from ingest.library import EVERY_STATUS, Library

    with Library.open(settings, statuses=EVERY_STATUS) as library:
        if "/" not in place:
            return tuple(booklet.ref for booklet in library.game(checked_game(place)).booklets)
        ref, page = parse_place(place)
        if page is not None:
            raise UsageError("cli.bad_place", name=shown(place))
        return (library.booklet(ref).ref,)


# --- shapes and lines --------------------------------------------------------------------------------


def _game_json(game: Game, kept: Mapping[BookletRef, Prunable]) -> dict[str, object]:
    booklets = [
        {
            **booklet_json(booklet),
            "earlier_revisions": len(kept[booklet.ref].revisions),
            "earlier_bytes": kept[booklet.ref].bytes,
        }
        for booklet in game.booklets
    ]
    return {"game": game.slug, "title": game.title, "booklets": booklets}


def booklet_json(booklet: Booklet) -> dict[str, object]:
    """A booklet as commands print it."""
    return {
        "booklet": booklet.ref.booklet,
        "title": booklet.title,
        "kind": str(booklet.kind),
        "status": str(booklet.status),
        "order": booklet.order,
        "languages": list(booklet.languages),
        "amends": booklet.amends,
        "revision": booklet.revision,
        "source_file": shown(booklet.source_file),
        "pages": booklet.pages,
        "chunks": booklet.chunks,
    }


def booklet_line(context: IngestContext, booklet: Booklet) -> str:
    """A booklet on one line."""
    return context.say(
        "ingest.cli.booklet",
        name=booklet.ref,
        title=booklet.title,
        kind=context.say(f"ingest.cli.kind_{booklet.kind}"),
        languages=", ".join(booklet.languages) or "–",
        pages=booklet.pages,
        chunks=booklet.chunks,
    )

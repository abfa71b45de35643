"""`ingest add FILE… -g GAME`: publish files as booklets of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ingest.cli.known import games
from ingest.cli.title import cleaned
from ingest.contracts import BookletKind, BookletRef, BookletStatus
from ingest.errors import UsageError
from ingest.naming import checked_game, checked_ref, shown, slug_of, title_of
from ingest.settings import IngestContext, Settings
from ingest.sources import PICTURES

if TYPE_CHECKING:
    from ingest.batch import Wanted
    from ingest.page.sheet import OcrMode
    from ingest.store.fingerprint import AddOrder

DETECT = "auto"


@dataclass(frozen=True)
class Given:
    """The options as they were given; `None` = not given: a booklet that is there keeps what it has."""

    game: str
    booklet: str | None = None
    kind: str | None = None
    title: str | None = None
    game_title: str | None = None
    languages: str | None = None
    ocr: OcrMode | None = None
    force: bool = False
    as_one: bool = False
    draft: bool = False


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-g", "--game", required=True, shell_complete=games, help="The game: a short name of a-z, 0-9 and hyphens."
)
@click.option("--as-one", is_flag=True, help="FILEs are one booklet, in this order: photos of its pages, its parts.")
@click.option("-b", "--booklet", help="The booklet's short name (default: from the file's name).")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in BookletKind]),
    help="What the booklet is to its game (default: core).",
)
@click.option("--title", help="The booklet's title that players see (default: from the file's name).")
@click.option("--game-title", help="The game's title that players see (default: what it has, else its short name).")
@click.option(
    "--lang",
    "languages",
    metavar="CODES",
    help="Languages of the text: fr, en, de, es, it, nl, pt, or several: fr,en (default: found).",
)
@click.option("--ocr", type=click.Choice(["auto", "force", "off"]), help="When to read the picture (default: auto).")
@click.option("--draft", is_flag=True, help="Keep it from players until `oracle ingest status` publishes it.")
@click.option("--dry-run", is_flag=True, help="Say what would be done; write nothing.")
@click.option("--force", is_flag=True, help="Read and publish again even if nothing changed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def add(context: IngestContext, /, files: tuple[Path, ...], dry_run: bool, as_json: bool, **options: object) -> int:
    """Publish FILEs as booklets of a game, one a file, or all of them as one booklet (--as-one).

    A FILE is a PDF, a photo of a page (JPEG, PNG, WebP, TIFF), Markdown, a web page, a text, a Word, PowerPoint or
    Excel document; with LibreOffice also OpenDocument, RTF and older office files. Its content says what it is.

    A booklet that is there already gets a new revision, if anything changed. A name that begins with a hyphen
    goes after `--`.
    """
    from ingest.batch import adding, planning
    from ingest.cli.progress import Meter
    from ingest.cli.report import Report

    given = Given(**options)  # type: ignore[arg-type]
    wanted = tuple(orders(files, given, context.settings))
    _mention_near_game(context, given.game)
    if _look_like_pages(files) and not given.as_one:
        context.screen.narrate_line(context.say("ingest.cli.many_photos", files=len(files)))
    with Meter(context.say) as meter:
        doing = planning(context.settings) if dry_run else adding(context.settings, meter)
        return Report(context, as_json, dry_run, given.draft).follow(wanted, doing, meter)


def orders(files: Sequence[Path], given: Given, settings: Settings) -> Iterator[Wanted]:
    """What is ordered of each file, or of all as one. Raises `UsageError` for options that make no sense."""
    from ingest.batch import Wanted

    checked_game(given.game)
    if given.as_one:
        ref = checked_ref(given.game, given.booklet if given.booklet is not None else slug_of(files[0]))
        source = files[0] if len(files) == 1 else tuple(files)
        yield Wanted(source, _order(files[0], ref, given, settings))
        return
    if len(files) > 1 and (given.booklet is not None or given.title is not None):
        raise UsageError("cli.one_file", files=len(files))
    taken: dict[BookletRef, Path] = {}
    for file in files:
        ref = checked_ref(given.game, given.booklet if given.booklet is not None else slug_of(file))
        other = taken.setdefault(ref, file)
        same = UsageError("cli.same_booklet", name=ref, other=shown(other)) if other != file else None
        yield Wanted(file, _order(file, ref, given, settings), same)


def _look_like_pages(files: Sequence[Path]) -> bool:
    """Several pictures are most often pages of one booklet."""
    return len(files) > 1 and all(file.suffix.lower() in PICTURES for file in files)


def _order(file: Path, ref: BookletRef, given: Given, settings: Settings) -> AddOrder:
    """The options over what the booklet has, over the defaults."""
    from ingest.store.fingerprint import AddOrder
    from ingest.store.reuse import known_revision

    known = known_revision(settings, ref)
    order = known.order() if known is not None else AddOrder(ref, title_of(file))
    if given.title is not None:
        order = replace(order, title=cleaned(given.title))
    if given.kind is not None:
        order = replace(order, kind=BookletKind(given.kind))
    if given.languages is not None:
        order = replace(order, languages=_languages(given.languages))
    status = BookletStatus.DRAFT if given.draft else None
    game_title = None if given.game_title is None else cleaned(given.game_title)
    return replace(order, ocr=given.ocr or order.ocr, force=given.force, game_title=game_title, status=status)


def _languages(codes: str) -> tuple[str, ...] | None:
    from ingest.languages import FUNCTION_WORDS

    if codes.strip().lower() == DETECT:
        return None
    words = tuple(dict.fromkeys(word.strip().lower() for word in codes.split(",") if word.strip()))
    unknown = [word for word in words if word not in FUNCTION_WORDS]
    if unknown or not words:
        raise UsageError("cli.bad_language", name=shown(", ".join(unknown)), known=", ".join(FUNCTION_WORDS))
    return words


def _mention_near_game(context: IngestContext, game: str) -> None:
    """A new game whose name is nearly another's is most often a slip: say it, and go on."""
    from ingest.cli.shelf import published_games

    games = published_games(context.settings)
    near = get_close_matches(game, games, n=1, cutoff=0.8)
    if near and game not in games:
        context.screen.narrate_line(context.say("ingest.cli.near_game", name=game, near=near[0]))

"""`ingest status`, `revisions`, `restore`, `prune`: which booklets answer, and what is kept of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime

import click

from ingest.cli.asking import insist
from ingest.cli.known import booklets
from ingest.cli.shelf import named, parse_place, size
from ingest.contracts import BookletRef, BookletStatus, Revision
from ingest.errors import UsageError
from ingest.naming import shown
from ingest.settings import IngestContext, Say


@click.command()
@click.argument("place", metavar="GAME/BOOKLET", shell_complete=booklets)
@click.argument("wanted", metavar="[draft|published|archived]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def status(context: IngestContext, place: str, wanted: str | None, as_json: bool) -> int:
    """Say whether a booklet answers, or decide it: draft, published or archived.

    Only published booklets answer players. A draft is for whoever loads rulebooks (`oracle search --draft`); an
    archived one is kept and weighs on nothing.
    """
    from ingest import upkeep
    from ingest.library import EVERY_STATUS, Library

    ref, new = _booklet(place), _status(wanted)
    if new is None:
        with Library.open(context.settings, statuses=EVERY_STATUS) as library:
            now = before = library.booklet(ref).status
    else:
        before, now = upkeep.set_status(ref, new, context.settings), new
        if before is BookletStatus.ARCHIVED and now is not before:
            _say_stale(context, ref)
    if as_json:
        context.screen.emit_json({"game": ref.game, "booklet": ref.booklet, "status": now, "before": before})
    else:
        key = "status_is" if before is now else "status_set"
        said = status_word(context.say, now)
        was = status_word(context.say, before)
        context.screen.emit(context.say(f"ingest.cli.{key}", name=ref, status=said, before=was))
    return 0


@click.command()
@click.argument("place", metavar="GAME/BOOKLET", shell_complete=booklets)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def revisions(context: IngestContext, place: str, as_json: bool) -> int:
    """List the revisions of a booklet: the one that answers, and earlier ones, kept until they are pruned."""
    from ingest import upkeep

    ref = _booklet(place)
    found = upkeep.revisions(ref, context.settings)
    if as_json:
        listed = [_json(each, upkeep.freed([each.folder])) for each in found]
        context.screen.emit_json({"game": ref.game, "booklet": ref.booklet, "revisions": listed})
        return 0
    for each in found:
        context.screen.emit(_line(context.say, each, upkeep.freed([each.folder])))
    earlier = [each.folder for each in found if not each.current]
    if earlier:
        free = upkeep.freed(earlier)
        said = context.say("ingest.cli.earlier_weigh", count=len(earlier), size=size(context.say, free), name=ref)
        context.screen.narrate_line(said)
    return 0


@click.command()
@click.argument("place", metavar="GAME/BOOKLET", shell_complete=booklets)
@click.argument("revision")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def restore(context: IngestContext, place: str, revision: str, as_json: bool) -> int:
    """Make an earlier REVISION of a booklet the one that answers. Nothing is read again.

    The beginning of its name is enough. The revision that answered until then is kept.
    """
    from ingest import upkeep

    ref = _booklet(place)
    there = upkeep.restore(ref, revision, context.settings)
    if not there.current:
        _say_stale(context, ref)
    if as_json:
        record = {"game": ref.game, "booklet": ref.booklet, "revision": there.revision}
        context.screen.emit_json({**record, "changed": not there.current})
    else:
        key = "is_current" if there.current else "restored"
        context.screen.emit(context.say(f"ingest.cli.{key}", name=ref, revision=there.revision))
    return 0


@click.command()
@click.argument("place", metavar="[GAME[/BOOKLET]]", required=False, shell_complete=booklets)
@click.option("-y", "--yes", is_flag=True, help="Remove them without asking.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def prune(context: IngestContext, place: str | None, yes: bool, as_json: bool) -> int:
    """Remove earlier revisions, of everything, a game or a booklet. Says first what the disk gets back.

    Of everything, vectors of models that are not used any more go too.

    Without --yes it asks; where nobody can be asked it only says what it would remove.
    """
    from ingest import upkeep

    chosen = upkeep.prunable(_chosen(context, place), context.settings, vectors=place is None)
    if not as_json:
        _announce(context, chosen.revisions, chosen.bytes, chosen.vectors)
    go = yes and chosen.anything
    if chosen.anything and not yes and not as_json and sys.stdin.isatty():
        insist(context.say("ingest.cli.really_prune"), context.say)
        go = True
    gone = upkeep.prune(chosen, context.settings) if go else False
    if as_json:
        removed = [_json(each, upkeep.freed([each.folder])) for each in chosen.revisions]
        counts = {"bytes": chosen.bytes, "vectors": chosen.vectors}
        context.screen.emit_json({"pruned": go, "removed_now": gone, **counts, "revisions": removed})
    elif go:
        context.screen.emit(context.say("ingest.cli.pruned" if gone else "ingest.cli.pruned_later"))
    elif chosen.anything:
        context.screen.narrate_line(context.say("ingest.cli.not_pruned"))
    return 0


def status_word(say: Say, status: BookletStatus) -> str:
    """A status in words."""
    return say(f"ingest.cli.status_{status}")


def _say_stale(context: IngestContext, ref: BookletRef) -> None:
    """What was kept may be older than what the oracle makes today: then it says how to make it anew."""
    from ingest import upkeep

    note = upkeep.stale(ref, context.settings)
    if note:
        context.screen.narrate_line(context.say(note.key, **note.facts))


def _announce(context: IngestContext, found: Sequence[Revision], count: int, vectors: int) -> None:
    for each in found:
        context.screen.emit(context.say("ingest.cli.earlier", name=each.ref, revision=each.revision))
    if found or not vectors:
        key = "would_free" if found else "nothing_to_prune"
        context.screen.narrate_line(context.say(f"ingest.cli.{key}", count=len(found), size=size(context.say, count)))
    if vectors:
        context.screen.narrate_line(context.say("ingest.cli.would_drop", count=vectors))


def _chosen(context: IngestContext, place: str | None) -> tuple[BookletRef, ...]:
    from ingest.cli.shelf import published_booklets

    return published_booklets(context.settings) if place is None else named(context.settings, place)


def _booklet(place: str) -> BookletRef:
    ref, page = parse_place(place)
    if page is not None:
        raise UsageError("cli.whole_booklet", name=shown(place), page=page)
    return ref


def _status(wanted: str | None) -> BookletStatus | None:
    if wanted is None:
        return None
    if wanted not in tuple(BookletStatus):
        raise UsageError("cli.bad_status", name=shown(wanted), known=", ".join(BookletStatus))
    return BookletStatus(wanted)


def _line(say: Say, each: Revision, count: int) -> str:
    key = "revision_current" if each.current else "revision_earlier"
    return say(
        f"ingest.cli.{key}",
        revision=each.revision,
        published=_moment(each.published),
        pages=each.pages,
        chunks=each.chunks,
        file=shown(each.source_file),
        size=size(say, count),
    )


def _moment(written: str | None) -> str:
    """When, to the minute, by the clock of this machine; a dash for what an older version did not write down."""
    return datetime.fromisoformat(written).astimezone().strftime("%Y-%m-%d %H:%M") if written else "–"


def _json(each: Revision, count: int) -> dict[str, object]:
    return {
        "game": each.ref.game,
        "booklet": each.ref.booklet,
        "revision": each.revision,
        "published": each.published,
        "current": each.current,
        "source_file": shown(each.source_file),
        "pages": each.pages,
        "chunks": each.chunks,
        "bytes": count,
    }

"""`ingest title GAME [TITLE]`: what players call a game. A booklet's title is `ingest add --title`'s."""

from __future__ import annotations

import click

from ingest.cli.known import games
from ingest.errors import UsageError
from ingest.settings import IngestContext


@click.command()
@click.argument("game", shell_complete=games)
@click.argument("wanted", metavar="[TITLE]", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def title(context: IngestContext, game: str, wanted: str | None, as_json: bool) -> int:
    """Say what players call a game, or decide it. Its short name stays what is typed.

    A booklet's own title is decided by `oracle ingest add --title`.
    """
    from ingest import upkeep
    from ingest.library import EVERY_STATUS, Library

    new = None if wanted is None else cleaned(wanted)
    with Library.open(context.settings, statuses=EVERY_STATUS) as library:
        there = library.game(game)
    now = there.title if new is None else new
    if now != there.title:
        upkeep.set_game_title(there.slug, now, context.settings)
    if as_json:
        context.screen.emit_json({"game": there.slug, "title": now, "before": there.title})
    else:
        key = "title_is" if now == there.title else "title_set"
        context.screen.emit(context.say(f"ingest.cli.{key}", game=there.slug, title=now, before=there.title))
    return 0


def cleaned(title: str) -> str:
    """A title as it is kept. Raises `UsageError` where nothing of it can be read."""
    from ingest.clean import clean_text

    kept = clean_text(title)
    if not kept:
        raise UsageError("cli.empty_title")
    return kept

"""The names on the shelf, for a shell that completes what is typed. Owns no message: what fails offers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ingest.errors import IngestError

if TYPE_CHECKING:
    from ingest.contracts import Game
    from ingest.settings import IngestContext


def games(context: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """The games whose name begins so."""
    return [game.slug for game in _shelf(context) if game.slug.startswith(begun)]


def booklets(context: click.Context, param: click.Parameter, begun: str) -> list[str]:
    """`GAME/BOOKLET` of every booklet whose place begins so."""
    places = (str(booklet.ref) for game in _shelf(context) for booklet in game.booklets)
    return [place for place in places if place.startswith(begun)]


def _shelf(context: click.Context) -> Iterator[Game]:
    from ingest.library import EVERY_STATUS, Library

    told: IngestContext | None = getattr(context.find_root().obj, "ingest", None)
    if told is None or not told.settings.database.is_file():
        return
    try:
        with Library.open(told.settings, statuses=EVERY_STATUS) as library:
            yield from library.games()
    except IngestError:
        return

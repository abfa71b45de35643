"""The house rules of a game as a booklet beside the book's own: found, cited and labelled as everything else is.

Owns bringing the shelf in step with what is kept: the booklet holds the rules that are on, and is gone where none is.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ingest import pipeline
from ingest.contracts import BookletKind, BookletRef, Game
from ingest.settings import Settings
from ingest.store.fingerprint import AddOrder
from oracle.house import BOOKLET, FILE, HouseRule, NotKept, booklet_text
from oracle.texts import Texts
from oracle.tonight import Tonight


def lay_out(rules: Sequence[HouseRule], game: Game, settings: Settings, say: Texts) -> None:
    """Publish the booklet of these rules, or take it off the shelf where none is on.

    Raises what publishing raises; the rules are kept by then.
    """
    ref = BookletRef(game.slug, BOOKLET)
    there = any(each.ref == ref for each in game.booklets)
    if any(rule.on for rule in rules):
        title = say("house.title")
        text = booklet_text(rules, title, lambda rule: say("house.heading", n=rule.n, day=rule.day))
        pipeline.add(_written(settings.home, game.slug, text), AddOrder(ref, title, BookletKind.HOUSE), settings)
        _put_on_table(game, settings.home)
    elif there:
        pipeline.remove(ref, settings)
        _take_off_table(game, settings.home)


def _put_on_table(game: Game, home: Path) -> None:
    """A rule that is on is on the table, also where the evening's booklets were chosen before it was made."""
    tonight = Tonight(home)
    chosen = tonight.chosen(game.slug)
    if chosen is not None and BOOKLET not in chosen:
        tonight.choose(game.slug, [*chosen, BOOKLET])


def _take_off_table(game: Game, home: Path) -> None:
    """Where no rule is on, nobody is told with each question that a chosen booklet is gone."""
    tonight = Tonight(home)
    chosen = tonight.chosen(game.slug)
    if chosen is not None and BOOKLET in chosen:
        left = [name for name in chosen if name != BOOKLET]
        if left:
            tonight.choose(game.slug, left)
        else:
            tonight.reset(game.slug)


def _written(home: Path, game: str, text: str) -> Path:
    file = home / "house" / game / FILE
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.write_text(text, "utf-8")
    except OSError as error:
        raise NotKept("house.not_written", file=file, why=error.strerror or error) from error
    return file

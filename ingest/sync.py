"""A tree of games (`DIR/GAME/game.toml`) against what is published: what to add, what stands on no shelf any more.

Owns finding the games and the plan, which is pure. Nothing is removed unless the caller asks for it; adding what has
not changed is a no-op of the pipeline, so a plan names every booklet of the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.batch import Wanted
from ingest.contracts import BookletRef, is_slug
from ingest.errors import IngestError, UsageError
from ingest.gamefile import NAME, BookletEntry, GameFile, read_game_file
from ingest.naming import shown, slug_from
from ingest.store.fingerprint import AddOrder


@dataclass(frozen=True)
class Tree:
    """The games of a folder; `broken` are those whose `game.toml` cannot be used."""

    games: tuple[GameFile, ...]
    broken: tuple[Wanted, ...]


@dataclass(frozen=True)
class SyncPlan:
    """`wanted`: every booklet of the tree, in order. `strays`: published under its games, but no longer in it."""

    wanted: tuple[Wanted, ...]
    strays: tuple[BookletRef, ...]


def scan(folder: Path) -> Tree:
    """The games in `folder`, or the one game that `folder` is. Raises `UsageError` when there is none."""
    if not folder.exists():
        raise UsageError("cli.no_folder", folder=shown(folder))
    if not folder.is_dir():
        raise UsageError("cli.not_a_folder", folder=shown(folder))
    homes = [folder] if (folder / NAME).is_file() else sorted(p for p in folder.iterdir() if (p / NAME).is_file())
    if not homes:
        raise UsageError("cli.no_games", folder=shown(folder))
    games: list[GameFile] = []
    broken: list[Wanted] = []
    for home in homes:
        try:
            games.append(read_game_file(home))
        except IngestError as error:
            broken.append(_broken(home, error))
    return Tree(tuple(games), tuple(broken))


def plan_sync(tree: Tree, published: Iterable[BookletRef], *, force: bool = False) -> SyncPlan:
    """What to do so that what is published is what the tree holds. Pure."""
    wanted = [_wanted(game, entry, force) for game in tree.games for entry in _ordered(game)]
    named = {one.order.ref for one in wanted}
    games = {game.slug for game in tree.games}
    strays = sorted(ref for ref in published if ref.game in games and ref not in named)
    return SyncPlan((*tree.broken, *wanted), tuple(strays))


def _wanted(game: GameFile, entry: BookletEntry, force: bool) -> Wanted:
    order = AddOrder(
        ref=entry.ref,
        title=entry.title,
        kind=entry.kind,
        languages=entry.languages,
        ocr=entry.ocr,
        force=force,
        amends=entry.amends,
        order=entry.order,
        game_title=game.title,
    )
    return Wanted(entry.source, order)


def _ordered(game: GameFile) -> Sequence[BookletEntry]:
    return sorted(game.booklets, key=lambda entry: (entry.order, entry.ref))


def _broken(home: Path, error: IngestError) -> Wanted:
    game = home.resolve().name if is_slug(home.resolve().name) else slug_from(home.resolve().name)
    return Wanted(home / NAME, AddOrder(BookletRef(game, "game"), title=""), error)

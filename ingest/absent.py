"""Why what a reader asks for is not to be had: no such name, or a booklet that does not answer.

Pure. Owns the choice of the error and the nearest name; `ingest.library` raises it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from ingest.contracts import Booklet, Game
from ingest.errors import NoIndex, UsageError

_NEARLY = 0.75


def nothing(everything: Sequence[Booklet]) -> NoIndex:
    """Nothing was ever added, or nothing of it answers."""
    if not everything:
        return NoIndex("store.nothing_published")
    return NoIndex("store.nothing_answers", booklet=everything[0].ref, status=everything[0].status)


def no_game(slug: str, games: Sequence[Game], everything: Sequence[Booklet]) -> UsageError:
    """No such game, or none of its booklets answers. `everything` are its booklets, whatever their status."""
    if everything:
        return UsageError("store.game_not_published", game=slug, booklet=everything[0].ref)
    titles = {game.title.casefold(): game.slug for game in games}
    near = get_close_matches(slug.casefold(), titles, n=1, cutoff=_NEARLY)
    if near:
        return UsageError("store.unknown_game", name=slug, near=titles[near[0]])
    return _unknown("store.unknown_game", slug, [game.slug for game in games])


def no_booklet(game: str, name: str, known: Iterable[str], everything: Sequence[Booklet]) -> UsageError:
    """No such booklet, or it is a draft or archived. `everything` are the game's booklets, whatever their status."""
    hidden = next((booklet for booklet in everything if booklet.ref.booklet == name), None)
    if hidden is not None:
        return UsageError(f"store.is_{hidden.status}", booklet=hidden.ref)
    return _unknown("store.unknown_booklet", name, known, game=game)


def _unknown(key: str, name: str, known: Iterable[str], **facts: object) -> UsageError:
    choices = sorted(known)
    near = get_close_matches(name, choices, n=1, cutoff=0.5)
    if near:
        return UsageError(key, name=name, near=near[0], **facts)
    return UsageError(f"{key}_at_all", name=name, known=", ".join(choices) or "–", **facts)

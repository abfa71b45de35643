"""How much of a game is on the table, in a few words: its booklets counted, the table's own rules named apart.

Pure. Owns these counts; what is chosen is `oracle.tonight`'s.
"""

from __future__ import annotations

from collections.abc import Iterable

from ingest.contracts import Booklet, BookletKind, Game
from oracle.contracts import Stack
from oracle.texts import Texts
from oracle.tonight import holds


def told(say: Texts, game: Game, stack: Stack, players: int | None = None) -> str:
    """`  2 of 4 booklets · house rules · 4 players`: booklets where it is not all of them, and who plays."""
    books, house = parted(game.booklets)
    on = sum(holds(stack, each.ref.booklet) for each in books)
    some = say("app.table.some", count=on, of=len(books)) if on < len(books) else ""
    seats = say("stack.players", count=players) if players else ""
    words = " · ".join(filter(None, (some, _house(say, house, stack), seats)))
    return f"  {words}" if words else ""


def there(say: Texts, game: Game) -> str:
    """`2 booklets + house rules`: what a game has."""
    books, house = parted(game.booklets)
    count = say("app.picker.booklets_one") if len(books) == 1 else say("app.picker.booklets", n=len(books))
    return f"{count} + {say('app.kind.house')}" if house else count


def parted(booklets: Iterable[Booklet]) -> tuple[list[Booklet], list[Booklet]]:
    """The booklets of a game, and apart from them the one of the table's own rules, where there is one."""
    known = list(booklets)
    return (
        [each for each in known if each.kind is not BookletKind.HOUSE],
        [each for each in known if each.kind is BookletKind.HOUSE],
    )


def _house(say: Texts, house: Iterable[Booklet], stack: Stack) -> str:
    """That house rules hold tonight, or that those there are do not; nothing where there are none."""
    on = [holds(stack, each.ref.booklet) for each in house]
    return say("app.kind.house" if any(on) else "app.table.house_off") if on else ""

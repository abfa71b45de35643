"""A small game in memory for the tests of sheets: a rulebook, an expansion, and errata."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.contracts import BookletKind, ChunkType, Game
from tests.fakes.library import FakeLibrary, FakePage, page

COINS = "Players | Coins | Stake\n2 | 20 | 4\n3 | 15 | 3\n4 | 12 | 3"

RULES = (
    page("The game is old. It was played by kings.", section="Race > History"),
    FakePage(
        (
            (
                "Race > Set-up",
                "Each player takes a pawn and puts it on the first square. The board lies in the middle.",
            ),
            ("Race > Set-up", COINS),
            ("Race > Set-up > Who goes first?", "Everybody rolls. The highest roll begins.\nExample\nAnna rolls 9."),
            ("Race > Set-up > Two players", "With 2 players, leave the red cards in the box."),
        ),
        types=(ChunkType.TEXT, ChunkType.TABLE, ChunkType.TEXT, ChunkType.TEXT),
    ),
    page(
        "1. Roll both dice.\n2. Move your pawn that far.\n3. Do what the square says.\nDoubles\nA double gives none.",
        section="Race > A turn",
    ),
    page("The first pawn on square 63 wins the pot. It ends the game at once.", section="Race > End of the game"),
)
EXTRA = (page("Put the harbour beside the board.", section="Harbour > Set-up"),)


class Shelf(FakeLibrary):
    """The fake library with a list of games."""

    def games(self, slug: str | None = None) -> tuple[Game, ...]:
        """The one game."""
        return (Game(self.game, "Race", tuple(each.booklet for each in self.scope(self.game).revisions)),)


def shelf(*, rules: Sequence[FakePage] = RULES, extra: Sequence[FakePage] = EXTRA) -> Shelf:
    """The game on a shelf."""
    booklets = {"rules": ("en", rules), **({"extra": ("en", extra)} if extra else {})}
    return Shelf(booklets, game="race", kinds={"extra": BookletKind.EXPANSION})

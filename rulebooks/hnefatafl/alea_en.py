# ruff: noqa: E501 - prose
"""The expansion of Hnefatafl, in English: its page 4 speaks of what page 4 of the core booklet speaks of."""

from __future__ import annotations

from rulebooks.hnefatafl.board import Corner, board_figure, corner_figure, great_start
from rulebooks.hnefatafl.look import GREAT, cover
from rulebooks.press.blocks import Box, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Booklet, Sheet
from rulebooks.press.canvas import INK, Canvas, rgb

BANNERS = {"red": rgb("c62828"), "blue": rgb("1565c0"), "yellow": rgb("f2b90c")}


def banner(canvas: Canvas, x: float, y: float, colour: str) -> None:
    """Draw a banner on its pole, 34 points high."""
    canvas.line((x, y), (x, y + 36), width=2)
    canvas.polygon(
        [(x, y), (x + 24, y + 3), (x + 17, y + 10), (x + 24, y + 17), (x, y + 20)], fill=BANNERS[colour], edge=INK
    )


def _banners(canvas: Canvas, x: float, y: float, width: float) -> None:
    """The law of the banners: only pictures."""
    rows = {
        "red": [
            Corner([".....", "D.A..", "....."], ((0, 1), (3, 1))),
            Corner([".....", "D.AA.", "....."], ((0, 1), (4, 1))),
        ],
        "blue": [
            Corner([".....", ".D...", "....."], ((1, 1), (2, 0))),
            Corner([".....", "...D.", "....."], ((3, 1), (2, 2))),
        ],
        "yellow": [
            Corner([".....", ".ADA.", "....."]),
            Corner(["..A..", ".ADA.", "....."], None, [(2, 1)]),
        ],
    }
    for number, (colour, corners) in enumerate(rows.items()):
        top = y + number * 68
        banner(canvas, x + 12, top + 12, colour)
        corner_figure(corners, 19)(canvas, x + 50, top, width - 50)
        if colour == "red":
            step = (width - 50 - 190) / 3
            canvas.cross(x + 50 + 2 * step + 95 + 95 / 2, top + 2 + 28.5, 13, colour=rgb("c62828"), width=3)


COVER = Sheet(
    cover=lambda canvas: cover(
        canvas,
        GREAT,
        great_start(),
        ("Alea Evangelii", "The Great Board", "An expansion for Hnefatafl · two players · 90 minutes"),
    )
)

CHANGES = Sheet(
    top=[
        Head("What the great board changes"),
        Para(
            "*Alea Evangelii*, the game of the gospels, is drawn in an Irish manuscript of the twelfth century. It is the "
            "largest of all the tafl games. This expansion gives you its board, the men that are missing from the core box, "
            "and six banners. You need the booklet of the core game: whatever this one does not mention is played as there."
        ),
        Head("When the two booklets disagree", 2),
        Para(
            "On the great board, this booklet is right. On the small board, the core booklet is right, even if you play with banners."
        ),
    ],
    left=[
        Head("New in this box", 2),
        Items(
            [
                "a board of nineteen squares by nineteen;",
                "48 dark men and 12 pale men, to be added to those of the core game;",
                "two red banners, two blue, two yellow;",
                "a sand-glass of one minute.",
            ]
        ),
        Head("Not used", 2),
        Para("The standing stones. The great board has none."),
    ],
    right=[
        Box(
            "At a glance",
            [
                Table(
                    [
                        ("", "core", "great"),
                        ("Havens", "4", "4"),
                        ("Shieldwall", "yes", "yes"),
                        ("Edge fort", "yes", "no"),
                        ("Banners", "no", "yes"),
                        ("Sand-glass", "no", "yes"),
                    ],
                    (4, 2, 2),
                    ruled=False,
                )
            ],
        ),
    ],
    bottom=[
        Head("The sand-glass", 2),
        Para(
            "The great game is slow, and the sand-glass keeps it alive. Turn it at the beginning of an enemy’s turn when you "
            "think that he dawdles, at most three times in a game. If it runs out before he moves, you choose which of his "
            "pieces he must move, but not where."
        ),
        Para("The glass may not be turned during the first ten moves, nor while the king has an open road to a haven."),
    ],
    label="2",
)

BANNER_PAGE = Sheet(
    top=[
        Head("The banners"),
        Para(
            "Before the first move each player sets one red, one blue and one yellow banner into three different men of his own. "
            "The king never carries a banner. A man with a banner keeps every right of an ordinary man and has one privilege "
            "more, or one more protection. The pictures show it; a cross marks what is *not* allowed or, on a man, that he is taken."
        ),
        Figure(_banners, 204, "From top to bottom: the red, the blue and the yellow banner."),
    ],
    left=[
        Head("Losing a banner", 2),
        Para(
            "When its bearer is captured, the banner goes to the enemy, who lays it beside the board. It is worth points at "
            "the end (page 6). It is not put into play again."
        ),
    ],
    right=[
        Box(
            "One privilege a turn",
            [
                Para(
                    "Only one banner may be used in a turn, and only by the piece that moves. The protection of a bearer never sleeps."
                )
            ],
        )
    ],
    bottom=[
        Para(
            "The pictures show a guard. An attacker who carries the same banner has the same privilege, with the colours exchanged."
        )
    ],
    label="3",
)

FORCES = Sheet(
    top=[
        Head("Forces and first move"),
        Para(
            "Set the pieces out as the picture shows, the king on his throne. Agree who commands which side; the weaker player "
            "usually takes the defenders."
        ),
    ],
    left=[
        Table(
            [
                ("Force", "This game"),
                ("Attackers", "72"),
                ("Guards", "24"),
                ("Kings", "1"),
                ("Squares", "361"),
            ],
            (3, 2),
        ),
    ],
    right=[
        Items(
            [
                "The **defenders** make the first move.",
                "The king moves at most **three** squares.",
                "The king is taken when enemies hold **two** opposite sides of him.",
                "Each player has **45 minutes** on the clock.",
            ]
        ),
    ],
    bottom=[
        Figure(board_figure(great_start(), 228), 250, "The pieces before the first move."),
        Para(
            "After the first move the players take turns. On your turn you move one piece. You may pass, but not twice running, "
            "and never when the king has an open road."
        ),
    ],
    label="4",
)

PLAY = Sheet(
    top=[
        Head("Moving and capturing"),
        Para(
            "Men move and capture as in the core game. The king strikes too, but since he can be closed in by two enemies like "
            "any man, he should think twice before he walks into the open."
        ),
    ],
    left=[
        Head("The king", 2),
        Items(
            [
                "On the throne he must still be surrounded on four sides.",
                "Beside the throne, the empty throne may stand for one of the two enemies.",
                "On the edge he can be taken, along the edge, by two.",
                "He is never walled in: the ring of the core game does not end this one.",
            ]
        ),
        Head("The throne", 2),
        Para(
            "Once the king has left it, he may not go back. Any man may then pass over the throne, but none may stop on it."
        ),
    ],
    right=[
        Box(
            "Ransom",
            [
                Para(
                    "Once in the game, the defenders may buy back a captured guard: they hand over one banner that they have won, "
                    "and set the guard on any empty square next to the king."
                ),
                Para("It takes the place of a move. The king may not be in danger at that moment."),
            ],
        ),
        Box(
            "The long march",
            [
                Para(
                    "A man who has not moved in his first ten turns may, once, move a second time in the same turn. Turn him upside down to remember it."
                )
            ],
        ),
    ],
    bottom=[
        Head("Ending the game", 2),
        Para(
            "The defenders win when the king stands on a haven, or on *any* edge square with no attacker next to him at the "
            "beginning of his own turn. The attackers win when they take the king. After one hundred moves a side without a "
            "capture the game is drawn; there is no other draw on the great board."
        ),
    ],
    label="5",
)

SCORES = Sheet(
    top=[
        Head("Scoring the great game"),
        Para(
            "A match on the great board is **one game**. It is scored, so that a lost game may still be an honourable one."
        ),
        Table(
            [
                ("What", "Points"),
                ("Winning with the king on a haven", "10"),
                ("Winning with the king on another edge square", "7"),
                ("Winning by taking the king", "10"),
                ("Each banner won", "2"),
                ("Each full dozen of captured attackers", "1"),
                ("Each full half-dozen of captured guards", "1"),
            ],
            (6, 1),
        ),
        Para(
            "Both players count. The winner of the game wins the match in any case; the points are for the tournament."
        ),
    ],
    left=[
        Head("Awkward cases", 2),
        Para(
            "**Two banners meet.** A yellow bearer is protected from the men, not from the red banner’s leap: a leaper who lands captures as if he had walked."
        ),
        Para("**A king beside two banners.** Banners give the king nothing."),
    ],
    right=[
        Para("**Glass and pass.** A player whose piece has been chosen by the enemy may not pass."),
        Para(
            "**Mixed play.** Banners may be used on the small board if both agree. Then give each side one banner only, of any colour."
        ),
        Para(
            "**A missing man.** If the dark men run short, play with 68: leave out one in the second row of each side."
        ),
    ],
    bottom=[
        Box(
            "Advice",
            [
                Items(
                    [
                        "Attackers: you have three men for each of theirs. Trade them, two for one, without regret.",
                        "Defenders: the king walks three squares, so his road must be built before he sets out.",
                    ]
                )
            ],
        )
    ],
    label="6",
)

BOOKLET = Booklet(
    "Alea Evangelii: the Great Board",
    GREAT,
    [COVER, CHANGES, BANNER_PAGE, FORCES, PLAY, SCORES],
)

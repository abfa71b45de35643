# ruff: noqa: E501 - prose
"""The Hnefatafl core booklet, in English: its first half, up to the captures."""

from __future__ import annotations

from rulebooks.hnefatafl.board import Corner, board_figure, corner_figure, draw_key, small_start
from rulebooks.hnefatafl.look import CORE, cover
from rulebooks.press.blocks import Box, Contents, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Sheet

COVER = Sheet(
    cover=lambda canvas: cover(
        canvas,
        CORE,
        small_start(),
        ("Hnefatafl", "The King’s Table", "Rules for two players · ages 8 and up · 40 minutes"),
    )
)

OVERVIEW = Sheet(
    top=[
        Head("A game of unequal sides"),
        Para(
            "Hnefatafl was played across the north of Europe for some eight hundred years before chess arrived. "
            "Two players share one board, but they do not play the same game. One commands a *king* and his small "
            "guard, who want to break out. The other commands a large army of *attackers*, who want to trap him."
        ),
        Para(
            "No complete rules from the Viking age survive. This booklet gives one tried and balanced way to play, "
            "built on the description that Linnaeus wrote down in Lapland in 1732 and on modern tournament practice."
        ),
    ],
    left=[
        Head("Contents", 2),
        Contents(
            [
                ("The board and its signs", "3"),
                ("Forces and first move", "4"),
                ("Moving", "5"),
                ("Capturing", "6"),
                ("The king in danger", "7"),
                ("How a game ends", "8"),
                ("Matches and scoring", "9"),
                ("Awkward cases", "10"),
            ]
        ),
    ],
    right=[
        Box(
            "The game in one minute",
            [
                Items(
                    [
                        "Every piece moves in a straight line, like a rook.",
                        "You capture a man by closing him in between two of yours.",
                        "The defenders win when the king stands on a corner.",
                        "The attackers win when the king is surrounded.",
                    ]
                )
            ],
        )
    ],
    bottom=[
        Head("What is in the box", 2),
        Para(
            "A board of eleven squares by eleven, a bag of dark men for the attackers, a bag of pale men for the "
            "defenders, one golden king taller than the rest, and this booklet. Any coins or buttons of two colours "
            "will replace lost men."
        ),
        Head("The words of this booklet", 2),
        Table(
            [
                ("man", "any piece that is not the king"),
                ("guard", "a defender; the guards are all on the king’s side"),
                ("haven", "one of the four corner squares"),
                ("throne", "the square in the very middle"),
                ("shieldwall", "a line of men along the edge, see page 6"),
            ],
            (1, 4),
            ruled=False,
            header=False,
        ),
    ],
    label="2",
)

SIGNS = Sheet(
    top=[
        Head("The board and its signs"),
        Para(
            "Lines are numbered from the attackers’ side of the table and files are lettered from the left, as on a "
            "chessboard. Most squares are plain. A few are painted, and each colour has its own law. The picture "
            "below is that law: this booklet does not repeat it in words."
        ),
    ],
    left=[
        Box(
            "Reading the picture",
            [
                Para("Each row is one painted square. Each column is one question."),
                Items(
                    [
                        "First column: may this piece *stop* there?",
                        "Second column: may it *pass over* it while moving?",
                        "Third column, the axe: does the empty square count as an enemy *against* this piece?",
                    ]
                ),
            ],
        )
    ],
    right=[
        Para("The three discs are, from left to right, an attacker, a guard and the king."),
        Para("A green tick means yes and a red cross means no."),
        Para(
            "The red square is the throne, in the middle. The blue squares are the havens, in the corners. The green "
            "squares are called standing stones; there are four of them and no piece begins the game there."
        ),
    ],
    bottom=[
        Figure(draw_key, 158, "The law of the painted squares."),
        Para(
            "A painted square on which a piece is standing is only a square like any other: the axe column speaks of "
            "*empty* squares. When nobody can remember a sign in the middle of a game, open the booklet here; a move "
            "that breaks the law of a painted square is taken back at once and another is played with the same piece."
        ),
    ],
    label="3",
)

FORCES = Sheet(
    top=[
        Head("Forces and first move"),
        Para(
            "Set the pieces out as the picture shows, the king on his throne. Agree who commands which side; the "
            "weaker player usually takes the attackers."
        ),
    ],
    left=[
        Table(
            [
                ("Force", "This game"),
                ("Attackers", "24"),
                ("Guards", "12"),
                ("Kings", "1"),
                ("Squares", "121"),
            ],
            (3, 2),
        ),
    ],
    right=[
        Items(
            [
                "The **attackers** make the first move.",
                "The king moves **any number** of squares.",
                "The king is taken when enemies hold **four** sides of him.",
                "Each player has **20 minutes** on the clock.",
            ]
        ),
    ],
    bottom=[
        Figure(board_figure(small_start(), 225), 248, "The pieces before the first move."),
        Para(
            "After the first move the players take turns. On your turn you move one piece, and you must move if you "
            "can. A player who touches a piece that is able to move must move it."
        ),
    ],
    label="4",
)

MOVING = Sheet(
    top=[
        Head("Moving"),
        Para(
            "All pieces move alike, the king included: as many empty squares as you wish, along a line or a file, "
            "never diagonally. A piece cannot jump over another and cannot land on an occupied square."
        ),
        Figure(
            corner_figure(
                [
                    Corner(["....A", ".....", "D....", ".....", "....."], ((0, 2), (4, 2))),
                    Corner([".....", ".A.D.", ".....", "..D..", "....."], ((2, 3), (2, 0))),
                    Corner(["..A..", ".....", "A.K..", ".....", "....D"], ((2, 2), (2, 4))),
                ],
                20,
            ),
            106,
            "Three legal moves. A piece may pass between two enemies and nothing happens to it.",
        ),
    ],
    left=[
        Head("Your turn", 2),
        Items(
            [
                "Choose one of your pieces and move it.",
                "Take off the board everything this move captures.",
                "Say “king” aloud if the king now has an open road to a haven.",
                "Say “two roads” if he has more than one.",
            ],
            numbered=True,
        ),
    ],
    right=[
        Box(
            "Why say it aloud?",
            [
                Para(
                    "The warning keeps the game friendly: the attackers should lose to a plan, not to an oversight. In "
                    "a tournament no warning is given, and forgetting it at home has no penalty."
                )
            ],
        )
    ],
    bottom=[
        Head("No move, no pass", 2),
        Para(
            "You may never pass your turn. If none of your pieces can move, you have lost the game, whatever stands on "
            "the board. This happens more often to the attackers than one would think: an army pressed against the "
            "edge by its own men has nowhere to go."
        ),
        Head("Taking back a move", 2),
        Para(
            "A move is finished when the hand leaves the piece. Before that, you may put it down elsewhere, but you "
            "still have to move that piece. After that, it stands, unless it was against the rules."
        ),
    ],
    label="5",
)

CAPTURING = Sheet(
    top=[
        Head("Capturing"),
        Para(
            "You capture an enemy man by moving one of your pieces so that he stands between two of them, on opposite "
            "sides, along a line or a file. The captured man leaves the board at once. He does not come back."
        ),
        Figure(
            corner_figure(
                [
                    Corner(["A....", ".....", "..DA.", ".....", "....."], None),
                    Corner([".....", ".....", ".ADA.", ".....", "....."], ((1, 0), (1, 2)), [(2, 2)]),
                    Corner(["..D..", "..A..", "DA.AD", ".....", "..D.."], ((2, 4), (2, 2)), [(1, 2), (3, 2), (2, 1)]),
                ],
                20,
            ),
            106,
            "Before and after a capture; and three captures with a single move.",
        ),
    ],
    left=[
        Head("The one who moves captures", 2),
        Para(
            "Only the side that has just moved can capture. A man who walks between two enemies of his own accord is "
            "safe, and stays safe when they do not move."
        ),
        Para(
            "One move may close in several men at once, up to three, each in his own direction. All of them are taken."
        ),
        Head("The king strikes too", 2),
        Para("The king captures like any guard, as the moving piece or as the anvil on the far side."),
    ],
    right=[
        Box(
            "Painted squares",
            [
                Para(
                    "An empty painted square can stand in for the second captor. The axe column of the picture on "
                    "page 3 says against whom."
                )
            ],
        ),
        Box(
            "The shieldwall",
            [
                Para(
                    "A row of two or more men along the edge is taken whole when each has an enemy in front of him and "
                    "both ends of the row are closed by enemies. A haven may close one end. A king in such a row is not "
                    "taken, but the men beside him are."
                )
            ],
        ),
    ],
    bottom=[],
    label="6",
)


FIRST_HALF = [COVER, OVERVIEW, SIGNS, FORCES, MOVING, CAPTURING]

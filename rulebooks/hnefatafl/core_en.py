# ruff: noqa: E501 - prose
"""The Hnefatafl core booklet, in English."""

from __future__ import annotations

from rulebooks.hnefatafl.board import Corner, board_figure, corner_figure, draw_key, small_start
from rulebooks.hnefatafl.look import CORE, cover
from rulebooks.press.blocks import Box, Contents, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Booklet, Sheet

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

KING = Sheet(
    top=[
        Head("The king in danger"),
        Para(
            "The king is harder to take than a man. He must have an attacker on every side: left, right, before "
            "and behind. What counts as a side depends on where he stands."
        ),
        Table(
            [
                ("Where the king stands", "Attackers needed", "What closes the rest"),
                ("On the open board", "4", "nothing"),
                ("On the throne", "4", "nothing"),
                ("Beside the throne", "3", "the empty throne"),
                ("Beside a standing stone", "4", "nothing: the stone does not help"),
                ("On the edge", "cannot be taken", "the edge never counts as an attacker"),
            ],
            (5, 4, 6),
        ),
        Figure(
            corner_figure(
                [
                    Corner([".....", "..A..", ".AKA.", "..A..", "....."], None, [(2, 2)]),
                    Corner([".....", "..r..", ".AKA.", "..A..", "....."], None, [(2, 2)]),
                    Corner([".....", "..D..", ".AKA.", "..A..", "....."]),
                ],
                20,
            ),
            106,
            "The king is taken in the first two pictures, not in the third: a guard still covers him.",
        ),
    ],
    left=[
        Head("A king walled in", 2),
        Para(
            "If the king and *all* the guards who are left are surrounded by an unbroken ring of attackers, with no "
            "way for any of them to reach the edge, the attackers have won. There is no need to take the king himself."
        ),
    ],
    right=[
        Box(
            "Armed, not invincible",
            [
                Para(
                    "The king may help to capture the very man who threatens him. A king who steps between "
                    "attackers of his own accord is never taken by doing so."
                )
            ],
        )
    ],
    bottom=[
        Para(
            "The king may leave the throne and return to it as often as he likes. The throne remains a throne while he "
            "is away."
        )
    ],
    label="7",
)

ENDING = Sheet(
    top=[Head("How a game ends")],
    left=[
        Head("The defenders win", 2),
        Items(
            [
                "when the king reaches one of the four havens;",
                "when no attacker is left on the board;",
                "when the attackers cannot move;",
                "when they build an *edge fort* (see below).",
            ]
        ),
        Head("The attackers win", 2),
        Items(
            [
                "when the king is taken;",
                "when the king and his guards are walled in;",
                "when the defenders cannot move.",
            ]
        ),
        Head("A draw", 2),
        Items(
            [
                "when the same position appears for the third time, whoever caused it;",
                "when fifty moves a side go by without a capture;",
                "when both players agree.",
            ]
        ),
    ],
    right=[
        Box(
            "The edge fort",
            [
                Para(
                    "The king stands on the edge, he can still move by at least one square, and the attackers have no "
                    "way to break the wall of guards around him. The game is over and the defenders win."
                ),
                Figure(
                    corner_figure([Corner([".DDD.", "D...D", "D.K.D"])], 22),
                    70,
                    "An edge fort: bottom row is the edge.",
                ),
                Para("If even one guard of the wall can be captured, it is not a fort and the game goes on."),
            ],
        ),
        Box(
            "Resigning",
            [Para("A player may resign at any time on his own turn. It counts as an ordinary defeat in a match.")],
        ),
    ],
    bottom=[
        Head("Time runs out", 2),
        Para(
            "With clocks, a player whose time is used up loses, unless the enemy has no way left to win: attackers with "
            "fewer than three men can never take the king, so the game is then a draw."
        ),
        Head("After the game", 2),
        Para(
            "Because the sides are unequal, one game proves little. Turn the board and play again with the other army; "
            "page 9 tells how to count the two games together."
        ),
    ],
    label="8",
)

SCORING = Sheet(
    top=[
        Head("Matches and scoring"),
        Para(
            "A match is **two games**: each player commands each army once. Each game earns points as in the table "
            "below. The higher total wins the match."
        ),
        Table(
            [
                ("Result of the game", "Winner", "Loser"),
                ("King reaches a haven", "3", "0"),
                ("King taken on the open board", "3", "0"),
                ("King and guards walled in", "4", "0"),
                ("Edge fort", "2", "0"),
                ("Resignation or time", "3", "0"),
                ("Draw", "1", "1"),
            ],
            (6, 2, 2),
        ),
        Head("Breaking a tie", 2),
        Para(
            "If the totals are equal, the match goes to the player who won with the attackers in fewer moves. If neither "
            "did, count the men captured in both games: more captures win. If that too is equal, the match is a tie."
        ),
    ],
    left=[
        Head("Bidding for sides", 2),
        Para(
            "Strong players bid for the right to choose. The first says in how many moves he would win with the "
            "attackers; the other may bid lower or accept. The lowest bidder takes the attackers and must win within "
            "his bid, or loses the game."
        ),
    ],
    right=[
        Head("Handicaps", 2),
        Para("Take these men off before the first move."),
        Table(
            [
                ("Difference", "Take off"),
                ("slight", "1 attacker"),
                ("clear", "2 attackers"),
                ("great", "4 attackers"),
                ("a first game", "1 guard instead"),
            ],
            (5, 6),
            ruled=False,
        ),
    ],
    bottom=[
        Box(
            "An evening of four players",
            [
                Para(
                    "Two players form a side and move in turn without talking about the position. The partner who speaks "
                    "of the position costs his side one man, chosen by the enemy, but never the king."
                )
            ],
        )
    ],
    label="9",
)

CASES = Sheet(
    top=[Head("Awkward cases")],
    left=[
        Para(
            "**A capture that opens a road.** You take a guard and, by doing so, open the way for the king. The capture "
            "stands; you cannot leave the man on the board."
        ),
        Para(
            "**Captured and winning at once.** The king steps onto a haven by a move that would also let him be "
            "surrounded. He has arrived: the game is over before anything else is looked at."
        ),
        Para(
            "**Both walled in and fort.** If a move makes an edge fort inside a ring of attackers, the fort comes first "
            "and the defenders win."
        ),
        Para(
            "**The last guard.** The king may play on alone. All the rules still hold, except that he cannot be walled in: "
            "he must be taken."
        ),
        Para(
            "**Wrong set-up.** If the pieces were set out wrongly and nobody saw it before the third move of the "
            "attackers, the game goes on as it is."
        ),
    ],
    right=[
        Para(
            "**Two captures by the same man.** A man who closes in one enemy in front and another at his side takes both."
        ),
        Para(
            "**Between a man and the edge.** The edge is not a captor. A man on the edge can be taken along the edge, or in "
            "a shieldwall, never against the border itself."
        ),
        Para(
            "**An illegal move seen late.** It is taken back if the enemy has not yet replied. After the reply it stands."
        ),
        Para(
            "**A knocked board.** Put the men back as both players remember. If they cannot agree, the game is played "
            "again with the same sides."
        ),
        Para(
            "**Fewer men than needed.** Attackers with three men left may play on in hope of a mistake: three are enough "
            "beside the throne."
        ),
    ],
    bottom=[
        Box(
            "Advice for a first game",
            [
                Items(
                    [
                        "Attackers: close the corners first, the centre later. Two men beside each haven hold it.",
                        "Defenders: open two roads at once; one road can always be closed.",
                        "Both: do not hurry to capture. A ring with a gap is worth more than a prisoner.",
                    ]
                )
            ],
        )
    ],
    label="10",
)

BOOKLET = Booklet(
    "Hnefatafl: the King’s Table",
    CORE,
    [COVER, OVERVIEW, SIGNS, FORCES, MOVING, CAPTURING, KING, ENDING, SCORING, CASES],
    outline=[
        (1, "A game of unequal sides", 2),
        (1, "The board and its signs", 3),
        (1, "Forces and first move", 4),
        (1, "Moving", 5),
        (1, "Capturing", 6),
        (1, "The king in danger", 7),
        (1, "How a game ends", 8),
        (1, "Matches and scoring", 9),
        (1, "Awkward cases", 10),
    ],
)

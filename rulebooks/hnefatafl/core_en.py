# ruff: noqa: E501 - prose
"""The Hnefatafl core booklet, in English."""

from __future__ import annotations

from rulebooks.hnefatafl.board import Corner, corner_figure
from rulebooks.hnefatafl.core_first_en import FIRST_HALF
from rulebooks.hnefatafl.look import CORE
from rulebooks.press.blocks import Box, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Booklet, Sheet

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
    [*FIRST_HALF, KING, ENDING, SCORING, CASES],
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

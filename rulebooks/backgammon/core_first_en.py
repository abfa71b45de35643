# ruff: noqa: E501 - prose
"""The backgammon booklet, in English: its first half, up to forced moves."""

from __future__ import annotations

from rulebooks.backgammon.board import ENTERING, START, STUCK, board_figure, dice_row
from rulebooks.backgammon.look import ENGLISH, cover
from rulebooks.press.blocks import Box, Contents, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Sheet

COVER = Sheet(
    cover=lambda canvas: cover(canvas, ENGLISH, "Complete rules", "Two players · ages 8 and up · 15 minutes a game")
)

PREFACE = Sheet(
    top=[
        Head("Before you begin"),
        Para(
            "Backgammon is a race. Two players run their checkers around a board of twenty-four points, in opposite directions, "
            "as the dice allow. On the way they bump into each other, and a checker that is hit starts again from the "
            "beginning. Its ancestors were played in Rome and in Persia; the doubling cube was added in New York in the 1920s."
        ),
        Para(
            "These rules are complete: one game, a game for stakes, and a match to a number of points. Play the first evening "
            "without the cube, and skip pages 6 and 7."
        ),
        Head("Contents", 2),
        Contents(
            [
                ("The board and the set-up", "1"),
                ("The opening roll and moving", "2"),
                ("Hitting, and the bar", "3"),
                ("When you cannot play everything", "4"),
                ("Bearing off", "5"),
                ("Winning, and what it is worth", "6"),
                ("The doubling cube and matches", "7"),
                ("Dice, mistakes and manners", "8"),
                ("Two tables worth knowing", "9"),
            ]
        ),
    ],
    bottom=[
        Box(
            "How moves are written",
            [
                Para(
                    "Points are numbered from 24 down to 1, always from the side of the player who moves. *13/8* is a checker that "
                    "goes from point 13 to point 8; *bar/21* comes in from the bar; *6/off* leaves the board; an "
                    "exclamation mark, as in *8/5!*, marks a hit."
                )
            ],
        )
    ],
    label="i",
)

BOARD = Sheet(
    top=[
        Head("The board and the set-up"),
        Para(
            "The board has twenty-four narrow triangles called *points*, in four groups of six. A ridge called the *bar* divides it. "
            "Each player has fifteen checkers. Set them up as the picture shows: this is Light’s view, and the arrow is "
            "the road of Light’s checkers. Dark travels the same road the other way."
        ),
        Figure(
            board_figure(START, 310), 222, "The position before the first roll, with the road of the light checkers."
        ),
    ],
    left=[
        Head("Your home", 2),
        Para(
            "Your *home board* is the group that your checkers reach last, points 1 to 6; your *outer board* holds points 7 to 12. "
            "The enemy’s boards are called the same from his side."
        ),
    ],
    right=[
        Head("Names of points", 2),
        Table(
            [("1", "ace point"), ("5", "golden point"), ("7", "bar point"), ("13", "mid-point"), ("24", "back point")],
            (1, 4),
            ruled=False,
            header=False,
        ),
    ],
    bottom=[
        Para(
            "In the middle lies the doubling cube, with the number uppermost that the picture shows. It belongs to nobody yet."
        )
    ],
    label="1",
)

MOVING = Sheet(
    top=[
        Head("The opening roll and moving"),
        Para(
            "Each player throws **one** die. Whoever has the higher number plays first, and plays *both* numbers just thrown as the "
            "first roll. Equal numbers are thrown again; nobody ever begins with a double."
        ),
    ],
    left=[
        Head("Moving", 2),
        Para(
            "From the second turn on you throw two dice. Each die moves one checker that many points. The two dice may move two "
            "checkers, or one checker twice, in whichever order you like."
        ),
        Para(
            "A checker may stop on any point that is empty, that holds your own checkers, or that holds a *single* enemy checker. "
            "A point with two or more enemy checkers is *made*: you may neither stop nor touch down there."
        ),
    ],
    right=[
        Head("Doubles", 2),
        Para("Two equal dice are played four times instead of twice: a double five is four moves of five points each."),
        Figure(dice_row([(5, 5)]), 28),
        Box(
            "Touching down",
            [
                Para(
                    "One checker that uses two dice really stops after the first. With 6 and 4, if both the sixth and the fourth "
                    "point ahead are made by the enemy, the tenth cannot be reached."
                )
            ],
        ),
    ],
    bottom=[
        Head("A turn from beginning to end", 2),
        Items(
            [
                "Offer the cube if you wish and may (page 7). If you throw, it is too late.",
                "Throw both dice together into the right-hand half of the board.",
                "Play as much of the roll as you can (page 4).",
                "Pick up your dice. Your turn is over when they are in your hand.",
            ],
            numbered=True,
        ),
        Head("Example", 2),
        Para(
            "On the opening position Light throws 3 and 1. She moves a checker from 8 to 5 with the 3 and a checker from 6 to 5 with "
            "the 1. Two checkers now hold the golden point: it is made, and Dark can no longer stop there."
        ),
    ],
    label="2",
)

HITTING = Sheet(
    top=[
        Head("Hitting, and the bar"),
        Para(
            "A single checker on a point is a *blot*. An enemy who stops there, or touches down there, hits it: the blot is lifted "
            "and put on the bar. It has lost everything it had travelled."
        ),
        Figure(
            board_figure(ENTERING, 250),
            186,
            "Light is on the bar with 4 and 2. Point 21 is made, point 23 is free.",
        ),
    ],
    left=[
        Head("Coming in", 2),
        Para(
            "A player with a checker on the bar must bring it in before moving anything else. It comes in on the enemy’s home "
            "board: a 1 enters on point 24, a 6 on point 19. If that point is made, that die cannot bring it in."
        ),
    ],
    right=[
        Head("Dancing", 2),
        Para(
            "If neither die brings it in, the whole turn is lost. With two checkers on the bar and only one way in, one comes in "
            "and the other die is lost."
        ),
    ],
    bottom=[
        Box(
            "A closed board",
            [
                Para(
                    "When all six points of a home board are made, nobody can come in. The player on the bar does not even throw: he "
                    "waits until a point is opened."
                )
            ],
        ),
    ],
    label="3",
)

FORCED = Sheet(
    top=[
        Head("When you cannot play everything"),
        Para("You must play as much of your roll as the rules allow, whether you like it or not. There is no passing."),
    ],
    left=[
        Items(
            [
                "If both dice can be played, in any order, both **must** be played.",
                "If either die can be played but not both, the **larger** must be played.",
                "If only one of them can be played, that one is played.",
                "With a double, play as many of the four moves as possible.",
                "If nothing can be played, the turn passes.",
            ],
            numbered=True,
        ),
    ],
    right=[
        Box(
            "Why it matters",
            [
                Para(
                    "A player may not block himself on purpose. If playing the 3 first would make the 6 impossible, but the 6 first "
                    "leaves a 3, then it must be the 6 first."
                )
            ],
        ),
    ],
    bottom=[
        Figure(
            board_figure(STUCK, 222),
            168,
            "Light can play 24/18 or 24/21, never both: point 15 is made, and so are 1, 2 and 3. The 6 must be played.",
        ),
        Head("Which of two moves", 2),
        Para(
            "You are free to choose among legal ways of playing the whole roll, even the worst of them. The rule looks at how many "
            "dice are used, and then at their size; it never asks whether a move is good."
        ),
        Para("An opponent who sees that you have played less than you could may demand the full move, but need not."),
    ],
    label="4",
)


FIRST_HALF = [COVER, PREFACE, BOARD, MOVING, HITTING, FORCED]

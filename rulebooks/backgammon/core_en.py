# ruff: noqa: E501 - prose
"""The backgammon booklet, in English. Its printed numbers begin after a cover and a roman page: printed 1 is PDF page 3."""

from __future__ import annotations

from rulebooks.backgammon.board import LEAVING, board_figure
from rulebooks.backgammon.core_first_en import FIRST_HALF
from rulebooks.backgammon.look import ENGLISH
from rulebooks.press.blocks import Box, Figure, Head, Items, Para, Table
from rulebooks.press.booklet import Booklet, Sheet

BEARING = Sheet(
    top=[
        Head("Bearing off"),
        Para(
            "Once all fifteen of your checkers are in your home board you may *bear off*: take checkers from the board for good. "
            "The first to bear off all fifteen wins."
        ),
        Figure(
            board_figure(LEAVING, 250),
            186,
            "Light has 6 and 4: one checker leaves point 6. Nothing stands on 4, so the 4 must be moved: 6/2 or 5/1.",
        ),
    ],
    left=[
        Head("The three cases", 2),
        Items(
            [
                "A checker on the point of the number: you may bear it off.",
                "None there, but some on a *higher* point: you must move one of those.",
                "None there nor higher: you must bear off from the highest point that has one.",
            ]
        ),
    ],
    right=[
        Head("You may also move", 2),
        Para("Bearing off is never an obligation as long as the die can be used to move inside the home board."),
        Box(
            "Hit while bearing off",
            [
                Para(
                    "A checker hit now goes to the bar like any other. You may not bear off again until it has come all the way home."
                )
            ],
        ),
    ],
    bottom=[],
    label="5",
)

WINNING = Sheet(
    top=[
        Head("Winning, and what it is worth"),
        Table(
            [
                ("Result", "The loser…", "Worth"),
                ("Single game", "has borne off at least one checker", "1 × cube"),
                ("Gammon", "has borne off none", "2 × cube"),
                (
                    "Backgammon",
                    "has borne off none, and has a checker on the bar or in the winner’s home board",
                    "3 × cube",
                ),
            ],
            (3, 7, 2.4),
        ),
    ],
    left=[
        Head("Playing for points", 2),
        Para(
            "A session is any number of games; the points are added up. If nobody has turned the cube, count it as 1, although it "
            "shows another number."
        ),
        Head("Resigning", 2),
        Para(
            "A player may resign a single game, a gammon or a backgammon. The opponent may refuse if he hopes for more, and then "
            "play goes on."
        ),
    ],
    right=[
        Box(
            "The Jacoby rule",
            [
                Para(
                    "In sessions, not in matches: gammons and backgammons count only as single games unless the cube has been turned "
                    "at least once. It makes dull games shorter."
                )
            ],
        ),
        Box(
            "Automatic doubles",
            [Para("If both players agree, an equal opening throw doubles the stake once. At most one a game.")],
        ),
    ],
    bottom=[
        Head("No draws", 2),
        Para(
            "A game of backgammon always has a winner. If a game must be broken off, the position is written down, with the player to "
            "move and the place of the cube, and finished another day. If it cannot be finished, it does not count."
        ),
        Head("Chouette: three players or more", 2),
        Para(
            "One player, *in the box*, plays against all the others, who have a *captain*. The captain throws and decides; the team "
            "may advise him. If the box wins, he stays and the captain goes to the end of the line. If the box loses, the captain takes "
            "his place. Each member of the team settles the game with the box alone."
        ),
    ],
    label="6",
)

CUBE = Sheet(
    top=[
        Head("The doubling cube and matches"),
        Para(
            "Before throwing, the player to move may propose to double the stake. The other either **takes**: the game goes on at double "
            "stake and the cube is his; or **drops**: the game is over and he loses the stake as it was before."
        ),
    ],
    left=[
        Head("Who may double", 2),
        Para(
            "At first either player. After that only the player who owns the cube, that is, the one who took last. There is no limit "
            "to the number of doubles."
        ),
        Head("Beavers", 2),
        Para(
            "If agreed beforehand, the player who takes may double again at once and still keep the cube. Beavers are not allowed in matches."
        ),
    ],
    right=[
        Box(
            "The Crawford rule",
            [
                Para(
                    "In a match, when a player first comes within *one* point of winning, the next game is played without the cube. "
                    "In the games after that the cube is back."
                )
            ],
        ),
        Box(
            "Dead cube",
            [
                Para(
                    "A player whose stake already wins the match gains nothing by doubling. He may still do so; it is only unwise."
                )
            ],
        ),
    ],
    bottom=[
        Head("Match play", 2),
        Para(
            "A match goes to an odd number of points agreed on beforehand. Points beyond the target are not counted. The Jacoby rule "
            "and automatic doubles are not used."
        ),
        Table(
            [
                ("Length", "Time a player", "Usual for"),
                ("3 points", "6 minutes", "a quick evening"),
                ("7 points", "14 minutes", "a club round"),
                ("11 points", "22 minutes", "a final"),
                ("17 points", "34 minutes", "a championship"),
            ],
            (1, 1, 1),
            ruled=False,
        ),
        Para("Each move also has a free delay of 12 seconds before the clock runs."),
    ],
    label="7",
)

MANNERS = Sheet(
    top=[Head("Dice, mistakes and manners")],
    left=[
        Head("Cocked dice", 2),
        Para(
            "Both dice must lie flat on the board, in the half to the thrower’s right. A die that leans, lands on a checker or leaves "
            "the board makes the whole throw void: both dice are thrown again."
        ),
        Head("Thrown too soon", 2),
        Para(
            "A throw made before the opponent has picked up his dice is void if the opponent has still something to decide. "
            "Otherwise it stands."
        ),
        Head("Wrong set-up", 2),
        Para(
            "It may be put right before the fourth roll of the game. Later the game goes on with the checkers as they stand."
        ),
    ],
    right=[
        Head("A wrong move", 2),
        Para(
            "The opponent may accept it or have it corrected, as long as he has not thrown himself. The mover cannot take back a legal "
            "move once he has picked up his dice."
        ),
        Head("A forgotten checker", 2),
        Para(
            "If a player forgot to put a hit checker on the bar, it goes there as soon as anybody notices, and the moves made since then stand."
        ),
        Head("Cups and hands", 2),
        Para("Shake the dice in a cup. Without cups, let them bounce off the far wall of the board."),
    ],
    bottom=[
        Box(
            "Advice from onlookers",
            [
                Para(
                    "Onlookers say nothing, not even when they see a wrong move. Whoever asks an onlooker for advice lets the opponent "
                    "decide whether the game is annulled."
                )
            ],
        ),
        Head("The last checker", 2),
        Para(
            "A game is over when the fifteenth checker is off the board and not when it is plain that it will be. The opponent may "
            "insist on his last throw: a double may save him from a gammon."
        ),
    ],
    label="8",
)

TABLES = Sheet(
    top=[
        Head("Two tables worth knowing"),
        Head("How often is a blot hit?", 2),
        Para("Throws out of 36 that hit a blot at a given distance, with no enemy point in between."),
        Table(
            [
                ("Distance", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
                ("Throws", "11", "12", "14", "15", "15", "17", "6", "6", "5", "3", "2", "3"),
            ],
            (3.4, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.2, 1.2, 1.2),
        ),
        Head("Good opening moves", 2),
        Para("For the player who begins. Where two are given, both are played by masters."),
    ],
    left=[
        Table(
            [
                ("Roll", "Play"),
                ("2-1", "13/11 6/5"),
                ("3-1", "8/5 6/5"),
                ("4-1", "24/23 13/9"),
                ("5-1", "13/8 24/23"),
                ("6-1", "13/7 8/7"),
                ("3-2", "24/21 13/11"),
                ("4-2", "8/4 6/4"),
                ("5-2", "13/11 13/8"),
            ],
            (1, 3),
            ruled=False,
        ),
    ],
    right=[
        Table(
            [
                ("Roll", "Play"),
                ("6-2", "24/18 13/11"),
                ("4-3", "13/10 24/20"),
                ("5-3", "8/3 6/3"),
                ("6-3", "24/18 13/10"),
                ("5-4", "24/20 13/8"),
                ("6-4", "24/14 or 8/2 6/2"),
                ("6-5", "24/13"),
            ],
            (1, 3),
            ruled=False,
        ),
    ],
    bottom=[
        Box(
            "Reading the first table",
            [
                Para(
                    "A direct shot, six points away or less, is hit by at least 11 throws in 36. One point farther away and only 6 are left: seven is a good distance for a blot."
                )
            ],
        )
    ],
    label="9",
)

BOOKLET = Booklet(
    "Backgammon: complete rules",
    ENGLISH,
    [*FIRST_HALF, BEARING, WINNING, CUBE, MANNERS, TABLES],
)

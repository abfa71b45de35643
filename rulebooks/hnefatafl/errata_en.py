# ruff: noqa: E501 - prose
"""The errata sheet of the Hnefatafl core booklet."""

from __future__ import annotations

from rulebooks.hnefatafl.look import CORE
from rulebooks.press.blocks import Box, Head, Para, Table
from rulebooks.press.booklet import Booklet, Sheet

SHEET = Sheet(
    top=[
        Head("Errata to “The King’s Table”"),
        Para(
            "Sheet of January 2026. It replaces what the first printing of the core booklet says. The expansion is not concerned."
        ),
        Table(
            [
                ("Page", "Printed", "Should read"),
                (
                    "7",
                    "On the edge: cannot be taken.",
                    "On the edge the king is taken by 3 attackers: one on each side along the edge, one in front.",
                ),
                (
                    "8",
                    "A draw when the same position appears for the third time, whoever caused it.",
                    "The player who brings about the same position for the third time must play another move; if there is none, that player loses.",
                ),
                ("9", "Edge fort: winner 2, loser 0.", "Edge fort: winner 4, loser 0."),
                ("9", "Great difference: take off 4 attackers.", "Great difference: take off 6 attackers."),
            ],
            (1, 4, 6),
        ),
    ],
    bottom=[
        Head("Why these changes", 2),
        Para(
            "Tournament play showed that a king who could not be taken on the edge simply walked round it, and that the defenders "
            "shuffled back and forth for a draw as soon as they stood badly. The edge fort, which is hard to build, was paid too little."
        ),
        Box(
            "Not an error",
            [Para("Several readers asked whether a shieldwall may take the king. It may not: page 6 is right.")],
        ),
    ],
    label="1",
)

BOOKLET = Booklet("Errata to “The King’s Table”", CORE, [SHEET], running="Hnefatafl: errata, January 2026")

"""Tables of every make, drawn into real PDFs: what is read is exactly what was drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pymupdf
import pytest

from ingest.contracts import Page
from tests.ingest.drawn_tables import SPANNED as S
from tests.ingest.drawn_tables import Make, Spec, draw, prose, read_back, title

Rows = list[list[Spec]]

PRICES: Rows = [["Item", "Cost", "Weight"], ["Abacus", "2 gp", "2 lb."], ["Acid (vial)", "25 gp", "1 lb."]]
PRICES += [["Backpack", "2 gp", "5 lb."], ["Lamp oil", "1 sp", "1 lb."]]
LONG: Rows = [
    ["d6", "Event"],
    ["1", "The storm breaks the mast and every player loses two cards of their own choice"],
    ["2", "Nothing happens"],
    ["3", "Pirates! Pay four coins or lose the ship, the crew and everything in the hold at once"],
    ["4", "A friendly whale brings a chest; draw a card"],
]
CROSS: Rows = [["", "Forest", "Desert", "Sea"], ["Horse", "2", "3", "-"], ["Ship", "-", "-", "1"]]
CROSS += [["On foot", "3", "4", "-"]]
NUMBERS: Rows = [["1", "2", "3", "4", "5", "6"], ["1", "2", "4", "7", "10", "15"]]
KEYS: Rows = [["Players", "2", "3", "4", "5"], ["Cards", "7", "6", "5", "4"]]
EMPTY: Rows = [["Level", "Slots", "Feature", "Bonus"], ["1", "2", "Rage", ""], ["2", "", "", "+1"]]
EMPTY += [["3", "3", "Path", "+1"], ["4", "", "Leap", "+2"]]
OVER: Rows = [[("Hero", 1, 2), ("Damage", 2, 1), S, ("Range", 1, 2)], [S, "Low", "High", S]]
OVER += [["Archer", "2", "5", "12"], ["Knight", "4", "8", "1"], ["Mage", "1", "12", "6"]]
KINDS: Rows = [["Kind", "Item", "Cost"], [("Weapons", 1, 3), "Sword", "10"], [S, "Axe", "12"], [S, "Bow", "15"]]
KINDS += [[("Armour", 1, 2), "Shield", "8"], [S, "Mail", "30"]]
GROUPS: Rows = [["Item", "Cost", "Weight"], ["Weapons", "", ""], ["Sword", "10 gp", "3 lb."]]
GROUPS += [["Axe", "12 gp", "4 lb."], ["Armour", "", ""], ["Shield", "8 gp", "6 lb."], ["Mail", "30 gp", "40 lb."]]
TERMS: Rows = [["trick", "the four cards played one after the other"], ["taker", "who chose trumps, with their side"]]
TERMS += [["defence", "the other side"], ["void", "having no card of a suit"]]
WRAPPED: Rows = [["Number of players", "Starting money each", "Cards dealt"], ["2", "10", "7"], ["3", "8", "6"]]
WRAPPED += [["4", "6", "5"], ["5", "5", "5"]]
POWERS: Rows = [
    ["Power", "What it does", "Cost"],
    ["Fire", "Burn one unit that stands next to yours and take its coins for your own chest", "3"],
    ["Ice", "Freeze a unit until the beginning of your next turn so that it can neither move nor attack", "2"],
    ["Wind", "Move up to three units", "1"],
]
LABELS: Rows = [
    ["Situation", "Modifier"],
    ["Attacking from above or from behind", "+2"],
    ["Target behind a wall", "-2"],
]
LABELS += [["Both players have drunk too much at the inn", "-4"], ["Night", "-1"]]
LEVELS: Rows = [["Lvl", "1st", "2nd", "3rd", "4th", "5th", "6th"]]
LEVELS += [[str(n), *(str((n * 3 + i) % 5) if i <= n // 2 else "-" for i in range(1, 7))] for n in range(1, 13)]
LED: Rows = [["Sword", "10"], ["Shield", "8"], ["Potion of healing", "50"], ["Rope (50 feet)", "1"]]

Case = tuple[Rows, tuple[float, ...], Make]
KINDS_OF_TABLE: dict[str, Case] = {
    "prices": (PRICES, (120, 60, 60), Make()),
    "long cells": (LONG, (30, 200), Make()),
    "cross": (CROSS, (70, 60, 60, 60), Make(align="lccc")),
    "empty cells": (EMPTY, (50, 50, 80, 50), Make()),
    "header over columns": (OVER, (80, 50, 50, 60), Make(head=2, align="lccc")),
    "label over rows": (KINDS, (80, 80, 50), Make()),
    "groups of rows": (GROUPS, (120, 60, 60), Make(sections=(1, 4))),
    "wrapped header": (WRAPPED, (60, 60, 60), Make(align="c")),
    "centred cells": (POWERS, (60, 150, 40), Make(middle=True)),
    "wrapped labels": (LABELS, (110, 60), Make()),
    "levels": (LEVELS, (30, *(26,) * 6), Make(align="c")),
}
PLAIN_KINDS: dict[str, Case] = {
    "keys": (KEYS, (60, 30, 30, 30, 30), Make(bold=False, head=1)),
    "numbers only": (NUMBERS, (30,) * 6, Make(bold=False, head=1, align="c")),
    "terms": (TERMS, (60, 200), Make(bold=False, head=1)),
}
RULES = ("none", "all", "rows", "outer", "columns", "book")


def rows_of(rows: Rows) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cell[0] if isinstance(cell, tuple) else (cell or "") for cell in row) for row in rows)


def plain_page(path: Path, case: Case) -> Page:
    """A title, a paragraph, the table, a paragraph."""
    with pymupdf.open() as document:
        page = document.new_page(width=595, height=842)
        y = prose(page, 50, title(page, 50, 60, "At the market"), 480, 70) + 4
        prose(page, 50, draw(page, case[0], (50, y), case[1], case[2]) + 14, 480, 90)
        document.save(path)
    return read_back(path)[0]


def columns_page(path: Path, case: Case) -> Page:
    """Two columns of text, each with the table in it, side by side."""
    with pymupdf.open() as document:
        page = document.new_page(width=595, height=842)
        for x in (40, 310):
            y = prose(page, x, title(page, x, 60, "Setting up"), 245, 80)
            prose(page, x, draw(page, case[0], (x, y + 4), case[1], case[2]) + 12, 245, 150)
        document.save(path)
    return read_back(path)[0]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", [*KINDS_OF_TABLE, *PLAIN_KINDS])
def test_a_table_is_read_as_it_was_drawn_whatever_rules_it_has(kind: str, rules: str, tmp_path: Path) -> None:
    """Every cell where it stood: no rules, all rules, rules between rows only, a frame, rules as in books."""
    rows, widths, make = {**KINDS_OF_TABLE, **PLAIN_KINDS}[kind]
    made = plain_page(tmp_path / "t.pdf", (rows, widths, replace(make, rules=rules)))
    assert [table.rows for table in made.tables] == [rows_of(rows)]


@pytest.mark.parametrize("kind", [*KINDS_OF_TABLE, *PLAIN_KINDS])
def test_tables_in_two_columns_are_two_tables(kind: str, tmp_path: Path) -> None:
    """A table of each column of the page, although their rows stand side by side."""
    rows, widths, make = {**KINDS_OF_TABLE, **PLAIN_KINDS}[kind]
    made = columns_page(tmp_path / "t.pdf", (rows, widths, make))
    assert [table.rows for table in made.tables] == [rows_of(rows)] * 2


@pytest.mark.parametrize("look", ["ground", "stripes", "both"])
@pytest.mark.parametrize("kind", [kind for kind in KINDS_OF_TABLE if kind != "label over rows"])
def test_a_table_on_coloured_grounds_is_read_as_it_was_drawn(kind: str, look: str, tmp_path: Path) -> None:
    """A coloured header, every other row coloured, or both. How far a label goes down, nothing but rules can tell."""
    rows, widths, make = KINDS_OF_TABLE[kind]
    made = plain_page(
        tmp_path / "t.pdf", (rows, widths, replace(make, ground=look != "stripes", stripes=look != "ground"))
    )
    assert [table.rows for table in made.tables] == [rows_of(rows)]


@pytest.mark.parametrize("kind", KINDS_OF_TABLE)
def test_the_header_is_told_and_what_spans_is_exact(kind: str, tmp_path: Path) -> None:
    """The bold rows are `th`; a cell over columns or rows says over how many."""
    rows, widths, make = KINDS_OF_TABLE[kind]
    table = plain_page(tmp_path / "t.pdf", (rows, widths, replace(make, rules="all"))).tables[0]
    told = [(f' colspan="{c[1]}"' if c[1] > 1 else "", c[0]) for row in rows for c in row if isinstance(c, tuple)]
    assert table.html.count("<th") >= len(widths) - (kind == "header over columns")
    assert all(f"{over}>{text}<" in table.html for over, text in told)


def test_a_list_of_prices_with_dots_is_a_table(tmp_path: Path) -> None:
    """The dots are no text; a table of contents, whose numbers only grow, is none."""
    make = Make(leaders=True, head=0, bold=False)
    assert [t.rows for t in plain_page(tmp_path / "a.pdf", (LED, (160, 40), make)).tables] == [rows_of(LED)]
    contents: Rows = [["Setup", "2"], ["Your turn", "3"], ["Combat", "7"], ["Scoring", "11"]]
    assert plain_page(tmp_path / "b.pdf", (contents, (160, 40), make)).tables == ()


def test_two_lists_side_by_side_are_no_table(tmp_path: Path) -> None:
    """Names in two columns, drawn one column after the other, are read one column after the other."""
    spells = [f"{a} {b}" for a in ("Great", "Little", "Burning") for b in ("Hand", "Storm", "Wall", "Sleep")]
    with pymupdf.open() as document:
        page = document.new_page(width=595, height=842)
        for x, names in ((60, spells[:6]), (320, spells[6:])):
            for i, name in enumerate(names):
                page.insert_text((x, 100 + 13 * i), name, fontsize=10)
        document.save(tmp_path / "t.pdf")
    read = read_back(tmp_path / "t.pdf")[0]
    assert read.tables == ()
    assert " ".join(read.text.split()) == " ".join(spells)

"""Pages in the layouts that rulebooks have, each with the order in which a person reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.ingest.press import Press

Layout = Callable[[], Press]


def two_columns() -> Press:
    """Two columns of paragraphs."""
    p = Press()
    for x in (50, 310):
        y = 60.0
        for _ in range(5):
            y = p.text(x, y, 240)
    return p


def three_columns_under_a_title() -> Press:
    """A title over three columns, each with a heading of its own."""
    p = Press()
    p.head("Everything that you may do on a turn", 50, 40, 22)
    for x, name in zip((50, 225, 400), ("Walking about", "Trading goods", "Fighting on"), strict=True):
        y = p.head(name, x, 100, 13)
        for _ in range(4):
            y = p.text(x, y, 155)
    return p


def heading_in_the_middle() -> Press:
    """Two columns, a heading across both, two columns."""
    p = Press()
    for top, title in ((60, None), (420, "A title over both of the columns here")):
        y0 = p.head(title, 60, top - 40, 20) if title else top
        for x in (50, 310):
            y = y0
            for _ in range(3):
                y = p.text(x, y, 240)
    return p


def figure_across() -> Press:
    """Two columns above and below a picture that crosses both, with a caption under it."""
    p = Press()
    for x in (50, 310):
        p.text(x, 60, 240, 6)
    p.picture(50, 280, 550, 420)
    p.words("Figure 1. A board as it stands in the beginning.", 50, 424, 500, size=8, italic=True)
    for x in (50, 310):
        p.text(x, 460, 240, 6)
    return p


def narrow_side_column() -> Press:
    """A wide text with a narrow column of remarks at its right."""
    p = Press()
    y = 60.0
    for _ in range(6):
        y = p.text(50, y, 350)
    y = 60.0
    for _ in range(3):
        y = p.text(425, y, 125, 2, size=8)
    return p


def box_across() -> Press:
    """Two columns, a tinted box across both, two columns."""
    p = Press()
    for x in (50, 310):
        p.text(x, 60, 240, 6)
    p.ground(45, 290, 555, 370)
    y = p.head("An example of a turn", 55, 296, 12)
    p.text(55, y, 490, 3)
    for x in (50, 310):
        p.text(x, 400, 240, 6)
    return p


def box_within_a_column() -> Press:
    """A framed box between two paragraphs of the left column."""
    p = Press()
    y = p.text(50, 60, 240, 4)
    top = y + 4
    y = p.head("Remember", 55, y + 8, 12)
    y = p.text(55, y, 230, 2)
    p.frame(45, top, 295, y)
    p.text(50, y + 12, 240, 5)
    y = 60.0
    for _ in range(4):
        y = p.text(310, y, 240)
    return p


def long_box() -> Press:
    """The right column is a tinted box from top to bottom, with several headings in it."""
    p = Press()
    y = 60.0
    for _ in range(7):
        y = p.text(50, y, 240)
    p.ground(304, 55, 556, 740)
    y = 60.0
    for name in ("The first variant", "The second variant", "The third variant"):
        y = p.head(name, 314, y, 12)
        for _ in range(2):
            y = p.text(314, y, 232)
    return p


def box_of_two_columns() -> Press:
    """A box at the foot of a page in one column, itself in two columns."""
    p = Press()
    y = 60.0
    for _ in range(4):
        y = p.text(50, y, 500)
    y0 = p.head("Two ways of ending the game", 60, 408, 13)
    for x in (60, 310):
        y = y0
        for _ in range(3):
            y = p.text(x, y, 230, 2)
    p.frame(45, 400, 555, 700)
    return p


def two_boxes_side_by_side() -> Press:
    """Two framed boxes beside each other under a text."""
    p = Press()
    y = 60.0
    for _ in range(3):
        y = p.text(50, y, 500)
    for x, name in ((50, "For beginners"), (310, "For experts")):
        y = p.head(name, x, 306, 12)
        for _ in range(2):
            y = p.text(x, y, 235, 2)
        p.frame(x - 5, 300, x + 245, y)
    p.text(50, 540, 500, 4)
    return p


def side_title() -> Press:
    """Titles turned on their side, each beside the section that it heads."""
    p = Press()
    for top, name in ((60, "Setting up"), (310, "Playing on"), (560, "Ending")):
        p.turned(name, 40, top + 150, 18)
        y = float(top)
        for _ in range(3):
            y = p.text(80, y, 470)
    return p


def side_titles_of_columns() -> Press:
    """A title turned on its side at the left of each of two columns."""
    p = Press()
    for x, name in ((40, "The first age"), (310, "The second age")):
        p.turned(name, x, 240, 18)
        y = 60.0
        for _ in range(5):
            y = p.text(x + 30, y, 215)
    return p


def captions_below() -> Press:
    """A picture with a caption in the middle of the left column, one at the top of the right one."""
    p = Press()
    y = p.text(50, 60, 240, 5)
    p.picture(50, y, 290, y + 100)
    y = p.words("A guard beside the king.", 50, y + 104, 240, size=8, italic=True)
    p.text(50, y + 10, 240, 5)
    p.picture(310, 60, 550, 160)
    y = p.words("The king on his way to the corner.", 310, 164, 240, size=8, italic=True)
    p.text(310, y + 10, 240, 8)
    return p


def captions_beside() -> Press:
    """Pictures with their captions at their right, in one column."""
    p = Press()
    y = 60.0
    for _ in range(3):
        y = p.text(50, y, 500, 4)
        p.picture(50, y, 250, y + 90)
        p.words(p.sentence(14), 262, y + 30, 150, size=8, italic=True)
        y += 110
    return p


def steps_with_pictures() -> Press:
    """Three steps side by side, each with its picture above it."""
    p = Press()
    p.text(50, 60, 500, 3)
    for number, x in enumerate((50, 225, 400), 1):
        p.picture(x, 140, x + 150, 240)
        p.words(f"{number}. " + p.sentence(24), x, 250, 150)
    p.text(50, 400, 500, 4)
    return p


def lists() -> Press:
    """Two columns with lists whose items hang, one nested in another."""
    p = Press()
    for x in (50, 310):
        y = p.text(x, 60, 240, 2)
        for _ in range(3):
            y = p.words("• " + p.sentence(18), x, y, 240, hang=10) - 5
            y = p.words("– " + p.sentence(14), x + 15, y, 225, hang=10) - 5
        p.text(x, y + 8, 240, 3)
    return p


def component_list() -> Press:
    """What is in the box, in two columns of short items."""
    p = Press()
    y0 = p.head("What is in the box", 50, 60)
    for x in (60, 320):
        y = y0
        for number in (64, 4, 12, 1, 30, 2):
            y = p.words(f"• {number} " + p.sentence(2)[:-1].lower(), x, y, 220) - 6
    p.text(50, y + 20, 500, 4)
    return p


def pull_quote() -> Press:
    """A sentence in large print between the paragraphs of a column."""
    p = Press()
    y = p.text(50, 60, 240, 5)
    p.rule(50, y, 290)
    y = p.words(p.sentence(9), 60, y + 6, 220, size=16, italic=True)
    p.rule(50, y, 290)
    y = p.text(50, y + 10, 240, 5)
    p.text(310, 60, 240, 14)
    return p


def wrapped_around_a_picture() -> Press:
    """A text of one column that makes room for a picture at its right."""
    p = Press()

    def room(y: float) -> tuple[float, float]:
        return (50, 270) if y + 12 > 130 and y < 290 else (50, 500)

    p.picture(340, 140, 550, 280)
    y = 60.0
    for _ in range(4):
        y = p.words(" ".join(p.sentence() for _ in range(5)), 50, y, 500, shape=room)
    return p


def wrapped_at_the_left() -> Press:
    """A text of one column that makes room for a picture at its left."""
    p = Press()

    def room(y: float) -> tuple[float, float]:
        return (280, 270) if y + 12 > 130 and y < 290 else (50, 500)

    p.picture(50, 140, 270, 280)
    y = 60.0
    for _ in range(4):
        y = p.words(" ".join(p.sentence() for _ in range(5)), 50, y, 500, shape=room)
    return p


def picture_between_the_columns() -> Press:
    """Two columns that both make room for a picture in the middle of the page."""
    p = Press()
    p.picture(210, 200, 390, 360)

    def left(y: float) -> tuple[float, float]:
        return (50, 150) if y + 12 > 190 and y < 365 else (50, 240)

    def right(y: float) -> tuple[float, float]:
        return (400, 150) if y + 12 > 190 and y < 365 else (310, 240)

    for x, room in ((50, left), (310, right)):
        y = 60.0
        for _ in range(5):
            y = p.words(" ".join(p.sentence() for _ in range(3)), x, y, 240, shape=room)
    return p


def footnotes() -> Press:
    """Footnotes at the foot of both columns."""
    p = Press()
    for x in (50, 310):
        y = 60.0
        for _ in range(4):
            y = p.text(x, y, 240)
        p.rule(x, 640, x + 80)
        p.words("1 " + p.sentence(16), x, 646, 240, size=7)
    return p


def intro_over_columns() -> Press:
    """A title and an introduction across, then two columns of unequal height."""
    p = Press()
    y = p.head("How the game is won", 50, 40, 24)
    y0 = p.text(50, y, 500, 3, size=12)
    y = y0
    for _ in range(6):
        y = p.text(50, y, 240)
    y = y0
    for _ in range(2):
        y = p.text(310, y, 240)
    return p


def bands() -> Press:
    """Two columns, a rule, three columns, a rule, one column."""
    p = Press()
    for x in (50, 310):
        p.text(x, 60, 240, 6)
    p.rule(50, 268, 550)
    y0 = p.head("Three ways to win", 50, 280, 14)
    for x in (50, 225, 400):
        p.text(x, y0, 150, 4)
    p.rule(50, 540, 550)
    p.text(50, 560, 500, 4)
    return p


def bands_without_titles() -> Press:
    """Three columns right below two columns, with only white between them."""
    p = Press()
    for x in (50, 310):
        p.text(x, 60, 240, 6)
    for x in (50, 225, 400):
        p.text(x, 300, 150, 5)
    return p


def landscape() -> Press:
    """A landscape page in four columns, some with headings."""
    p = Press(width=842, height=595)
    for number, x in enumerate((40, 236, 432, 628)):
        y = 50.0
        if number % 2:
            y = p.head("A heading", x, y, 14)
        for _ in range(4):
            y = p.text(x, y, 175)
    return p


def landscape_with_title() -> Press:
    """A landscape page in three columns under a title, the last column a box."""
    p = Press(width=842, height=595)
    p.head("All about the harbour", 40, 30, 24)
    for x in (40, 304):
        y = 90.0
        for _ in range(5):
            y = p.text(x, y, 240)
    p.ground(562, 80, 806, 500)
    y = p.head("Ships", 570, 90, 14)
    for _ in range(3):
        y = p.text(570, y, 228)
    return p


def dialogue() -> Press:
    """Two columns of an example of play, told as a dialogue."""
    p = Press()
    for x in (50, 310):
        y = 60.0
        for number in range(9):
            y = p.words(("Ann: " if number % 2 else "Bob: ") + p.sentence(12), x, y, 240, hang=12) - 4
    return p


def cards() -> Press:
    """Nine framed cards in three rows."""
    p = Press()
    for row in range(3):
        for x in (40, 225, 410):
            top = 60 + row * 200
            y = p.head(p.sentence(2)[:-1], x, top, 12)
            y = p.text(x, y, 150, 2)
            p.frame(x - 6, top - 6, x + 156, max(y, top + 150))
    return p


def terms() -> Press:
    """Terms at the left, what they mean at the right."""
    p = Press()
    y = 60.0
    for _ in range(7):
        p.words(p.sentence(2)[:-1], 50, y, 110, bold=True, font="Head")
        y = p.text(180, y, 370, 2)
    return p


def pictures_beside_text() -> Press:
    """Rows of a picture at the left and its paragraph at the right."""
    p = Press()
    y = p.text(50, 60, 500, 2)
    for _ in range(4):
        p.picture(50, y, 150, y + 80)
        p.words(" ".join(p.sentence() for _ in range(4)), 165, y, 385)
        y += 110
    return p


def staggered_headings() -> Press:
    """Two columns whose headings stand at the same heights by chance."""
    p = Press()
    for x in (50, 310):
        for top in (60, 260, 460):
            y = p.head(p.sentence(2)[:-1], x, top, 13)
            p.text(x, y, 240, 4)
    return p


def lower_right_column() -> Press:
    """The right column begins lower: a picture fills its top."""
    p = Press()
    y = 60.0
    for _ in range(6):
        y = p.text(50, y, 240)
    p.picture(310, 60, 550, 250)
    y = 262.0
    for _ in range(4):
        y = p.text(310, y, 240)
    return p


def title_over_the_gutter() -> Press:
    """A centred title that is narrow but crosses the gutter."""
    p = Press()
    for x in (50, 310):
        p.text(x, 60, 240, 6)
    p.head("Winning the game", 236, 290, 16)
    for x in (50, 310):
        p.text(x, 330, 240, 6)
    return p


def unequal_columns() -> Press:
    """A narrow column at the left, a wide one at the right, both in the size of the text."""
    p = Press()
    y = 60.0
    for _ in range(4):
        y = p.text(50, y, 140, 2)
    y = 60.0
    for _ in range(5):
        y = p.text(215, y, 335)
    return p


def title_bar_box() -> Press:
    """A box of two grounds: a dark bar with its title in white, a pale one with its text."""
    p = Press()
    y = p.text(50, 60, 240, 6)
    p.ground(45, y + 5, 295, y + 25, 0x334455)
    top = y + 25
    p.words("The first player", 55, y + 8, 230, bold=True, font="Head", color=0xFFFFFF, size=12)
    y = p.text(55, y + 32, 230, 2)
    p.ground(45, top, 295, y)
    p.text(50, y + 12, 240, 5)
    y = 60.0
    for _ in range(5):
        y = p.text(310, y, 240)
    return p


def numbered_callouts() -> Press:
    """A picture with numbers in it, and the list that explains them beside it."""
    p = Press()
    p.text(50, 60, 500, 3)
    p.picture(50, 140, 290, 380)
    for number, (x, y) in enumerate(((80, 160), (200, 180), (120, 260), (240, 330)), 1):
        p.line(str(number), x, y, size=10, block=900 + number)
    y = 140.0
    for number in range(1, 5):
        y = p.words(f"{number} " + p.sentence(16), 310, y, 240, hang=10)
    p.text(50, 420, 500, 4)
    return p


def drop_caps() -> Press:
    """Two columns that each begin with a large initial, its lines set in."""
    p = Press()
    for x in (50, 310):
        said = " ".join(p.sentence() for _ in range(5))

        def room(y: float, x: float = x) -> tuple[float, float]:
            return (x + 24, 216) if y < 85 else (x, 240)

        p.line(said[0], x, 58, size=36, block=len(p.expected) + 1, font="Initial")
        y = p.words(said[1:], x, 60, 240, shape=room)
        p.expected[-1][0] = said[0] + p.expected[-1][0]
        for _ in range(3):
            y = p.text(x, y, 240)
    return p


def table_in_a_column() -> Press:
    """A table without rules in the left of two columns."""
    p = Press()
    y = p.text(50, 60, 240, 4)
    y = p.head("Prices", 50, y, 12)
    for number in range(6):
        p.words(p.sentence(1)[:-1], 55, y, 90)
        p.words(f"{number + 2} gp", 180, y, 60, joined=True)
        y = p.words(f"{number} lb.", 240, y, 60, joined=True) - 3
    p.text(50, y + 14, 240, 4)
    y = 60.0
    for _ in range(5):
        y = p.text(310, y, 240)
    return p


def index() -> Press:
    """An index in four columns of short entries with their pages."""
    p = Press()
    p.head("Index", 50, 40, 20)
    for x in (50, 180, 310, 440):
        y = 90.0
        for number in range(30):
            y = p.words(p.sentence(2)[:-1][:16] + f", {number * 3 + 2}", x, y, 120) - 6
    return p


def glossary() -> Press:
    """Two columns of terms, each explained in its own paragraph."""
    p = Press()
    for x in (50, 310):
        y = 60.0
        for _ in range(8):
            y = p.words(p.sentence(1)[:-1] + ": " + p.sentence(16), x, y, 240, hang=10) - 3
    return p


def credits() -> Press:
    """Three columns of names under their trades, centred titles above."""
    p = Press()
    p.head("Those who made this game", 180, 40, 18)
    for x in (50, 230, 410):
        y = 100.0
        for _ in range(5):
            y = p.words(p.sentence(2)[:-1], x, y, 150, bold=True, font="Head") - 6
            for _ in range(3):
                y = p.words(p.sentence(2)[:-1].title(), x, y, 150) - 6
            y += 10
    return p


def components_with_pictures() -> Press:
    """Two columns of rows, each a small picture with its words at the right."""
    p = Press()
    p.head("What is in the box", 50, 40, 18)
    for x in (50, 310):
        y = 100.0
        for _ in range(5):
            p.picture(x, y, x + 60, y + 60)
            p.words(p.sentence(22), x + 75, y, 160)
            y += 90
    return p


def numbered_steps_in_columns() -> Press:
    """Numbered steps that go on from the first column to the second."""
    p = Press()
    p.head("How a round goes", 50, 40, 18)
    number = 0
    for x in (50, 310):
        y = 90.0
        for _ in range(5):
            number += 1
            y = p.words(f"{number}. " + p.sentence(30), x, y, 240, hang=14)
    return p


def margin_notes() -> Press:
    """One wide column; notes in small print stand at its left, beside the paragraphs that they explain."""
    p = Press()
    y = 60.0
    for number in range(5):
        top = y
        y = p.text(200, y, 350, 4)
        if number in {1, 3}:
            p.words(p.sentence(8), 50, top + 10, 130, size=8, italic=True)
    return p


def heads_in_the_margin() -> Press:
    """Headings that hang in the left margin, each before its section."""
    p = Press()
    y = 60.0
    for _ in range(4):
        p.words(p.sentence(2)[:-1], 50, y, 130, bold=True, font="Head", size=12)
        for _ in range(2):
            y = p.text(200, y, 350, 3)
        y += 10
    return p


def tinted_column() -> Press:
    """Three columns, the middle one a tinted box from top to bottom."""
    p = Press()
    for number, x in enumerate((50, 225, 400)):
        if number == 1:
            p.ground(x - 6, 55, x + 156, 700)
        y = 60.0
        for _ in range(5):
            y = p.text(x, y, 150)
    return p


def boxes_in_both_columns() -> Press:
    """Two columns; boxes at the foot of the left and at the head of the right one."""
    p = Press()
    y = 60.0
    for _ in range(5):
        y = p.text(50, y, 240)
    top = y + 6
    y = p.head("Left box", 58, top + 6, 12)
    y = p.text(58, y, 224, 3)
    p.ground(50, top, 290, y)
    p.ground(310, 55, 550, 190)
    y = p.head("Right box", 318, 62, 12)
    p.text(318, y, 224, 3)
    y = 210.0
    for _ in range(4):
        y = p.text(310, y, 240)
    return p


def questions() -> Press:
    """Questions in bold and their answers, in two columns."""
    p = Press()
    for x in (50, 310):
        y = 60.0
        for _ in range(5):
            y = p.words(p.sentence(9)[:-1] + "?", x, y, 240, bold=True) - 5
            y = p.text(x, y, 240, 2)
    return p


def one_page_of_two_halves() -> Press:
    """An upper half in two columns and a lower half in two columns of other widths, each under its title."""
    p = Press()
    y0 = p.head("Setting the game up", 50, 40, 20)
    for x in (50, 310):
        y = y0
        for _ in range(3):
            y = p.text(x, y, 240)
    y0 = p.head("Playing the game", 50, 400, 20)
    for x, wide in ((50, 150), (220, 330)):
        y = y0
        for _ in range(3):
            y = p.text(x, y, wide)
    return p


def pictures_in_columns() -> Press:
    """Three columns with pictures at different heights, each with a caption."""
    p = Press()
    for number, x in enumerate((50, 225, 400)):
        y = 60.0
        for part in range(3):
            y = p.text(x, y, 150, 3)
            if part == number:
                p.picture(x, y, x + 150, y + 90)
                y = p.words(p.sentence(8), x, y + 94, 150, size=8, italic=True)
    return p


LAYOUTS: Final[tuple[Layout, ...]] = (
    two_columns,
    three_columns_under_a_title,
    heading_in_the_middle,
    figure_across,
    narrow_side_column,
    box_across,
    box_within_a_column,
    long_box,
    box_of_two_columns,
    two_boxes_side_by_side,
    captions_below,
    captions_beside,
    steps_with_pictures,
    lists,
    component_list,
    pull_quote,
    wrapped_around_a_picture,
    wrapped_at_the_left,
    picture_between_the_columns,
    footnotes,
    intro_over_columns,
    bands,
    bands_without_titles,
    landscape,
    landscape_with_title,
    dialogue,
    cards,
    terms,
    pictures_beside_text,
    staggered_headings,
    lower_right_column,
    title_over_the_gutter,
    unequal_columns,
    title_bar_box,
    numbered_callouts,
    drop_caps,
    table_in_a_column,
    glossary,
    components_with_pictures,
    numbered_steps_in_columns,
    margin_notes,
    heads_in_the_margin,
    tinted_column,
    boxes_in_both_columns,
    questions,
    one_page_of_two_halves,
    pictures_in_columns,
)
AS_DRAWN: Final[tuple[Layout, ...]] = (index, credits)

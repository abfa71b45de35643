"""Icons in sentences: real fonts in real PDFs, read by the real workers; identities and names on pages in code."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from ingest.chunks.chunking import chunk
from ingest.contracts import Block, Icon, Line, Page, PageStatus, Reading, TextSource
from ingest.icons.book import gathered
from ingest.icons.placeholders import PLACEHOLDER, ids, mark, spoken
from ingest.page.sheet import Seen, Sheet, dump, load_sheet
from ingest.reading import ReadOptions, read_source
from ingest.store.lexical import channel_text
from tests.fonts import ARROW, BOLT, DIAMOND, HOUSE, icon_font, letter_font
from tests.ingest.sheets import sheet, span

PRIVATE = {0xE001: DIAMOND, 0xE002: ARROW, 0xF0001: HOUSE, 0x10FF01: BOLT}
BOX = (0.0, 0.0, 10.0, 10.0)


class Book:
    """A PDF written run by run: each line is a list of (font, text)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.document = pymupdf.open()
        self.fonts: dict[str, Path] = {}

    def page(self, *lines: list[tuple[str, str]], size: float = 11) -> None:
        page = self.document.new_page(width=420, height=595)
        for number, line in enumerate(lines):
            x = 50.0
            for font, text in line:
                file = self.fonts.get(font)
                if file:
                    page.insert_font(fontname=font, fontfile=str(file))
                page.insert_text((x, 80.0 + 20 * number), text, fontname=font, fontsize=size)
                measure = pymupdf.Font(fontfile=str(file)) if file else pymupdf.Font(font)
                x += measure.text_length(text, size)

    def without_names(self) -> None:
        """Take from the fonts the tables that say what their glyphs mean."""
        for number in range(1, self.document.xref_length()):
            if self.document.xref_get_key(number, "ToUnicode")[0] != "null":
                self.document.xref_set_key(number, "ToUnicode", "null")

    def read(self) -> Reading:
        file, into = self.folder / "book.pdf", self.folder / "read"
        self.document.save(file)
        self.document.close()
        return read_source(file, into, ReadOptions(languages=("en",)), lambda progress: None)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = Book(tmp_path)
    made.fonts["icons"] = icon_font(tmp_path / "icons.ttf", PRIVATE)
    return made


def said(reading: Reading, page: int = 1) -> str:
    """A page's text with the number of each icon in place of its id."""
    known = {icon.id: str(number) for number, icon in enumerate(reading.icons, 1)}
    return PLACEHOLDER.sub(lambda found: f"<{known[found[1]]}>", reading.pages[page - 1].text)


def test_icons_of_private_code_points_keep_their_places_in_sentences(book: Book) -> None:
    """Basic plane, planes 15 and 16; each glyph is one icon on every page, with a crop of its own."""
    book.page(
        [("helv", "You may pay "), ("icons", "\ue001"), ("helv", " and draw 2 cards.")],
        [("helv", "Move "), ("icons", "\ue002\ue002"), ("helv", " spaces, then build ("), ("icons", "\U000f0001")],
    )
    book.page(
        [("helv", "At night "), ("icons", "\U0010ff01"), ("helv", " costs 3"), ("icons", "\ue001"), ("helv", ".")]
    )
    reading = book.read()
    assert said(reading) == "You may pay <1> and draw 2 cards.\nMove <2> <2> spaces, then build (<3>"
    assert said(reading, 2) == "At night <4> costs 3 <1>."
    assert [(icon.pages, icon.count) for icon in reading.icons] == [((1, 2), 2), ((1,), 2), ((1,), 1), ((2,), 1)]
    crops = [book.folder / "read" / str(icon.file) for icon in reading.icons]
    assert len(set(crops)) == 4
    assert all(crop.is_file() for crop in crops)
    assert {file.name for file in (book.folder / "read/images").iterdir()} == {crop.name for crop in crops}


def test_the_same_file_gives_the_same_identities(tmp_path: Path) -> None:
    """Reading again changes no placeholder."""
    texts = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        again = Book(tmp_path / name)
        again.fonts["icons"] = icon_font(tmp_path / "icons.ttf", PRIVATE)
        again.page(
            [("helv", "Pay "), ("icons", "\ue001"), ("helv", " now or "), ("icons", "\ue002"), ("helv", " later.")]
        )
        texts.append(again.read().pages[0].text)
    assert texts[0] == texts[1]
    assert len(set(ids(texts[0]))) == 2


def test_letters_that_are_drawn_as_pictures_are_icons_and_letters_that_are_letters_are_not(book: Book) -> None:
    """A font that says "A" and draws a diamond, in a name that tells nothing; a bold word and a lone italic letter."""
    book.fonts["game"] = icon_font(book.folder / "game.ttf", {ord("A"): DIAMOND, ord("b"): ARROW}, name="TheGame-One")
    book.page(
        [("helv", "Each player in turn takes one "), ("game", "A"), ("helv", " from the supply of the table,")],
        [("helv", "then moves a pawn "), ("game", "b"), ("helv", " and the next player goes on with it.")],
        [
            ("helv", "The letter "),
            ("tibo", "X"),
            ("helv", " stands for any number, "),
            ("tiit", "a"),
            ("helv", " for a die."),
        ],
    )
    reading = book.read()
    assert said(reading).startswith("Each player in turn takes one <1> from the supply of the table,\n")
    assert "then moves a pawn <2> and" in said(reading)
    assert "The letter X stands for any number, a for a die." in said(reading)


def test_a_font_of_icons_that_says_nothing_of_its_glyphs_is_one_all_the_same(book: Book) -> None:
    """Without a ToUnicode table only the numbers of the glyphs are known."""
    book.page([("helv", "You may pay "), ("icons", "\ue001"), ("helv", " and move "), ("icons", "\ue002\U000f0001")])
    book.without_names()
    assert said(book.read()) == "You may pay <1> and move <2> <3>"


def test_letters_of_a_font_that_says_nothing_of_its_glyphs_are_read_where_their_shapes_confirm_them(book: Book) -> None:
    """Most fonts keep the usual order of glyphs: their numbers then say the letters, and the picture agrees."""
    book.fonts["letters"] = letter_font(book.folder / "letters.ttf")
    line = [("helv", "On the card stands "), ("letters", "LET THE FLEET LIFT THE TITLE"), ("helv", " again.")]
    book.page(line, [("helv", "Nothing more is said of it in the rules of the game.")])
    book.without_names()
    reading = book.read()
    assert "On the card stands LET THE FLEET LIFT THE TITLE again." in said(reading)
    assert reading.icons == ()


def test_dingbats_are_the_characters_that_are_printed(book: Book) -> None:
    """They are text and no icons: steps in circles, ticks and arrows."""
    book.page(
        [
            ("helv", "See step "),
            ("zadb", "\xb6"),
            ("helv", " and then "),
            ("zadb", "4"),
            ("helv", " or "),
            ("zadb", "\xd5"),
        ]
    )
    reading = book.read()
    assert said(reading) == "See step ❶ and then ✔ or →"
    assert reading.icons == ()


def test_a_picture_before_every_item_is_a_bullet(book: Book) -> None:
    """The marker of a list says nothing of its own; where it stands in a sentence as well it is an icon."""
    item = [("icons", "\ue001"), ("helv", " Take three cards from the deck.")]
    book.page(item, item, item, [("helv", "Nothing else is done in this turn.")])
    assert said(book.read()).startswith("• Take three cards")


def test_a_legend_names_icons(book: Book) -> None:
    """Icons below each other with a short text beside each; the name stands where the icon is searched for."""
    book.page([("helv", "Pay "), ("icons", "\ue001"), ("helv", " to enter the great hall and stay there.")])
    book.page(
        [("icons", "\ue001"), ("helv", " Gold coin")], [("icons", "\ue002"), ("helv", " Step: one space forward")]
    )
    reading = book.read()
    assert {icon.name for icon in reading.icons} == {"Gold coin", "Step"}
    first = chunk(reading, lambda text: len(text.split()), 200)[0]
    assert first.icons == ((reading.icons[0].id, "Gold coin"),)
    assert "Pay Gold coin to enter" in first.embed_text
    assert reading.icons[0].id in first.content


def test_what_a_book_literally_says_is_no_icon(book: Book) -> None:
    """A text that imitates a placeholder is altered, so that no reader takes it for one."""
    book.page([("helv", "The code {icon:3f2a} is printed here.")])
    reading = book.read()
    assert "{ icon:3f2a}" in reading.pages[0].text
    assert not ids(reading.pages[0].text)


# --- pages in code -----------------------------------------------------------------------------------


def seen(number: int, shape: str, *, key: str = "", color: int = 0) -> Seen:
    return Seen(mark(number), "glyph" if key else "picture", (BOX,), key, shape=shape, color=color)


def drawn(row: int) -> str:
    """A bar across one row of the grid."""
    return "".join(("f" if y in (row, row + 1) else "0") * 24 for y in range(24))


def read(*sheets: Sheet) -> tuple[list[Sheet], int]:
    marked, found = gathered(sheets)
    return marked, len(found.groups)


def test_equal_pictures_of_different_colours_are_different_icons() -> None:
    """Suppliers differ by nothing else."""
    one = sheet([span(f"a {mark(0)} b {mark(1)} c", 50, 50)])
    red, green = seen(0, drawn(4), color=0xE03020), seen(1, drawn(4), color=0x30D060)
    assert read(Sheet(**{**vars(one), "icons": (red, green)}))[1] == 2


def test_the_same_picture_on_two_pages_is_one_icon() -> None:
    """Each page has its own marks; the book has one for both."""
    pages = [
        Sheet(**{**vars(sheet([span(f"take {mark(n)} now", 50, 50)], number=n + 1)), "icons": (seen(n, drawn(4)),)})
        for n in range(2)
    ]
    marked, count = read(*pages)
    assert count == 1
    assert [each.spans[0].text for each in marked] == [f"take {mark(0)} now"] * 2


def test_a_picture_at_one_place_of_many_pages_is_furniture() -> None:
    """The ornament beside the title of every page says nothing."""
    pages = [
        Sheet(**{**vars(sheet([span(f"{mark(0)} Rules", 50, 50)], number=n)), "icons": (seen(0, drawn(4)),)})
        for n in range(1, 6)
    ]
    marked, count = read(*pages)
    assert count == 0
    assert {each.spans[0].text for each in marked} == {"Rules"}


def test_glyphs_of_one_font_are_told_apart_by_their_codes_alone() -> None:
    """Faces of dice look alike, and are not."""
    one = sheet([span(f"{mark(0)} or {mark(1)} wins", 50, 50)])
    faces = (seen(0, drawn(4), key="Dice|e001"), seen(1, drawn(4), key="Dice|e002"))
    assert read(Sheet(**{**vars(one), "icons": faces}))[1] == 2


def test_icons_cross_the_border_of_the_worker() -> None:
    """What a worker saw comes back as it was."""
    import json

    one = Sheet(1, 10.0, 10.0, icons=(seen(0, drawn(2), key="F|41"),))
    assert load_sheet(json.loads(dump(one))) == one


def test_nothing_of_a_placeholder_can_be_searched_for() -> None:
    """Its name can, where it has one; never the word "icon" nor an id."""
    assert spoken("pay {icon:3f2a} and {icon:beef}.", {"3f2a": "Gold"}) == "pay Gold and."
    text = Page(1, PageStatus.TEXT, TextSource.LAYER, 9, 9, (Block("text", (Line("Pay {icon:3f2a} now.", BOX),)),))
    icon = Icon("3f2a", "glyph", "0", None, (1,), 1)
    [made] = chunk(Reading((text,), (), ("en",), icons=(icon,)), lambda words: len(words.split()), 99)
    assert made.embed_text == "Pay now."
    assert "icon" not in channel_text("term", (), spoken(made.content, dict(made.icons)), "en")
    assert made.keywords == ("pay", "now") or "icon" not in made.keywords

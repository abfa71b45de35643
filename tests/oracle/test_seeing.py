from __future__ import annotations

from ingest.contracts import ChunkType, Icon, PageRef, Table, TextSource
from oracle.contracts import Question, Stack
from oracle.find import find
from oracle.profile import Profile
from tests.fakes.library import FakeLibrary, FakePage, page

BOARD = page("The board shows the red skull and the market.", pictures=3, picture_share=0.6)
WORDS = page("A player who draws the last card ends the game.")
TABLE = (ChunkType.TABLE,)
MARKDOWN = page("The red skull icon kills.", pictures=1, picture_share=0.5, has_image=False)
MANY = " ".join("Every card is read aloud before it is played." for _ in range(30))


def read(text: str, *pages: FakePage, image: str = "auto", legend: tuple[Icon, ...] = ()) -> PageRef | None:
    library = FakeLibrary({"core": ("en", pages)}, legend=legend)
    question = Question(text, Stack("go"), image=image)  # type: ignore[arg-type]
    return find(library, question, Profile())[2].page_to_read


def core(number: int) -> PageRef:
    return PageRef("go", "core", number)


def grid(rows: int, columns: int) -> Table:
    return Table((0, 0, 1, 1), (tuple(str(n) for n in range(columns)),) * rows, "")


def icon(name: str, *pages: int) -> Icon:
    return Icon(name[:4].ljust(4, "0"), "picture", "0" * 16, None, pages, len(pages), (name,), name)


def test_the_page_that_is_found_and_has_something_to_see_is_offered() -> None:
    """One page, the one with the picture."""
    assert read("What does the skull symbol on the board mean?", WORDS, BOARD) == core(2)


def test_no_page_is_offered_without_need_or_without_picture() -> None:
    """Not for a question about words, nor where there is no picture of the page, nor when forbidden."""
    assert read("Who ends the game with the last card?", WORDS, BOARD) is None
    assert read("What does the red skull icon do?", MARKDOWN) is None
    assert read("What does the skull symbol on the board mean?", WORDS, BOARD, image="never") is None


def test_a_sign_may_be_overlooked_by_the_reader() -> None:
    """A question about a sign leads to the best page even where no picture was counted."""
    assert read("Which symbol is on the token?", page("Put the token before the dealer.")) == core(1)


def test_a_colour_that_no_passage_speaks_of_may_only_be_drawn() -> None:
    """The same question needs no picture where the text names the colour."""
    asked = "When do I take the blue token?"
    assert read(asked, page("Take the token when you win.", pictures=1, picture_share=0.2)) == core(1)
    assert read(asked, page("Take the blue token when you win.")) is None
    assert read("Quand prend-on le jeton bleu ?", page("Take the blue token when you win.")) is None


def test_of_pages_that_speak_alike_the_one_that_shows_the_colour_is_meant() -> None:
    """In whatever language it is asked for; a page full of it gains no more than one with a sign of it."""
    pale = page("What crystals are for.", pictures=2, picture_share=0.2)
    sign = page("What crystals are for.", pictures=2, picture_share=0.2, colours={"turquoise": 0.002})
    sea = page("What crystals are for.", pictures=2, picture_share=0.2, colours={"turquoise": 0.4})
    assert read("What are the turquoise crystals for?", pale, sign) == core(2)
    assert read("Que veulent dire les crystals turquoise ?", pale, sign) == core(2)
    assert read("What are the turquoise crystals for?", pale, sign, sea) == core(2)


def test_colours_are_looked_up_only_when_one_is_asked_for() -> None:
    """Opening pictures takes time."""
    library = FakeLibrary({"core": ("en", [BOARD])})
    for text in ("What does the skull symbol on the board mean?", "May I draw a red card?"):
        find(library, Question(text, Stack("go")), Profile())
    assert not [asked for asked, _ in library.history if asked == "colours"]


def test_a_permission_is_no_fact_that_a_picture_shows() -> None:
    """A page of many pictures and few words is looked at for a figure, not for what is allowed."""
    tokens = page("Tokens of every player.", pictures=3, picture_share=0.5)
    assert read("How many tokens are on the board?", tokens) == core(1)
    assert read("May I move tokens on the board?", tokens) is None


def test_few_words_beside_pictures_leave_the_answer_to_the_pictures() -> None:
    """In a lavish book every page has pictures: alone they are never enough."""
    few = page("Tokens.", pictures=3, picture_share=0.5)
    many = page(f"Tokens. {MANY}", pictures=3, picture_share=0.5)
    assert read("How many tokens do I draw?", few) == core(1)
    assert read("How many tokens do I draw?", many) is None


def test_words_that_were_read_in_a_picture_speak_for_it() -> None:
    """A page whose text was all read by OCR is no such page."""
    lettered = page("Iron 3 coins.", pictures=1, picture_share=0.3, sources=(TextSource.OCR,))
    scanned = page("Iron 3 coins.", pictures=1, picture_share=0.3, source=TextSource.OCR)
    board = page("Iron 3 coins.", pictures=1, picture_share=0.3)
    asked = "Iron: which coins in red?"
    assert read(asked, lettered) == core(1)
    assert read(asked, scanned) == read(asked, board)


def test_pictures_decide_between_pages_that_speak_alike() -> None:
    """Unless the question is about a table."""
    plain, shown = page("Market prices on the left."), page("Market prices on the left.", pictures=2, picture_share=0.2)
    assert read("What does the picture of the market prices show?", plain, shown) == core(2)


def test_the_legend_beats_pages_that_merely_use_its_signs() -> None:
    """A page that names three icons and more explains them, where the text says the same of both."""
    pages = [page("The coin symbol.", pictures=2, picture_share=0.1) for _ in range(3)]
    names = (icon("coin", 3), icon("wood", 3), icon("fish", 3, 2))
    assert read("What does the coin symbol mean?", *pages) == core(1)
    assert read("What does the coin symbol mean?", *pages, legend=(*names, icon("iron", 3))) == core(3)


def test_the_part_of_the_book_that_is_meant_is_known_by_its_heading() -> None:
    """Set-up questions lead to the set-up page."""
    trade = page("Where the cards of the market go.", pictures=1, picture_share=0.3, section="Rules > Trade")
    setup = page("Where the cards of the market go.", pictures=1, picture_share=0.3, section="Rules > Set-up")
    assert read("Setting up: where do the cards of the market go in the picture?", trade, setup) == core(2)


def test_a_grid_is_looked_at_for_a_value_in_it() -> None:
    """Ten columns read as a line do not say which is which; two columns or two rows do."""
    tall = page("Spells of the wizard: level 1 2 3 4 5", grids=(grid(6, 10),), types=TABLE)
    narrow = page("Spells of the wizard: level 1 2 3 4 5", grids=(grid(6, 2),), types=TABLE)
    flat = page("Spells of the wizard: level 1 2 3 4 5", grids=(grid(2, 10),), types=TABLE)
    asked = "How many spells does a level 5 wizard have?"
    assert read(asked, WORDS, tall) == core(2)
    assert read(asked, WORDS, narrow) is None
    assert read(asked, WORDS, flat) is None
    assert read("Who may learn spells as a wizard?", WORDS, tall) is None


def test_a_question_about_a_table_is_not_drawn_away_by_pictures() -> None:
    """The page with the grid it is, though another has pictures."""
    table = page("Market prices in the left column.", grids=(grid(5, 8),), types=TABLE)
    picture = page("Market prices in the left column.", pictures=2, picture_share=0.2)
    assert read("What stands in the left column of the market table?", picture, table) == core(2)

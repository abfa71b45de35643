from __future__ import annotations

import pytest

from ingest.contracts import ChunkType, PageRef, Table
from oracle.contracts import Question, Stack, Understood
from oracle.find import find
from oracle.profile import Profile
from oracle.seeing import Sight, asks_a_value, how_visual
from tests.fakes.library import FakeLibrary, FakePage, page

BOARD = page("The board shows the red skull and the market.", pictures=3, picture_share=0.6)
WORDS = page("A player who draws the last card ends the game.")
TABLE = (ChunkType.TABLE,)
MARKDOWN = page("The red skull icon kills.", pictures=1, picture_share=0.5, has_image=False)


def understood(text: str) -> Understood:
    return Understood(text, text, "en", ("en",))


def read(text: str, *pages: FakePage, image: str = "auto") -> PageRef | None:
    library = FakeLibrary({"core": ("en", pages)})
    question = Question(text, Stack("go"), image=image)  # type: ignore[arg-type]
    return find(library, question, Profile())[2].page_to_read


@pytest.mark.parametrize(
    "text",
    [
        "What does the skull icon mean?",
        "What does the market look like?",
        "Which space is marked with a 6?",
        "What is drawn on the back of the cards?",
        "Que veut dire l'icône rouge en haut à gauche ?",
        "À quoi ressemble le plateau ?",
        "Sur le schéma de mise en place, où va la pioche ?",
        "What's the little red thing on the card?",
    ],
)
def test_questions_about_what_is_seen(text: str) -> None:
    """Pictures, signs, looks and places on a card, in both languages."""
    assert how_visual(understood(text)) is Sight.YES


@pytest.mark.parametrize("text", ["How many cards do I draw?", "Qui commence ?", "When does the game end?"])
def test_questions_about_words(text: str) -> None:
    """Nothing to look at."""
    assert how_visual(understood(text)) is Sight.NO


def test_a_colour_alone_is_only_a_hint() -> None:
    """Components have colours; the text names them too."""
    assert how_visual(understood("How many green cards are there?")) is Sight.MAYBE


def test_the_page_that_is_found_and_has_something_to_see_is_offered() -> None:
    """One page, the one with the picture."""
    assert read("What does the skull symbol on the board mean?", WORDS, BOARD) == PageRef("go", "core", 2)


def test_no_page_is_offered_without_need_or_without_picture() -> None:
    """Not for a question about words, nor where there is no picture of the page, nor when forbidden."""
    assert read("Who ends the game with the last card?", WORDS, BOARD) is None
    assert read("What does the red skull icon do?", MARKDOWN) is None
    assert read("What does the skull symbol on the board mean?", WORDS, BOARD, image="never") is None


def test_a_sign_may_be_overlooked_by_the_reader() -> None:
    """A question about a sign or a colour leads to the first page even where no picture was counted."""
    signs = page("Put the token before the dealer: it reminds of the turn.")
    assert read("Which symbol is on the token?", signs) == PageRef("go", "core", 1)
    assert read("What is the blue token for?", signs) == PageRef("go", "core", 1)
    assert read("Who puts the token on the left?", signs) is None


def test_a_wide_table_is_looked_at_for_a_value_in_it() -> None:
    """Ten columns read as a line do not say which is which; two do."""
    row = tuple(str(n) for n in range(10))
    wide = page("Spells of the wizard: level 1 2 3 4 5", grids=(Table((0, 0, 1, 1), (row,), ""),), types=TABLE)
    narrow = page("Spells of the wizard: level 1 2 3 4 5", grids=(Table((0, 0, 1, 1), (row[:2],), ""),), types=TABLE)
    asked = "How many spells does a level 5 wizard have?"
    assert read(asked, WORDS, wide) == PageRef("go", "core", 2)
    assert read(asked, WORDS, narrow) is None
    assert read("Who may learn spells as a wizard?", WORDS, wide) is None


def test_a_question_about_a_table_prefers_the_page_that_has_one() -> None:
    """Pictures elsewhere do not draw it away."""
    grid = Table((0, 0, 1, 1), (("a", "b"),), "")
    table = page("Market prices in the left column.", grids=(grid,), types=TABLE)
    picture = page("Market prices on the left.", pictures=2, picture_share=0.2)
    assert read("What stands in the left column of the market table?", picture, table) == PageRef("go", "core", 2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many spells does a level 5 wizard have?", True),
        ("Combien de sorts au niveau trois ?", True),
        ("Who goes first?", False),
        ("How many cards do I draw?", False),
    ],
)
def test_a_value_of_a_numbered_row_is_asked_of_a_table(text: str, expected: bool) -> None:
    """A quantity, and the figure that names its row."""
    assert asks_a_value(text) is expected

from __future__ import annotations

from ingest.contracts import ChunkType
from oracle.rewrite.book_words import HEADINGS, SAMPLE, WORDS, book_words
from tests.fakes.library import FakeLibrary, page

CORE = [
    page("Each player takes a pawn. A pawn of ivory.", section="Setup"),
    page("Move your pawn {icon:3f2a} of ivory twice.", section="Turn > Moving {icon:3f2a} pieces"),
    page("The bank table.", section="Turn > Bank", types=(ChunkType.TABLE,)),
]
FRENCH = [page("Chaque joueur pioche une carte.", "Puis une autre carte.", section="Mise en place")]


def told(library: FakeLibrary, **stack: object) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    scope = library.scope("go", **stack)  # type: ignore[arg-type]
    return [(each.booklet.ref.booklet, each.headings, each.words) for each in book_words(library, scope)]


def test_each_booklet_tells_its_headings_in_order_and_the_words_it_repeats() -> None:
    """Icons are no words, and a word of a heading is not told twice."""
    library = FakeLibrary({"core": ("en", CORE), "regles": ("fr", FRENCH)})
    assert told(library) == [
        ("core", ("Setup", "Turn", "Moving pieces", "Bank"), ("pawn", "ivory")),
        ("regles", ("Mise en place",), ("carte",)),
    ]


def test_what_the_stack_leaves_out_is_not_told() -> None:
    """Booklets, sections and types that are not searched."""
    library = FakeLibrary({"core": ("en", CORE), "regles": ("fr", FRENCH)})
    assert told(library, exclude=("regles",), exclude_sections=("Turn",)) == [("core", ("Setup",), ())]
    assert told(library, booklets=("core",), types=(ChunkType.TABLE,)) == [("core", ("Turn", "Bank"), ())]


def test_a_huge_stack_tells_no_more_than_there_is_room_for_and_its_upper_levels_first() -> None:
    """Passages, headings and words are bounded."""
    pages = [
        page(f"w{'abcdefghij'[n % 10]}x thing. " * 3, section=f"Part {n % 9} > Deep heading {n}") for n in range(2500)
    ]
    library = FakeLibrary({"core": ("en", pages), "more": ("en", pages)})
    books = book_words(library, library.scope("go"))
    assert sum(len(heading) for each in books for heading in each.headings) <= HEADINGS
    assert all({f"Part {n}" for n in range(9)} <= set(each.headings) for each in books)
    assert sum(len(each.words) for each in books) <= WORDS
    assert SAMPLE < 5000

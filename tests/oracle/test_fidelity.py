"""Gold quotes looked for in our own text: what counts as found, and where."""

from __future__ import annotations

import pytest

from oracle.fidelity import PageRead, folded, look, reading_report, words_in_order
from oracle.questions import Asked, Gold, Item, Quote


def item(name: str, *quotes: Quote, category: str = "lookup") -> Item:
    """A question with these gold quotes."""
    gold = Gold(frozenset((q.file, q.page) for q in quotes), "en>en", category, visual=False, quotes=quotes)
    return Item(Asked(name, "Go", "?", ("a.pdf",)), gold, "work")


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Roll two dice", "ROLL TWO\ndice."),
        ("the defenders win", "the defen-\nders win"),
        ("the defenders win", "the defen\u00adders win"),
        ("2nd 3", "Level: 2nd | 3"),
        ("2nd 3", "<td>2nd</td><td rowspan=2>3</td>"),
        ("pay and draw", "pay {icon:3f2a} and draw"),
        ("ﬁnish", "finish"),
    ],
)
def test_only_letters_and_digits_count(quote: str, text: str) -> None:
    """Case, hyphens, separators, markup, icons and ligatures do not."""
    assert folded(quote) in folded(text)


def test_words_count_in_their_order() -> None:
    """The longest common run of words, gaps allowed; hyphens at the end of a line are joined."""
    assert words_in_order("one two three four", "zero one two four three") == 0.75
    assert words_in_order("the defenders", "the defen-\nders") == 1.0
    assert words_in_order("one", "") == 0.0


def test_each_figure_is_over_the_pages_it_speaks_of() -> None:
    """OCR pages count in `ocr_words` alone; quotes that describe pictures in nothing."""
    whole, cut, table, scan = (Quote("a.pdf", n, "red blue green") for n in (1, 2, 3, 4))
    pages = {
        1: PageRead("red blue green", ("red blue green",), ocr=False),
        2: PageRead("red blue green", ("red blue", "blue green"), ocr=False),
        3: PageRead("nothing", ("nothing",), ocr=False),
        4: PageRead("red blue groan", ("red blue groan",), ocr=True),
    }
    items = [
        item("q1", whole, Quote("a.pdf", 1, "[image] a red skull")),
        item("q2", cut),
        item("q3", table, category="table"),
        item("q4", scan),
    ]
    figures = reading_report(look(items, lambda _, quote: pages[quote.page]))
    assert (figures["n"], figures["contained"], figures["one_chunk"]) == (4, 0.6667, 0.3333)
    assert (figures["table_rows"], figures["ocr_words"]) == (0.0, 0.6667)
    assert [missing["id"] for missing in figures["missing"]] == ["q2", "q3", "q4"]  # type: ignore[attr-defined]
    assert figures["by_file"] == {
        "a.pdf": {"n": 4, "contained": 0.6667, "one_chunk": 0.3333, "ocr_words": 0.6667},
    }


def test_a_share_of_nothing_is_not_a_number() -> None:
    """A file without a page read by OCR has no `ocr_words`."""
    found = look([item("q", Quote("a.pdf", 1, "red"))], lambda *_: PageRead("red", ("red",), ocr=False))
    assert reading_report(found)["ocr_words"] is None

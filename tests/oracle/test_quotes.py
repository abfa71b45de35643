from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from oracle.quotes import fold, holds, holds_but_numbers, long_enough, needle, spans

WORDS = st.lists(
    st.one_of(
        st.text("abcdefghijklmnopqrstuvwxyzéèàçœ", min_size=1, max_size=9),
        st.integers(0, 99_999).map(str),
        st.sampled_from(
            ["d'un", "l’icône", "re-roll", "2-player", "1½", "3,5", "2²", "(or", "pay)", "cards:", "turn;"]
        ),
    ),
    min_size=8,
    max_size=40,
)
SPACES = st.sampled_from([" ", "\n", "  ", "\u00a0", "\u202f", " \n "])


@given(WORDS, st.data())
def test_any_run_of_a_pages_words_is_found_however_it_is_typeset(words: list[str], data: st.DataObject) -> None:
    """Line breaks, no-break spaces, case and kinds of apostrophe never cost a true quotation."""
    page = "".join(word + data.draw(SPACES) for word in words)
    first = data.draw(st.integers(0, len(words) - 5))
    last = data.draw(st.integers(first + 4, len(words)))
    quote = " ".join(words[first:last]).replace("’", "'").upper()
    assert holds(fold(page), quote)


@given(WORDS, st.data())
def test_a_quotation_with_another_number_is_never_found(words: list[str], data: st.DataObject) -> None:
    """A changed digit is a changed rule."""
    at = data.draw(st.integers(1, len(words) - 2))
    words[at] = str(data.draw(st.integers(0, 999)))
    other = data.draw(st.integers(0, 999).map(str))
    page = fold(" ".join(words))
    altered = " ".join([*words[max(0, at - 4) : at], other, *words[at + 1 : at + 5]])
    assume(needle(altered) not in page)
    assert not holds(page, altered)
    assert holds_but_numbers(page, altered)


@given(WORDS, st.data())
def test_a_missing_word_is_never_overlooked(words: list[str], data: st.DataObject) -> None:
    """Quotations are contiguous: "may not" never proves "may"."""
    at = data.draw(st.integers(3, len(words) - 3))
    words[at] = "not"
    page = fold(" ".join(words))
    shortened = " ".join([*words[at - 3 : at], *words[at + 1 : at + 4]])
    assume(needle(shortened) not in page)
    assert not holds(page, shortened)


@given(st.text(), st.text())
def test_no_text_breaks_the_comparison(page: str, quote: str) -> None:
    """Any text can be folded, twice to the same end where it matters, and searched."""
    assert isinstance(holds(fold(page), quote), bool)
    assert list(spans(quote)) == list(spans(quote))


@pytest.mark.parametrize(
    ("page", "quote"),
    [
        ("Dis-\ncard a card and draw", "discard a card and draw"),
        ("the well-\nknown rule applies", "the well-known rule applies"),
        ("un dé\u00adpla\u00ad\ncement de trois cases", "un déplacement de trois cases"),
        ("Attention\u00a0: le pion recule", "Attention: le pion recule"),
        ("Players draw 2–4 cards each", "players draw 2-4 cards each"),
        ("the “Robber” moves at once", "the 'Robber' moves at once"),
        ("ef\ufb01cient workers score", "efficient workers score"),
        ("• Draw a card\n• Discard two", "draw a card discard two"),
        ("On the throne | 4 | nothing", "on the throne 4 nothing"),
        ("Pay 1½ coins to the bank", "pay 1 1/2 coins to the bank"),
        ("Roll the dice, then move", "roll the dice, then move."),
        ("L'œuf d’or vaut 3 points", "l’œuf d'or vaut 3 points"),
        ("Un œuf d’or vaut 3 points", "un oeuf d'or vaut 3 points"),
        ("À la fin du tour, Étienne paie", "A la fin du tour, Etienne paie"),
        ("À la fin du tour, on paie", "à la fin du tour, on paie"),
        ("the dice—both of them—are rolled", "the dice — both of them — are rolled"),
    ],
)
def test_typography_may_differ(page: str, quote: str) -> None:
    """What a typesetter changes is no change of the rule."""
    assert holds(fold(page), quote)


@pytest.mark.parametrize(
    ("page", "quote"),
    [
        ("Each player draws 15 cards each turn", "5 cards each turn"),
        ("You must pay 1.5 gold coins", "5 gold coins"),
        ("You must pay exactly 10% of it", "You must pay exactly 10"),
        ("You must pay exactly 2–4 coins", "You must pay exactly 2"),
        ("you lose −3 points per stone", "3 points per stone"),
        ("you score 2² points per stone", "you score 22 points per stone"),
        ("you pay 1½ coins per turn", "you pay 11/2 coins per turn"),
        ("you may not move again", "you may move again"),
        ("draw a card, discard a card", "discard a card, draw a card"),
        ("for 1-2 players at most", "for 12 players at most"),
        ("the counter moves back", "the counter move"),
    ],
)
def test_a_rule_that_differs_is_not_found(page: str, quote: str) -> None:
    """A number, a sign, a word or an order that differs is another rule."""
    assert not holds(fold(page), quote)


def test_a_short_quotation_proves_nothing() -> None:
    """Twelve characters at least, not counting closing punctuation."""
    assert long_enough("draw a card now")
    assert not long_enough("draw a card.....")


def test_a_quotation_may_hold_a_quotation() -> None:
    """The book's own inverted commas stay inside; an opening mark that never closes swallows nothing."""
    assert [quote.inner for quote in spans("“the “Robber” moves” « a « b » c »")] == ["the “Robber” moves", "a « b » c"]
    assert [quote.inner for quote in spans("“the “Robber” moves")] == ["Robber"]
    assert holds(fold("the “Robber” moves at once"), "the “Robber” moves")


def test_every_kind_of_quotation_mark_is_seen() -> None:
    """French, English, German, single and straight marks; an apostrophe opens nothing."""
    text = "« un » “two” „drei“ \"four\" ‹cinq› ‘the player’s turn’ don't 'say it again now' players' cards"
    assert [quote.inner for quote in spans(text)] == [
        "un",
        "two",
        "drei",
        "four",
        "cinq",
        "the player’s turn",
        "say it again now",
    ]

from __future__ import annotations

import pytest

from oracle.contracts import Question, Stack, Turn, Zone
from oracle.rewrite.when import pays_after, pays_at_once
from oracle.understand import understand

TALK = (Turn("How many cards does each player draw with three players?", ""),)


@pytest.mark.parametrize(
    ("text", "history", "books", "pays"),
    [
        ("Who goes first?", (), ("en",), False),
        ("How many cards do I draw?", TALK, ("en",), False),
        ("And with five?", TALK, ("en",), True),
        ("Qui commence ?", (), ("en",), True),
        ("Qui commence ?", (), ("en", "fr"), False),
        ("Pat 5", (), ("en", "fr"), False),
        (
            "We rolled doubles but I am sitting in jail and I do not want to pay the banker, so may I leave?",
            (),
            ("en",),
            True,
        ),
    ],
)
def test_a_rewrite_is_asked_for_at_once_where_it_is_likely_to_pay(
    text: str, history: tuple[Turn, ...], books: tuple[str, ...], pays: bool
) -> None:
    """Follow-ups, questions in another language than every booklet, long stories; nothing short and plain."""
    assert pays_at_once(understand(Question(text, Stack("go"), history), books)) is pays


def test_it_is_asked_for_after_the_search_where_that_found_little() -> None:
    """A question of the normal zone is left as it is."""
    assert [zone for zone in Zone if pays_after(zone)] == [Zone.CAUTIOUS, Zone.ABSTAIN]

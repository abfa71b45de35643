from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.contracts import ChunkType, Passage
from oracle.contracts import Ranked
from oracle.room import beginning, sent, tokens, within
from oracle.sentences import sentences
from tests.oracle.records import passage

PROSE = (
    "Roll two dice, e.g. the red ones. Move that far.\nThen stop here! Pay 1.5 gold, or “Take a card. Now.” Pass on."
)
TABLE = "Costs\nShip | Gold\nCutter | 3 gold. Once.\nGalley | 5\nJunk | 8"


def costing(n: int, page: int = 1) -> Passage:
    return replace(passage("Roll.", f"core:{page}"), tokens=n)


def test_a_budget_takes_the_best_that_fit() -> None:
    """A passage that is too long is passed over for a shorter one behind it; where none fits the best is kept."""
    ranked = [Ranked(costing(n, page), 1.0, {}) for page, n in enumerate((60, 50, 30), 1)]
    assert [item.passage.ref.page for item in within(ranked, 100)] == [1, 3]
    assert [item.passage.ref.page for item in within(ranked, 20)] == [1]
    assert within((), 20) == ()


def test_what_is_sent_keeps_its_numbers() -> None:
    """The first that does not fit is the end: nothing behind it may take its number."""
    passages = [costing(n, page) for page, n in enumerate((60, 50, 30), 1)]
    assert [piece.passage.ref.page for piece in sent(passages, 200)] == [1, 2, 3]
    assert [piece.passage.ref.page for piece in sent(passages, 100)] == [1]
    assert not any(piece.cut for piece in sent(passages, 100))
    assert sent((), 100) == ()


def test_a_word_that_no_tokenizer_knows_is_not_free() -> None:
    """A line of 100 kB without a space may be one token to the model that counted."""
    assert tokens(replace(passage("x" * 100_000), tokens=1)) > 10_000
    assert tokens(costing(7)) == 7


@pytest.mark.parametrize(
    ("budget", "kept"),
    [
        (1, "Roll two dice, e.g. the red ones."),
        (12, "Roll two dice, e.g. the red ones. Move that far."),
        (15, "Roll two dice, e.g. the red ones. Move that far.\nThen stop here!"),
        (22, PROSE.removesuffix(" Pass on.")),
        (99, PROSE),
    ],
)
def test_a_text_is_cut_at_the_end_of_a_sentence(budget: int, kept: str) -> None:
    """Never inside one, and one sentence at least."""
    assert beginning(passage(PROSE), budget) == kept


@pytest.mark.parametrize(("budget", "rows"), [(1, 3), (17, 4), (99, 5)])
def test_a_table_is_cut_between_rows_with_its_head(budget: int, rows: int) -> None:
    """A stop inside a cell ends nothing; title, head and one row stay whatever the budget is."""
    table = replace(passage(TABLE), type=ChunkType.TABLE, tokens=20)
    assert beginning(table, budget).split("\n") == TABLE.split("\n")[:rows]


WORDS = st.sampled_from(
    ["Roll", "two", "dice.", "Move", "e.g.", "3.5", "“Stop!”", "«", "\n", "\n\n", "", "?", "é…", "|"]
)


@given(st.lists(WORDS, max_size=40).map(" ".join), st.integers(0, 40), st.sampled_from(ChunkType))
def test_whatever_is_cut_ends_where_a_sentence_or_a_line_does(text: str, budget: int, kind: ChunkType) -> None:
    """The words that are sent are the passage's first, and the next one would begin a sentence or a line."""
    one = replace(passage(text), type=kind)
    kept = beginning(one, budget)
    words = " ".join(kept.split())
    assert " ".join(text.split()).startswith(words)
    lines = text.split("\n")
    ends = [" ".join(lines[:n]) for n in range(len(lines) + 1)]
    for before, line in zip(ends, lines, strict=False):
        ends += [" ".join((before, *sentences(line)[:n])) for n in range(len(line))]
    assert words in {" ".join(end.split()) for end in ends}

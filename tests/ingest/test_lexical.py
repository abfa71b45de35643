"""Words, stems and queries: pure."""

from __future__ import annotations

import pytest

from ingest.contracts import Chunk, ChunkType
from ingest.store.lexical import channel_text, match_query, names_of, rows_of, stems, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("L’icône rouge", ["l", "icône", "rouge"]),
        ("half-move, 2 pts!", ["half", "move", "2", "pts"]),
        ("e\u0301te\u0301", ["été"]),
        ("snake_case", ["snake", "case"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    """Lower case, composed, cut where FTS5 cuts."""
    assert words(text) == expected


def test_stems_follow_the_language() -> None:
    """French words by French rules, English by English ones, others as they are."""
    assert stems("défausser défaussez", "fr")[0] == stems("défausser défaussez", "fr")[1]
    assert stems("captured capturing", "en") == ["captur", "captur"]
    assert stems("captured", "xx") == ["captured"]


def test_a_channel_holds_its_part_of_a_chunk() -> None:
    """Headings; everything stemmed; everything as printed."""
    assert channel_text("path", ["Captures"], "Pawns move", "en") == "captur"
    assert channel_text("content", ["Captures"], "Pawns move", "en") == "captur pawn move"
    assert channel_text("term", ["Captures"], "Pawns move", "en") == "captures pawns move"


def test_a_query_quotes_every_word_and_asks_each_once() -> None:
    """In the stems of every language of the scope."""
    assert match_query("term", ["Roi", "roi", "sa reine"], ["fr"]) == '"roi" OR "sa reine"'
    assert match_query("content", ["captures"], ["fr", "en"]) == '"captur"'
    assert match_query("content", ["moves"], ["fr", "en"]) == '"mov" OR "move"'
    assert match_query("content", ["moves"], []) == '"moves"'
    assert match_query("content", ['"', " ", "*"], ["en"]) is None


def test_french_dice_are_no_small_words() -> None:
    """The index folds accents: `dé` would be `de`, which stands in every sentence."""
    dice = set(stems("un dé, deux dés", "fr")) - {"un", "deux"}
    assert len(dice) == 1
    assert not dice & {"dé", "de", "des"}
    assert stems("de des", "fr") == ["de", "de"]
    assert stems("dé", "en") == ["dé"]


def test_the_path_channel_knows_what_the_booklet_is_called() -> None:
    """By its title and by its file; the words of the rules are not mixed with them."""
    called = names_of("Great Expansion", "tafl/LivretDeRegles.en.pdf")
    assert called == ("Great Expansion", "Livret De Regles")
    chunk = Chunk("c", "e", ChunkType.TEXT, "Pawns move", 1, 0, ("Captures",), (), 2)
    rows = rows_of([chunk], ["en"], 7, called)
    assert rows["path"] == [(7, "great expans livret de regl captur")]
    assert rows["content"] == [(7, "captur pawn move")]

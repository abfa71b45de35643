"""What may reach a screen."""

from __future__ import annotations

import json

import pytest

from oracle.display import clean, escaped


@pytest.mark.parametrize(
    "hostile",
    ["\x1b]0;x\x07", "\x9b31m", "\x00", "\u202e", "\u2066", "\u200b", "\ufeff", "\U000e0041", "\x7f", "\u2028"],
)
def test_nothing_that_steers_a_terminal_survives(hostile: str) -> None:
    """Escapes, C1, bidi, zero-width and tag characters are dropped; the words stay."""
    shown = clean(f"be{hostile}fore")
    assert not any(ord(c) < 32 or 0x7F <= ord(c) <= 0x9F or ord(c) in range(0x2028, 0x2070) for c in shown)
    assert shown.startswith("be")
    assert shown.endswith("fore")


def test_words_of_both_languages_stay_as_they_are() -> None:
    """Accents, ligatures, typographic quotes, arrows and markup characters are text."""
    text = "« L’œuvre » — [bold] 1–2 → ½\n\tnext"
    assert clean(text) == text


def test_one_line_folds_white_space() -> None:
    """A name with newlines cannot draw a second line."""
    assert clean("a\r\nb\t c", one_line=True) == "a b c"


def test_json_holds_what_may_not_be_shown_as_escapes() -> None:
    """A program reads the same text; a terminal that the document is printed on obeys none of it."""
    hostile = "a\x9b31m \x7f\u202e\u200b \U000e0041 é\n"
    document = escaped(json.dumps(hostile, ensure_ascii=False, indent=2))
    assert json.loads(document) == hostile
    assert clean(document) == document
    assert "é" in document

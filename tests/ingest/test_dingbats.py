from __future__ import annotations

import unicodedata

import pytest

from ingest.page import dingbats


@pytest.mark.parametrize(
    ("font", "family"),
    [
        ("ABCDEF+Wingdings-Regular", "wingdings"),
        ("Wingdings2", "wingdings2"),
        ("ZapfDingbatsITC", "zapfdingbats"),
        ("D050000L", "zapfdingbats"),
        ("SymbolMT", "symbol"),
        ("SegoeUISymbol", None),
        ("NotoSansSymbols", None),
        ("ArialMT", None),
    ],
)
def test_a_dingbat_font_is_known_by_its_name(font: str, family: str | None) -> None:
    """Fonts whose codes say nothing have a table; fonts of Unicode symbols need none."""
    assert dingbats.family(font) == family


@pytest.mark.parametrize(
    ("family", "encoding", "says", "prints"),
    [
        ("zapfdingbats", "MacRomanEncoding", "∂∑∏", "❶❷❸"),
        ("zapfdingbats", "WinAnsiEncoding", "4ln", "✔●■"),
        ("wingdings", "WinAnsiEncoding", "§üà", "▪✓→"),
        ("wingdings", "", "\uf0fc\uf0a7", "✓▪"),
        ("wingdings", "MacRomanEncoding", "•", "•"),
        ("symbol", "MacRomanEncoding", "•∑α", "•∑α"),
        ("symbol", "", "\uf0b7", "•"),
        ("wingdings", "WinAnsiEncoding", "→★", "→★"),
    ],
)
def test_the_character_that_a_file_reports_leads_to_the_sign_that_is_printed(
    family: str, encoding: str, says: str, prints: str
) -> None:
    """Bytes read as Mac Roman or Windows, private codes, and characters that are already right."""
    assert "".join(dingbats.printed(family, character, encoding) or "?" for character in says) == prints


def test_every_sign_of_the_tables_is_a_character_that_cleaning_keeps() -> None:
    """Nothing private or unassigned stands in the tables."""
    codes = [*range(0x21, 0x7F), *range(0xA1, 0xFF)]
    families = ("zapfdingbats", "symbol", "wingdings", "wingdings2", "wingdings3", "webdings")
    found = [dingbats.printed(family, chr(0xF000 + code), "") for family in families for code in codes]
    assert len([sign for sign in found if sign]) > 1000
    assert not [sign for sign in found if sign and unicodedata.category(sign) in {"Co", "Cn", "Cc"}]

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from ingest.contracts import BookletKind, PageRef
from oracle.sheets.contracts import Group, Line, NamedIcon, Sheet, SheetKind
from oracle.sheets.html import page
from oracle.sheets.shown import text
from oracle.texts import Texts

REF = PageRef("race", "rules", 4)
LINE = Line("Take a <b>pawn</b>\x1b[31m.", "sentence", "race/rules:4#0", REF, 4, "2", "<script>Set-up</script>")
TABLE = Line("Players | Coins\n3 | <i>15</i>", "table", "race/rules:4#1", REF, 4, "2")
SHEET = Sheet(
    SheetKind.SETUP, "race", "Race <3", 3, "en", "abc", "headings",
    groups=(Group("rules", "Rules & more", BookletKind.CORE, (LINE, TABLE)),),
)  # fmt: skip


def test_the_page_is_for_a6_and_needs_nothing_else() -> None:
    """No script, nothing loaded from anywhere; every line names its page."""
    document = page(SHEET, Texts("en"))
    assert "size:105mm 148mm" in document
    assert "default-src &#x27;none&#x27;" in document
    assert not re.search(r"<script|https?:|src=\"(?!data:)|href", document)
    assert document.count('title="rules, p. 4 (printed 2)">[p. 4 (printed 2)]<') == 2


def test_what_a_book_says_is_text_and_never_markup() -> None:
    """Tags are shown as they are written, control characters go."""
    document = page(SHEET, Texts("fr"))
    assert "&lt;b&gt;pawn&lt;/b&gt;" in document
    assert "&lt;i&gt;15&lt;/i&gt;" in document
    assert "Race &lt;3" in document
    assert "\x1b" not in document


def test_icons_stand_on_the_page_as_pictures_with_their_names(tmp_path: Path) -> None:
    """The crop is inside the file."""
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    icon = NamedIcon("Gold <1>", "3f2a", REF, "Rules", BookletKind.CORE, (4, 6), str(tmp_path / "a.png"))
    sheet = replace(SHEET, kind=SheetKind.ICONS, groups=(), icons=(icon,))
    document = page(sheet, Texts("en"))
    assert 'src="data:image/png;base64,' in document
    assert "Gold &lt;1&gt;" in document
    assert "⟨Gold <1>⟩  [rules, p. 4]" in text(sheet, Texts("en"), 80)


def test_icons_in_a_line_are_pictures_too(tmp_path: Path) -> None:
    """By name or without one; where the file is gone the name stands, as text."""
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    lines = (
        replace(LINE, text="Take {icon:3f2a} and ⟨Gold <1>⟩ <b>now</b>."),
        replace(TABLE, text="{icon:3f2a} | {icon:aaaa}"),
    )
    gone = (("{icon:3f2a}", str(tmp_path / "a.png")), ("⟨Gold <1>⟩", str(tmp_path / "gone.png")))
    document = page(replace(SHEET, groups=(replace(SHEET.groups[0], lines=lines),), pictures=gone), Texts("en"))
    assert document.count('class="in"') == 2
    assert "and ⟨Gold &lt;1&gt;⟩ &lt;b&gt;now&lt;/b&gt;." in document
    assert "⟨icon⟩" in document and "{icon:" not in document


def test_a_citation_is_never_broken_over_two_lines() -> None:
    """Whoever looks for a page finds it in one piece."""
    long = replace(LINE, text="Put the pawn of every player where the board says that it begins, and not elsewhere.")
    sheet = replace(SHEET, groups=(replace(SHEET.groups[0], lines=(long,)),))
    for width in (30, 50, 80):
        assert "[rules, p. 4 (printed 2)]" in text(sheet, Texts("en"), width)


def test_nothing_found_says_what_was_looked_for() -> None:
    """In both languages."""
    empty = replace(SHEET, found="nothing", groups=())
    assert "Set-up" in text(empty, Texts("en"), 80)
    assert "Mise en place" in text(empty, Texts("fr"), 80)
    assert "Mise en place" in page(empty, Texts("fr"))
